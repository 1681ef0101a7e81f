import type { IDataObject } from 'n8n-workflow';

import { waitRules } from '../../../shared/fields';
import { readThread } from '../../../shared/thread';
import { HIDDEN, listedWait, unansweredIn } from '../../../shared/waiting';
import type { Call } from '../../operation';

/** Reads at most `maxThreads` threads to see who waits, where the lists do not show it. */
export class Waits {
	private threads = 0;

	constructor(
		private readonly call: Call,
		private readonly maxThreads: number,
	) {}

	/** Returns the start (ms) of a customer's wait; undefined if nobody waits or the thread is not read. */
	async since(record: IDataObject): Promise<number | undefined> {
		const { send, input, timezone, now } = this.call;
		const wait = listedWait(record, waitRules(input, timezone), now());
		if (wait !== HIDDEN) return wait;
		this.threads += 1;
		if (this.threads > this.maxThreads) return undefined;
		const { id, contact, updated_at } = record;
		return unansweredIn((await readThread(send, { id, contact, updated_at, now: now() })).entries)[0]?.at;
	}

	/** Number of threads that were not read. */
	get unread(): number {
		return Math.max(0, this.threads - this.maxThreads);
	}
}
