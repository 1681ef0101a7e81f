import { idText, InputError } from '../../../transport';
import type { ReadContext } from '../operation';

const EMAIL = /^[^\s@<>,;"]+@[^\s@<>,;"]+\.[^\s@<>,;".]+$/;

/**
 * Texts such as ids, as comma-separated text or an array; none at all is "not sent". Text may have a comma
 * too many; an empty place in an expression's list is something that got lost: throws InputError.
 */
export function textList(value: unknown, { label }: ReadContext): string[] | undefined {
	const isOneValue = typeof value === 'object' && value !== null && !Array.isArray(value);
	const list = isOneValue ? [value] : Array.isArray(value) ? value : String(value ?? '').split(',').filter((entry) => entry.trim() !== '');
	const wrong = list.findIndex((entry) => !/^(string|number|boolean)$/.test(typeof entry) || String(entry).trim() === '');
	if (wrong >= 0) {
		throw new InputError(
			`${label}: entry number ${wrong + 1} is empty or not a text`,
			'The expression must give a list of texts. Of a list of objects choose one field, for example with .map().',
		);
	}
	return list.length > 0 ? list.map((entry) => String(entry).trim()) : undefined;
}

/** As `textList`, for IDs: one that cannot be an ID throws InputError too. */
export function idList(value: unknown, context: ReadContext): string[] | undefined {
	return textList(value, context)?.map((id) => idText(id, context.label));
}

/**
 * E-mail addresses as comma-separated text or an array; none at all is "not sent". Throws InputError that
 * names the wrong one's position.
 */
export function emailList(value: unknown, context: ReadContext): string[] | undefined {
	const addresses = textList(value, context);
	const wrong = addresses?.findIndex((address) => !EMAIL.test(address)) ?? -1;
	if (wrong >= 0) {
		throw new InputError(
			`${context.label}: address number ${wrong + 1} is not an e-mail address`,
			'Enter e-mail addresses such as anna@example.com; separate several by commas.',
		);
	}
	return addresses;
}

/** One e-mail address. */
export function email(value: unknown, context: ReadContext): string | undefined {
	const [address, ...more] = emailList(value, context) ?? [];
	if (more.length > 0) throw new InputError(`${context.label} must be one e-mail address`, 'Remove all but one.');
	return address;
}
