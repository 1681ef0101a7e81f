import type { IDataObject } from 'n8n-workflow';

import { endpoints, type OperationId } from '../../contract/endpoints';
import { methodAndPath, requestTo } from '../../nodes/shared/endpoint';
import { rowsOf } from '../../nodes/shared/lookup/lookup';
import { recordIn } from '../../transport/answers/record';
import { isId, isObject } from '../../transport/answers/shape';
import { ApiError } from '../../transport/apiError';
import { InputError } from '../../transport/errors';
import { type Caller, CheckError, idsOf, type Json, objectIn, type Seen } from './seen';

/** For each write "done", or "not tried" or "surprise" with the reason. Contains no value of the conversation. */
export type WriteFindings = Partial<Record<OperationId, string>>;

export interface WriteOptions {
	/** Whether it may write. */
	confirmed: boolean;
	tell: (text: string) => void;
	/** Without Read Only. */
	caller: Caller;
	/** Gets the answers to the writes. */
	seen: Seen;
	conversationId: string;
}

/** The text of the note and the draft that stay. */
export const MARK = 'Written by service:check of n8n-nodes-helpdesk to try the API';

const NEVER_TRIED = 'Never tried: replies, forwards and scheduled replies, which reach people; merge, split and batch updates; a new contact.';
const NOT_TRIED = 'it could not be put back, or the conversation does not show enough';
const DAY_MS = 86_400_000;

interface Write {
	operationId: OperationId;
	does: string;
	/** Not tried if false. */
	can: boolean;
	body?: IDataObject;
	/** Undoes the write. */
	back?: OperationId;
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
const nameOf = (operationId: OperationId) => methodAndPath(endpoints[operationId]);
const subjectOf = ({ subject, updated_subject: updated }: Json) => (isText(updated) ? updated : subject);

/** The writes in their order. A field is set to the value that it has. */
function writesFor(record: Json, tag: string, now: number): Write[] {
	const contact = objectIn(record.contact);
	const [[field, value] = ['', '']] = Object.entries(objectIn(record.custom_field_values)).filter(([, each]) => each !== null);
	const { priority, inbox_id: inbox, is_draft: draft, is_snoozed: snoozed, is_spam: spam } = record;
	const until = { snoozed_until: new Date(now + DAY_MS).toISOString(), type: 'if_no_reply' };
	const row = (operationId: OperationId, does: string, can: boolean, body?: object, back?: OperationId) =>
		({ operationId, does, can, body, back }) as Write;
	return [
		row('addNote', 'adds a note for the team, which stays', true, { message: MARK }),
		row('saveDraft', 'saves a draft, which nobody gets and which stays', draft === false, { message: MARK }),
		row('updateConversation', 'sets the subject that it has', isText(subjectOf(record)), { subject: subjectOf(record) }),
		row('setConversationPriority', 'sets the priority that it has', isText(priority), { priority }),
		row('setConversationCustomFields', 'sets a custom field to the value that it has', field !== '', { [field]: value }),
		row('updateContact', 'sets the name of its contact again', isId(contact.id) && isText(contact.name), { name: contact.name }),
		row('changeConversationContact', 'gives it the contact that it has', isId(contact.id), { contact_id: contact.id }),
		row('moveConversation', 'moves it to the inbox that it is in', isId(inbox), { inbox_id: inbox }),
		row('addTagToConversation', 'adds a tag', tag !== '', { tag }, 'removeTagFromConversation'),
		row('snoozeConversation', 'snoozes it until tomorrow', snoozed === false, until, 'unsnoozeConversation'),
		row('markConversationAsSpam', 'marks it as spam', spam === false, undefined, 'unmarkConversationAsSpam'),
		row('deleteConversation', 'moves it to the trash', true, undefined, 'restoreConversation'),
	];
}

/**
 * Tries each documented write that changes one conversation, and undoes it if the API can. Each is sent once. Stops at the first surprise.
 * Only lists the writes unless they are confirmed.
 *
 * @throws {CheckError} for a conversation that is not found or is in the trash; rejects as reading does
 */
export async function tryWrites({ caller, seen, conversationId, confirmed, tell }: WriteOptions): Promise<{ writes?: WriteFindings }> {
	const record = await recordOf(caller, conversationId);
	if (!record || record.deleted_at) throw new CheckError('The conversation is not there, or it is in the trash: nothing was written.');
	const writes = writesFor(record, await tagFor(caller, record), seen.now);
	tell([...writes.map(lineOf), NEVER_TRIED, 'Automations may react: take a conversation that you made for this.'].join('\n'));
	if (!confirmed) {
		tell('Run the command again with --yes to do this: nothing was written.');
		return {};
	}
	/** Returns why a write failed. */
	const send = async (operationId: OperationId, body?: IDataObject): Promise<string | undefined> => {
		const request = requestTo(operationId, { conversationId, contactId: objectIn(record.contact).id });
		const problem = await caller.send({ ...request, body }).then(() => undefined, problemOf);
		seen.readings.push({ operationId, ids: {}, answer: caller.answers.at(-1)! });
		return problem;
	};
	/** Returns what was not as expected. */
	const tryOne = async ({ operationId, body, back }: Write): Promise<string | undefined> => {
		const refused = await send(operationId, body);
		if (refused !== undefined) return refused;
		const notUndone = back && (await send(back, back === 'removeTagFromConversation' ? body : undefined));
		if (notUndone !== undefined) return `${nameOf(back!)} ${notUndone}, so that it is not undone`;
		const changed = differences(record, await recordOf(caller, conversationId).catch(() => record));
		return changed.length > 0 ? `the conversation is different from before: ${changed.join(', ')}` : undefined;
	};
	const findings: WriteFindings = {};
	let finding = 'done';
	for (const write of writes) {
		const isStopped = finding.startsWith('surprise');
		const surprise = write.can && !isStopped ? await tryOne(write) : undefined;
		if (surprise !== undefined) {
			finding = `surprise: ${surprise}`;
			tell(`Stopped at ${nameOf(write.operationId)}: ${surprise}.`);
		}
		const shown = isStopped || !write.can ? `not tried: ${write.can ? 'something before it was not as expected' : NOT_TRIED}` : finding;
		for (const operationId of [write.operationId, write.back]) if (operationId) findings[operationId] = shown;
	}
	return { writes: findings };
}

function lineOf({ operationId, does, can, back }: Write): string {
	return `${nameOf(operationId)} ${can ? does + (back ? `; then ${nameOf(back)} undoes it` : '') : `is not tried: ${NOT_TRIED}`}`;
}

function problemOf(error: unknown): string {
	if (!(error instanceof ApiError)) throw error;
	const open = error.mayHaveBeenApplied ? '; it may have been applied, so look in the helpdesk' : '';
	return `${error.status === undefined ? 'got no answer' : `answered with status ${error.status}`}${open}`;
}

/** Undefined if it is not found. */
async function recordOf({ send }: Caller, conversationId: string): Promise<Json | undefined> {
	try {
		return recordIn((await send(requestTo('getConversation', { conversationId }))).body);
	} catch (error) {
		if (error instanceof InputError || (error instanceof ApiError && error.status === 404)) return undefined;
		throw error;
	}
}

/** The names of the fields with different values. */
function differences(before: Json, after: Json = { deleted_at: true }): string[] {
	const shown = (record: Json): Record<string, unknown> => ({
		subject: subjectOf(record),
		contact: objectIn(record.contact).id,
		tags: idsOf((record.tags ?? []) as Json[]).sort(),
		...{ priority: record.priority, inbox: record.inbox_id, fields: record.custom_field_values },
		...{ snoozed: record.is_snoozed, spam: record.is_spam, trashed: Boolean(record.deleted_at) },
	});
	const [one, other] = [shown(before), shown(after)];
	return Object.keys(one).filter((name) => JSON.stringify(one[name]) !== JSON.stringify(other[name]));
}

/** The ID of a tag that the conversation does not have; empty if there is none. */
async function tagFor({ send }: Caller, { tags, inbox_id: inbox }: Json): Promise<string> {
	if (!Array.isArray(tags) || !tags.every((tag) => isObject(tag) && isId(tag.id)) || !isId(inbox)) return '';
	const rows = await rowsOf({ send }, 'listInboxTags', { inboxId: String(inbox) }, 1).catch(() => []);
	return idsOf(rows).find((id) => !idsOf(tags as Json[]).includes(id)) ?? '';
}
