import type { IDataObject } from 'n8n-workflow';

import type { OperationId } from '../../contract/endpoints';
import { asEntries, threadEntry, type ThreadEntry } from '../../nodes/shared/thread';
import { formOf } from '../../transport/anyList';
import { readPage } from '../../transport/answers/page';
import { unwrap } from '../../transport/answers/record';
import { isId, isObject } from '../../transport/answers/shape';
import type { Answer } from '../../transport/request';
import type { Send } from '../../transport/send';

export type Json = IDataObject;

/** Stops the check. Its message is for a person. */
export class CheckError extends Error {
	override readonly name = 'CheckError';
}

/** Sends every request once, within the pack's rate limit. */
export interface Caller {
	/** Rejects for everything but a success. */
	send: Send;
	/** The last answer, of any status; null if none came. */
	last: () => Answer | null;
	/** Number of requests so far. */
	sent: () => number;
}

/** A request that reads. */
export interface Asked {
	operationId: OperationId;
	/** Values for the {names} in its path. */
	ids: Record<string, string>;
	query?: Json;
	body?: Json;
}

/** A request and its answer; null if none came. */
export interface Reading extends Asked {
	answer: Answer | null;
}

/** An entry of a thread: as the helpdesk answered it, its message, and what the pack reads in it. */
export interface EntrySeen {
	row: Json;
	message: Json;
	entry: ThreadEntry;
}

export const isSuccess = (answer: Answer | null): answer is Answer => answer !== null && answer.status >= 200 && answer.status < 300;

export const objectIn = (value: unknown): Json => (isObject(value) ? value : {});

/** IDs of records as text. */
export const idsOf = (records: Json[], field = 'id'): string[] =>
	records.map((record) => record[field]).flatMap((id) => (isId(id) ? String(id) : []));

/** The rows of a list, read as the node reads them; undefined if it cannot. */
export function rowsIn(answer: Answer): Json[] | undefined {
	try {
		const { body } = asEntries(answer);
		const form = formOf(body);
		return ('pages' in form ? readPage(body, form.pages, 1).records : form.rows).filter(isObject);
	} catch {
		return undefined;
	}
}

/** Everything that was read of a helpdesk. */
export class Seen {
	readonly readings: Reading[] = [];

	/** @param now ms since the epoch */
	constructor(readonly now: number) {}

	/** Successful answers to an operation. */
	of(...operationIds: OperationId[]): Array<Reading & { answer: Answer }> {
		return this.readings.filter(
			(each): each is Reading & { answer: Answer } => operationIds.includes(each.operationId) && isSuccess(each.answer),
		);
	}

	/** The records of lists. */
	list(...operationIds: OperationId[]): Json[] {
		return this.of(...operationIds).flatMap(({ answer }) => rowsIn(answer) ?? []);
	}

	/** Single records; of GET /me the user. */
	records(...operationIds: OperationId[]): Json[] {
		const records = this.of(...operationIds).map(({ answer }) => objectIn(unwrap(answer.body)));
		return records.map((record) => (isObject(record.user) ? record.user : record));
	}

	/** Every conversation in a list of an inbox, or in any other list if no inbox could be read. */
	get conversations(): Json[] {
		const ofInboxes = this.list('filterConversations');
		return ofInboxes.length > 0 ? ofInboxes : this.list('listMyConversations', 'search');
	}

	get threads(): EntrySeen[][] {
		return this.of('listMessages').map(({ answer, ids }) => {
			const contact = objectIn(this.conversations.find(({ id }) => String(id) === ids.conversation_id)?.contact);
			const read = (row: Json) => ({ row, message: isObject(row.event) ? row.event : row, entry: threadEntry(row, contact, this.now) });
			return (rowsIn(answer) ?? []).map(read);
		});
	}

	/** Entries of threads that are messages. */
	get messages(): EntrySeen[] {
		return this.threads.flat().filter(({ entry }) => entry.kind !== 'event');
	}

	get answers(): Answer[] {
		return this.readings.flatMap(({ answer }) => answer ?? []);
	}
}
