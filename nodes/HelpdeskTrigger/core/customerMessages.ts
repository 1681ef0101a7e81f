import type { IDataObject } from 'n8n-workflow';

import { shortHash } from './shortHash';
import type { Watched } from './watched';

const WIDTH = 6;

/**
 * The last message of a conversation, where a contact wrote it. The specification shows no value of
 * last_message_by or last_message.direction, so `marks` says which of them stand for a contact; the
 * contact's own id, e-mail address and name do too.
 *
 * A conversation that is not remembered has news when its last message is no older than the last certain look.
 */
export function customerMessages(marks: string[]): Watched {
	const known = new Set(marks.map(normal));
	return {
		signature: 'messages',
		width: WIDTH,
		mark: (record) => (isByContact(record, known) ? shortHash(messageKey(record), WIDTH) : undefined),
		changedAt: ({ lastMessage }) => lastMessage,
		isNews: ({ lastMessage }, since) => lastMessage >= since,
		differs: (before, now) => before !== now,
	};
}

/** As far as the record tells: where it shows neither field, nobody is known to have written. */
export function isByContact(record: IDataObject, marks: Set<string>): boolean {
	const { id, email, name } = (record.contact ?? {}) as IDataObject;
	const own = [id, email, name].filter((value) => typeof value === 'string' && value !== '').map(normal);
	const { direction } = (record.last_message ?? {}) as IDataObject;
	return marks.has(normal(direction)) || marks.has(normal(record.last_message_by)) || own.includes(normal(record.last_message_by));
}

/** Values are compared without regard to case and surrounding spaces. */
export function normal(value: unknown): string {
	return typeof value === 'string' ? value.trim().toLowerCase() : '';
}

function messageKey(record: IDataObject): string {
	const { id, created_at: at } = (record.last_message ?? {}) as IDataObject;
	return String(id ?? at ?? record.last_message_created_at);
}
