import { isBlank } from '../../../transport';

/** Returns whether a value is nothing: undefined, null, text without a visible character, or a list of nothing. */
export function isNothing(value: unknown): boolean {
	if (value === undefined || value === null) return true;
	return typeof value === 'string' ? isBlank(value) : Array.isArray(value) && value.every(isNothing);
}
