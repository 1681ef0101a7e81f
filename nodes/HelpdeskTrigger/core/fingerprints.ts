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

/** Characters of a value's hash: two values are mistaken for one another once in 16 million. */
export const VALUE_LENGTH = 4;

/** The stand-in for a value. */
export function valueHash(value: unknown): string {
	return shortHash(JSON.stringify(value ?? null), VALUE_LENGTH);
}

/** The hash of what a field has that holds nothing. */
export const NOTHING = valueHash(null);

/** What fingerprints of one trigger may take in the state, in bytes. */
export const MAX_FINGERPRINTS = 200_000;

/** Rounds are counted up to here and then anew: with whether it was told, one character. */
const ROUNDS = 18;

/** How a conversation looked, in which round it was last seen, and whether an event told of it. */
interface Entry {
	print: string;
	seenIn: number;
	isTold: boolean;
}

const MAX_VALUES = 400;
const MAX_VALUE_LENGTH = 40;

export interface StoreOptions {
	/** Of a fingerprint. */
	width: number;
	/** The present round. */
	round: number;
	hasForgotten?: boolean;
	/** Bytes that it may take. */
	most?: number;
}

/**
 * How each conversation looked when it was last dealt with: a fingerprint of fixed width beside its id's hash and
 * the round in which it was last seen, and whether it was told. When it is full, what is no longer listed is forgotten first, then what
 * was quiet when the trigger learned it, then what is remembered longest.
 */
export class FingerprintStore {
	private readonly prints = new Map<string, Entry>();
	private readonly quiet = new Map<string, Entry>();

	/** Something that is still listed had to be forgotten. */
	hasForgotten: boolean;

	constructor(
		packed: string,
		private readonly options: StoreOptions,
	) {
		this.hasForgotten = options.hasForgotten ?? false;
		for (const entry of entriesOf(packed, ID_LENGTH + 1 + options.width)) {
			const mark = parseInt(entry[ID_LENGTH]!, 2 * ROUNDS);
			this.prints.set(entry.slice(0, ID_LENGTH), { print: entry.slice(ID_LENGTH + 1), seenIn: mark >> 1, isTold: mark % 2 === 1 });
		}
	}

	get(hash: string): string | undefined {
		return (this.prints.get(hash) ?? this.quiet.get(hash))?.print;
	}

	/** Whether an event told of it. */
	isTold(hash: string): boolean {
		return this.prints.get(hash)?.isTold ?? false;
	}

	/** A conversation that is new or was told: the last to be forgotten. */
	remember(hash: string, print: string, isTold: boolean): void {
		const entry = this.entry(print, isTold || this.isTold(hash));
		this.prints.delete(hash);
		this.quiet.delete(hash);
		this.prints.set(hash, entry);
	}

	/** A conversation without news: as likely to be forgotten as before, the first of all where it was not remembered. */
	refresh(hash: string, print: string, isTold = this.isTold(hash)): void {
		(this.prints.has(hash) ? this.prints : this.quiet).set(hash, this.entry(print, isTold));
	}

	/** How many conversations fit. */
	get capacity(): number {
		return Math.floor((this.options.most ?? MAX_FINGERPRINTS) / (ID_LENGTH + 1 + this.options.width));
	}

	pack(): string {
		let kept = [...this.quiet, ...this.prints];
		if (kept.length > this.capacity) kept = kept.filter(([, { seenIn }]) => !this.isStale(seenIn));
		if (kept.length > this.capacity) {
			this.hasForgotten = true;
			kept = kept.slice(-this.capacity);
		}
		return kept.map(([hash, { print, seenIn, isTold }]) => hash + (2 * seenIn + Number(isTold)).toString(2 * ROUNDS) + print).join('');
	}

	private entry(print: string, isTold: boolean): Entry {
		return { print, seenIn: this.options.round % ROUNDS, isTold };
	}

	/** Not seen in the last two whole rounds. */
	private isStale(seenIn: number): boolean {
		return (((this.options.round - seenIn) % ROUNDS) + ROUNDS) % ROUNDS > 2;
	}
}

/**
 * Fingerprints as they are kept, with other prints: a choice of other fields.
 *
 * @param before characters before each print: of the ID's hash, and of its mark where it has one
 */
export function withPrints(packed: string, width: number, convert: (print: string) => string, before = ID_LENGTH + 1): string {
	return [...entriesOf(packed, before + width)].map((entry) => entry.slice(0, before) + convert(entry.slice(before))).join('');
}

/**
 * The values that stand behind the hashes in the fingerprints, so that a change can tell what was there before.
 * The ones used last are kept, and none that is long: a customer's words never get into the state.
 */
export class ValueTable {
	private readonly values: Map<string, unknown>;

	constructor(
		stored: Record<string, unknown> = {},
		private readonly most = MAX_VALUES,
	) {
		this.values = new Map(Object.entries(stored));
	}

	/**
	 * The hash of a value, which is remembered where that is allowed.
	 *
	 * @param shown what is remembered instead of the value
	 * @param longest in characters of JSON
	 */
	learn(value: unknown, keep: boolean, shown = value, longest = MAX_VALUE_LENGTH): string {
		const hash = valueHash(value);
		if (keep && JSON.stringify(shown ?? null).length <= longest) {
			this.values.delete(hash);
			this.values.set(hash, shown ?? null);
		}
		return hash;
	}

	/** Whether it is remembered what the hash stands for. */
	has(hash: string): boolean {
		return this.values.has(hash);
	}

	/** What the hash stands for; null where it is not remembered. */
	recall(hash: string): unknown {
		return this.values.get(hash) ?? null;
	}

	stored(): Record<string, unknown> {
		return Object.fromEntries([...this.values].slice(-this.most));
	}
}
