import type { OperationId } from '../../contract/endpoints';
import { lastEntry, lastWriter } from '../../nodes/shared/conversation';
import { currentUserIn, unwrap } from '../../transport/answers/record';
import { isId, isObject, msOf } from '../../transport/answers/shape';
import type { Answer } from '../../transport/request';
import { idsOf, isSuccess, objectIn, readable, rowsIn, type Json, type Seen } from './seen';

/** A finding in a helpdesk. It contains no words of a customer or teammate. */
export interface Found {
	/** The value. For an open fact of the contract, it is one of its values. */
	value: string;
	/** The places where it was seen, with counts. */
	where: string;
	/** The share that the pack reads. */
	read?: string;
}

/** A question that the API's documentation leaves open. */
interface Question {
	/** The question for a person. */
	about: string;
	/** What a helpdesk must have to answer it, for a person. */
	needs: string;
	/** Returns undefined if the answers do not show it. */
	find: (seen: Seen) => Found | undefined;
}

/** Other words are counted but not named, because they may be somebody's own. */
const KNOWN_WORDS = [
	...[
		'active',
		'pending',
		'closed',
		'spam',
		'open',
		'on hold',
		'high',
		'normal',
		'low',
		'urgent',
		'email',
		'note',
		'draft',
		'forward',
	],
	...[
		'inbound',
		'outbound',
		'incoming',
		'outgoing',
		'started',
		'replied',
		'scheduled',
		'account owner',
		'administrator',
		'admin',
		'agent',
		'user',
	],
	...['contact', 'customer', 'teammate'],
];
const isKnown = (word: string) => KNOWN_WORDS.includes(word.toLowerCase());

/**
 * The table from which the example "Check my helpdesk" is made. The first ones matter
 * most.
 */
export const questions: Record<string, Question> = {
	writersInThread: {
		about: 'What shows who wrote a message of a thread',
		needs: 'a conversation with messages',
		find: ({ messages }) =>
			writers(
				messages.flatMap(({ row, message }) => [
					isId(message.direction) && 'direction',
					markOf('actor_type', row.actor_type),
				]),
				messages.map(({ entry }) => entry.writer),
			),
	},
	writersInList: {
		about: 'What shows in a list who wrote the last message',
		needs: 'a conversation',
		find: (seen) => {
			const teammates = [...seen.list('listUsers'), seen.user];
			return writers(
				seen.conversations.flatMap(({ last_message: message, last_message_by: by, contact }) => [
					isId(objectIn(message).direction) && 'direction',
					markOf('last_message_by', by, [objectIn(contact), ...teammates]),
				]),
				seen.conversations.map((conversation) => lastWriter(conversation, seen.now)),
			);
		},
	},
	drafts: {
		about: 'What shows that a message is a draft',
		needs: 'a conversation with a draft',
		find: ({ messages, conversations }) => {
			const isDraft = (value: unknown) => /draft/i.test(String(value));
			const marks = messages.map(({ row, message }) => [
				isDraft(message.record_type) && 'record_type',
				isDraft(row.action) && 'action',
				isDraft(message.status) && 'status',
			]);
			const drafts = messages.filter((_, index) => marks[index]!.some(Boolean));
			const inList = conversations.filter(({ is_draft: is }) => is === true);
			const names = namesOf([...marks.flat(), inList.length > 0 && 'is_draft of the conversation']);
			const read = drafts.filter(({ entry }) => entry.kind === 'unsent').length;
			const where = `${count(drafts, 'message')} of threads, ${count(inList, 'conversation')} of lists`;
			return found(names === NOTHING ? '' : names, where, `drafts known in threads: ${read} of ${drafts.length}`);
		},
	},
	messagesForm: ofAnswers(
		'Where the answer has the messages of a conversation',
		'a conversation',
		'listMessages',
		formOfMessages,
		rowsIn,
	),
	currentUser: ofAnswers(
		'Whether the owner of the token is in "user" or is the record',
		'nothing but the token',
		'getCurrentUser',
		({ body }) => placeOfUser(body),
		({ body }) => isId(currentUserIn(body).id),
	),
	typeNames: each('Whether actor_type names a class or is a word', 'a message', ({ messages }) => {
		const types = messages.map(({ row }) => row.actor_type).filter(isId);
		return types
			.map(String)
			.map((type) => (type.includes('\\') ? 'className' : isKnown(type) ? 'word' : 'other text'));
	}),
	directionWords: each('How the direction of a message is written', 'a message', ({ messages }) => {
		const all = messages.filter(({ entry }) => entry.kind === 'message').map(({ message }) => message.direction);
		const words = all.filter(isId).map(String);
		return words.length > 0 ? words.map(formOfDirection) : all.map(() => 'absent');
	}),
	lastMessageKinds: each(
		'Whether a note or a draft can be the last message',
		'a note or draft as the last message',
		(seen) =>
			seen.conversations
				.filter((each) => ['note', 'unsent'].includes(lastEntry(each, seen.now).kind))
				.map(() => 'all'),
	),
	messageOrder: each('The order of the messages of a conversation', 'messages of different times', ({ threads }) => {
		const orders = threads.flatMap((entries) => orderOf(entries.flatMap(({ entry }) => entry.at ?? [])) ?? []);
		return orders.map((order) => ({ falls: 'newestFirst', rises: 'oldestFirst', neither: 'neither' })[order]);
	}),
	messageRecord: each('Whether a message is in "event" of an entry, or is the entry', 'a message', ({ messages }) =>
		messages.map(({ row }) => (isObject(row.event) ? 'event' : 'message')),
	),
	statusWords: wordsOf('status', 'The statuses in use'),
	priorityWords: wordsOf('priority', 'The priorities in use'),
	newestGoesBy: {
		about: 'The time by which the sort "newest" orders conversations',
		needs: 'conversations whose times of creation, change and last message have different orders',
		find: (seen) => {
			const lists = seen.of('filterConversations').map(({ answer }) => readable(() => rowsIn(answer)) ?? []);
			const fields = { created: 'created_at', updated: 'updated_at', lastMessage: 'last_message_created_at' };
			const fitting = Object.entries(fields).filter(([, field]) => {
				const orders = lists.map((list) => orderOf(timesOf(list, field)));
				return orders.includes('falls') && orders.every((order) => order === 'falls' || order === undefined);
			});
			return fitting.length === 1 ? found(fitting[0]![0], `${count(lists, 'list')} of conversations`) : undefined;
		},
	},
	contactTimes: each('Whether contacts have created_at and updated_at', 'a contact', (seen) =>
		seen
			.list('listContacts')
			.map(
				(contact) =>
					['absent', 'some', 'present'][Number('created_at' in contact) + Number('updated_at' in contact)]!,
			),
	),
	timeFormat: each('How times are written', 'a conversation', ({ conversations }) => {
		const times = conversations
			.flatMap((each) => [each.created_at, each.updated_at, each.last_message_created_at])
			.filter((time) => time);
		return times.map((time) =>
			/\.\d{6}Z$/.test(String(time)) ? 'microseconds' : /:\d\dZ$/.test(String(time)) ? 'seconds' : 'another form',
		);
	}),
	singleRecord: each('Whether a single record is in "data" or is the answer', 'a conversation or contact', (seen) =>
		seen.of('getConversation', 'getContact').map(({ answer: { body } }) => {
			const found = unwrap(body);
			return !isId(objectIn(found).id) ? 'another form' : found === body ? 'bare' : 'wrapped';
		}),
	),
	wholeLists: each('Whether lists of few records have pages', 'a list of inboxes, teammates or tags', (seen) =>
		seen.of('listInboxes', 'listUsers', 'listTags').map(({ answer }) => {
			const { data, meta, links } = objectIn(answer.body);
			return isObject(meta) || isObject(links) ? 'pages' : Array.isArray(data) ? 'data' : 'another form';
		}),
	),
	tagsInList: each('Whether a conversation in a list has its tags', 'a conversation with tags', (seen) => {
		if (seen.conversations.every(({ tags }) => tags === undefined)) return seen.conversations.map(() => 'absent');
		const known = seen.list('listInboxTags', 'listTags');
		const formOf = (tag: unknown) => {
			if (isObject(tag)) return 'objects';
			return idsOf(known).includes(String(tag))
				? 'ids'
				: idsOf(known, 'name').includes(String(tag))
					? 'names'
					: 'other texts';
		};
		return seen.conversations.flatMap(({ tags }) =>
			Array.isArray(tags) && tags.length > 0 ? [formOf(tags[0])] : [],
		);
	}),
	rateHeaders: {
		about: 'Whether every answer says how much of the rate limit is left',
		needs: 'an ordinary answer that says so, or a throttled one that alone does',
		find: ({ readings }) => {
			const answers = readings.flatMap(({ answer }) => answer ?? []);
			const [ordinary, throttled] = [answers.filter(isSuccess), answers.filter(({ status }) => status === 429)];
			if (ordinary.length === 0) return undefined;
			const has = ({ headers }: Answer) =>
				headers['x-ratelimit-limit'] !== undefined && headers['x-ratelimit-remaining'] !== undefined;
			const value = ordinary.every(has) ? 'always' : throttled.some(has) && !ordinary.some(has) ? 'on429' : '';
			return found(value, `${count(throttled, 'throttled answer')}, ${count(ordinary, 'ordinary answer')}`);
		},
	},
	dateHeader: each('Whether answers have a Date header', 'an answer', ({ readings }) =>
		readings.flatMap(({ answer }) => (answer ? [answer.headers.date === undefined ? 'absent' : 'present'] : [])),
	),
};

function count({ length }: unknown[], noun: string): string {
	return `${length} ${noun}${length === 1 ? '' : 's'}`;
}

/** Returns undefined without a value. */
function found(value: string, where: string, read?: string): Found | undefined {
	return value === '' ? undefined : { value, where, read };
}

/** Returns the value if all are equal, otherwise each value with its count. */
function only(values: string[], where: string, read?: string): Found | undefined {
	const kinds = [...new Set(values)].sort();
	const counted = kinds.map((kind) => `${kind} (${values.filter((value) => value === kind).length})`);
	return found(kinds.length > 1 ? counted.join(', ') : (kinds[0] ?? ''), where, read);
}

const NOTHING = 'nothing';

/** Returns the names that were seen, each once; empty if nothing could show them. */
function namesOf(marks: Array<string | false>): string {
	if (marks.length === 0) return '';
	return [...new Set(marks.filter((mark) => mark !== false))].sort().join(', ') || NOTHING;
}

function writers(marks: Array<string | false>, known: string[]): Found | undefined {
	const number = known.filter((writer) => writer !== 'unknown').length;
	return found(namesOf(marks), count(known, 'message'), `writers known: ${number} of ${known.length}`);
}

function formOfDirection(word: string): string {
	return /^(In|Out)bound$/.test(word) ? 'capital' : /^(in|out)bound$/.test(word) ? 'lowerCase' : 'another word';
}

/** Returns how a field names a writer. */
function markOf(field: string, value: unknown, people: Json[] = []): string | false {
	if (!isId(value)) return false;
	const text = String(value);
	if (text.includes('\\')) return `class name in ${field}`;
	if (isKnown(text)) return `word in ${field}`;
	if (idsOf(people).includes(text)) return `ID in ${field}`;
	return `${people.some(({ name }) => name === text) ? 'name' : 'other text'} in ${field}`;
}

function formOfMessages({ body }: Answer): string {
	const found = unwrap(body);
	if (Array.isArray(objectIn(found).events)) return 'events';
	return Array.isArray(objectIn(body).data) ? 'data' : 'another form';
}

function placeOfUser(body: unknown): string {
	const found = objectIn(unwrap(body));
	return isId(objectIn(found.user).id) ? 'inUser' : isId(found.id) ? 'record' : 'somewhere else';
}

function timesOf(records: Json[], field: string): number[] {
	return records.flatMap((record) => msOf(record[field]) ?? []);
}

/** Returns the order of times; undefined if all are equal. */
function orderOf(times: number[]): 'falls' | 'rises' | 'neither' | undefined {
	const steps = new Set(times.slice(1).map((time, index) => Math.sign(time - times[index]!)));
	if (steps.has(1) && steps.has(-1)) return 'neither';
	return steps.has(1) ? 'rises' : steps.has(-1) ? 'falls' : undefined;
}

/** Asks where answers have their record or list. `isRead` is true if the pack finds it. */
function ofAnswers(
	about: string,
	needs: string,
	operationId: OperationId,
	formIn: (answer: Answer) => string,
	isRead: (answer: Answer) => unknown,
): Question {
	const find = (seen: Seen): Found | undefined => {
		const answers = seen.of(operationId).map(({ answer }) => answer);
		const read = answers.filter((answer) => readable(() => isRead(answer)));
		return only(answers.map(formIn), count(answers, 'answer'), `answers read: ${read.length} of ${answers.length}`);
	};
	return { about, needs, find };
}

/** Asks for a value that each record, entry or answer has. */
function each(about: string, needs: string, valuesOf: (seen: Seen) => string[]): Question {
	const found = (values: string[]) => only(values, count(values, 'value'));
	return { about, needs, find: (seen) => found(valuesOf(seen)) };
}

/** Asks for the service's words in a field of conversations. Known words are named. */
function wordsOf(field: string, about: string): Question {
	const find = ({ conversations }: Seen): Found | undefined => {
		const values = conversations.map((record) => record[field]);
		const words = [...new Set(values.filter((value) => typeof value === 'string' && value !== ''))].map(String);
		const known = words.filter(isKnown).sort();
		const others = words.length - known.length;
		const value = [
			...known,
			...(others > 0 ? [`${others} other${others === 1 ? '' : 's'}`] : []),
			...(values.includes(null) ? ['null'] : []),
		];
		return found(value.join(', '), count(values, 'conversation'));
	};
	return { about, needs: 'a conversation', find };
}
