import { IDataObject } from 'n8n-workflow';

import { ApiError, InputError, pageIn, readAll, AtPage, Envelope } from '../../../../transport';
import {
	Input,
	recordTest,
	sentOrder,
	requestTo,
	conversationFilters,
	NEWEST,
	OLDEST,
	WAITING_LONGEST,
	waitRules,
	simpleConversation,
	readThread,
	HIDDEN,
	listedWait,
	unansweredIn,
} from '../../../shared';
import { nameFrom, queryField, withCustomFields } from '../../fields';
import { Call, Output } from '../../operation';
import { asksWhoWaits, waitFields } from '../computed';
import { itemOf, limitOf, outputOf } from '../outputs';
import { ListOrder, TIMES, timesOf, Times } from './listOrder';

/** Maximum pages and threads to read without Return All. */
const MAX_PAGES = 50;
const MAX_THREADS = 100;

const TO_FIND_ALL = "Switch on 'Return All', or choose one of 'Statuses'.";

/**
 * Finds conversations by a search, or in each inbox by a listing of its own.
 *
 * @param isFiltered whether conditions were sent to the helpdesk
 */
export function found(envelope: Envelope, atPage: AtPage, isFiltered: boolean): Output {
	return outputOf({ record: true, simple: simpleConversation }, async (call) => {
		const { send, input, timezone, now } = call;
		const rules = waitRules(input, timezone);
		const limit = limitOf(input);
		const isLimited = limit < Infinity;
		const { sort = NEWEST } = input;
		const sortsByWait = sort === WAITING_LONGEST;
		const sortsByTime = sort === NEWEST || sort === OLDEST;
		const ascends = sortsByWait || sort === OLDEST;
		const lists = listsOf(call);
		const areSeveral = lists.length > 1;
		const test = recordTest([...conversationFilters, withCustomFields], input, isFiltered);
		const orders: ListOrder[] = [];
		const ids = new Set<unknown>();
		const chosen: Array<{ json: IDataObject; since?: number; times: Times }> = [];
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
		const take = async (record: IDataObject, times: Times) => {
			// A conversation can move to an inbox that is read later.
			if (areSeveral && ids.size === ids.add(record.id).size) return;
			if (test && !test(record, now())) return;
			const since = asksWhoWaits(input) ? await waitOf(record) : undefined;
			if (since === undefined && input.waitingForReply === true) return;
			// Simplified at once: 50,000 whole records take too much memory.
			const { json } = itemOf(record, input, simpleConversation);
			chosen.push({ json: { ...json, ...waitFields({ record, since }, input, rules, now()) }, since, times });
		};
		/** Limits (ms) that filters set for creation and last change; NaN without such a filter. */
		const edges = (['created', 'updated'] as const).map((did) => {
			const edge = ascends ? input[`${did}Before`] : (input[`${did}After`] ?? input[`${did}InLastDays`]);
			return sortsByTime || sortsByWait ? Date.parse(String(edge)) : NaN;
		});
		const isComplete = (order: ListOrder, before: number) => {
			const created = order.later(0);
			const isPast = [created, order.later(2)].some((at, index) =>
				ascends ? at >= edges[index]! : at <= edges[index]!,
			);
			if (isPast) return true;
			if (sortsByWait) return chosen.filter(({ since = Infinity }) => since <= created).length >= limit;
			return chosen.length - before >= limit;
		};
		const pages = {
			limit: Infinity,
			oneByOne: isLimited || edges.some(Number.isFinite),
			...(isLimited && { maxPages: MAX_PAGES, onMore: () => (hasMorePages = true) }),
		};
		const onTotal = areSeveral ? undefined : call.onTotal;
		const reading = test || asksWhoWaits(input) ? pages : { limit, oneByOne: isLimited && areSeveral, onTotal };
		for (const list of lists) {
			if (!sortsByTime && !sortsByWait && chosen.length >= limit) break;
			const order = new ListOrder(ascends);
			orders.push(order);
			const before = sortsByTime ? chosen.length : 0;
			for await (const record of readAll(list.send, { ...list, envelope, atPage, ...reading })) {
				const times = timesOf(record);
				order.note(times);
				await take(record, times);
				if (isComplete(order, before)) break;
			}
		}

		const time =
			areSeveral && sortsByTime ? TIMES.find((each) => orders.every(({ fits }) => fits(each))) : undefined;
		if (sortsByWait) chosen.sort((a, b) => (a.since ?? Number.MAX_VALUE) - (b.since ?? Number.MAX_VALUE));
		if (time !== undefined) chosen.sort((a, b) => (a.times[time]! - b.times[time]!) * (ascends ? 1 : -1));
		const isMissing = chosen.length < limit || sortsByWait || areSeveral;
		const notRead = threads > maxThreads && `In ${threads - maxThreads} more conversations a customer may wait.`;
		const more = hasMorePages ? `Only the first ${MAX_PAGES} pages were read.` : notRead;
		const hint = isMissing && more ? `${more} ${TO_FIND_ALL}` : undefined;
		if (hint !== undefined && chosen.length === 0)
			throw new InputError(`No conversation was found. ${more}`, TO_FIND_ALL);
		return chosen.slice(0, limit).map(({ json }) => ({ json: hint === undefined ? json : { ...json, hint } }));
	});
}

/** Returns a list for each inbox. Errors name the inbox if there are several. */
function listsOf({ request, send, input }: Call): Array<Pick<Call, 'request' | 'send'>> {
	const inboxIds = (input.searchIn ?? input.inboxIds ?? []) as string[];
	if (inboxIds.length < 2) return [{ request, send }];
	return inboxIds.map((inboxId) => ({
		request: { ...request, ...requestTo('filterConversations', { inboxId }) },
		send: (each) =>
			send(each).catch((error: unknown) => {
				if (error instanceof ApiError) error.task = { action: `Look in inbox ${inboxId}` };
				throw error;
			}),
	}));
}

const outputs = {
	query: found('wrapped', pageIn.query, false),
	body: found('wrapped', pageIn.body, false),
};

const placeOf = ({ pagePlace }: Input) => (pagePlace ?? 'query') as keyof typeof outputs;

export const searchOutput = outputOf(outputs.query.form, (call) =>
	outputs[placeOf(call.input)]({ ...call, request: inOrder(call) }),
);

export function searchBody(input: Input, { sort, ...fields }: IDataObject): IDataObject {
	const others = input.sort === undefined && sort !== undefined ? { ...fields, sort } : fields;
	return { ...others, [nameFrom(input, queryField)]: input.query as string };
}

/** Puts the order where the page number is (contract, Limits; POST /search). */
function inOrder({ request, input }: Call) {
	if (input.sort === undefined) return request;
	const sort = sentOrder(input.sort);
	const place = placeOf(input);
	return { ...request, [place]: { ...(request[place] as IDataObject | undefined), sort } };
}
