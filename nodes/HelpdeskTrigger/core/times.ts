import type { IDataObject } from 'n8n-workflow';

/** When things happened to a conversation, in ms since the epoch (specification, Conversation). */
export interface Times {
	created: number;
	updated: number;
	lastMessage: number;
	/** The latest of them: no later than the server's clock when the record was read. */
	latest: number;
}

/** The times that a record shows; one that is missing is that of its creation. NaN where that is missing too. */
export function timesOf(record: IDataObject): Times {
	const created = timeOf(record.created_at);
	const updated = timeOf(record.updated_at, created);
	const lastMessage = timeOf(record.last_message_created_at, created);
	return { created, updated, lastMessage, latest: Math.max(created, updated, lastMessage) };
}

/** Specification, Resources: ISO 8601 in UTC, so text without an offset is UTC too. */
export function timeOf(value: unknown, otherwise = NaN): number {
	if (typeof value !== 'string') return otherwise;
	const time = Date.parse(/(Z|[+-]\d\d:?\d\d)$/i.test(value) ? value : `${value}Z`);
	return Number.isNaN(time) ? otherwise : time;
}
