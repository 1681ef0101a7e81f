import type { IDataObject } from 'n8n-workflow';

import type { PageRead, PageRequest, Reply } from '../../../../nodes/HelpdeskTrigger/core/protocol';
import { Random } from '../../../../contract/random';

/** What the specification leaves open and the trigger meets, drawn from a seed. */
export function drawWorld(random: Random) {
	return {
		newestGoesBy: random.pick(['created', 'updated', 'lastMessage'] as const),
		ties: random.pick(['stable', 'unstable'] as const),
		resolution: random.pick([1, 1000]),
		updatedAt: random.pick(['present', 'absent', 'onlyOnChange'] as const),
		emptyLastPage: random.pick([0, 1]),
		pageSize: random.pick(['upTo100', 'clamp50', 'clamp20', 'refuseOver50', 'refuseOver20', 'unsaid20', 'fixed15'] as const),
		lateVisibility: random.pick([0, 30_000, 300_000]),
		dateHeader: random.pick([true, false]),
		idType: random.pick(['text', 'number'] as const),
		contactOrder: random.pick(['newest', 'oldest', 'activity', 'name'] as const),
		contactTimes: random.pick([true, false]),
	};
}
export type World = ReturnType<typeof drawWorld>;

export interface Conversation {
	number: number;
	inboxId: string;
	created: number;
	visibleFrom: number;
	updated: number;
	lastMessage: number;
	status: string;
	author: 'contact' | 'user';
	messages: number;
	/** How it began. */
	first: string;
}

export interface Contact {
	number: number;
	created: number;
	activity: number;
	name: number;
}

/** A helpdesk in a few lines, written apart from the trigger: its lists change between two requests. */
export class Helpdesk {
	now = Date.UTC(2026, 0, 5, 8);
	readonly conversations: Conversation[] = [];
	readonly contacts: Contact[] = [];
	/** The same, as they were sorted last. */
	private readonly newest: Conversation[] = [];
	private readonly sortedContacts: Contact[] = [];
	private readonly texts = new Map<number, string>();
	private count = 0;

	constructor(
		readonly random: Random,
		readonly world: World,
	) {}

	stamp(): number {
		return Math.floor(this.now / this.world.resolution) * this.world.resolution;
	}

	create(inboxId: string): Conversation {
		const created = this.stamp();
		const visibleFrom = this.now + (this.random.next() < 0.3 ? this.random.below(this.world.lateVisibility + 1) : 0);
		const one: Conversation = {
			number: (this.count += 1),
			inboxId,
			created,
			visibleFrom,
			updated: created,
			lastMessage: created,
			status: 'Active',
			first: 'Active',
			author: 'contact',
			messages: 1,
		};
		this.conversations.push(one);
		return one;
	}

	createContact(): Contact {
		const contact = { number: (this.count += 1), created: this.stamp(), activity: this.now, name: this.random.next() };
		this.contacts.push(contact);
		return contact;
	}

	write(one: Conversation, author: 'contact' | 'user'): void {
		one.messages += 1;
		one.author = author;
		one.lastMessage = one.updated = this.stamp();
	}

	setStatus(one: Conversation, status: string): void {
		one.status = status;
		one.updated = this.stamp();
	}

	idOf({ number }: { number: number }): string | number {
		return this.world.idType === 'number' ? number : `c${number}`;
	}

	/** One answer, or the refusal of its page size. */
	page({ inboxId, page, perPage: asked }: PageRequest): Reply {
		const { pageSize, emptyLastPage, dateHeader } = this.world;
		const most = { upTo100: 100, clamp50: 50, clamp20: 20, unsaid20: 20, fixed15: 15, refuseOver50: 50, refuseOver20: 20 }[pageSize];
		if (pageSize.startsWith('refuse') && asked > most) return 'tooLarge';
		const perPage = pageSize === 'fixed15' ? 15 : Math.min(asked, most);
		const isContacts = inboxId === undefined;
		const list = isContacts ? this.contactList() : this.inbox(inboxId);
		const records = list
			.slice((page - 1) * perPage, page * perPage)
			.map((one) => (isContacts ? this.contactRecord(one as Contact) : this.record(one as Conversation)));
		const lastPage = list.length === 0 ? emptyLastPage : Math.ceil(list.length / perPage);
		const said = pageSize === 'unsaid20' ? (page < lastPage ? records.length : asked) : perPage;
		const answer: PageRead = { records, lastPage, perPage: said };
		return dateHeader ? { ...answer, serverTime: Math.floor(this.now / 1000) * 1000 } : answer;
	}

	private inbox(inboxId: string): Conversation[] {
		const { newestGoesBy: key, ties } = this.world;
		const tie = ties === 'stable' ? undefined : new Map(this.conversations.map((one) => [one, this.random.next()]));
		const tieOf = (one: Conversation) => tie?.get(one) ?? one.number;
		this.newest.push(...this.conversations.slice(this.newest.length));
		// In the order of the request before, which is nearly the same: to sort it costs next to nothing.
		this.newest.sort((a, b) => b[key] - a[key] || tieOf(b) - tieOf(a));
		return this.newest.filter((one) => one.inboxId === inboxId && one.visibleFrom <= this.now);
	}

	private record(one: Conversation): IDataObject {
		const { updatedAt } = this.world;
		const showsUpdate = updatedAt === 'present' || (updatedAt === 'onlyOnChange' && one.updated > one.created);
		return {
			id: this.idOf(one),
			inbox_id: one.inboxId,
			ticket_id: one.number,
			status: one.status,
			created_at: this.text(one.created),
			...(showsUpdate && { updated_at: this.text(one.updated) }),
			last_message_created_at: this.text(one.lastMessage),
			last_message_by: one.author,
			last_message: { id: `${one.number}m${one.messages}` },
		};
	}

	private contactList(): Contact[] {
		const { contactOrder } = this.world;
		const key = {
			newest: (c: Contact) => -c.created,
			oldest: (c: Contact) => c.created,
			activity: (c: Contact) => -c.activity,
			name: (c: Contact) => c.name,
		}[contactOrder];
		this.sortedContacts.push(...this.contacts.slice(this.sortedContacts.length));
		return this.sortedContacts.sort((a, b) => key(a) - key(b) || a.number - b.number);
	}

	/** A time as it is written; the same few are asked for again and again. */
	private text(time: number): string {
		const known = this.texts.get(time);
		if (known !== undefined) return known;
		const text = new Date(time).toISOString();
		this.texts.set(time, text);
		return text;
	}

	private contactRecord(contact: Contact): IDataObject {
		return { id: this.idOf(contact), ...(this.world.contactTimes && { created_at: this.text(contact.created) }) };
	}
}
