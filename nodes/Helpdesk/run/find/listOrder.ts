import type { IDataObject } from 'n8n-workflow';

import { msOf } from '../../../../transport';
import type { Input } from '../../../shared/field';
import { NEWEST, OLDEST, WAITING_LONGEST } from '../../../shared/fields/paging';
import { lastMessageAt } from '../../../shared/thread';

/** So many sorted records are no coincidence. */
const ENOUGH = 10;

export interface Later {
	createdUntil: number;
	createdSince: number;
	/** Of the last message. */
	writtenSince: number;
}

const UNKNOWN: Later = { createdUntil: Infinity, createdSince: -Infinity, writtenSince: -Infinity };

/** Detects by which time a list is sorted: the specification does not show what newest means. */
export class ListOrder {
	private readonly last: { created?: number; written?: number; updated?: number } = {};
	private readonly isOut = { created: false, written: false, updated: false };
	private count = 0;

	constructor(private readonly input: Input) {}

	note(record: IDataObject): void {
		const times = { created: msOf(record.created_at), written: lastMessageAt(record), updated: msOf(record.updated_at) };
		for (const name of ['created', 'written', 'updated'] as const) {
			const [before, at] = [this.last[name], times[name]];
			const isInOrder = at !== undefined && (before === undefined || (this.ascends ? at >= before : at <= before));
			this.isOut[name] ||= !isInOrder;
			this.last[name] = at;
		}
		this.count += 1;
	}

	private get ascends(): boolean {
		return [OLDEST, WAITING_LONGEST].includes(this.input.sort as string);
	}

	/** By all times that fit so far. Creation is the earliest time of a record. */
	get later(): Later {
		const { created, written, updated } = this.last;
		const fitting = [!this.isOut.created && created, !this.isOut.written && written, !this.isOut.updated && updated];
		const [byCreated, byWritten, byUpdated] = fitting.map((at) => (at === false ? undefined : at));
		const all = [byCreated, byWritten, byUpdated].filter((at) => at !== undefined);
		if (this.count < ENOUGH || all.length === 0) return UNKNOWN;
		if ((this.input.sort ?? NEWEST) === NEWEST) return { ...UNKNOWN, createdUntil: Math.max(...all) };
		if (!this.ascends) return UNKNOWN;
		return {
			...UNKNOWN,
			createdSince: byWritten === undefined && byUpdated === undefined ? byCreated! : -Infinity,
			writtenSince: byUpdated === undefined ? Math.min(...all) : -Infinity,
		};
	}
}
