const BLANK = /^[\s\p{Default_Ignorable_Code_Point}]*$/u;

const NO_VALUE = /^(undefined|null|NaN|\[object \w+\])$/;

export const isBlank = (text: string) => BLANK.test(text);

export function isNoValue(text: string): boolean {
	return NO_VALUE.test(text);
}

/** Returns whether a value is undefined, null, text without a visible character, or a list of nothing. */
export function isNothing(value: unknown): boolean {
	if (value === undefined || value === null) return true;
	return typeof value === 'string' ? isBlank(value) : Array.isArray(value) && value.every(isNothing);
}
