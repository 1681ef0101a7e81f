import type { World } from '../contract/worlds';
import type {
	AttachmentRecord,
	ContactRecord,
	ConversationRecord,
	MessageRecord,
	StoredConversation,
	ThreadEvent,
} from './records';
import type { Store } from './store';
import { entriesOf } from './thread';

/*
 * Forms of answers that are not specified (contract, x-open-facts). Handlers return records of the store, and this file
 * writes them in the world's form.
 */

type Json = Record<string, unknown>;

const CLASSES = { contact: 'App\\Models\\Contact', user: 'App\\Models\\User' };

/** Writes the records in an answer in the world's form. */
export function written(store: Store, value: unknown, key = '', inList = false): unknown {
	if (Array.isArray(value)) return value.map((entry) => written(store, entry, key, true));
	if (typeof value === 'string') return key.endsWith('_at') ? writtenTime(store.world, value) : value;
	if (typeof value !== 'object' || value === null || key === 'custom_field_values') return value;
	const parts = Object.entries(withFacts(store, value as Json, inList));
	return Object.fromEntries(parts.map(([name, part]) => [name, written(store, part, name)]));
}

const writtenTime = ({ timeFormat }: World, stored: string) =>
	timeFormat === 'seconds' ? stored.replace(/\.\d+Z/, 'Z') : stored;

function withFacts(store: Store, record: Json, inList: boolean): Json {
	if ('ticket_id' in record) return conversation(store, record as unknown as ConversationRecord, inList);
	if ('html_body' in record) return message(store.world, record as unknown as MessageRecord);
	return 'actor_type' in record ? { ...record, actor_type: typeName(store.world, record.actor_type) } : record;
}

const typeName = ({ typeNames }: World, type: unknown) =>
	typeNames === 'word' ? type : (CLASSES[type as keyof typeof CLASSES] ?? null);

function conversation(store: Store, record: ConversationRecord, inList: boolean): Json {
	const { world } = store;
	const shown: Json = { ...record, assignable_type: typeName(world, record.assignable_type) };
	const stored = store.conversations.get(record.id);
	if (!stored) return shown;
	if (inList && world.tagsInList !== 'absent')
		shown.tags = tagsOf(store, stored).map((tag) => (world.tagsInList === 'names' ? tag.name : tag));
	return { ...shown, last_message_by: lastMessageBy(world, stored) };
}

const tagsOf = (store: Store, { tagIds }: StoredConversation) => tagIds.map((id) => store.tags.get(id)!.record);

function lastMessageBy(world: World, { record, events }: StoredConversation): unknown {
	if (world.lastMessageBy === 'typeName') return typeName(world, record.last_message_by);
	if (world.lastMessageBy === 'absent') return null;
	const writer = events.find(({ message: { id } }) => id === record.last_message.id)?.actor;
	return (world.lastMessageBy === 'personId' ? writer?.id : writer?.name) ?? null;
}

const directions: Record<World['directionWords'], Partial<Record<MessageRecord['direction'], string>>> = {
	capital: { incoming: 'Inbound', outgoing: 'Outbound' },
	lowerCase: { incoming: 'inbound', outgoing: 'outbound' },
	absent: {},
};

function message(world: World, { direction, ...record }: MessageRecord): Json {
	const shown: Json = { ...record };
	if (world.directionWords !== 'absent') shown.direction = directions[world.directionWords][direction] ?? null;
	if (world.textBody === 'ofCustomers' && direction !== 'incoming') shown.text_body = null;
	return shown;
}

/** Returns one conversation: the list's record, its tags, and its thread if the world includes it. */
export function conversationView(store: Store, stored: StoredConversation, baseUrl: string, eventId?: unknown) {
	const events =
		store.world.messagesForm === 'events' ? { events: threadView(store.world, stored, baseUrl, eventId) } : {};
	return { ...stored.record, tags: tagsOf(store, stored), ...events };
}

/**
 * Returns the entries of a thread, with drafts and scheduled replies. No other answer has the ID of a scheduled reply.
 */
export function threadView(world: World, stored: StoredConversation, baseUrl: string, eventId?: unknown): Json[] {
	const wanted = ({ id, message: sent }: ThreadEvent) =>
		eventId === undefined || eventId === sent.id || eventId === id;
	const entries = entriesOf(stored).filter(wanted);
	const steps =
		world.messageRecord === 'event' && eventId === undefined
			? stored.steps.map((step) => ({ ...step, event: null }))
			: [];
	const byTime = (a: { created_at: string }, b: { created_at: string }) =>
		a.created_at < b.created_at ? -1 : a.created_at > b.created_at ? 1 : 0;
	const views = [...entries.map((entry) => entryView(world.messageRecord, entry, baseUrl)), ...steps].sort(byTime);
	return world.messageOrder === 'oldestFirst' ? views : views.reverse();
}

export function entryView(
	form: World['messageRecord'],
	{ message: sent, attachments = [], ...entry }: ThreadEvent,
	baseUrl: string,
) {
	const shown = { ...sent, downloadable_attachments: attachments.map((file) => attachmentView(file, baseUrl)) };
	return form === 'event' ? { ...entry, event: shown } : shown;
}

/** Returns a file with its download address, which needs no token. */
export function attachmentView({ id, name, bytes }: AttachmentRecord, baseUrl: string) {
	const url = `${new URL(baseUrl).origin}/files/${id}/${encodeURIComponent(name)}`;
	return { id, name, url, size: Buffer.from(bytes, 'base64').length };
}

/** Returns a contact as endpoints for contacts show it. */
export function contactView(store: Store, record: ContactRecord) {
	if (store.world.contactTimes === 'absent') return record;
	const { created_at, updated_at } = store.contacts.get(record.id)!;
	return { ...record, created_at, updated_at };
}
