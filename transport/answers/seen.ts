import { createHash } from 'crypto';

import type { IDataObject } from 'n8n-workflow';

import { isId } from './shape';

/** The records of a listing that came so far: by their ID, and where they have none by what they say. */
export class Seen {
	private readonly ids = new Set<string | number>();
	private readonly contents = new Set<string>();

	/** Different records; grows with each that is new. */
	get size(): number {
		return this.ids.size + this.contents.size;
	}

	/** False once a record came without an ID. */
	get allHaveIds(): boolean {
		return this.contents.size === 0;
	}

	/** Notes a record or a bare value; whether it is none that came before, by its ID or by what it says. */
	adds(row: unknown): boolean {
		const before = this.size;
		this.isRepeated(row as IDataObject);
		return this.size > before;
	}

	/** Whether the record came before, for certain: two without an ID may say the same. Notes it. */
	isRepeated(record: IDataObject): boolean {
		const { id } = record;
		if (!isId(id)) {
			this.contents.add(createHash('sha1').update(JSON.stringify(record)).digest('base64'));
			return false;
		}
		const isRepeated = this.ids.has(id);
		this.ids.add(id);
		return isRepeated;
	}
}
