import { recordIn } from '../../../transport/answers/record';
import { isId, isObject } from '../../../transport/answers/shape';
import { ApiError } from '../../../transport/apiError';
import type { Send } from '../../../transport/send';
import { requestTo } from '../../../nodes/shared/endpoint';

/** What of a conversation is held against what it was: each as it is shown, undefined where it is not. Its values are never told. */
export interface Look {
	subject: unknown;
	status: unknown;
	priority: unknown;
	inbox: unknown;
	assignee: unknown;
	contact: unknown;
	customFields: unknown;
	/** Ids, in order. */
	tags: string[] | undefined;
	draft: unknown;
	snoozed: unknown;
	spam: unknown;
	trashed: unknown;
}

/** The conversation as it is now; undefined where it is not found. Rejects as reading it does otherwise. */
export async function look(read: Send, conversationId: string): Promise<Look | undefined> {
	try {
		return lookAt(recordIn((await read(requestTo('getConversation', { conversationId }))).body));
	} catch (error) {
		if (error instanceof ApiError && error.status === 404) return undefined;
		throw error;
	}
}

function lookAt(record: Record<string, unknown>): Look {
	const { contact, tags, deleted_at: deletedAt } = record;
	return {
		subject: subjectIn(record),
		status: record.status,
		priority: record.priority,
		inbox: record.inbox_id,
		assignee: record.assignable_id,
		contact: isObject(contact) ? contact.id : undefined,
		customFields: record.custom_field_values,
		tags: tagIdsIn(tags),
		draft: record.is_draft,
		snoozed: record.is_snoozed,
		spam: record.is_spam,
		trashed: deletedAt === undefined ? undefined : deletedAt !== null && deletedAt !== '',
	};
}

/** Undefined where they are not shown as records: a text could be a name. */
function tagIdsIn(tags: unknown): string[] | undefined {
	const areRecords = Array.isArray(tags) && tags.every((tag) => isObject(tag) && isId(tag.id));
	return areRecords ? (tags as Array<{ id: unknown }>).map(({ id }) => String(id)).sort() : undefined;
}

/** Undefined where two different texts are shown: which of them is the subject is not. */
function subjectIn({ subject, updated_subject: updated }: Record<string, unknown>): unknown {
	const isUpdated = typeof updated === 'string' && updated !== '';
	return isUpdated && updated !== subject ? undefined : subject;
}

/** The names of what differs, of what both show. */
export function differences(before: Look, after: Look): string[] {
	const names = Object.keys(before) as Array<keyof Look>;
	return names.filter((name) => before[name] !== undefined && after[name] !== undefined && !same(before[name], after[name]));
}

export function same(one: unknown, other: unknown): boolean {
	return isId(one) && isId(other) ? String(one) === String(other) : JSON.stringify(one) === JSON.stringify(other);
}
