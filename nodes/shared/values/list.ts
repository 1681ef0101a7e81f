import { InputError, jsonOf } from '../../../transport';
import { Kind, ReadContext, isNothing } from './kind';
import { notText, wordOf } from './text';

/** One entry: between commas or line ends, or in quotation marks, which are doubled inside. */
const ENTRY = /\s*"((?:[^"]|"")*)"\s*(?=[,\n]|$)|[^,\n]+/g;

/** Returns the entries of a list, of a JSON list as text, or of text with commas. */
export function entriesOf(value: unknown, entry = ENTRY) {
	if (typeof value !== 'string') return [value].flat();
	const list = /^\s*\[.*\]\s*$/s.test(value) && jsonOf(value);
	if (list) return list as unknown[];
	if (/^\s*\[\s*['"]/.test(value)) return [value];
	const entries = [...value.matchAll(entry)].map(([plain, quoted]) => quoted?.replaceAll('""', '"') ?? plain);
	return entries.filter((each) => !isNothing(each));
}

const TODO = 'The expression must give a list of texts: of objects, one field, for example with .map().';

/** Throws {InputError} for an entry that is empty or no text. */
export function listOf<T>(name: string, read: (entry: unknown, context: ReadContext) => T, entry = ENTRY): Kind<T[]> {
	return {
		name,
		isNothing: (value) => entriesOf(value, entry).every(isNothing),
		read: (value, context) => {
			const values = entriesOf(value, entry).map((each, index, { length }) => {
				const label = length > 1 ? `${context.label}, entry ${index + 1}` : context.label;
				if (isNothing(each) || notText(each) !== undefined)
					throw new InputError(`${label} is empty or not a text`, TODO);
				return read(each, { ...context, label });
			});
			return [...new Set(values)];
		},
	};
}

export const words = listOf('words', wordOf);
