import type { World } from '../contract/worlds';
import type { Random } from '../contract/random';
import templates from './data/templates.json';
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
import { invalid } from './errors';
import type { Settings } from './settings';
import { delayOf, PRIORITIES } from './world';

const sorts = ['newest', 'oldest', 'priority'] as const;
export type Sort = (typeof sorts)[number];

/** Returns the requested order, by default newest first. Throws 422 for an unknown word. */
export function knownSort(asked: string | undefined, field: string): Sort {
	const sort = sorts.find((each) => each === (asked ?? 'newest'));
	if (!sort) throw invalid({ [field]: [`The selected ${field} is invalid.`] });
	return sort;
}

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
	/** Number of changes. Cached results are valid until the next change. */
	version = 0;
	/** Conversations that change when a time is reached. */
	readonly waiting = new Set<StoredConversation>();
	private sequence = 0;
	private readonly derived = new Map<string, unknown>();
	private derivedAt = 0;
	private readonly contactsByOrganization = new Map<string, { count: number; records: ContactRecord[] }>();

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

	/** Formats a time (ms) as stored: UTC, whole seconds with six fraction digits. */
	time(ms: number): string {
		return `${new Date(Math.floor(ms / 1000) * 1000).toISOString().slice(0, -1)}000Z`;
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

	/** Adds a contact. Other fields are empty, and its time is now. */
	addContact(
		organizationId: string,
		given: Pick<ContactRecord, 'id' | 'email'> & Partial<ContactRecord>,
		createdAt = this.now(),
	): ContactRecord {
		const record: ContactRecord = {
			...templates.contact,
			avatar: `https://avatars.example/${given.id}.png`,
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

	/** Removes a conversation without a trace, which no endpoint can do. */
	forget(conversation: StoredConversation) {
		if (conversation.record.deleted_at === null) conversation.record.contact.conversations_count -= 1;
		this.conversations.delete(conversation.record.id);
		this.waiting.delete(conversation);
		this.version += 1;
	}

	/** Returns the conversations of an inbox or organization that are not in the trash, in order. */
	sortedConversations(scope: { inboxId: string } | { organizationId: string }, sort: Sort): StoredConversation[] {
		const inScope = ({ record, organizationId }: StoredConversation) =>
			record.deleted_at === null &&
			('inboxId' in scope ? record.inbox_id === scope.inboxId : organizationId === scope.organizationId);
		return this.derive(['sorted', scope, sort], () =>
			[...this.conversations.values()]
				.filter((stored) => inScope(stored) && this.isListed(stored.record))
				.sort(this.comparison(sort)),
		);
	}

	/** Returns whether a record is old enough for listings. */
	isListed({ created_at }: { created_at: string }): boolean {
		const delay = delayOf(this.world);
		return delay === 0 || Date.parse(created_at) + delay <= this.nowMs;
	}

	/**
	 * Returns the result of `compute`, cached under `key` until the next change, because pages of a list are read one
	 * by one.
	 */
	derive<T>(key: unknown[], compute: () => T): T {
		if (delayOf(this.world) > 0) return compute();
		if (this.derivedAt !== this.version || this.derived.size >= 100) this.derived.clear();
		this.derivedAt = this.version;
		const name = JSON.stringify([key, this.world.newestGoesBy]);
		const known = this.derived.get(name) as T | undefined;
		if (known !== undefined) return known;
		const value = compute();
		this.derived.set(name, value);
		return value;
	}

	/** Returns the records of an organization from a map of owned records. */
	ownedBy<T>(organizationId: string, records: Map<string, Owned<T>>): T[] {
		return [...records.values()]
			.filter((owned) => owned.organizationId === organizationId)
			.map(({ record }) => record);
	}

	/** Deletes a tag everywhere. */
	removeTag(id: string) {
		const without = (ids: string[]) => ids.filter((each) => each !== id);
		this.tags.delete(id);
		for (const inbox of this.inboxes.values()) inbox.tagIds = without(inbox.tagIds);
		for (const conversation of this.conversations.values()) conversation.tagIds = without(conversation.tagIds);
		this.version += 1;
	}

	/** Caches them, because a large seed asks once per conversation. */
	contactsOf(organizationId: string): ContactRecord[] {
		const known = this.contactsByOrganization.get(organizationId);
		if (known?.count === this.contacts.size) return known.records;
		const records = this.ownedBy(organizationId, this.contacts);
		this.contactsByOrganization.set(organizationId, { count: this.contacts.size, records });
		return records;
	}

	teammatesOf(organizationId: string): TeammateRecord[] {
		return [...this.teammates.values()].filter(({ active_organization_id: id }) => id === organizationId);
	}

	private comparison(sort: Sort): (a: StoredConversation, b: StoredConversation) => number {
		const time = newestBy[this.world.newestGoesBy];
		const newest = (a: StoredConversation, b: StoredConversation) =>
			a.record[time] < b.record[time] ? 1 : a.record[time] > b.record[time] ? -1 : b.sequence - a.sequence;
		if (sort === 'newest') return newest;
		if (sort === 'oldest') return (a, b) => newest(b, a);
		return (a, b) => PRIORITIES.indexOf(a.record.priority) - PRIORITIES.indexOf(b.record.priority) || newest(a, b);
	}
}
