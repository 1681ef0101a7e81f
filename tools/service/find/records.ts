import type { World } from '../../../contract/worlds';
import { isObject, wholeNumber } from '../../../transport/answers/shape';
import { idOf, timeOf, type Json, type Seen } from '../looks';
import type { FactFinding } from '../report';
import { count, notShown, only, shown } from './finding';

/** So many conversations of a list without a tag are no chance. */
const MANY = 20;

export function updatedAt({ conversations }: Seen): FactFinding {
	const kinds = new Set(conversations.map(({ updated_at: time }) => (time === undefined ? 'absent' : time === null ? 'null' : 'time')));
	const because = count(conversations.length, 'conversation');
	if (kinds.size === 1 && kinds.has('absent')) return shown<'updatedAt'>('absent', because);
	if (kinds.has('absent')) return shown<'updatedAt'>(null, because);
	if (kinds.has('null')) return kinds.has('time') ? shown<'updatedAt'>('onlyOnChange', because) : notShown('updatedAt');
	const unchanged = conversations.filter(
		({ updated_at: time, created_at: created, messages_count: messages }) => time === created && wholeNumber(messages) === 1,
	);
	return unchanged.length > 0 ? shown<'updatedAt'>('present', `${because}, ${unchanged.length} of them never changed`) : notShown('updatedAt');
}

export function tagsInList(seen: Seen): FactFinding {
	const { conversations } = seen;
	const because = count(conversations.length, 'conversation');
	const withTags = conversations.filter(({ tags }) => tags !== undefined);
	if (withTags.length === 0) return conversations.length >= MANY ? shown<'tagsInList'>('absent', because) : notShown('tagsInList');
	const tags = withTags.flatMap(({ tags: each }) => (Array.isArray(each) ? (each as unknown[]) : [each])).filter((tag) => tag !== null);
	if (tags.length === 0) return notShown('tagsInList');
	const told = `${count(tags.length, 'tag')} in ${because}`;
	if (tags.every(isObject)) return shown<'tagsInList'>('objects', told);
	if (tags.every((tag) => typeof tag === 'number')) return shown<'tagsInList'>('ids', told);
	const known = [...seen.records('listInboxTags'), ...seen.records('listTags')];
	const isOneOf = (texts: unknown[]) => tags.some((tag) => texts.includes(tag));
	const [ids, names] = [isOneOf(known.map(({ id }) => id)), isOneOf(known.map(({ name }) => name))];
	return ids === names ? notShown('tagsInList') : shown<'tagsInList'>(ids ? 'ids' : 'names', told);
}

export function lastMessage({ conversations }: Seen): FactFinding {
	const because = count(conversations.length, 'conversation');
	if (conversations.some(({ last_message: last }) => isObject(last))) return shown<'lastMessage'>('present', because);
	const absent = conversations.length > 0 && conversations.every(({ last_message: last }) => last === undefined);
	return absent ? shown<'lastMessage'>('absent', because) : notShown('lastMessage');
}

const pairs: Array<[World['lastMessageBy'], [string, string]]> = [
	['contactUser', ['contact', 'user']],
	['contactAgent', ['contact', 'agent']],
	['customerTeammate', ['customer', 'teammate']],
];

export function lastMessageBy({ conversations, messages }: Seen): FactFinding {
	const told = conversations.filter(({ last_message_by: by }) => by !== undefined && by !== null && by !== '');
	const because = `${told.length} of ${count(conversations.length, 'conversation')} say it`;
	if (told.length === 0) {
		if (conversations.length === 0 || messages.length === 0) return notShown('lastMessageBy');
		const hasDirection = messages.some(({ direction }) => typeof direction === 'string');
		return shown<'lastMessageBy'>(
			hasDirection ? 'directionOnly' : 'absent',
			`${because}, and ${hasDirection ? 'messages have' : 'no message has'} a direction`,
		);
	}
	const words = new Set(told.map(({ last_message_by: by }) => String(by)));
	if (pairs.some(([, pair]) => [...words].every((word) => pair.includes(word)))) {
		const fitting = pairs.filter(([, pair]) => [...words].every((word) => pair.includes(word)));
		return fitting.length === 1 ? shown<'lastMessageBy'>(fitting[0]![0], because) : notShown('lastMessageBy');
	}
	const own = (field: string) =>
		told.some(({ last_message_by: by, contact }) => isObject(contact) && contact[field] !== '' && String(contact[field]) === String(by));
	const [ids, names] = [own('id'), own('name')];
	if (ids !== names) return shown<'lastMessageBy'>(ids ? 'personId' : 'personName', because);
	return notShown('lastMessageBy');
}

export function assigneeShape({ conversations }: Seen): FactFinding {
	const kinds = conversations.flatMap(({ assignable_id: id }): Array<World['assigneeShape']> => {
		if (id === undefined) return ['absentWhenNone'];
		if (id === null) return ['nullWhenNone'];
		return id === '' ? ['emptyWhenNone'] : [];
	});
	const kind = only(kinds);
	return kind === undefined ? notShown('assigneeShape') : shown<'assigneeShape'>(kind, `${count(kinds.length, 'conversation')} assigned to nobody`);
}

export function contactTimes({ contacts }: Seen): FactFinding {
	const kind = only(
		contacts.map((contact) =>
			'created_at' in contact && 'updated_at' in contact ? 'present' : 'created_at' in contact || 'updated_at' in contact ? null : 'absent',
		),
	);
	return kind === undefined ? notShown('contactTimes') : shown<'contactTimes'>(kind, count(contacts.length, 'contact'));
}

/** When each contact was last heard of, in ms, as far as the conversations say that were read. */
export function lastHeardOf(conversations: Json[]): Map<string, number> {
	const times = new Map<string, number>();
	for (const { contact, last_message_created_at: at } of conversations) {
		const id = isObject(contact) ? idOf(contact) : undefined;
		const time = timeOf(at);
		if (id !== undefined && time !== undefined) times.set(id, Math.max(time, times.get(id) ?? 0));
	}
	return times;
}
