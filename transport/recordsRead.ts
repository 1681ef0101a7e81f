import { IDataObject } from 'n8n-workflow';

import { isId, isObject } from './answers/shape';

export function identityOf(row: unknown) {
	return isObject(row) && isId(row.id) ? String(row.id) : JSON.stringify(row);
}

/** The records of a listing that came so far, and the totals that its pages showed. */
export class RecordsRead {
	haveIds = true;
	least = Infinity;
	private readonly known = new Set<string>();
	private last?: number;
	/** Number of all records that were ever in the list, removed ones included; undefined without a total. */
	ever?: number;

	get size() {
		return this.known.size;
	}

	note(total: number | undefined) {
		if (total === undefined) return;
		this.ever = (this.ever ?? total) + Math.max(0, total - (this.last ?? total));
		this.last = total;
		this.least = Math.min(this.least, total);
	}

	/** Returns the new records of a page. Equal records without an ID are all new, unless the page is read again. */
	newOf(records: IDataObject[], isAgain: boolean) {
		return records.filter((record) => {
			const hasId = isId(record.id);
			const key = identityOf(record);
			const isNew = !this.known.has(key);
			this.haveIds &&= hasId;
			this.known.add(key);
			return isNew || (!hasId && !isAgain);
		});
	}
}
