import type { IDataObject } from 'n8n-workflow';

import type { World } from '../../../contract/worlds';

export interface Values {
	status: string;
	priority: string | null;
	assignee: string | null;
	tags: string[];
	subject: string;
}

export type WatchedField = keyof Values;
export const FIELDS: WatchedField[] = ['status', 'priority', 'assignee', 'tags', 'subject'];

export type ContactField = 'name' | 'company';
export const CONTACT_FIELDS: ContactField[] = ['name', 'company'];

export interface Message {
	number: number;
	at: number;
	/** An automatic reply is by the team. A draft is not sent. */
	by: 'contact' | 'teammate';
	kind: 'reply' | 'note' | 'draft' | 'automatic';
}

/** A listed record. All times are the helpdesk's, in ms. */
interface Listed {
	number: number;
	created: number;
	updated: number;
	visibleFrom: number;
	/** Its order among records of the same second. */
	tie: number;
	isRemoved: boolean;
	record?: IDataObject;
}

export interface Contact extends Listed {
	name: string;
	company: string;
}

export interface Conversation extends Listed {
	inbox: number;
	contact: Contact;
	values: Values;
	/** The first subject, which the API returns beside the team's. */
	firstSubject: string;
	thread: Message[];
	/** States outside the watched fields. */
	aside: { isSnoozed: boolean; isSpam: boolean; plan: string | null };
}

/** Links a record to its conversation or contact. JSON does not contain it. */
const ORIGIN = Symbol('origin');

export function originOf(item: IDataObject): { conversation?: Conversation; contact?: Contact } {
	return (item as { [ORIGIN]?: object })[ORIGIN] ?? {};
}

export const TEAMMATES = ['Ann Agent', 'Bob Agent'];

/** Builds the API's records in the forms of a world. */
export class Records {
	constructor(private readonly world: World) {}

	id(kind: string, number: number) {
		return `${kind}_${number.toString(36)}`;
	}

	inboxNumber(id: string) {
		return parseInt(id.replace('inbox_', ''), 36);
	}

	conversation(conversation: Conversation) {
		const { world } = this;
		const { number, inbox, contact, values, created, updated, thread, aside, firstSubject } = conversation;
		const last = this.lastShown(conversation);
		return (conversation.record ??= {
			id: this.id('conv', number),
			inbox_id: this.id('inbox', inbox),
			ticket_id: number,
			is_spam: aside.isSpam,
			is_snoozed: aside.isSnoozed,
			custom_field_values: aside.plan === null ? {} : { plan: aside.plan },
			subject: firstSubject,
			updated_subject: values.subject === firstSubject ? null : values.subject,
			status: values.status,
			priority: values.priority,
			assignable_type: values.assignee && this.type('User'),
			assignable_id: this.shown('assignee', values),
			created_at: this.time(created),
			updated_at: this.time(updated),
			messages_count: thread.length,
			excerpt: `Message ${last.number}`,
			last_message_created_at: this.time(last.at),
			last_message: this.message(last),
			contact: {
				id: this.id('contact', contact.number),
				name: contact.name,
				email: `${contact.number}@example.com`,
			},
			...(world.tagsInList !== 'absent' && { tags: this.shown('tags', values) }),
			...(world.lastMessageBy !== 'absent' && { last_message_by: this.author(conversation, last) }),
			[ORIGIN]: { conversation },
		} as IDataObject);
	}

	contact(contact: Contact) {
		const { number, name, company, created, updated } = contact;
		const times =
			this.world.contactTimes === 'present'
				? { created_at: this.time(created), updated_at: this.time(updated) }
				: {};
		const email = `${number}@example.com`;
		return (contact.record ??= {
			id: this.id('contact', number),
			name,
			company,
			email,
			...times,
			[ORIGIN]: { contact },
		} as IDataObject);
	}

	shown(field: WatchedField, values: Values) {
		if (field === 'tags') return values.tags.map((tag) => this.tag(tag));
		if (field === 'assignee') return values.assignee && this.id('user', Number(values.assignee));
		return values[field];
	}

	lastShown({ thread }: Conversation) {
		const isShown = ({ kind }: Message) =>
			this.world.lastMessageKinds === 'all' || kind === 'reply' || kind === 'automatic';
		return thread.filter(isShown).at(-1) ?? thread.at(-1)!;
	}

	/** Returns the entries of a thread in the world's form and order. */
	thread({ thread, contact }: Conversation) {
		const entries = thread.map((each): IDataObject => {
			const message = this.message(each);
			if (this.world.messageRecord === 'message') return message;
			const event = { id: this.id('event', each.number), created_at: message.created_at, event: message };
			if (each.kind === 'automatic') return { ...event, actor_type: null, actor: null };
			if (each.by === 'teammate')
				return {
					...event,
					actor_type: 'App\\Models\\User',
					actor: { id: this.id('user', 1), name: TEAMMATES[0]! },
				};
			return {
				...event,
				actor_type: 'App\\Models\\Contact',
				actor: { id: this.id('contact', contact.number), name: contact.name },
			};
		});
		return this.world.messageOrder === 'oldestFirst' ? entries : entries.reverse();
	}

	private tag(name: string) {
		return this.world.tagsInList === 'names' ? name : { id: this.id('tag', 100 + name.length), name };
	}

	private type(name: 'Contact' | 'User') {
		return this.world.typeNames === 'word' ? name.toLowerCase() : `App\\Models\\${name}`;
	}

	private message({ number, at, by, kind }: Message) {
		const { directionWords } = this.world;
		const word = by === 'contact' ? 'Inbound' : kind === 'note' || kind === 'draft' ? null : 'Outbound';
		return {
			id: this.id('message', number),
			record_type: { reply: 'Email', automatic: 'Email', note: 'Note', draft: 'Draft' }[kind],
			status: 'Active',
			created_at: this.time(at),
			excerpt: `Message ${number}`,
			...(directionWords !== 'absent' && {
				direction: directionWords === 'capital' ? word : (word?.toLowerCase() ?? null),
			}),
		};
	}

	private author({ contact, number }: Conversation, { by }: Message) {
		const isContact = by === 'contact';
		const teammate = number % TEAMMATES.length;
		if (this.world.lastMessageBy === 'typeName') return this.type(isContact ? 'Contact' : 'User');
		if (this.world.lastMessageBy === 'personId')
			return isContact ? this.id('contact', contact.number) : this.id('user', teammate + 1);
		return isContact ? contact.name : TEAMMATES[teammate]!;
	}

	private time(ms: number) {
		const seconds = new Date(ms).toISOString().slice(0, 19);
		return this.world.timeFormat === 'seconds' ? `${seconds}Z` : `${seconds}.000000Z`;
	}
}

export const threadsShowWriters = ({ messageRecord, directionWords }: World) =>
	messageRecord === 'event' || directionWords !== 'absent';

export const showsAuthor = (world: World) => world.lastMessageBy !== 'absent' || threadsShowWriters(world);
