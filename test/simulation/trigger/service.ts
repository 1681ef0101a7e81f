import type { IDataObject } from 'n8n-workflow';

import type { Random } from '../../../sandbox/random';

/** What a helpdesk may mean by "newest". */
export type Newest = 'created' | 'updated' | 'lastMessage';
export const NEWEST: Newest[] = ['created', 'updated', 'lastMessage'];

/** A conversation as the service has it. Times in ms. */
export interface Conversation {
	id: string;
	ticket: number;
	inboxId: string;
	created: number;
	/** From when on listings show it: a record can appear later than its timestamp says. */
	visibleFrom: number;
	updated: number;
	lastMessage: number;
	status: string;
	/** Who wrote the last message, and its number. */
	author: 'contact' | 'user';
	message: number;
	isTrashed: boolean;
	/** As it is sent; undefined after a change. */
	record?: IDataObject;
}

/**
 * A helpdesk in a few lines, written apart from the trigger: listings by page number over a list that changes
 * between two requests.
 */
export class Service {
	/** ms; every third run starts at a whole second. */
	now = Date.UTC(2026, 0, 5, 8);
	readonly conversations: Conversation[] = [];
	private readonly lists = new Map<string, Conversation[]>();
	private tickets = 0;

	constructor(
		readonly random: Random,
		readonly inboxIds: string[],
		readonly newest: Newest,
		/** Of timestamps, in ms: with whole seconds many are equal. */
		private readonly resolution: 1 | 1000,
	) {}

	create(inboxId: string, late = 0, created = this.stamp()): Conversation {
		const conversation: Conversation = {
			id: `c${(this.tickets += 1)}`,
			ticket: this.tickets,
			inboxId,
			created,
			visibleFrom: this.now + late,
			updated: created,
			lastMessage: created,
			status: 'Active',
			author: 'contact',
			message: 1,
			isTrashed: false,
		};
		this.conversations.push(conversation);
		this.listOf(inboxId).push(conversation);
		return conversation;
	}

	/** Somebody writes, or only changes the record. */
	touch(conversation: Conversation, author?: 'contact' | 'user'): void {
		conversation.record = undefined;
		conversation.updated = Math.max(conversation.updated, this.stamp());
		if (!author) return;
		conversation.lastMessage = conversation.updated;
		conversation.author = author;
		conversation.message += 1;
	}

	move(conversation: Conversation, inboxId: string): void {
		const from = this.listOf(conversation.inboxId);
		from.splice(from.indexOf(conversation), 1);
		conversation.inboxId = inboxId;
		conversation.record = undefined;
		this.listOf(inboxId).push(conversation);
	}

	page(inboxId: string, page: number, perPage: number): { records: IDataObject[]; lastPage: number } {
		const list = this.listOf(inboxId);
		// Nearly sorted already, which this sort is quick at; the last to come is on top among equals.
		list.sort((a, b) => b[this.newest] - a[this.newest] || b.ticket - a.ticket);
		const shown = list.filter(({ visibleFrom, isTrashed }) => visibleFrom <= this.now && !isTrashed);
		const records = shown.slice((page - 1) * perPage, page * perPage).map((conversation) => (conversation.record ??= recordOf(conversation)));
		return { records, lastPage: Math.max(1, Math.ceil(shown.length / perPage)) };
	}

	/** The first of a listing. */
	newestOf(inboxId: string, count: number): Conversation[] {
		const list = this.listOf(inboxId).filter(({ isTrashed }) => !isTrashed);
		return list.sort((a, b) => b[this.newest] - a[this.newest]).slice(0, count);
	}

	stamp(): number {
		return Math.floor(this.now / this.resolution) * this.resolution;
	}

	private listOf(inboxId: string): Conversation[] {
		const list = this.lists.get(inboxId) ?? [];
		this.lists.set(inboxId, list);
		return list;
	}
}

function recordOf(conversation: Conversation): IDataObject {
	const { id, ticket, inboxId, created, updated, lastMessage, status, author, message } = conversation;
	return {
		id,
		inbox_id: inboxId,
		ticket_id: ticket,
		status,
		created_at: new Date(created).toISOString(),
		updated_at: new Date(updated).toISOString(),
		last_message_created_at: new Date(lastMessage).toISOString(),
		last_message_by: author,
		last_message: { id: `${id}m${message}` },
	};
}
