import { createHash } from 'node:crypto';

/**
 * A short stand-in for a text, in characters of 6 bits each: at 8 of them, one of a thousand remembered ids
 * is mistaken for a new one once in 280 thousand million.
 */
export function shortHash(text: string, length: number): string {
	return createHash('sha256').update(text).digest('base64url').slice(0, length);
}

/** Characters of an id's hash. */
export const ID_LENGTH = 8;

/** The stand-in for a record's id in the state. */
export function idHash(id: unknown): string {
	return shortHash(String(id), ID_LENGTH);
}

/** Cuts a text of fixed-width entries. */
export function* entriesOf(packed: string, width: number): Generator<string> {
	for (let at = 0; at + width <= packed.length; at += width) yield packed.slice(at, at + width);
}
