import type { IDataObject } from 'n8n-workflow';

import { InputError, type Listing, readAll, type AtPage, type Envelope } from '../../../../transport';
import type { Input } from '../../../shared/field';
import { OLDEST, NEWEST, WAITING_LONGEST } from '../../../shared/fields/paging';
import { readThread } from '../../../shared/thread';
import { HIDDEN, listedWait, unansweredSince } from '../../../shared/waiting';
import { asksWhoWaits, type Counting, countingOf, waitFields } from '../computed';
import { limitOf, itemOf, outputOf } from '../outputs';
import { isPast, mayEnd, recordTest } from './criteria';
import { ListOrder } from './listOrder';
import { simpleConversation } from '../../../shared/simplify';
import type { Output } from '../../operation';

/** Without Return All. */
const MAX_PAGES = 50;

/** Conversations read one by one to see who waits, without Return All. */
const MAX_THREADS = 100;

interface Chosen {
	json: IDataObject;
	since?: number;
}

export class Selection {
	private readonly limit: number;
	private readonly test: ReturnType<typeof recordTest>;
	private readonly order: ListOrder;
	private readonly chosen: Chosen[] = [];
	private hasMorePages = false;
	private threads = 0;
	private notRead = 0;

	constructor(
		private readonly input: Input,
		private readonly counting: Counting,
		isFiltered: boolean,
		/** Called at once: whole records of 50,000 conversations would be too large. */
		private readonly jsonOf: (record: IDataObject, since?: number) => IDataObject,
	) {
		const { sort = NEWEST } = input;
		this.limit = limitOf(input);
		this.test = recordTest(input, isFiltered);
		this.order = new ListOrder(sort === NEWEST ? 'descending' : [OLDEST, WAITING_LONGEST].includes(sort as string) ? 'ascending' : undefined);
	}

	get pages(): Pick<Listing, 'limit' | 'maxPages' | 'onMore' | 'oneByOne'> {
		if (this.test === undefined && !asksWhoWaits(this.input)) return { limit: this.limit };
		const isLimited = this.limit < Infinity;
		return {
			limit: Infinity,
			oneByOne: isLimited || mayEnd(this.input),
			...(isLimited && { maxPages: MAX_PAGES, onMore: () => (this.hasMorePages = true) }),
		};
	}

	async take(record: IDataObject): Promise<void> {
		this.order.note(record);
		if (this.test && !this.test(record, this.counting.now())) return;
		const since = asksWhoWaits(this.input) ? await this.waitsSince(record) : undefined;
		if (since !== undefined || this.input.waitingForReply !== true) this.chosen.push({ json: this.jsonOf(record, since), since });
	}

	/** Whether no later record can change the result. */
	get isComplete(): boolean {
		const { later } = this.order;
		if (isPast(this.input, later, this.counting.now())) return true;
		if (!this.sortsByWait || this.limit === Infinity) return this.chosen.length >= this.limit;
		return later.createdSince > 0 && this.chosen.filter(({ since = Infinity }) => since <= later.createdSince).length >= this.limit;
	}

	/** @throws {InputError} if nothing was found and not everything was read */
	result(): IDataObject[] {
		const all = this.sortsByWait ? [...this.chosen].sort((a, b) => (a.since ?? Number.MAX_VALUE) - (b.since ?? Number.MAX_VALUE)) : this.chosen;
		const chosen = all.slice(0, this.limit);
		const hint = chosen.length < this.limit || this.sortsByWait ? this.missing() : undefined;
		if (hint !== undefined && chosen.length === 0) throw new InputError(`No conversation was found. ${hint}`, TO_FIND_ALL);
		return chosen.map(({ json }) => (hint === undefined ? json : { ...json, hint: `${hint} ${TO_FIND_ALL}` }));
	}

	private get sortsByWait(): boolean {
		return this.input.sort === WAITING_LONGEST;
	}

	private missing(): string | undefined {
		if (this.hasMorePages) return `Only the first ${MAX_PAGES} pages were read, and there are more.`;
		return this.notRead > 0 ? `In ${this.notRead} more conversations a customer may wait: the list does not show it.` : undefined;
	}

	/** The thread is read only if the list does not show whether a customer waits. */
	private async waitsSince(record: IDataObject): Promise<number | undefined> {
		const { rules, now, send } = this.counting;
		const wait = listedWait(record, rules, now());
		if (wait !== HIDDEN) return wait;
		if (this.threads >= MAX_THREADS && this.limit < Infinity) {
			this.notRead += 1;
			return undefined;
		}
		this.threads += 1;
		const { id, contact } = record;
		return unansweredSince((await readThread(send, { id, contact, now: now() })).entries);
	}
}

const TO_FIND_ALL = "Switch on 'Return All', or choose one 'Status'.";

/** @param isFiltered whether conditions were sent to the helpdesk */
export function found(envelope: Envelope, atPage: AtPage, isFiltered: boolean): Output {
	return outputOf({ record: true, simple: simpleConversation }, async (call) => {
		const { input, request, pageSize } = call;
		const counting = countingOf(call);
		const jsonOf = (record: IDataObject, since?: number) => {
			const { json } = itemOf(record, input, simpleConversation);
			return { ...json, ...waitFields({ record, since }, input, counting) };
		};
		const selection = new Selection(input, counting, isFiltered, jsonOf);
		for await (const record of readAll(counting.send, { request, envelope, atPage, pageSize, ...selection.pages })) {
			await selection.take(record);
			if (selection.isComplete) break;
		}
		return selection.result().map((json) => ({ json }));
	});
}
