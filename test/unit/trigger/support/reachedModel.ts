import type { IDataObject } from 'n8n-workflow';

import type { PageRequest, Reply } from '../../../../nodes/HelpdeskTrigger/core/protocol';
import type { TriggerOptions } from '../../../../nodes/HelpdeskTrigger/core/state';
import type { ReachedEvent, ReachedOptions } from '../../../../nodes/HelpdeskTrigger/core/views';
import type { Reader } from '../../../../nodes/HelpdeskTrigger/core/protocol';
import { MINUTE, optionsFor, TriggerModel } from './triggerModel';

export const HOUR = 60 * MINUTE;

/** Inboxes of records that a test changes as it likes, in order of their creation, and what was asked of them. */
export class Inboxes implements Reader {
	now = Date.UTC(2026, 0, 5, 9);
	readonly records: IDataObject[] = [];
	/** The entries of each conversation's thread, by its ID, as the helpdesk lists them. */
	readonly threads = new Map<unknown, IDataObject[]>();
	/** What asking for a thread comes to, where it is not the thread. */
	threadReply?: Reply;
	asked: PageRequest[] = [];
	/** So many requests may be asked before `asked` is emptied. */
	share = Infinity;
	hasDateHeader = true;
	/** By how much the machine's clock is behind. */
	behind = 0;

	/** A customer writes a new conversation. */
	create(changes: IDataObject = {}): IDataObject {
		const at = new Date(this.now).toISOString();
		const id = `c${this.records.length + 1}`;
		const record: IDataObject = {
			id,
			inbox_id: 'a',
			status: 'Active',
			priority: 'Normal',
			assignable_id: null,
			tags: [],
			is_snoozed: false,
			is_spam: false,
			custom_field_values: {},
			created_at: at,
			updated_at: at,
			last_message_created_at: at,
			last_message_by: 'contact',
			last_message: { id: `${id}m1`, record_type: 'email' },
			...changes,
		};
		this.records.unshift(record);
		this.threads.set(record.id, []);
		if (record.last_message_by === 'contact') this.list(record, 'contact');
		return record;
	}

	change(record: IDataObject, changes: IDataObject): void {
		Object.assign(record, changes, { updated_at: new Date(this.now).toISOString() });
	}

	write(record: IDataObject, by: 'contact' | 'user', type = 'email'): void {
		const at = new Date(this.now).toISOString();
		const last = { id: `${String(record.id)}at${this.now}`, record_type: type };
		this.change(record, { last_message: last, last_message_by: by, last_message_created_at: at });
		this.list(record, by);
	}

	/** The last message as the thread lists it. */
	private list({ id, last_message: last, last_message_created_at: at }: IDataObject, by: 'contact' | 'user'): void {
		const direction = by === 'contact' ? 'incoming' : 'outgoing';
		this.threads.get(id)!.push({ ...(last as IDataObject), direction, created_at: at, text_body: 'Hello' });
	}

	mayRead(): boolean {
		return this.asked.length < this.share;
	}

	async read(request: PageRequest): Promise<Reply> {
		this.asked.push(request);
		const { inboxId, page, perPage, conversationId, isThread } = request;
		if (isThread) return this.threadReply ?? { records: structuredClone(this.threads.get(conversationId)!), lastPage: 1, perPage };
		const list = this.records.filter((record) => (conversationId === undefined ? record.inbox_id === inboxId : record.id === conversationId));
		const records = list.slice((page - 1) * perPage, page * perPage).map((record) => structuredClone(record));
		const time = { heardAt: this.now - this.behind, ...(this.hasDateHeader && { serverTime: this.now }) };
		return await Promise.resolve({ records, lastPage: Math.max(1, Math.ceil(list.length / perPage)), perPage, ...time });
	}
}

export function reachedOptions(events: ReachedEvent[], changes: Partial<ReachedOptions> = {}): ReachedOptions {
	return {
		events,
		statuses: ['closed'],
		priorities: ['high'],
		assignedTo: 'anybody',
		teammateIds: [],
		tags: [],
		customField: 'plan',
		customFieldValues: [],
		wait: { after: 2 * HOUR, closed: ['closed'], marks: ['contact'] },
		...changes,
	};
}

/** A trigger of these events on inbox a, or several, and each poll's items as the conversation's id and what is told. */
export function reachedBench(events: ReachedEvent[], changes: Partial<ReachedOptions> = {}, more: Partial<TriggerOptions> = {}) {
	const inboxes = new Inboxes();
	const options = optionsFor('reached', ['a'], { reached: reachedOptions(events, changes), ...more });
	const trigger = new TriggerModel(options);
	const poll = async () => {
		const came = (await trigger.poll(inboxes))!;
		return came.map(({ record, told }): IDataObject => ({ id: record.id, ...told }));
	};
	const pass = (ms: number) => (inboxes.now += ms);
	const begin = async () => {
		const came = await poll();
		trigger.save();
		pass(MINUTE);
		return came;
	};
	return { inboxes, trigger, poll, pass, begin };
}
