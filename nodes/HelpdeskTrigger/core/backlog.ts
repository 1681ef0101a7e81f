import type { IDataObject } from 'n8n-workflow';

import { rules } from './seams';

/** A conversation that is to be emitted. */
export interface Found {
	record: IDataObject;
	hash: string;
	created: number;
	inboxId: string;
}

/**
 * The oldest of what a reading found, in order of creation. What is more than can be held is left to
 * the next reading: `complete` says from when on.
 */
export class Backlog {
	held: Found[] = [];
	/** Everything created before this time in ms is held. */
	complete = Infinity;

	constructor(private readonly most: number) {}

	add(found: Found): void {
		this.held.push(found);
		if (this.held.length >= 2 * this.most) this.trim();
	}

	/** The held ones in batches, at least one batch, which is empty where there is none. */
	*batches(size: number): Generator<{ batch: Found[]; isLast: boolean }> {
		this.trim();
		for (let at = 0; at === 0 || at < this.held.length; at += size) {
			yield { batch: this.held.slice(at, at + size), isLast: at + size >= this.held.length };
		}
	}

	/** Whether an inbox has one that was created before `time` (ms). */
	hasBefore(inboxId: string, time: number): boolean {
		return this.held.some((found) => found.inboxId === inboxId && found.created < time);
	}

	private trim(): void {
		this.held.sort(byCreation);
		for (const { created } of this.held.splice(this.most)) this.complete = Math.min(this.complete, created);
	}
}

function byCreation(a: Found, b: Found): number {
	return rules.order(a.created, b.created) || ticketOf(a) - ticketOf(b) || (String(a.record.id) < String(b.record.id) ? -1 : 1);
}

/** Breaks ties where the record has it (specification, Conversation: ticket_id). */
function ticketOf({ record }: Found): number {
	return typeof record.ticket_id === 'number' ? record.ticket_id : 0;
}
