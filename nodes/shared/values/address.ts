import { InputError } from '../../../transport';
import { Kind, Labelled } from './kind';
import { entriesOf, listOf } from './list';
import { shown, tidy } from './text';

/** RFC 5321 allows quotation marks before the @. */
const ADDRESS = /^([^\s@<>,;:()"]+|"[^"\r\n]+")@([^\s@<>,;:()/".]+(?:\.[^\s@<>,;:()/".]+)*)$/;

/** One person: between commas, semicolons or line ends outside quotation marks. */
export const PEOPLE = /(?:"(?:[^"\\\n]|\\.)*"|[^,;\n])+/g;

/** "Kim Lee <kim@x.example>". The name may be in quotation marks. */
const NAMED = /^(?:"(?:[^"\\]|\\.)*"|[^<>"]*)\s*<([^<>]+)>$/;

/** Returns an address with its domain in ASCII; undefined for other text. */
function plainAddress(entry: string) {
	const text = tidy(entry).normalize('NFC');
	const inside = (NAMED.exec(text)?.[1] ?? text).trim();
	const [, link] = /^mailto:([^?]*)/i.exec(inside) ?? [];
	const address = link === undefined ? inside : decoded(link);
	const [, local, domain] = ADDRESS.exec(address) ?? [];
	return local === undefined ? undefined : `${local}@${asciiDomain(domain!)}`;
}

function decoded(link: string) {
	return /%(?![\da-f]{2})|%[89a-f]/i.test(link) ? link : decodeURIComponent(link);
}

function asciiDomain(domain: string) {
	if (/^[\x21-\x7e]*$/.test(domain) || /[/?#:\\]/.test(domain) || !URL.canParse(`http://${domain}`)) return domain;
	return new URL(`http://${domain}`).hostname;
}

export function isAddress(value: unknown) {
	return typeof value === 'string' && plainAddress(value) !== undefined;
}

/** Returns the form in which addresses are compared. */
export function addressKey(value: unknown) {
	return (plainAddress(String(value)) ?? String(value)).toLowerCase();
}

export function readAddress(entry: unknown, { label }: Labelled) {
	const address = plainAddress(String(entry));
	if (address !== undefined) return address;
	throw new InputError(`${label}: ${shown(entry)} is not an email address`, 'Enter one such as anna@example.com.');
}

export const addresses = listOf('addresses', readAddress, PEOPLE);

export const address: Kind<string> = {
	name: 'address',
	isNothing: addresses.isNothing,
	read: (value, context) => {
		if (entriesOf(value, PEOPLE).length === 1) return addresses.read(value, context)[0]!;
		throw new InputError(
			`${context.label} must be one email address`,
			'Remove all but one. A name with a comma needs "quotation marks".',
		);
	},
};
