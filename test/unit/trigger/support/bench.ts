import type { IDataObject } from 'n8n-workflow';

import { createPoll } from '../../../../nodes/HelpdeskTrigger/poll';
import { createTransport } from '../../../../transport/transport';
import { movedClock, pageOf, polled, type Answered, type Asked } from './polled';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;

/** The writer of a message. An automatic reply is outbound, and only the thread shows that nobody wrote it. */
export type By = 'customer' | 'teammate' | 'automation' | 'note' | 'draft' | 'scheduled';

const iso = (ms: number) => new Date(ms).toISOString();

/** A helpdesk with the specification's forms, which a test can change, and its triggers in one n8n. */
export class Bench {
	readonly clock = movedClock();
	readonly began = this.clock.time;
	/** Conversations, oldest first. */
	readonly records: IDataObject[] = [];
	readonly contacts: IDataObject[] = [];
	/** Answers that replace the usual ones: by inbox, `thread` for all threads, `all` for all requests. */
	readonly failing: Record<string, Answered> = {};
	/** Paths of the last poll's requests. */
	requests: string[] = [];
	hasDateHeader = true;
	perPage = 100;
	/** The field by which the list is sorted, newest first. */
	order = 'updated_at';
	private readonly threads = new Map<unknown, IDataObject[]>();
	private on = createPoll(createTransport(this.clock, () => 0));
	private active?: ReturnType<typeof polled>;
	private saved: IDataObject = {};
	private count = 0;
	private changes = 0;
	private listed: { state: string; lists: Map<string, IDataObject[]> } = { state: '', lists: new Map() };

	constructor(public parameters: IDataObject) {}

	/** Polls and saves the state, as n8n does when the workflow is published. */
	async activate(changes: IDataObject = {}) {
		this.parameters = { ...this.parameters, ...changes };
		const { simplify = false, ...options } = (this.parameters.options ?? {}) as IDataObject;
		const parameters = { inboxIds: ['a'], ...this.parameters, options: { ...options, simplify } };
		this.active = polled(
			{ parameters, staticData: structuredClone(this.saved) },
			(wanted) => this.answer(wanted),
			this.clock,
			this.on,
		);
		const items = await this.poll(0);
		this.save();
		this.clock.time += 1_000;
		return items;
	}

	/** Polls after some minutes. The state is saved if the poll emits. */
	async poll(minutes = 1) {
		this.clock.time += minutes * MINUTE;
		this.requests = [];
		const items = (await this.active!.poll()).map(({ json }) => json);
		if (items.length > 0) this.save();
		return items;
	}

	async failure(minutes = 1) {
		return await this.poll(minutes).then(
			(items) => `${items.length} items`,
			(error: Error) => error.message,
		);
	}

	async polls(count: number, minutes = 1) {
		const items: IDataObject[] = [];
		for (let poll = 0; poll < count; poll += 1) items.push(...(await this.poll(minutes)));
		return items;
	}

	/** Crashes n8n and activates the workflow again with the saved state. */
	async restart() {
		this.on = createPoll(createTransport(this.clock, () => 0));
		return await this.activate();
	}

	get state() {
		return JSON.stringify(this.active!.staticData);
	}

	create(inboxId = 'a', changes: IDataObject = {}) {
		const at = iso(this.clock.time);
		const record: IDataObject = {
			id: `c${(this.count += 1)}`,
			inbox_id: inboxId,
			ticket_id: this.count,
			subject: 'Help',
			updated_subject: null,
			status: 'Active',
			priority: 'Normal',
			assignable_id: null,
			is_snoozed: false,
			is_spam: false,
			deleted_at: null,
			created_at: at,
			updated_at: at,
			contact: { id: 'k1', name: 'Kim' },
			custom_field_values: {},
		};
		this.records.push(record);
		this.threads.set(record.id, []);
		this.write(record, 'customer');
		Object.assign(record, { updated_at: record.created_at }, changes);
		return record;
	}

	createSeveral(count: number, inboxId = 'a', apart = MINUTE) {
		return Array.from({ length: count }, () => ((this.clock.time += apart), this.create(inboxId)));
	}

	change(record: IDataObject, changes: IDataObject) {
		this.changes += 1;
		Object.assign(record, changes, { updated_at: iso(this.clock.time) });
	}

	/** @param at the message's own time */
	write(record: IDataObject, by: By, at = iso(this.clock.time)) {
		const isSent = by !== 'note' && by !== 'draft';
		const message: IDataObject = {
			id: `m${(this.count += 1)}`,
			record_type: { note: 'Note', draft: 'Draft' }[by as string] ?? 'Email',
			status: 'Active',
			direction: isSent ? (by === 'customer' ? 'Inbound' : 'Outbound') : null,
			created_at: at,
			text_body: `words of a ${by}`,
			extra: by === 'scheduled' ? { scheduled_at: iso(this.clock.time + 100 * HOUR) } : {},
		};
		this.change(record, {
			last_message: message,
			last_message_created_at: at,
			messages_count: Number(record.messages_count ?? 0) + 1,
		});
		const actor =
			by === 'automation'
				? null
				: { id: by === 'customer' ? 'k1' : 'u1', name: by === 'customer' ? 'Kim' : 'Ada' };
		const type = by === 'automation' ? null : `App\\Models\\${by === 'customer' ? 'Contact' : 'User'}`;
		this.threads
			.get(record.id)!
			.push({ id: `e${this.count}`, action: 'replied', actor_type: type, actor, event: message, created_at: at });
	}

	private answer({ path, query, display }: Asked) {
		this.requests.push(path);
		const headers: Answered['headers'] = this.hasDateHeader
			? { date: new Date(this.clock.time).toUTCString() }
			: {};
		const [, kind, id = '', of] = path.split('/');
		const failure = this.failing.all ?? this.failing[of === 'messages' ? 'thread' : id];
		if (failure) return { headers, ...failure };
		if (kind === 'me') return { headers, body: { user: { id: 'me' } } };
		if (kind === 'contacts')
			return {
				headers,
				body: this.page(this.contacts, Number(query.get('page')), Number(query.get('per_page'))),
			};
		// The helpdesk lists no tags and custom fields.
		if (kind === 'inboxes' && of === undefined)
			return { headers, body: this.page(this.listOf(id), display.page, display.per_page) };
		const record = this.records.find((each) => each.id === id);
		if (!record) return { headers, status: 404, body: { message: 'Not found.' } };
		return { headers, body: { data: structuredClone(of === 'messages' ? this.threads.get(id)! : record) } };
	}

	/** Sorts only after a change, because a poll reads many pages. */
	private listOf(inboxId: string) {
		const state = `${this.changes} ${this.records.length} ${this.order}`;
		if (state !== this.listed.state) {
			const lists = new Map<string, IDataObject[]>();
			const isLater = (a: IDataObject, b: IDataObject) => String(a[this.order]) < String(b[this.order]);
			for (const record of [...this.records].sort((a, b) => (isLater(a, b) ? 1 : -1))) {
				const inbox = String(record.inbox_id);
				lists.set(inbox, lists.get(inbox) ?? []);
				lists.get(inbox)!.push(record);
			}
			this.listed = { state, lists };
		}
		return this.listed.lists.get(inboxId) ?? [];
	}

	private page(all: IDataObject[], page: number, wanted: number) {
		const perPage = Math.min(wanted, this.perPage);
		const data = all.slice((page - 1) * perPage, page * perPage);
		const lastPage = Math.max(1, Math.ceil(all.length / perPage));
		return JSON.parse(JSON.stringify(pageOf(data, { page, perPage, lastPage }))) as IDataObject;
	}

	private save() {
		this.saved = structuredClone(this.active!.staticData);
	}
}

export const idsOf = (items: IDataObject[]) => items.map(({ id }) => id);

/** Returns the number of requests of a quiet poll, for inboxes with `size` conversations each. */
export async function quietPoll(parameters: IDataObject, inboxes: number, size: number) {
	const inboxIds = Array.from({ length: inboxes }, (_, index) => `i${index}`);
	const bench = new Bench({ ...parameters, inboxIds });
	for (const inboxId of inboxIds) bench.createSeveral(size, inboxId, 1_000);
	bench.clock.time += HOUR;
	await bench.activate();
	await bench.polls(8);
	return bench.requests.length;
}
