import { shortHash } from './shortHash';

/** Characters of a value's hash: two values are mistaken for one another once in 16 million. */
export const WORD_LENGTH = 4;

const MOST_WORDS = 400;
const LONGEST_WORD = 40;

/**
 * The values that stand behind the hashes in the memory, so that a change can tell what was there before. The
 * ones used last are kept, and none that is long: a customer's words never get into the state.
 */
export class Words {
	private readonly values: Map<string, unknown>;

	constructor(stored: Record<string, unknown> = {}) {
		this.values = new Map(Object.entries(stored));
	}

	/** The hash of a value, which is remembered where that is allowed. */
	learn(value: unknown, keep: boolean): string {
		const text = JSON.stringify(value ?? null);
		const hash = shortHash(text, WORD_LENGTH);
		if (keep && text.length <= LONGEST_WORD) {
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
		return Object.fromEntries([...this.values].slice(-MOST_WORDS));
	}
}
