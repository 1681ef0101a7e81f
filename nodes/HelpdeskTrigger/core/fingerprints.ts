import { entriesOf, ID_LENGTH, shortHash } from './hashes';

/** Characters of a value's hash: two values are mistaken for one another once in 16 million. */
export const VALUE_LENGTH = 4;

/** What fingerprints of one trigger may take in the state, in bytes. */
export const MOST_FINGERPRINTS = 200_000;

/** Rounds are counted up to here and then anew, as one character each. */
const ROUNDS = 36;

const MOST_VALUES = 400;
const LONGEST_VALUE = 40;

export interface StoreOptions {
	/** Of a fingerprint. */
	width: number;
	/** The present round. */
	round: number;
	hasForgotten?: boolean;
	/** Bytes that it may take. */
	most?: number;
	/** Of the fingerprints that an earlier choice of fields remembered, and what they tell of these. */
	storedWidth?: number;
	convert?: (print: string) => string;
}

/**
 * How each conversation looked when it was last dealt with: a fingerprint of fixed width beside its id's hash and
 * the round in which it was last seen. When it is full, what is no longer listed is forgotten first, then what
 * was quiet when the trigger learned it, then what is remembered longest.
 */
export class FingerprintStore {
	private readonly prints = new Map<string, { print: string; seenIn: number }>();
	private readonly quiet = new Map<string, { print: string; seenIn: number }>();

	/** Something that is still listed had to be forgotten. */
	hasForgotten: boolean;

	constructor(
		packed: string,
		private readonly options: StoreOptions,
	) {
		const { width, storedWidth = width, convert = (print) => print, hasForgotten = false } = options;
		this.hasForgotten = hasForgotten;
		for (const entry of entriesOf(packed, ID_LENGTH + 1 + storedWidth)) {
			const seenIn = parseInt(entry[ID_LENGTH]!, ROUNDS) || 0;
			this.prints.set(entry.slice(0, ID_LENGTH), { print: convert(entry.slice(ID_LENGTH + 1)), seenIn });
		}
	}

	get(hash: string): string | undefined {
		return this.prints.get(hash)?.print;
	}

	/** A conversation that is new or was told: the last to be forgotten. */
	remember(hash: string, print: string): void {
		this.prints.delete(hash);
		this.quiet.delete(hash);
		this.prints.set(hash, this.entry(print));
	}

	/** A conversation without news: as likely to be forgotten as before, the first of all where it was not remembered. */
	refresh(hash: string, print: string): void {
		(this.prints.has(hash) ? this.prints : this.quiet).set(hash, this.entry(print));
	}

	/** How many conversations fit. */
	get capacity(): number {
		return Math.floor((this.options.most ?? MOST_FINGERPRINTS) / (ID_LENGTH + 1 + this.options.width));
	}

	pack(): string {
		let kept = [...this.quiet, ...this.prints];
		if (kept.length > this.capacity) kept = kept.filter(([, { seenIn }]) => !this.isStale(seenIn));
		if (kept.length > this.capacity) {
			this.hasForgotten = true;
			kept = kept.slice(-this.capacity);
		}
		return kept.map(([hash, { print, seenIn }]) => hash + seenIn.toString(ROUNDS) + print).join('');
	}

	private entry(print: string): { print: string; seenIn: number } {
		return { print, seenIn: this.options.round % ROUNDS };
	}

	/** Not seen in the last two whole rounds. */
	private isStale(seenIn: number): boolean {
		return (((this.options.round - seenIn) % ROUNDS) + ROUNDS) % ROUNDS > 2;
	}
}

/**
 * The values that stand behind the hashes in the fingerprints, so that a change can tell what was there before.
 * The ones used last are kept, and none that is long: a customer's words never get into the state.
 */
export class ValueTable {
	private readonly values: Map<string, unknown>;

	constructor(stored: Record<string, unknown> = {}) {
		this.values = new Map(Object.entries(stored));
	}

	/** The hash of a value, which is remembered where that is allowed. */
	learn(value: unknown, keep: boolean): string {
		const text = JSON.stringify(value ?? null);
		const hash = shortHash(text, VALUE_LENGTH);
		if (keep && text.length <= LONGEST_VALUE) {
			this.values.delete(hash);
			this.values.set(hash, value ?? null);
		}
		return hash;
	}

	/** What the hash stands for; null where it is not remembered. */
	recall(hash: string): unknown {
		return this.values.get(hash) ?? null;
	}

	stored(): Record<string, unknown> {
		return Object.fromEntries([...this.values].slice(-MOST_VALUES));
	}
}
