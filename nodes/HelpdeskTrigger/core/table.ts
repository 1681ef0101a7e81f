import { createHash } from 'node:crypto';

/** Characters of an ID's hash, of a time and of a cell. */
const ID = 8;
const TIME = 6;
const CELL = 4;

/** Bytes that all rows of a trigger may take in the state: n8n writes the whole state whenever a poll emits. */
export const MAX_ROWS_BYTES = 190_000;

/** A cell that no poll has read yet: nothing differs from it. */
export const UNKNOWN = '....';

/** The snapshot of a record. */
export interface Row {
	/** When it had been touched last, in s since the epoch. */
	touched: number;
	/** An event was emitted for it: `+`; none: `-`; none, and Start From was set to an earlier time since: `*`. */
	mark: '+' | '-' | '*';
	/** By column, a hash of its value. */
	cells: string[];
}

export interface SavedTable {
	columns: string[];
	rows: string;
	forgotten: number;
}

/** Hashes of short texts: most polls read what the poll before has read. */
const known = new Map<string, string>();
const MAX_KNOWN = 20_000;
const SHORT = 60;

/** Hashes a text, in characters of 6 bits each: the state holds no customer's words. */
function shortHash(text: string, length: number): string {
	const hash = known.get(text) ?? createHash('sha256').update(text).digest('base64url').slice(0, ID);
	if (known.size >= MAX_KNOWN) known.clear();
	if (text.length <= SHORT) known.set(text, hash);
	return hash.slice(0, length);
}

/** The cell of a value. */
export const cellOf = (value: unknown): string => shortHash(JSON.stringify(value ?? null), CELL);

export const EMPTY = cellOf(null);

/** Snapshots of all records that were read, by ID. If there are too many, those that were touched longest ago are forgotten. */
export class Table {
	/** By hash, the text of a row: most are only saved again. */
	private readonly rows = new Map<string, string>();
	/** A record that is not in the table and was touched later than this, in s, was not read since. */
	private forgotten: number;
	private readonly hasTimes: boolean;
	/** How many rows it can hold. */
	readonly capacity: number;

	/**
	 * Columns that were not saved are unknown in every row, so that a new choice emits nothing about the past.
	 *
	 * @param options.capacity in bytes
	 * @param options.hasTimes false for contacts, which show no time
	 */
	constructor(
		private readonly columns: string[],
		saved: SavedTable | undefined,
		{ capacity, hasTimes = true }: { capacity: number; hasTimes?: boolean },
	) {
		this.hasTimes = hasTimes;
		this.capacity = Math.floor(capacity / widthOf(columns, hasTimes));
		this.forgotten = saved?.forgotten ?? 0;
		const places = columns.map((column) => saved?.columns.indexOf(column) ?? -1);
		const isSame = String(columns) === String(saved?.columns);
		const width = widthOf(saved?.columns ?? [], hasTimes);
		for (let at = 0; at + width <= (saved?.rows.length ?? 0); at += width) {
			const text = saved!.rows.slice(at + ID, at + width);
			const inOrder = ({ cells, ...row }: Row) => this.textOf({ ...row, cells: places.map((place) => cells[place] ?? UNKNOWN) });
			this.rows.set(saved!.rows.slice(at, at + ID), isSame ? text : inOrder(this.rowIn(text)));
		}
	}

	private rowIn(text: string): Row {
		const at = this.hasTimes ? TIME : 0;
		const cells = text.slice(at + 1).match(/.{4}/g) ?? [];
		return { touched: parseInt(text.slice(0, at) || '0', 36), mark: text[at] as Row['mark'], cells };
	}

	private textOf({ touched, mark, cells }: Row): string {
		return (this.hasTimes ? touched.toString(36).padStart(TIME, '0') : '') + mark + cells.join('');
	}

	get size(): number {
		return this.rows.size;
	}

	/** A record that was touched up to then, in ms, may have been forgotten. */
	get forgottenUntil(): number {
		return this.forgotten * 1000 + 999;
	}

	get(id: unknown): Row | undefined {
		const text = this.rows.get(shortHash(String(id), ID));
		return text === undefined ? undefined : this.rowIn(text);
	}

	set(id: unknown, row: Row): void {
		this.rows.set(shortHash(String(id), ID), this.textOf(row));
	}

	/** Marks records without an event that were touched since then (ms). */
	markSince(since: number): void {
		for (const [hash, text] of this.rows) {
			const row = this.rowIn(text);
			if (row.mark === '-' && row.touched * 1000 >= since) this.rows.set(hash, this.textOf({ ...row, mark: '*' }));
		}
	}

	save(): SavedTable {
		let kept = [...this.rows];
		if (kept.length > this.capacity) {
			// The text begins with the time.
			kept.sort(([, a], [, b]) => (a < b ? 1 : -1));
			this.forgotten = Math.max(this.forgotten, this.rowIn(kept[this.capacity]![1]).touched);
			kept = kept.slice(0, this.capacity);
		}
		return { columns: this.columns, rows: kept.map((row) => row.join('')).join(''), forgotten: this.forgotten };
	}
}

function widthOf(columns: string[], hasTimes: boolean): number {
	return ID + (hasTimes ? TIME : 0) + 1 + columns.length * CELL;
}

const MAX_VALUES_LENGTH = 10_000;
const MAX_VALUE_LENGTH = 200;

/** The values behind the cells, those that were read last, so that an event can show the value before. */
export class Values {
	private readonly values: Map<string, unknown>;

	constructor(saved: Record<string, unknown> = {}) {
		this.values = new Map(Object.entries(saved));
	}

	learn(cell: string, value: unknown): void {
		if (JSON.stringify(value ?? null).length > MAX_VALUE_LENGTH) return;
		this.values.delete(cell);
		this.values.set(cell, value ?? null);
	}

	/** Returns null for nothing, and for a value that is not remembered. */
	recall(cell: string): unknown {
		return this.values.get(cell) ?? null;
	}

	save(): Record<string, unknown> {
		let length = 0;
		const fits = ([cell, value]: [string, unknown]) => (length += cell.length + JSON.stringify(value).length + 4) <= MAX_VALUES_LENGTH;
		return Object.fromEntries([...this.values].reverse().filter(fits).reverse());
	}
}
