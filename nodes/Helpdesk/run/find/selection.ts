import type { IDataObject } from 'n8n-workflow';

import { InputError, readAll, type AtPage, type Envelope } from '../../../../transport';
import { WAITING_LONGEST } from '../../../shared/fields/paging';
import { simpleConversation } from '../../../shared/simplify';
import { readThread } from '../../../shared/thread';
import { HIDDEN, listedWait, unansweredSince } from '../../../shared/waiting';
import type { Output } from '../../operation';
import { asksWhoWaits, type Counting, countingOf, waitFields } from '../computed';
import { itemOf, limitOf, outputOf } from '../outputs';
import { isPast, mayEnd, recordTest } from './criteria';
import { ListOrder } from './listOrder';

/** Without Return All: of the list, and of conversations read one by one to see who waits. */
const MAX_PAGES = 50;
const MAX_THREADS = 100;

const TO_FIND_ALL = "Switch on 'Return All', or choose one 'Status'.";

/** @param isFiltered whether conditions were sent to the helpdesk */
export function found(envelope: Envelope, atPage: AtPage, isFiltered: boolean): Output {
	return outputOf({ record: true, simple: simpleConversation }, async (call) => {
		const { input, request, pageSize } = call;
		const counting = countingOf(call);
		const { now } = counting;
		const limit = limitOf(input);
		const isLimited = limit < Infinity;
		const sortsByWait = input.sort === WAITING_LONGEST;
		const test = recordTest(input, isFiltered);
		const order = new ListOrder(input);
		const waits = new Waits(counting, isLimited ? MAX_THREADS : Infinity);
		const chosen: Array<{ json: IDataObject; since?: number }> = [];
		let hasMorePages = false;

		const take = async (record: IDataObject) => {
			if (test && !test(record, now())) return;
			const since = asksWhoWaits(input) ? await waits.since(record) : undefined;
			if (since === undefined && input.waitingForReply === true) return;
			// At once: whole records of 50,000 conversations would be too large.
			const { json } = itemOf(record, input, simpleConversation);
			chosen.push({ json: { ...json, ...waitFields({ record, since }, input, counting) }, since });
		};
		const isComplete = () => {
			const { later } = order;
			if (isPast(input, later, now())) return true;
			if (!sortsByWait) return chosen.length >= limit;
			return later.createdSince > 0 && chosen.filter(({ since = Infinity }) => since <= later.createdSince).length >= limit;
		};
		const pages = {
			limit: Infinity,
			oneByOne: isLimited || mayEnd(input),
			...(isLimited && { maxPages: MAX_PAGES, onMore: () => (hasMorePages = true) }),
		};
		const reading = test || asksWhoWaits(input) ? pages : { limit };
		for await (const record of readAll(counting.send, { request, envelope, atPage, pageSize, ...reading })) {
			order.note(record);
			await take(record);
			if (isComplete()) break;
		}

		if (sortsByWait) chosen.sort((a, b) => (a.since ?? Number.MAX_VALUE) - (b.since ?? Number.MAX_VALUE));
		const isMissing = chosen.length < limit || sortsByWait;
		const more = hasMorePages ? `Only the first ${MAX_PAGES} pages were read, and there are more.` : waits.hint;
		const hint = isMissing && more !== undefined ? `${more} ${TO_FIND_ALL}` : undefined;
		if (hint !== undefined && chosen.length === 0) throw new InputError(`No conversation was found. ${more}`, TO_FIND_ALL);
		return chosen.slice(0, limit).map(({ json }) => ({ json: hint === undefined ? json : { ...json, hint } }));
	});
}

/** Reads the thread only if the list does not show whether a customer waits. */
class Waits {
	private threads = 0;
	private notRead = 0;

	constructor(
		private readonly counting: Counting,
		private readonly maxThreads: number,
	) {}

	async since(record: IDataObject): Promise<number | undefined> {
		const { rules, now, send } = this.counting;
		const wait = listedWait(record, rules, now());
		if (wait !== HIDDEN) return wait;
		if ((this.threads += 1) > this.maxThreads) {
			this.notRead += 1;
			return undefined;
		}
		const { id, contact } = record;
		return unansweredSince((await readThread(send, { id, contact, now: now() })).entries);
	}

	get hint(): string | undefined {
		return this.notRead > 0 ? `In ${this.notRead} more conversations a customer may wait: the list does not show it.` : undefined;
	}
}
