import type { OperationId } from '../../contract/endpoints';
import { msOf } from '../../transport/answers/message';
import { isId, isObject } from '../../transport/answers/shape';
import type { Answer } from '../../transport/request';
import type { Reading } from './reading';
import type { Form } from './report';

export type Json = Record<string, unknown>;

const at = (value: unknown, ...names: string[]): unknown => names.reduce<unknown>((part, name) => (isObject(part) ? part[name] : undefined), value);

/** An object's part as an object; empty where it is none. */
export const objectAt = (value: unknown, ...names: string[]): Json => {
	const part = at(value, ...names);
	return isObject(part) ? (part as Json) : {};
};

/** Whether it is there and was a success. */
export const succeeded = (answer: Answer | null): answer is Answer => answer !== null && answer.status >= 200 && answer.status < 300;

/** What stands around the records of an answer's body. */
export function formOf(body: unknown): Form {
	if (Array.isArray(body)) return 'list';
	if (!isObject(body)) return 'other';
	if (Array.isArray(at(body, 'data', 'conversations', 'data'))) return 'search page';
	if (Array.isArray(at(body, 'data', 'messages'))) return 'list in data.messages';
	if (Array.isArray(body.data)) {
		if (!isObject(body.meta)) return 'list in data';
		return 'last_page' in body.meta || 'total' in body.meta ? 'counting page' : 'simple page';
	}
	if (Array.isArray(body.messages)) return 'list in messages';
	return isObject(body.data) ? 'record in data' : 'record';
}

/** The records of a body, whatever stands around them; a single one too. */
export function recordsOf(body: unknown): Json[] {
	const form = formOf(body);
	const found: Record<Form, () => unknown> = {
		'search page': () => at(body, 'data', 'conversations', 'data'),
		'list in data.messages': () => at(body, 'data', 'messages'),
		'list in messages': () => at(body, 'messages'),
		'list in data': () => at(body, 'data'),
		'counting page': () => at(body, 'data'),
		'simple page': () => at(body, 'data'),
		'record in data': () => [at(body, 'data')],
		record: () => [body],
		list: () => body,
		other: () => [],
	};
	return (found[form]() as unknown[]).filter(isObject) as Json[];
}

/** The `meta` of a page. */
export const metaOf = (body: unknown): Json => objectAt(formOf(body) === 'search page' ? at(body, 'data', 'conversations') : body, 'meta');

/** A time in ms since the epoch, of what looks like one among the values of any field. */
export const timeOf = (value: unknown): number | undefined => (/^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/.test(String(value)) ? msOf(value) : undefined);

/** An id as text. */
export const idOf = (record: Json): string | undefined => (isId(record.id) ? String(record.id) : undefined);

/** What was read, as the findings ask for it. */
export class Seen {
	constructor(readonly readings: Reading[]) {}

	/** The successful ones of an endpoint, of any purpose or of some. */
	of(operationId: OperationId, ...purposes: Array<Reading['purpose']>): Array<Reading & { answer: Answer }> {
		return this.readings.filter(
			(reading): reading is Reading & { answer: Answer } =>
				reading.operationId === operationId && succeeded(reading.answer) && (purposes.length === 0 || purposes.includes(reading.purpose)),
		);
	}

	records(operationId: OperationId, ...purposes: Array<Reading['purpose']>): Json[] {
		return this.of(operationId, ...purposes).flatMap(({ answer }) => recordsOf(answer.body));
	}

	/** The items of the lists of conversations in inboxes, each once: the first time that it was seen. */
	get conversations(): Json[] {
		const byId = new Map(
			this.records('filterConversations')
				.map((record) => [idOf(record) ?? record, record])
				.reverse() as Array<[unknown, Json]>,
		);
		return [...byId.values()].reverse();
	}

	/** Lists of conversations by "newest", each in the order in which it came. */
	get newestLists(): Json[][] {
		return this.of('filterConversations', 'plain', 'large', 'again').map(({ answer }) => recordsOf(answer.body));
	}

	/** The threads that were read, as their entries. */
	get threads(): Json[][] {
		return this.of('listMessages').map(({ answer }) => recordsOf(answer.body));
	}

	/** All messages that were read, in threads and as the last ones of conversations. */
	get messages(): Json[] {
		const entries = this.threads.flat().map((entry) => (isObject(entry.event) ? (entry.event as Json) : entry));
		return [...entries, ...this.conversations.map(({ last_message: last }) => last).filter(isObject)] as Json[];
	}

	/** The contacts of the first page. */
	get contacts(): Json[] {
		return this.records('listContacts', 'plain');
	}

	/** Every answer that came for good. */
	get answers(): Answer[] {
		return this.readings.flatMap(({ answer }) => answer ?? []);
	}
}
