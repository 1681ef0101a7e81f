import { IANAZone } from 'luxon';

import { InputError } from '../../../transport';
import { kindOf, Kind } from './kind';
import { listOf } from './list';
import { shown, plainText, tidy, wordOf } from './text';

export function choice(...values: string[]) {
	return kindOf('choice', (value, { label }) => {
		const known = values.find((each) => each === (typeof value === 'string' ? tidy(value) : value));
		if (known !== undefined) return known;
		throw new InputError(
			`${label} must be one of: ${values.join(', ')}`,
			'Choose one, or let the expression give one of these words.',
		);
	});
}

/** Returns the chosen words in the order of `known`. */
export function choices(known: string[]): Kind<string[]> {
	const list = listOf('choices', (entry, context) => {
		const name = wordOf(entry, context);
		if (known.includes(name)) return name;
		throw new InputError(`${context.label} has an unknown name`, `Choose from: ${known.join(', ')}.`);
	});
	return {
		...list,
		read: (value, context) => {
			const names = list.read(value, context);
			return known.filter((name) => names.includes(name));
		},
	};
}

export const onOff = kindOf('switch', (value, { label }) => {
	const state = typeof value === 'string' ? tidy(value).toLowerCase() : value;
	if (state === true || state === 'true') return true;
	if (state === false || state === 'false') return false;
	throw new InputError(
		`${label} is neither on nor off`,
		'Switch it on or off, or let its expression give true or false.',
	);
});

/** A switch whose "off" counts as not set. */
export const onOnly = kindOf('switch', (value, context) => onOff.read(value, context) || undefined);

export function wholeNumberKind(least: number, most = Infinity) {
	const range = most === Infinity ? `of at least ${least}` : `from ${least} to ${most}`;
	return numberKind(
		`must be a whole number ${range}`,
		(number) => Number.isInteger(number) && number >= least && number <= most,
	);
}

/** @param what text of the error, such as "must be a number above 0" */
export function numberKind(what: string, isValid: (number: number) => boolean) {
	return kindOf('number', (value, { label }) => {
		const number = typeof value === 'string' ? Number(tidy(value)) : value;
		if (typeof number === 'number' && isValid(number)) return number;
		throw new InputError(`${label} ${what}`, 'Enter one, or check what its expression gives for this item.');
	});
}

export const zone = kindOf('zone', (value, context) => {
	const name = tidy(plainText(value, context));
	if (IANAZone.isValidZone(name)) return name;
	throw new InputError(`${context.label}: ${shown(name)} is not a time zone`, 'Write it as in Europe/Berlin.');
});
