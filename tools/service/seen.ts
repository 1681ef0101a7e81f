import type { IDataObject } from 'n8n-workflow';

import type { OperationId } from '../../contract/endpoints';
import { asEntries, threadEntry, type ThreadEntry } from '../../nodes/shared/thread';
import { formOf } from '../../transport/anyList';
import { readPage } from '../../transport/answers/page';
import { currentUserIn } from '../../transport/answers/record';
import { isId, isObject } from '../../transport/answers/shape';
import type { Answer } from '../../transport/request';

export type Json = IDataObject;

/** Stops the check. Its message is for a person. */
export class CheckError extends Error {
	override readonly name = 'CheckError';
}

/** A reading request with its answer; null if none came. */
export interface Reading {
	operationId: OperationId;
	/** The IDs in its path, by name. */
	ids: Record<string, string>;
	answer: Answer | null;
}

/** An entry of a thread: its row, its message, and the pack's reading of it. */
interface EntrySeen {
	row: Json;
	message: Json;
	entry: ThreadEntry;
}

export const isSuccess = (answer: Answer | null): answer is Answer =>
	answer !== null && answer.status >= 200 && answer.status < 300;

export const objectIn = (value: unknown): Json => (isObject(value) ? value : {});

/** IDs of records as text. */
export const idsOf = (records: Json[], field = 'id'): string[] =>
	records.map((record) => record[field]).flatMap((id) => (isId(id) ? String(id) : []));

/** Returns undefined if the node cannot read the value. */
export function readable<T>(read: () => T): T | undefined {
	try {
		return read();
	} catch {
		return undefined;
	}
}

/** Returns the rows of a list as the node reads them. */
export function rowsIn(answer: Answer): Json[] {
	const { body } = asEntries(answer);
	const form = formOf(body);
	return ('pages' in form ? readPage(body, form.pages, 1).records : form.rows).filter(isObject);
}

/** Everything that was read of a helpdesk. */
export class Seen {
	readonly readings: Reading[] = [];

	/** @param now ms since the epoch */
	constructor(readonly now: number) {}

	/** Returns successful answers with data for operations. */
	of(...operationIds: OperationId[]): Array<Reading & { answer: Answer }> {
		return this.readings.filter(
			(each): each is Reading & { answer: Answer } =>
				operationIds.includes(each.operationId) &&
				isSuccess(each.answer) &&
				typeof (each.answer.body ?? '') === 'object',
		);
	}

	/** Returns the records of lists. */
	list(...operationIds: OperationId[]): Json[] {
		return this.of(...operationIds).flatMap(({ answer }) => readable(() => rowsIn(answer)) ?? []);
	}

	/** The owner of the token. */
	get user(): Json {
		return readable(() => currentUserIn(this.of('getCurrentUser')[0]?.answer.body)) ?? {};
	}

	/** All conversations in lists of inboxes, or in other lists if no inbox could be read. */
	get conversations(): Json[] {
		const ofInboxes = this.list('filterConversations');
		return ofInboxes.length > 0 ? ofInboxes : this.list('listMyConversations', 'search');
	}

	get threads(): EntrySeen[][] {
		return this.of('listMessages').map(({ answer, ids }) => {
			const contact = objectIn(this.conversations.find(({ id }) => String(id) === ids.conversationId)?.contact);
			const read = (row: Json) => ({
				row,
				message: isObject(row.event) ? row.event : row,
				entry: threadEntry(row, contact, this.now),
			});
			return (readable(() => rowsIn(answer)) ?? []).map(read);
		});
	}

	/** Entries of threads that are messages. */
	get messages(): EntrySeen[] {
		return this.threads.flat().filter(({ entry }) => entry.kind !== 'event');
	}
}
