import type { World } from '../contract/worlds';
import type { Random } from '../contract/random';
import type {
	AttachmentRecord,
	ContactRecord,
	ConversationRecord,
	Inbox,
	KnowledgeBaseRecord,
	Organization,
	Owned,
	SavedReplyRecord,
	StoredContact,
	StoredConversation,
	TagRecord,
	TeammateRecord,
} from './records';
import type { Settings } from './settings';
import { delayOf, storedTime } from './world/times';
import { rankOf } from './world/words';

export const sorts = ['newest', 'oldest', 'priority'] as const;
export type Sort = (typeof sorts)[number];

const newestBy = { created: 'created_at', updated: 'updated_at', lastMessage: 'last_message_created_at' } as const;

/** The state of the simulated service. Tests may read it; changes go through its methods or `touch`. */
export class Store {
	readonly organizations = new Map<string, Organization>();
	readonly inboxes = new Map<string, Inbox>();
	readonly tags = new Map<string, Owned<TagRecord>>();
	readonly savedReplies = new Map<string, Owned<SavedReplyRecord>>();
	readonly knowledgeBases = new Map<string, Owned<KnowledgeBaseRecord>>();
	readonly attachments = new Map<string, Owned<AttachmentRecord>>();
	readonly teammates = new Map<string, TeammateRecord>();
	readonly contacts = new Map<string, StoredContact>();
	readonly conversations = new Map<string, StoredConversation>();
	/** Counts changes, so that what is derived from the state can be remembered until the next one. */
	version = 0;
	/** Conversations that time alone will change. */
	readonly waiting = new Set<StoredConversation>();
	private sequence = 0;
	private readonly derived = new Map<string, unknown>();
	private derivedAt = 0;

	constructor(
		private readonly clock: { now(): number },
		private readonly settings: Settings,
		private readonly random: Random,
	) {}

	get nowMs(): number {
		return this.clock.now();
	}

	now(): string {
		return this.time(this.clock.now());
	}

	/** A time (ms) as it is kept. */
	time(ms: number): string {
		return storedTime(this.world, ms);
	}

	get world(): World {
		return this.settings.world;
	}

	id(prefix: string): string {
		return `${prefix}_${this.random.word(10)}`;
	}

	nextTicket(): number {
		return 1001 + this.sequence;
	}

	/** Adds a contact; what is not given is empty, and its time is now. */
	addContact(organizationId: string, given: Pick<ContactRecord, 'id' | 'email'> & Partial<ContactRecord>, createdAt = this.now()): ContactRecord {
		const record: ContactRecord = {
			name: '',
			avatar: `https://avatars.example/${given.id}.png`,
			company: '',
			website: '',
			job_title: '',
			address: '',
			should_display_image: true,
			notes: '',
			conversations_count: 0,
			...given,
		};
		this.contacts.set(record.id, { organizationId, record, created_at: createdAt, updated_at: createdAt });
		this.version += 1;
		return record;
	}

	addConversation(conversation: Omit<StoredConversation, 'sequence' | 'changes'>): StoredConversation {
		const stored = { ...conversation, sequence: ++this.sequence, changes: 0 };
		this.conversations.set(stored.record.id, stored);
		stored.record.contact.conversations_count += 1;
		this.version += 1;
		return stored;
	}

	/** Marks a conversation as changed now. */
	touch(conversation: StoredConversation, change: Partial<ConversationRecord> = {}) {
		Object.assign(conversation.record, change, { updated_at: this.now() });
		conversation.changes += 1;
		this.version += 1;
	}

	trash(conversation: StoredConversation) {
		conversation.record.contact.conversations_count -= 1;
		this.touch(conversation, { deleted_at: this.now(), active: false });
	}

	restore(conversation: StoredConversation) {
		conversation.record.contact.conversations_count += 1;
		this.touch(conversation, { deleted_at: null, active: true });
	}

	changeContact(conversation: StoredConversation, contact: ContactRecord) {
		conversation.record.contact.conversations_count -= 1;
		contact.conversations_count += 1;
		this.touch(conversation, { contact });
	}

	changeContactRecord(contact: ContactRecord, change: Partial<ContactRecord>) {
		Object.assign(contact, change);
		this.contacts.get(contact.id)!.updated_at = this.now();
		this.version += 1;
	}

	/** Removes it without a trace, as no endpoint of the service can. */
	forget(conversation: StoredConversation) {
		if (conversation.record.deleted_at === null) conversation.record.contact.conversations_count -= 1;
		this.conversations.delete(conversation.record.id);
		this.waiting.delete(conversation);
		this.version += 1;
	}

	/** The conversations outside the trash of an inbox or of a whole organization, in order. */
	sortedConversations(scope: { inboxId: string } | { organizationId: string }, sort: Sort): StoredConversation[] {
		const inScope = ({ record, organizationId }: StoredConversation) =>
			record.deleted_at === null && ('inboxId' in scope ? record.inbox_id === scope.inboxId : organizationId === scope.organizationId);
		return this.derive(['sorted', scope, sort], () =>
			this.mixed([...this.conversations.values()].filter((stored) => inScope(stored) && this.isListed(stored.record))).sort(
				this.comparison(sort),
			),
		);
	}

	/** Whether a record is old enough to be in listings. */
	isListed({ created_at }: { created_at: string }): boolean {
		const delay = delayOf(this.world);
		return delay === 0 || Date.parse(created_at) + delay <= this.nowMs;
	}

	/** The records as they stand before they are sorted: where ties are not stable, in another order each time. */
	mixed<T>(records: T[]): T[] {
		if (this.world.ties === 'stable') return records;
		const places = new Map(records.map((record) => [record, this.random.next()]));
		return records.sort((a, b) => places.get(a)! - places.get(b)!);
	}

	/** What `compute` gives, remembered under `key` until the next change: the pages of one list are asked for one by one. */
	derive<T>(key: unknown[], compute: () => T): T {
		const { ties, newestGoesBy } = this.world;
		if (ties === 'unstable' || delayOf(this.world) > 0) return compute();
		if (this.derivedAt !== this.version || this.derived.size >= 100) this.derived.clear();
		this.derivedAt = this.version;
		const name = JSON.stringify([key, newestGoesBy]);
		const known = this.derived.get(name) as T | undefined;
		if (known !== undefined) return known;
		const value = compute();
		this.derived.set(name, value);
		return value;
	}

	/** The records of an organization, of those that do not say so themselves. */
	ownedBy<T>(organizationId: string, records: Map<string, Owned<T>>): T[] {
		return [...records.values()].filter((owned) => owned.organizationId === organizationId).map(({ record }) => record);
	}

	/** Deletes a tag, also from inboxes and conversations; `into` takes its place. */
	removeTag(id: string, into?: string) {
		const without = (ids: string[]) => {
			if (!ids.includes(id)) return ids;
			return [...new Set([...ids.filter((each) => each !== id), ...(into === undefined ? [] : [into])])];
		};
		this.tags.delete(id);
		for (const inbox of this.inboxes.values()) inbox.tagIds = without(inbox.tagIds);
		for (const conversation of this.conversations.values()) conversation.tagIds = without(conversation.tagIds);
		this.version += 1;
	}

	contactsOf(organizationId: string): ContactRecord[] {
		return this.ownedBy(organizationId, this.contacts);
	}

	private comparison(sort: Sort): (a: StoredConversation, b: StoredConversation) => number {
		const time = newestBy[this.world.newestGoesBy];
		const isStable = this.world.ties === 'stable';
		const tie = (a: StoredConversation, b: StoredConversation) => (isStable ? b.sequence - a.sequence : 0);
		const newest = (a: StoredConversation, b: StoredConversation) =>
			a.record[time] < b.record[time] ? 1 : a.record[time] > b.record[time] ? -1 : tie(a, b);
		if (sort === 'newest') return newest;
		if (sort === 'oldest') return (a, b) => newest(b, a);
		return (a, b) => rankOf(a.record.priority) - rankOf(b.record.priority) || newest(a, b);
	}
}
