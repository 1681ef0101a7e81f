import { createHash } from 'crypto';

import { isId, isObject } from './shape';

/** The records of a listing that came so far. */
export class Seen {
	private readonly keys = new Set<string>();
	private readonly pages = new Set<string>();

	/** False once a record came without an ID. */
	allHaveIds = true;

	/** Different records; grows with each that is new. */
	get size(): number {
		return this.keys.size;
	}

	/**
	 * Notes the records, or bare values, of one answer.
	 *
	 * Within one answer nothing is a repetition: two with one ID are two. One that came with an earlier answer is told by its ID
	 * where the helpdesk counts its records, because it may have changed since, and one too few would show. Else it must be the
	 * same in all it says, unless all the IDs of its page came together before: then that is the same page.
	 *
	 * @param byId the helpdesk counts
	 * @returns those that no earlier answer had
	 */
	newOf<Row>(rows: Row[], byId: boolean): Row[] {
		const ids = rows.map((row) => (isObject(row) && isId(row.id) ? JSON.stringify(row.id) : undefined));
		const allHaveIds = ids.every((id) => id !== undefined);
		this.allHaveIds &&= allHaveIds;
		if (allHaveIds && ids.length > 0 && !isAdded(this.pages, [...ids].sort().join())) return [];
		const times = new Map<string, number>();
		return rows.filter((row, at) => {
			const key = byId && ids[at] !== undefined ? ids[at] : contentOf(row);
			const time = (times.get(key) ?? 0) + 1;
			times.set(key, time);
			return isAdded(this.keys, `${key} ${time}`);
		});
	}
}

function contentOf(row: unknown): string {
	return createHash('sha1').update(JSON.stringify(row)).digest('base64');
}

function isAdded(all: Set<string>, one: string): boolean {
	const before = all.size;
	return all.add(one).size > before;
}
