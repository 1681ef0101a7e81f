/** White space and invisible characters such as a zero-width space. */
const BLANK = /^[\s\p{Default_Ignorable_Code_Point}]*$/u;

const NO_VALUE = /^(undefined|null|NaN|\[object \w+\])$/;

export const isBlank = (text: string): boolean => BLANK.test(text);

/** Returns whether an expression made this text from a missing value or an object. */
export function isNoValue(text: string): boolean {
	return NO_VALUE.test(text);
}

/** Returns whether a value is nothing: undefined, null, text without a visible character, or a list of nothing. */
export function isNothing(value: unknown): boolean {
	if (value === undefined || value === null) return true;
	return typeof value === 'string' ? isBlank(value) : Array.isArray(value) && value.every(isNothing);
}
