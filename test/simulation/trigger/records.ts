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
	by: 'contact' | 'teammate';
	/** Among teammates. */
	isNote?: boolean;
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

	/** Stored times are whole seconds but where milliseconds are shown. */
	stored(ms: number): number {
		return this.world.timeFormat === 'milliseconds' ? ms : Math.floor(ms / 1000) * 1000;
	}

	id(kind: string, number: number): string | number {
		return this.world.idType === 'number' ? number : `${kind}_${number.toString(36)}`;
	}

	/** The number of the inbox with an ID. */
	inboxNumber(id: string): number {
		return this.world.idType === 'number' ? Number(id) : parseInt(id.replace('inbox_', ''), 36);
	}

	conversation(conversation: Conversation): IDataObject {
		if (conversation.record) return conversation.record;
		const { world } = this;
		const { number, inbox, contact, values, created, updated, last, messages, aside } = conversation;
		const record: IDataObject = {
			id: this.id('conv', number),
			inbox_id: this.id('inbox', inbox),
			ticket_id: number,
			is_spam: aside.isSpam,
			is_snoozed: aside.isSnoozed,
			custom_field_values: aside.plan === null ? {} : { plan: aside.plan },
			subject: values.subject,
			status: values.status,
			priority: values.priority,
			...this.assignee(values.assignee),
			created_at: this.time(created),
			...this.updatedAt(created, updated),
			messages_count: messages,
			excerpt: `Message ${last.number}`,
			last_message_created_at: this.time(last.at),
			contact: { id: this.id('contact', contact.number), name: contact.name, email: `${contact.number}@example.com` },
		};
		if (world.tagsInList !== 'absent') record.tags = values.tags.map((tag) => this.tag(tag));
		if (world.lastMessage === 'present') record.last_message = this.message(last);
		if (world.lastMessageBy !== 'directionOnly' && world.lastMessageBy !== 'absent') record.last_message_by = this.author(conversation);
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

	private tag(name: string): IDataObject | string | number {
		const number = 100 + name.length;
		if (this.world.tagsInList === 'names') return name;
		return this.world.tagsInList === 'ids' ? this.id('tag', number) : { id: this.id('tag', number), name };
	}

	private assignee(number: string | null): IDataObject {
		if (number !== null) return { assignable_type: 'User', assignable_id: this.id('user', Number(number)) };
		if (this.world.assigneeShape === 'absentWhenNone') return {};
		const none = this.world.assigneeShape === 'emptyWhenNone' ? '' : null;
		return { assignable_type: none, assignable_id: none };
	}

	private updatedAt(created: number, updated: number): IDataObject {
		if (this.world.updatedAt === 'absent') return {};
		if (this.world.updatedAt === 'onlyOnChange' && updated === created) return { updated_at: null };
		return { updated_at: this.time(updated) };
	}

	private message({ number, at, by, isNote }: Message): IDataObject {
		const record: IDataObject = {
			id: this.id('message', number),
			record_type: isNote ? 'note' : 'message',
			created_at: this.time(at),
			excerpt: `Message ${number}`,
		};
		if (this.world.lastMessageBy !== 'absent') {
			const [fromContact, fromTeammate] = this.world.directionWords === 'inbound' ? ['inbound', 'outbound'] : ['incoming', 'outgoing'];
			record.direction = by === 'contact' ? fromContact : fromTeammate;
		}
		return record;
	}

	/** The entries of its thread, in the world's form and order. */
	thread({ thread, contact }: Conversation): IDataObject[] {
		const entries = thread.map((each): IDataObject => {
			const message = this.message(each);
			if (this.world.messageRecord === 'message') return message;
			const is = each.by === 'contact';
			const actor = is
				? { id: this.id('contact', contact.number), name: contact.name }
				: { id: this.id('user', TEAMMATE_NUMBERS[0]!), name: TEAMMATES[0]! };
			return { id: this.id('event', each.number), actor_type: is ? 'contact' : 'user', actor, created_at: message.created_at, event: message };
		});
		return this.world.messageOrder === 'oldestFirst' ? entries : entries.reverse();
	}

	private author({ last: { by }, contact, number }: Conversation): string {
		const is = by === 'contact';
		const teammate = number % TEAMMATES.length;
		switch (this.world.lastMessageBy) {
			case 'contactUser':
				return is ? 'contact' : 'user';
			case 'contactAgent':
				return is ? 'contact' : 'agent';
			case 'customerTeammate':
				return is ? 'customer' : 'teammate';
			case 'personId':
				return String(is ? this.id('contact', contact.number) : this.id('user', TEAMMATE_NUMBERS[teammate]!));
			default:
				return is ? contact.name : TEAMMATES[teammate]!;
		}
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
		const seconds = new Date(Math.floor(ms / 1000) * 1000).toISOString().slice(0, 19);
		switch (this.world.timeFormat) {
			case 'milliseconds':
				return new Date(ms).toISOString();
			case 'seconds':
				return `${seconds}Z`;
			case 'noZone':
				return seconds;
			case 'offset':
				return `${new Date(Math.floor(ms / 1000) * 1000 + 7_200_000).toISOString().slice(0, 19)}+02:00`;
			default:
				return `${seconds}.000000Z`;
		}
	}
}
