import { Random } from '../../../contract/random';
import type { World } from '../../../contract/worlds';
import { isOfContacts } from '../../../nodes/HelpdeskTrigger/core/events';
import { Records, TEAMMATES, type Contact, type Conversation, type Message, type WatchedField } from './records';
import type { Setup, Step } from './scenario';

export type Happening = WatchedField | 'created' | 'messaged' | 'setAside' | 'moved' | 'removed';

export interface Witness {
	conversation?(conversation: Conversation, what: Happening, from?: number): void;
	contact?(contact: Contact, what: 'created' | 'changed' | 'removed'): void;
}

const LATE = { none: 0, seconds30: 30_000, minutes5: 300_000 };
const STATUSES = { three: ['Active', 'Pending', 'Closed'], andSpam: ['Active', 'Pending', 'Spam', 'Closed'] };
const PRIORITIES = ['Normal', 'High', 'Low'];
const NAMES = ['Ada', 'Grace', 'Edsger'];
/** Companies of contacts. Empty for none. */
const COMPANIES = ['', 'Acme', 'Globex'];
export const TAGS = ['a', 'bb', 'ccc', 'dddd'];

/** Number of newest conversations from which people choose while they work on new ones. */
const NEWEST = 20;

const DAY = 24 * 60 * 60_000;

/** Times are stored in whole seconds. */
const stored = (ms: number) => Math.floor(ms / 1000) * 1000;

/** A sorted list. A record that becomes visible late is sorted by its own time. */
class Listing<T extends Contact | Conversation> {
	private readonly items = new Set<T>();
	private sorted: T[] = [];
	private isSorted = false;

	constructor(private readonly keyOf: (item: T) => number) {}

	get size() {
		return this.items.size;
	}

	add(item: T) {
		this.items.add(item);
		this.touch();
	}

	remove(item: T) {
		this.items.delete(item);
		this.touch();
	}

	/** Called when the order may have changed. */
	touch() {
		this.isSorted = false;
	}

	everything() {
		return [...this.items];
	}

	/** Returns the visible records at a time, newest first. */
	at(now: number) {
		if (!this.isSorted)
			this.sorted = this.everything().sort((a, b) => this.keyOf(b) - this.keyOf(a) || a.tie - b.tie);
		this.isSorted = true;
		return this.sorted.some(({ visibleFrom }) => visibleFrom > now)
			? this.sorted.filter(({ visibleFrom }) => visibleFrom <= now)
			: this.sorted;
	}
}

export class Helpdesk {
	readonly records: Records;
	readonly contacts: Listing<Contact>;
	/** Conversations outside the trash, oldest first. */
	readonly presentConversations: Conversation[] = [];
	readonly presentContacts: Contact[] = [];
	witness: Witness = {};
	readonly statuses: string[];
	private readonly inboxes = new Map<number, Listing<Conversation>>();
	private numbers = 0;

	/**
	 * @param now the helpdesk's time, in ms
	 * @param random draws the order of equal records, and how late a record appears
	 */
	constructor(
		readonly world: World,
		readonly now: () => number,
		private readonly random: Random,
		inboxes: number,
	) {
		this.records = new Records(world);
		this.statuses = STATUSES[world.statuses];
		const key = {
			created: ({ created }: Conversation) => created,
			updated: ({ updated }: Conversation) => updated,
			lastMessage: ({ thread }: Conversation) => thread.at(-1)!.at,
		}[world.newestGoesBy];
		for (let inbox = 1; inbox <= inboxes; inbox += 1) this.inboxes.set(inbox, new Listing(key));
		this.contacts = new Listing(({ created }) => (world.contactOrder === 'newest' ? created : -created));
	}

	inbox(inbox: number) {
		return this.inboxes.get(inbox);
	}

	/** Returns all conversations of these inboxes, including those not listed yet. */
	conversationsOf(inboxes: number[]) {
		return inboxes.flatMap((inbox) => this.inbox(inbox)?.everything() ?? []);
	}

	/** Returns the conversation with an ID, unless it is in the trash. */
	byId(id: string) {
		return this.presentConversations.find(({ number }) => this.records.id('conv', number) === id);
	}

	get lastStatus() {
		return this.statuses.at(-1)!;
	}

	/** Adds conversations of several days in all states, some of them answered. */
	fill({ topic, backlog, days }: Setup, random: Random) {
		const now = this.now();
		const between = (from: number) => stored(from + Math.floor(random.next() * (now - from)));
		backlog.forEach((count, index) => {
			const times = Array.from({ length: count }, () =>
				stored(now - 600_000 - Math.floor(random.next() * days * DAY)),
			);
			for (const at of times.sort((a, b) => a - b)) {
				if (isOfContacts(topic)) {
					this.createContact(at).updated = between(at);
					continue;
				}
				const conversation = this.create(index + 1, at);
				if (random.next() < 0.4) continue;
				const answered = between(at);
				conversation.thread.push(this.newMessage(random.pick(['contact', 'teammate']), 'reply', answered));
				if (random.next() < 0.5) this.set(conversation, 'status', this.lastStatus);
				conversation.updated = between(answered);
				conversation.record = undefined;
			}
		});
	}

	/** Applies a step of people's work. `later` runs a function after a time in ms. */
	work(step: Step, later: (ms: number, run: () => void) => void) {
		const random = new Random(step.pick);
		const times = (count: number, run: () => void) => Array.from({ length: count }).forEach(run);
		const eachContact = (count: number, run: (contact: Contact) => void) =>
			times(count, () => this.presentContacts.length > 0 && run(random.pick(this.presentContacts)));
		const each = (
			{ count, newest }: { count: number; newest: boolean },
			run: (conversation: Conversation) => void,
		) => {
			const all = this.presentConversations.slice(newest ? -Math.max(NEWEST, count) : 0);
			const chosen = new Set<Conversation>();
			times(count, () => all.length > 0 && chosen.add(random.pick(all)));
			chosen.forEach(run);
		};
		switch (step.do) {
			case 'create':
			case 'createAndClose':
				return Array.from({ length: step.count }).forEach((_, index) =>
					later(step.isTogether || index === 0 ? 0 : random.below(30_000), () => {
						const conversation = this.create(step.inbox);
						const close = () =>
							!conversation.isRemoved && this.set(conversation, 'status', this.lastStatus);
						if (step.do === 'createAndClose') later(1_000 + random.below(20_000), close);
					}),
				);
			case 'change':
				return each(step, (conversation) => this.change(conversation, step.field, random));
			case 'message':
				return each(step, (conversation) => this.message(conversation, step.by));
			case 'aside':
				return each(step, (conversation) => this.setAside(conversation, step.what, random));
			case 'move':
				return each(step, (conversation) => this.move(conversation, step.inbox));
			case 'remove':
				return each(step, (conversation) => this.remove(conversation));
			case 'createContacts':
				return times(step.count, () => this.createContact());
			case 'touchContacts':
				return eachContact(step.count, (contact) => this.touchContact(contact));
			case 'changeContacts':
				return eachContact(step.count, (contact) => this.changeContact(contact, random));
			case 'removeContacts':
				return eachContact(step.count, (contact) => this.removeContact(contact));
		}
	}

	private create(inbox: number, at = stored(this.now())): Conversation {
		const contact = this.createContact(at);
		const listed = this.newListed(at);
		const firstSubject = `Subject ${listed.number}`;
		const conversation: Conversation = {
			...listed,
			inbox,
			contact,
			values: {
				status: this.statuses[0]!,
				priority: PRIORITIES[0]!,
				assignee: null,
				tags: [],
				subject: firstSubject,
			},
			firstSubject,
			thread: [this.newMessage('contact', 'reply', at)],
			aside: { isSnoozed: false, isSpam: false, plan: null },
		};
		this.inbox(inbox)!.add(conversation);
		this.presentConversations.push(conversation);
		this.witness.conversation?.(conversation, 'created');
		return conversation;
	}

	private createContact(at = stored(this.now())): Contact {
		const listed = this.newListed(at);
		const contact: Contact = { ...listed, name: `${this.random.word(5)} ${listed.number}`, company: '' };
		this.contacts.add(contact);
		this.presentContacts.push(contact);
		this.witness.contact?.(contact, 'created');
		return contact;
	}

	/** Returns the list data of a new record. Half of all records appear late, as far as the world allows. */
	private newListed(at: number) {
		const late = this.random.next() < 0.5 ? 0 : this.random.below(LATE[this.world.lateVisibility]);
		return {
			number: (this.numbers += 1),
			created: at,
			updated: at,
			visibleFrom: at + late,
			tie: this.random.next(),
			isRemoved: false,
		};
	}

	private newMessage(by: Message['by'], kind: Message['kind'], at = stored(this.now())): Message {
		return { number: (this.numbers += 1), at, by, kind };
	}

	private change(conversation: Conversation, field: WatchedField, random: Random) {
		const { values } = conversation;
		const other = <T>(choices: readonly T[], value: T) => random.pick(choices.filter((choice) => choice !== value));
		const tag = random.pick(TAGS);
		const tags = values.tags.includes(tag)
			? values.tags.filter((each) => each !== tag)
			: [...values.tags, tag].sort();
		const value = {
			status: () => other(this.statuses, values.status),
			priority: () => other(PRIORITIES, values.priority!),
			assignee: () => other([null, ...TEAMMATES.map((_, index) => String(index + 1))], values.assignee),
			subject: () => `Subject ${(this.numbers += 1)}`,
			tags: () => tags,
		}[field]();
		this.set(conversation, field, value);
	}

	private set(conversation: Conversation, field: WatchedField, value: unknown) {
		Object.assign(conversation.values, { [field]: value });
		this.touch(conversation, field);
	}

	/**
	 * Changes a state outside the watched fields, or adds a note, draft or automatic reply: half of these after a
	 * message.
	 */
	private setAside(conversation: Conversation, what: (Step & { do: 'aside' })['what'], random: Random) {
		const { aside } = conversation;
		if (what === 'snooze') aside.isSnoozed = !aside.isSnoozed;
		else if (what === 'spam') aside.isSpam = !aside.isSpam;
		else if (what === 'plan')
			aside.plan = random.pick([null, 'gold', 'silver'].filter((plan) => plan !== aside.plan));
		// A thread without actors cannot show an automatic reply.
		else if (what !== 'automatic' || this.world.messageRecord === 'event') {
			if (random.next() < 0.5) this.message(conversation, what === 'note' ? 'teammate' : 'contact');
			return this.message(conversation, 'teammate', what);
		} else return;
		this.touch(conversation, 'setAside');
	}

	private message(conversation: Conversation, by: Message['by'], kind: Message['kind'] = 'reply') {
		conversation.thread.push(this.newMessage(by, kind));
		this.touchContact(conversation.contact);
		this.touch(conversation, 'messaged');
	}

	private move(conversation: Conversation, inbox: number) {
		const from = conversation.inbox;
		if (from === inbox) return;
		this.inbox(from)!.remove(conversation);
		conversation.inbox = inbox;
		this.inbox(inbox)!.add(conversation);
		this.touch(conversation, 'moved', from);
	}

	private remove(conversation: Conversation) {
		conversation.isRemoved = true;
		this.inbox(conversation.inbox)!.remove(conversation);
		this.presentConversations.splice(this.presentConversations.indexOf(conversation), 1);
		this.witness.conversation?.(conversation, 'removed');
	}

	private touchContact(contact: Contact) {
		contact.updated = stored(this.now());
		contact.record = undefined;
	}

	/** Gives a contact another name or company, perhaps one of its earlier names. */
	private changeContact(contact: Contact, random: Random) {
		if (random.next() < 0.5) contact.name = `${random.pick(NAMES)} ${contact.number}`;
		else contact.company = random.pick(COMPANIES);
		this.touchContact(contact);
		this.witness.contact?.(contact, 'changed');
	}

	private removeContact(contact: Contact) {
		contact.isRemoved = true;
		this.contacts.remove(contact);
		this.presentContacts.splice(this.presentContacts.indexOf(contact), 1);
		this.witness.contact?.(contact, 'removed');
	}

	private touch(conversation: Conversation, what: Happening, from?: number) {
		conversation.updated = stored(this.now());
		conversation.record = undefined;
		this.inbox(conversation.inbox)!.touch();
		this.witness.conversation?.(conversation, what, from);
	}
}
