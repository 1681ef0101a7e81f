import { IDataObject } from 'n8n-workflow';

import { isObject, msOf } from '../../transport';
import { isPast, threadEntry } from './thread';

export function lastMessageIn({ last_message: message }: IDataObject) {
	return isObject(message) ? message : {};
}

export function lastEntry(conversation: IDataObject, now: number) {
	const { last_message_by: by, contact } = conversation;
	const row = { excerpt: '', ...lastMessageIn(conversation), last_message_by: by };
	return { ...threadEntry(row, contact, now), at: lastMessageAt(conversation, now) };
}

export function lastWriter(conversation: IDataObject, now: number) {
	const { kind, writer } = lastEntry(conversation, now);
	return kind === 'note' || kind === 'unsent' ? 'nobody' : writer;
}

/** Returns the time (ms) of the last message, else of the last change. Ignores times after `now`. */
export function lastMessageAt(conversation: IDataObject, now: number) {
	const { last_message_created_at: writtenAt, updated_at: changedAt } = conversation;
	const times = [writtenAt, lastMessageIn(conversation).created_at, changedAt].flatMap((at) => msOf(at) ?? []);
	return times.find((at) => isPast(at, now)) ?? (times.length > 0 ? now : msOf(conversation.created_at));
}

export function messageKey(conversation: IDataObject) {
	const { id, created_at: at } = lastMessageIn(conversation);
	return String(id ?? at ?? conversation.last_message_created_at ?? conversation.messages_count);
}
