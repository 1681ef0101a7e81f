import type { IDataObject } from 'n8n-workflow';

import {
	ApiError,
	InputError,
	readAll,
	type ApiRequest,
	type AtPage,
	type Envelope,
	type Send,
} from '../../../../transport';
import { recordTest } from '../../../shared/criteria';
import { requestTo } from '../../../shared/endpoint';
import { conversationFilters, NEWEST, OLDEST, WAITING_LONGEST, waitRules } from '../../../shared/fields';
import { simpleConversation } from '../../../shared/simplify';
import { withCustomFields } from '../../fields';
import type { Call, Output } from '../../operation';
import { asksWhoWaits, waitFields } from '../computed';
import { itemOf, limitOf, outputOf } from '../outputs';
import { commonTime, edgesOf, ListOrder, timesOf, type Times } from './listOrder';
import { Waits } from './waits';

/** Without Return All, limits of pages of a list, and of threads read to see who waits. */
const MAX_PAGES = 50;
const MAX_THREADS = 100;

const TO_FIND_ALL = "Switch on 'Return All', or choose one 'Status'.";

/** A conversation that is output. `since`: start of the wait in ms. */
interface Chosen {
	json: IDataObject;
	since?: number;
	times: Times;
}

/**
 * Finds conversations by a search, or in each inbox of `searchIn` by a listing of its own.
 *
 * @param isFiltered whether conditions were sent to the helpdesk
 */
export function found(envelope: Envelope, atPage: AtPage, isFiltered: boolean): Output {
	return outputOf({ record: true, simple: simpleConversation }, async (call) => {
		const { input, pageSize, timezone, now } = call;
		const rules = waitRules(input, timezone);
		const limit = limitOf(input);
		const isLimited = limit < Infinity;
		const { sort = NEWEST } = input;
		const sortsByWait = sort === WAITING_LONGEST;
		const sortsByTime = sort === NEWEST || sort === OLDEST;
		const ascends = sortsByWait || sort === OLDEST;
		const lists = listsOf(call);
		const areSeveral = lists.length > 1;
		const isMerged = areSeveral && sortsByTime;
		const test = recordTest([...conversationFilters, withCustomFields], input, isFiltered);
		const waits = new Waits(call, isLimited ? MAX_THREADS : Infinity);
		const edges = edgesOf(input, ascends);
		const orders: ListOrder[] = [];
		const ids = new Set<unknown>();
		const chosen: Chosen[] = [];
		let hasMorePages = false;

		const take = async (record: IDataObject, times: Times) => {
			// A conversation can move to an inbox that is read later.
			if (areSeveral && ids.size === ids.add(record.id).size) return;
			if (test && !test(record, now())) return;
			const since = asksWhoWaits(input) ? await waits.since(record) : undefined;
			if (since === undefined && input.waitingForReply === true) return;
			// Simplified at once, because 50,000 whole records take too much memory.
			const { json } = itemOf(record, input, simpleConversation);
			chosen.push({ json: { ...json, ...waitFields({ record, since }, input, rules, now()) }, since, times });
		};
		const isComplete = (order: ListOrder) => {
			if ((sortsByTime || sortsByWait) && order.isPast(edges)) return true;
			if (isMerged) return order.areEnough(chosen, limit);
			if (!sortsByWait) return chosen.length >= limit;
			const bound = order.laterCreated;
			return bound !== undefined && chosen.filter(({ since = Infinity }) => since <= bound).length >= limit;
		};
		const pages = {
			limit: Infinity,
			oneByOne: isLimited || Object.values(edges).some(Number.isFinite),
			...(isLimited && { maxPages: MAX_PAGES, onMore: () => (hasMorePages = true) }),
		};
		const reading = test || asksWhoWaits(input) ? pages : { limit, oneByOne: isLimited && isMerged };
		for (const { request, send } of lists) {
			const order = new ListOrder(ascends);
			orders.push(order);
			for await (const record of readAll(send, { request, envelope, atPage, pageSize, ...reading })) {
				const times = timesOf(record);
				order.note(times);
				await take(record, times);
				if (isComplete(order)) break;
			}
			if (!sortsByTime && !sortsByWait && chosen.length >= limit) break;
		}

		// Stable: otherwise the conversations stay inbox by inbox.
		const time = isMerged ? commonTime(orders) : undefined;
		if (sortsByWait) chosen.sort((a, b) => (a.since ?? Number.MAX_VALUE) - (b.since ?? Number.MAX_VALUE));
		if (time !== undefined) chosen.sort((a, b) => (a.times[time]! - b.times[time]!) * (ascends ? 1 : -1));
		const isMissing = chosen.length < limit || sortsByWait || areSeveral;
		const notRead =
			waits.unread > 0 && `In ${waits.unread} more conversations a customer may wait: the list does not show it.`;
		const more = hasMorePages ? `Only the first ${MAX_PAGES} pages were read, and there are more.` : notRead;
		const hint = isMissing && more ? `${more} ${TO_FIND_ALL}` : undefined;
		if (hint !== undefined && chosen.length === 0)
			throw new InputError(`No conversation was found. ${more}`, TO_FIND_ALL);
		return chosen.slice(0, limit).map(({ json }) => ({ json: hint === undefined ? json : { ...json, hint } }));
	});
}

interface List {
	request: ApiRequest;
	send: Send;
}

/** Returns the listings to read. If there are several, errors name the inbox. */
function listsOf({ request, send, input }: Call): List[] {
	const inboxIds = (input.searchIn ?? []) as string[];
	if (inboxIds.length < 2) return [{ request, send }];
	return inboxIds.map((inboxId) => ({
		request: { ...request, ...requestTo('filterConversations', { inboxId }) },
		send: async (each) =>
			await send(each).catch((error: unknown) => {
				const isOfInbox = error instanceof ApiError && [403, 404].includes(error.status ?? 0);
				if (isOfInbox) error.task = { action: `Look in inbox ${inboxId}` };
				throw error;
			}),
	}));
}
