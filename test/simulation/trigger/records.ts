import type { IDataObject } from 'n8n-workflow';

import type { World } from '../../../contract/worlds';

/** What can be watched, as the service stores it; the tags are names. */
export interface Values {
	status: string;
	priority: string | null;
	assignee: string | null;
	tags: string[];
	subject: string;
}

export type WatchedField = keyof Values;

export const FIELDS: WatchedField[] = ['status', 'priority', 'assignee', 'tags', 'subject'];

export interface Message {
	number: number;
	at: number;
	/** An automatic reply is sent in the team's name, and a draft is not sent. */
	by: 'contact' | 'teammate';
	kind: 'reply' | 'note' | 'draft' | 'automatic';
}

export type ContactField = 'name' | 'company';
export const CONTACT_FIELDS: ContactField[] = ['name', 'company'];

export interface Contact {
	number: number;
	name: string;
	company: string;
	/** All times are the service's, in ms. */
	created: number;
	active: number;
	visibleFrom: number;
	/** Where it stands among equals. */
	tie: number;
	isRemoved: boolean;
	/** The listing shows it as it is now. */
	record?: IDataObject;
}

export interface Conversation {
	number: number;
	inbox: number;
	contact: Contact;
	values: Values;
	/** The API keeps it beside the one that the team gave it. */
	firstSubject: string;
	created: number;
	updated: number;
	visibleFrom: number;
	last: Message;
	/** All of its messages, in order. */
	thread: Message[];
	/** What is set beside the watched fields. */
	aside: { isSnoozed: boolean; isSpam: boolean; plan: string | null };
	messages: number;
	/** Grows with whatever happens to it. */
	version: number;
	tie: number;
	isRemoved: boolean;
	/** The listing shows it as it is now. */
	record?: IDataObject;
}

/** A record carries what it shows, where no client that speaks JSON could see it. */
export const ORIGIN = Symbol('origin');

/** What a record was made from. */
export interface Origin {
	conversation?: Conversation;
	contact?: Contact;
	/** The last message when the record was made. */
	message?: Message;
}

const TEAMMATES = ['Ann Agent', 'Bob Agent'];
export const TEAMMATE_NUMBERS = [1, 2];

/** The records of a world: every fact of their form is in here. */
export class Records {
	private readonly times = new Map<number, string>();

	constructor(private readonly world: World) {}

	/** Times are stored in whole seconds. */
	stored(ms: number): number {
		return Math.floor(ms / 1000) * 1000;
	}

	id(kind: string, number: number): string {
		return `${kind}_${number.toString(36)}`;
	}

	/** The number of the inbox with an ID. */
	inboxNumber(id: string): number {
		return parseInt(id.replace('inbox_', ''), 36);
	}

	conversation(conversation: Conversation): IDataObject {
		if (conversation.record) return conversation.record;
		const { world } = this;
		const { number, inbox, contact, values, created, updated, messages, aside } = conversation;
		const last = this.lastShown(conversation);
		const record: IDataObject = {
			id: this.id('conv', number),
			inbox_id: this.id('inbox', inbox),
			ticket_id: number,
			is_spam: aside.isSpam,
			is_snoozed: aside.isSnoozed,
			custom_field_values: aside.plan === null ? {} : { plan: aside.plan },
			subject: conversation.firstSubject,
			updated_subject: values.subject === conversation.firstSubject ? null : values.subject,
			status: values.status,
			priority: values.priority,
			...this.assignee(values.assignee),
			created_at: this.time(created),
			updated_at: this.time(updated),
			messages_count: messages,
			excerpt: `Message ${last.number}`,
			last_message_created_at: this.time(last.at),
			contact: { id: this.id('contact', contact.number), name: contact.name, email: `${contact.number}@example.com` },
		};
		if (world.tagsInList !== 'absent') record.tags = values.tags.map((tag) => this.tag(tag));
		record.last_message = this.message(last);
		if (world.lastMessageBy !== 'absent') record.last_message_by = this.author(conversation, last);
		(record as { [ORIGIN]?: Origin })[ORIGIN] = { conversation, message: last };
		conversation.record = record;
		return record;
	}

	contact(contact: Contact): IDataObject {
		if (contact.record) return contact.record;
		const { number, name, company, created, active } = contact;
		const record: IDataObject = { id: this.id('contact', number), name, company, email: `${number}@example.com` };
		if (this.world.contactTimes === 'present') Object.assign(record, { created_at: this.time(created), updated_at: this.time(active) });
		(record as { [ORIGIN]?: Origin })[ORIGIN] = { contact };
		contact.record = record;
		return record;
	}

	/** The value of a watched field as the record shows it. */
	shown(field: WatchedField, values: Values): unknown {
		if (field === 'tags') return values.tags.map((tag) => this.tag(tag));
		if (field === 'assignee') return this.assignee(values.assignee).assignable_id;
		return values[field];
	}

	/** The message that a list shows as the last one. */
	lastShown({ thread }: Conversation): Message {
		const isShown = ({ kind }: Message) => this.world.lastMessageKinds === 'all' || kind === 'reply' || kind === 'automatic';
		return thread.filter(isShown).at(-1) ?? thread.at(-1)!;
	}

	private tag(name: string): IDataObject | string {
		return this.world.tagsInList === 'names' ? name : { id: this.id('tag', 100 + name.length), name };
	}

	private assignee(number: string | null): IDataObject {
		if (number === null) return { assignable_type: null, assignable_id: null };
		return { assignable_type: this.type('User'), assignable_id: this.id('user', Number(number)) };
	}

	private type(name: 'Contact' | 'User'): string {
		return this.world.typeNames === 'word' ? name.toLowerCase() : `App\\Models\\${name}`;
	}

	private message({ number, at, by, kind }: Message): IDataObject {
		const record: IDataObject = {
			id: this.id('message', number),
			record_type: { reply: 'Email', automatic: 'Email', note: 'Note', draft: 'Draft' }[kind],
			status: 'Active',
			created_at: this.time(at),
			excerpt: `Message ${number}`,
		};
		if (this.world.directionWords !== 'absent') {
			const word = by === 'contact' ? 'Inbound' : kind === 'note' || kind === 'draft' ? null : 'Outbound';
			record.direction = this.world.directionWords === 'capital' ? word : (word?.toLowerCase() ?? null);
		}
		return record;
	}

	/** The entries of its thread, in the world's form and order. */
	thread({ thread, contact }: Conversation): IDataObject[] {
		const entries = thread.map((each): IDataObject => {
			const message = this.message(each);
			if (this.world.messageRecord === 'message') return message;
			const is = each.by === 'contact';
			if (each.kind === 'automatic')
				return { id: this.id('event', each.number), actor_type: null, actor: null, created_at: message.created_at, event: message };
			const actor = is
				? { id: this.id('contact', contact.number), name: contact.name }
				: { id: this.id('user', TEAMMATE_NUMBERS[0]!), name: TEAMMATES[0]! };
			return {
				id: this.id('event', each.number),
				actor_type: is ? 'App\\Models\\Contact' : 'App\\Models\\User',
				actor,
				created_at: message.created_at,
				event: message,
			};
		});
		return this.world.messageOrder === 'oldestFirst' ? entries : entries.reverse();
	}

	private author({ contact, number }: Conversation, { by }: Message): string {
		const is = by === 'contact';
		const teammate = number % TEAMMATES.length;
		if (this.world.lastMessageBy === 'typeName') return this.type(is ? 'Contact' : 'User');
		if (this.world.lastMessageBy === 'personId') return is ? this.id('contact', contact.number) : this.id('user', TEAMMATE_NUMBERS[teammate]!);
		return is ? contact.name : TEAMMATES[teammate]!;
	}

	/** A time of the service as the world writes it. */
	time(ms: number): string {
		const known = this.times.get(ms);
		if (known) return known;
		const text = this.format(ms);
		this.times.set(ms, text);
		return text;
	}

	private format(ms: number): string {
		const seconds = new Date(ms).toISOString().slice(0, 19);
		return this.world.timeFormat === 'seconds' ? `${seconds}Z` : `${seconds}.000000Z`;
	}
}
