import { InputError } from '../../../transport';
import type { ReadContext } from '../operation';

/** Text, sent as typed; blank text is "not sent". */
export function text(value: unknown): string | undefined {
	if (value === undefined || value === null) return undefined;
	const typed = typeof value === 'object' ? JSON.stringify(value) : String(value);
	return typed.trim() === '' ? undefined : typed;
}

/** Anything chosen or typed: the choices are suggestions, whatever else is stored is sent as it is. Throws InputError. */
export function suggestion(value: unknown, { label }: ReadContext): string | undefined {
	if (typeof value === 'object' && value !== null) {
		throw new InputError(`${label} must be one value`, 'The expression gives a list or an object: choose one field of it.');
	}
	return text(value);
}

/** One of the choices of a dropdown that steers the node. Throws InputError for what an expression gives beyond them. */
export function choice(...values: string[]) {
	return (value: unknown, { label }: ReadContext): string => {
		if (typeof value === 'string' && values.includes(value)) return value;
		throw new InputError(`${label} must be one of: ${values.join(', ')}`, 'Choose one from the list, or let the expression give one of these words.');
	};
}

/** On or off, also from text that an expression gives. */
export function flag(value: unknown): boolean {
	return value === true || value === 'true' || value === 1 || value === '1';
}

/** A number of records to fetch. Throws InputError for anything but a whole number from 1. */
export function count(value: unknown, { label }: ReadContext): number {
	const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
	if (typeof number !== 'number' || !Number.isInteger(number) || number < 1) {
		throw new InputError(`${label} must be a whole number of at least 1`, 'Enter how many records to return, or switch on Return All.');
	}
	return number;
}
