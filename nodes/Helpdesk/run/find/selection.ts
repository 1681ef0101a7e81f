import type { IDataObject } from 'n8n-workflow';

import { InputError, readAll, type AtPage, type Envelope } from '../../../../transport';
import { NEWEST, OLDEST, WAITING_LONGEST, waitRules } from '../../../shared/fields';
import { simpleConversation } from '../../../shared/simplify';
import { readThread } from '../../../shared/thread';
import { HIDDEN, listedWait, unansweredIn } from '../../../shared/waiting';
import type { Output } from '../../operation';
import { asksWhoWaits, waitFields } from '../computed';
import { itemOf, limitOf, outputOf } from '../outputs';
import { recordTest } from './criteria';
import { ListOrder } from './listOrder';

/** Without Return All, limits of pages, and of threads read to see who waits. */
const MAX_PAGES = 50;
const MAX_THREADS = 100;

const TO_FIND_ALL = "Switch on 'Return All', or choose one 'Status'.";

/** @param isFiltered whether conditions were sent to the helpdesk */
export function found(envelope: Envelope, atPage: AtPage, isFiltered: boolean): Output {
	return outputOf(
		{ record: true, simple: simpleConversation },
		async ({ send, input, request, pageSize, timezone, now }) => {
			const rules = waitRules(input, timezone);
			const limit = limitOf(input);
			const isLimited = limit < Infinity;
			const { sort = NEWEST, createdAfter, createdBefore } = input as Record<string, string | undefined>;
			const sortsByWait = sort === WAITING_LONGEST;
			const ascends = sortsByWait || sort === OLDEST;
			const test = recordTest(input, isFiltered);
			const order = new ListOrder(ascends);
			const chosen: Array<{ json: IDataObject; since?: number }> = [];
			const maxThreads = isLimited ? MAX_THREADS : Infinity;
			let threads = 0;
			let hasMorePages = false;

			/** Reads the thread only if the list does not show whether a customer waits. */
			const waitOf = async (record: IDataObject) => {
				const wait = listedWait(record, rules, now());
				if (wait !== HIDDEN) return wait;
				threads += 1;
				if (threads > maxThreads) return undefined;
				const { id, contact, updated_at } = record;
				return unansweredIn((await readThread(send, { id, contact, updated_at, now: now() })).entries)[0]?.at;
			};
			const take = async (record: IDataObject) => {
				if (test && !test(record, now())) return;
				const since = asksWhoWaits(input) ? await waitOf(record) : undefined;
				if (since === undefined && input.waitingForReply === true) return;
				// Simplified at once, because 50,000 whole records take too much memory.
				const { json } = itemOf(record, input, simpleConversation);
				chosen.push({ json: { ...json, ...waitFields({ record, since }, input, rules, now()) }, since });
			};
			/** NaN is never past a bound. */
			const isPast = (bound: number) =>
				ascends
					? bound >= Date.parse(createdBefore ?? '')
					: sort === NEWEST && bound <= Date.parse(createdAfter ?? '');
			const isComplete = () => {
				const bound = order.laterCreated;
				if (bound !== undefined && isPast(bound)) return true;
				if (!sortsByWait) return chosen.length >= limit;
				return bound !== undefined && chosen.filter(({ since = Infinity }) => since <= bound).length >= limit;
			};
			const pages = {
				limit: Infinity,
				oneByOne: isLimited || createdAfter !== undefined || createdBefore !== undefined,
				...(isLimited && { maxPages: MAX_PAGES, onMore: () => (hasMorePages = true) }),
			};
			const reading = test || asksWhoWaits(input) ? pages : { limit };
			for await (const record of readAll(send, { request, envelope, atPage, pageSize, ...reading })) {
				order.note(record);
				await take(record);
				if (isComplete()) break;
			}

			if (sortsByWait) chosen.sort((a, b) => (a.since ?? Number.MAX_VALUE) - (b.since ?? Number.MAX_VALUE));
			const isMissing = chosen.length < limit || sortsByWait;
			const notRead =
				threads > maxThreads &&
				`In ${threads - maxThreads} more conversations a customer may wait: the list does not show it.`;
			const more = hasMorePages ? `Only the first ${MAX_PAGES} pages were read, and there are more.` : notRead;
			const hint = isMissing && more ? `${more} ${TO_FIND_ALL}` : undefined;
			if (hint !== undefined && chosen.length === 0)
				throw new InputError(`No conversation was found. ${more}`, TO_FIND_ALL);
			return chosen.slice(0, limit).map(({ json }) => ({ json: hint === undefined ? json : { ...json, hint } }));
		},
	);
}
