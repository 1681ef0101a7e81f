import { InputError } from '../../../transport';
import type { ReadContext } from '../operation';

const EMAIL = /^[^\s@<>,;"]+@[^\s@<>,;"]+\.[^\s@<>,;".]+$/;

/** Ids as comma-separated text or an array. Throws InputError for an empty list. */
export function idList(value: unknown, context: ReadContext): string[] {
	const ids = entries(value, context);
	if (ids.length === 0) {
		throw new InputError(`${context.label} is empty`, 'Enter at least one ID; separate several by commas.');
	}
	return ids;
}

/** E-mail addresses as comma-separated text or an array. Throws InputError that names the wrong one's position. */
export function emailList(value: unknown, context: ReadContext): string[] {
	const addresses = entries(value, context);
	const wrong = addresses.findIndex((address) => !EMAIL.test(address));
	if (addresses.length === 0 || wrong >= 0) {
		throw new InputError(
			addresses.length === 0 ? `${context.label} is empty` : `${context.label}: address number ${wrong + 1} is not an e-mail address`,
			'Enter e-mail addresses such as anna@example.com; separate several by commas.',
		);
	}
	return addresses;
}

/** One e-mail address. */
export function email(value: unknown, context: ReadContext): string {
	const [address, ...more] = emailList(value, context);
	if (more.length > 0) throw new InputError(`${context.label} must be one e-mail address`, 'Remove all but one.');
	return address!;
}

function entries(value: unknown, { label }: ReadContext): string[] {
	const list = Array.isArray(value) ? value : value === undefined || value === null ? [] : String(value).split(',');
	if (list.some((entry) => typeof entry === 'object')) {
		throw new InputError(`${label} must be a list of texts`, 'The expression gives a list of objects: choose one field of them, for example with .map().');
	}
	return list.map((entry) => String(entry).trim()).filter((entry) => entry !== '');
}
