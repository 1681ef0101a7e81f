import { entriesOf, ID_LENGTH } from './shortHash';

/** What the memory of one trigger may take in the state, in bytes. */
export const MOST_MEMORY = 200_000;

/**
 * What was last seen of each conversation, as a mark of fixed width beside its id's hash. When it is full,
 * what changed longest ago is forgotten first.
 */
export class Memory {
	private readonly marks = new Map<string, string>();
	private readonly quiet = new Map<string, string>();

	constructor(
		packed: string,
		private readonly width: number,
		private readonly most = MOST_MEMORY,
	) {
		for (const entry of entriesOf(packed, ID_LENGTH + width)) this.marks.set(entry.slice(0, ID_LENGTH), entry.slice(ID_LENGTH));
	}

	get(hash: string): string | undefined {
		return this.marks.get(hash);
	}

	/** A conversation that was emitted: the last to be forgotten. */
	remember(hash: string, mark: string): void {
		this.marks.delete(hash);
		this.marks.set(hash, mark);
	}

	/** A conversation seen for the first time, as it is: the first to be forgotten. */
	note(hash: string, mark: string): void {
		if (!this.marks.has(hash)) this.quiet.set(hash, mark);
	}

	/** A conversation that is remembered, without an event: as likely to be forgotten as before. */
	refresh(hash: string, mark: string): void {
		const marks = this.marks.has(hash) ? this.marks : this.quiet;
		if (marks.has(hash)) marks.set(hash, mark);
	}

	/** How many conversations fit. */
	get capacity(): number {
		return Math.floor(this.most / (ID_LENGTH + this.width));
	}

	pack(): string {
		const kept = [...this.quiet].filter(([hash]) => !this.marks.has(hash)).concat([...this.marks]);
		return kept.slice(-this.capacity).map(([hash, mark]) => hash + mark).join('');
	}
}
