import { hashOf } from '../../shared';

/** Lengths of the parts of a row, in characters. */
const ID = 8;
const TIME = 6;
const CELL = 4;

/** In bytes. n8n writes the whole state whenever a poll emits. */
export const MAX_ROWS_BYTES = 190_000;

/** Cell of a value that no poll has read. No value differs from it. */
export const UNKNOWN = '....';

export interface Row {
	/** The latest time in the record, in s. */
	touched: number;
	/** `+`: an event was emitted. `-`: none was. `*`: none was, and then Start From was set to an earlier time. */
	mark: '+' | '-' | '*';
	cells: string[];
}

export interface SavedTable {
	columns: string[];
	rows: string;
	forgotten: number;
}

export const cellOf = (value: unknown) => hashOf(JSON.stringify(value ?? null), CELL);

export const EMPTY = cellOf(null);

/** Snapshots of all records that were read, by ID. If there are too many, the oldest are forgotten. */
export class Table {
	private readonly rows = new Map<string, string>();
	/** Latest time (s) of a forgotten record. A later record that is not in the table was never read. */
	private forgotten: number;
	readonly capacity: number;

	/** Marks new columns as unknown in every row, so that they emit no past changes. Contacts have no times. */
	constructor(
		private readonly columns: string[],
		saved: SavedTable | undefined,
		capacity: number,
		private readonly hasTimes = true,
	) {
		this.capacity = Math.floor(capacity / this.widthOf(columns));
		const { columns: stored, rows, forgotten } = saved ?? { columns: [], rows: '', forgotten: 0 };
		this.forgotten = forgotten;
		const places = columns.map((column) => stored.indexOf(column));
		const isSame = String(columns) === String(stored);
		const width = this.widthOf(stored);
		for (let at = 0; at + width <= rows.length; at += width) {
			const text = rows.slice(at + ID, at + width);
			const inOrder = ({ cells, ...row }: Row) =>
				this.storedRow({ ...row, cells: places.map((place) => cells[place] ?? UNKNOWN) });
			this.rows.set(rows.slice(at, at + ID), isSame ? text : inOrder(this.rowIn(text)));
		}
	}

	private widthOf(columns: string[]) {
		return ID + (this.hasTimes ? TIME : 0) + 1 + columns.length * CELL;
	}

	private rowIn(text: string): Row {
		const at = this.hasTimes ? TIME : 0;
		const cells = text.slice(at + 1).match(/.{4}/g) ?? [];
		return { touched: parseInt(text.slice(0, at) || '0', 36), mark: text[at] as Row['mark'], cells };
	}

	private storedRow({ touched, mark, cells }: Row) {
		return (this.hasTimes ? touched.toString(36).padStart(TIME, '0') : '') + mark + cells.join('');
	}

	get size() {
		return this.rows.size;
	}

	get forgottenUntil() {
		return this.forgotten * 1000 + 999;
	}

	get(id: unknown) {
		const text = this.rows.get(hashOf(String(id), ID));
		return text === undefined ? undefined : this.rowIn(text);
	}

	set(id: unknown, row: Row) {
		this.rows.set(hashOf(String(id), ID), this.storedRow(row));
	}

	/** Marks records that emitted no event, if their time is `since` (ms) or later. */
	markSince(since: number) {
		for (const [hash, text] of this.rows) {
			const row = this.rowIn(text);
			if (row.mark === '-' && row.touched * 1000 >= since)
				this.rows.set(hash, this.storedRow({ ...row, mark: '*' }));
		}
	}

	save() {
		let kept = [...this.rows];
		if (kept.length > this.capacity) {
			// A stored row begins with its time.
			kept.sort(([, a], [, b]) => (a < b ? 1 : -1));
			this.forgotten = Math.max(this.forgotten, this.rowIn(kept[this.capacity]![1]).touched);
			kept = kept.slice(0, this.capacity);
		}
		return { columns: this.columns, rows: kept.map((row) => row.join('')).join(''), forgotten: this.forgotten };
	}
}

const MAX_VALUES_LENGTH = 10_000;
const MAX_VALUE_LENGTH = 200;

/** Values by cell, so that an event can show the value before a change. */
export class Values {
	private readonly values: Map<string, unknown>;

	constructor(saved: Record<string, unknown>) {
		this.values = new Map(Object.entries(saved));
	}

	learn(cell: string, value: unknown) {
		if (JSON.stringify(value).length > MAX_VALUE_LENGTH) return;
		this.values.delete(cell);
		this.values.set(cell, value);
	}

	recall(cell: string): unknown {
		return this.values.get(cell) ?? null;
	}

	save() {
		let length = 0;
		const fits = ([cell, value]: [string, unknown]) =>
			(length += cell.length + JSON.stringify(value).length + 4) <= MAX_VALUES_LENGTH;
		return Object.fromEntries([...this.values].reverse().filter(fits).reverse());
	}
}
