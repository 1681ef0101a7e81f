import type { World } from '../../contract/worlds';
import type { ConversationRecord, MessageRecord, StoredConversation } from '../records';
import type { Store } from '../store';
import { writtenTime } from './times';
import type { WireIds } from './wireIds';

/** What an answer is written with. */
export interface Writing {
	world: World;
	store: Store;
	ids: WireIds;
}

type Json = Record<string, unknown>;

/** The records of an answer as the world writes them; the body is left as it is. */
export function written(writing: Writing, value: unknown, key = '', inList = false): unknown {
	if (Array.isArray(value)) return value.map((entry) => written(writing, entry, key, true));
	if (typeof value === 'string') return writtenText(writing, key, value);
	if (typeof value !== 'object' || value === null || key === 'custom_field_values') return value;
	const record = withFacts(writing, value as Json, inList);
	return Object.fromEntries(Object.entries(record).map(([name, part]) => [name, written(writing, part, name)]));
}

function writtenText({ world, ids }: Writing, key: string, text: string): unknown {
	if (key.endsWith('_at')) return writtenTime(world, text);
	return /^(id|agents|tagIds|.*_ids?)$/.test(key) && text !== '' ? ids.shown(text) : text;
}

function withFacts(writing: Writing, record: Json, inList: boolean): Json {
	if ('ticket_id' in record) return conversation(writing, record as unknown as ConversationRecord, inList);
	if ('html_body' in record) return message(writing.world, record as unknown as MessageRecord);
	return record;
}

function conversation({ world, store, ids }: Writing, record: ConversationRecord, inList: boolean): Json {
	const shown: Json = { ...record };
	const stored = store.conversations.get(record.id);
	if (world.updatedAt === 'absent') delete shown.updated_at;
	if (world.updatedAt === 'onlyOnChange' && stored?.changes === 0) shown.updated_at = null;
	if (record.assignable_id === null) Object.assign(shown, nobody[world.assigneeShape]);
	if (record.assignable_id === null && world.assigneeShape === 'absentWhenNone') {
		delete shown.assignable_id;
		delete shown.assignable_type;
	}
	if (stored && inList && world.tagsInList !== 'absent') shown.tags = tags[world.tagsInList](store, ids, stored);
	if (inList && world.lastMessage === 'absent') delete shown.last_message;
	const by = stored && lastMessageBy(world, ids, stored);
	if (by === undefined) delete shown.last_message_by;
	else shown.last_message_by = by;
	return shown;
}

const nobody: Record<World['assigneeShape'], Json> = {
	nullWhenNone: {},
	absentWhenNone: {},
	emptyWhenNone: { assignable_id: '', assignable_type: '' },
};

const tags: Record<Exclude<World['tagsInList'], 'absent'>, (store: Store, ids: WireIds, stored: StoredConversation) => unknown[]> = {
	objects: (store, _, { tagIds }) => tagIds.map((id) => store.tags.get(id)?.record),
	ids: (_, ids, { tagIds }) => tagIds.map((id) => ids.shown(id)),
	names: (store, _, { tagIds }) => tagIds.map((id) => store.tags.get(id)?.record.name),
};

/** Undefined where the field is not there. */
function lastMessageBy(world: World, ids: WireIds, { record, events }: StoredConversation): string | number | undefined {
	const byContact = record.last_message_by === 'contact';
	const person = byContact ? record.contact : events.filter(({ message }) => message.direction !== 'internal').at(-1)?.actor;
	switch (world.lastMessageBy) {
		case 'contactUser':
			return record.last_message_by;
		case 'contactAgent':
			return byContact ? 'contact' : 'agent';
		case 'customerTeammate':
			return byContact ? 'customer' : 'teammate';
		case 'personId':
			return person && ids.shown(person.id);
		case 'personName':
			return person?.name;
		case 'directionOnly':
		case 'absent':
			return undefined;
	}
}

const boundWords: Record<MessageRecord['direction'], string> = { incoming: 'inbound', outgoing: 'outbound', internal: 'internal' };

function message(world: World, record: MessageRecord): Json {
	const shown: Json = { ...record };
	if (world.directionWords === 'inbound') shown.direction = boundWords[record.direction];
	if (world.lastMessageBy === 'absent') delete shown.direction;
	return shown;
}
