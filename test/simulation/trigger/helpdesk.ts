import type { World } from '../../../contract/worlds';
import { Random } from '../../../contract/random';
import { Listing } from './listing';
import { Records, TEAMMATE_NUMBERS, type Contact, type Conversation, type Message, type Values, type WatchedField } from './records';

/** Told of everything that happens in the helpdesk, as it happens. */
export interface Witness {
	created(conversation: Conversation): void;
	changed(conversation: Conversation, field: WatchedField): void;
	messaged(conversation: Conversation): void;
	setAside(conversation: Conversation): void;
	moved(conversation: Conversation, from: number): void;
	removed(conversation: Conversation): void;
	contactCreated(contact: Contact): void;
	contactChanged(contact: Contact): void;
	contactRemoved(contact: Contact): void;
}

const LATE = { none: 0, seconds30: 30_000, minutes5: 300_000 };

const STATUSES = {
	three: ['Active', 'Pending', 'Closed'],
	andSpam: ['Active', 'Pending', 'Spam', 'Closed'],
};

const PRIORITIES = ['Normal', 'High', 'Low'];

const NAMES = ['Ada', 'Grace', 'Edsger'];

/** One who works for nobody has an empty text. */
const COMPANIES = ['', 'Acme', 'Globex'];

const TAGS = ['a', 'bb', 'ccc', 'dddd'];

/** The service in one world, on its own clock: what is there, and in which order it is listed. */
export class Helpdesk {
	readonly records: Records;
	readonly contacts: Listing<Contact>;
	private readonly inboxes = new Map<number, Listing<Conversation>>();
	private readonly statuses: string[];
	private readonly lateBy: number;
	private conversations = 0;
	private people = 0;
	private messages = 0;
	private subjects = 0;

	/**
	 * @param now the service's time, in ms
	 * @param random for what no test looks at: where things stand among equals, how late one appears
	 */
	constructor(
		readonly world: World,
		readonly now: () => number,
		private readonly random: Random,
		inboxes: number,
		private readonly witness: Witness,
	) {
		this.records = new Records(world);
		this.statuses = STATUSES[world.statuses];
		this.lateBy = LATE[world.lateVisibility];
		const key = {
			created: (each: Conversation) => each.created,
			updated: (each: Conversation) => each.updated,
			lastMessage: (each: Conversation) => each.last.at,
		}[world.newestGoesBy];
		for (let inbox = 1; inbox <= inboxes; inbox += 1) this.inboxes.set(inbox, new Listing((a, b) => key(b) - key(a)));
		const order = (a: Contact, b: Contact) => (world.contactOrder === 'newest' ? b.created - a.created : a.created - b.created);
		this.contacts = new Listing(order);
	}

	inbox(inbox: number): Listing<Conversation> | undefined {
		return this.inboxes.get(inbox);
	}

	/** The conversation with an ID, unless it is in the trash. */
	byId(id: string): Conversation | undefined {
		const all = [...this.inboxes.values()].flatMap((listing) => [...listing.everything()]);
		return all.find(({ number, isRemoved }) => !isRemoved && String(this.records.id('conv', number)) === id);
	}

	/** The one of what is done with. */
	get lastStatus(): string {
		return this.statuses.at(-1)!;
	}

	/** A contact writes a new conversation. */
	create(inbox: number, at = this.stamp()): Conversation {
		const contact = this.createContact(at);
		const created = at;
		const last: Message = { number: (this.messages += 1), at: created, by: 'contact', kind: 'reply' };
		const values: Values = {
			status: this.statuses[0]!,
			priority: PRIORITIES[0]!,
			assignee: null,
			tags: [],
			subject: `Subject ${(this.subjects += 1)}`,
		};
		const conversation: Conversation = {
			number: (this.conversations += 1),
			inbox,
			contact,
			values,
			firstSubject: values.subject,
			created,
			updated: created,
			last,
			thread: [last],
			aside: { isSnoozed: false, isSpam: false, plan: null },
			messages: 1,
			version: 0,
			tie: this.random.next(),
			isRemoved: false,
			visibleFrom: this.visibleFrom(at),
		};
		this.inboxes.get(inbox)!.add(conversation);
		this.witness.created(conversation);
		return conversation;
	}

	createContact(at = this.stamp()): Contact {
		const contact: Contact = {
			number: (this.people += 1),
			name: `${this.random.word(5)} ${this.people}`,
			company: '',
			created: at,
			active: at,
			tie: this.random.next(),
			isRemoved: false,
			visibleFrom: this.visibleFrom(at),
		};
		this.contacts.add(contact);
		this.witness.contactCreated(contact);
		return contact;
	}

	/** Gives a field a value that it did not have. */
	change(conversation: Conversation, field: WatchedField, random: Random): void {
		const { values } = conversation;
		const other = <T>(choices: readonly T[], value: T) => random.pick(choices.filter((choice) => choice !== value));
		if (field === 'status') values.status = other(this.statuses, values.status);
		else if (field === 'priority') values.priority = other(PRIORITIES, values.priority);
		else if (field === 'assignee') values.assignee = other([null, ...TEAMMATE_NUMBERS.map(String)], values.assignee);
		else if (field === 'subject') values.subject = `Subject ${(this.subjects += 1)}`;
		else {
			const tag = random.pick(TAGS);
			values.tags = values.tags.includes(tag) ? values.tags.filter((each) => each !== tag) : [...values.tags, tag].sort();
		}
		this.update(conversation);
		this.witness.changed(conversation, field);
	}

	close(conversation: Conversation): void {
		conversation.values.status = this.lastStatus;
		this.update(conversation);
		this.witness.changed(conversation, 'status');
	}

	/** Sets what is beside the watched fields, or takes it away. */
	setAside(conversation: Conversation, what: 'snooze' | 'spam' | 'plan', random: Random): void {
		const { aside } = conversation;
		if (what === 'snooze') aside.isSnoozed = !aside.isSnoozed;
		else if (what === 'spam') aside.isSpam = !aside.isSpam;
		else aside.plan = random.pick([null, 'gold', 'silver'].filter((plan) => plan !== aside.plan));
		this.update(conversation);
		this.witness.setAside(conversation);
	}

	message(conversation: Conversation, by: Message['by'], kind: Message['kind'] = 'reply'): void {
		conversation.last = { number: (this.messages += 1), at: this.stamp(), by, kind };
		conversation.thread.push(conversation.last);
		conversation.messages += 1;
		this.touchContact(conversation.contact, conversation.last.at);
		this.update(conversation);
		this.witness.messaged(conversation);
	}

	move(conversation: Conversation, inbox: number): void {
		const from = conversation.inbox;
		if (from === inbox) return;
		this.inboxes.get(from)!.remove(conversation);
		conversation.inbox = inbox;
		this.inboxes.get(inbox)!.add(conversation);
		this.update(conversation);
		this.witness.moved(conversation, from);
	}

	remove(conversation: Conversation): void {
		conversation.isRemoved = true;
		this.inboxes.get(conversation.inbox)!.remove(conversation);
		this.witness.removed(conversation);
	}

	touchContact(contact: Contact, at = this.stamp()): void {
		contact.active = at;
		contact.record = undefined;
		this.contacts.touch();
	}

	/** Gives a contact another name or company; a name is one that the contact may have had before. */
	changeContact(contact: Contact, random: Random): void {
		if (random.next() < 0.5) contact.name = `${random.pick(NAMES)} ${contact.number}`;
		else contact.company = random.pick(COMPANIES);
		this.touchContact(contact);
		this.witness.contactChanged(contact);
	}

	removeContact(contact: Contact): void {
		contact.isRemoved = true;
		this.contacts.remove(contact);
		this.witness.contactRemoved(contact);
	}

	private update(conversation: Conversation): void {
		conversation.updated = this.stamp();
		conversation.version += 1;
		conversation.record = undefined;
		this.inboxes.get(conversation.inbox)!.touch();
	}

	private stamp(): number {
		return this.records.stored(this.now());
	}

	/** Half of what is new appears late, by up to what the world allows. */
	private visibleFrom(at: number): number {
		return this.random.next() < 0.5 ? at : at + Math.floor(this.random.next() * this.lateBy);
	}
}
