import type { IDataObject } from 'n8n-workflow';

import { endpoints, type OperationId } from '../../contract/endpoints';
import { methodAndPath, requestTo } from '../../nodes/shared/endpoint';
import { rowsOf } from '../../nodes/shared/lookup/lookup';
import { recordIn } from '../../transport/answers/record';
import { isId, isObject } from '../../transport/answers/shape';
import { ApiError } from '../../transport/apiError';
import { InputError } from '../../transport/errors';
import { type Caller, CheckError, type Seen } from './seen';

/** For each write "done", or "not tried" or "surprise" with the reason. Contains no value of the conversation. */
export type WriteFindings = Partial<Record<OperationId, string>>;

export interface WriteOptions {
	ask?: (question: string, hidden: boolean) => Promise<string>;
	tell: (text: string) => void;
	reader: Caller;
	writer: Caller;
	/** Gets the answers to the writes. */
	seen: Seen;
	conversationId: string;
}

/** Every text that is written. */
export const MARK = 'Written by service:check of n8n-nodes-helpdesk to try the API';

const NEVER_TRIED = 'Never tried: replies, forwards and scheduled replies, which reach people; merge, split and batch updates; a new contact.';

/** The fields that are compared before and after; undefined if the helpdesk does not show one. */
type Look = Record<'subject' | 'priority' | 'inbox' | 'assignee' | 'contact' | 'fields' | 'tags' | 'draft' | 'snoozed' | 'spam' | 'trashed', unknown>;

type Call = [OperationId, IDataObject?];

interface Write {
	call: Call;
	does: string;
	/** Not tried if false: the conversation could not be put back, or does not show enough. */
	can?: boolean;
	/** Fields that the write changes. */
	shows?: Partial<Look>;
	/** Undoes the write; otherwise it stays. */
	back?: Call;
}

const DAY_MS = 86_400_000;
const NOT_TRIED = 'it could not be put back, or the conversation does not show enough';
const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
const nameOf = (operationId: OperationId) => methodAndPath(endpoints[operationId]);

/** The table of writes, in their order. */
function writesFor({ subject, priority, inbox, fields, tags, draft, snoozed, spam }: Look, contact: IDataObject, tag: string, now: number): Write[] {
	const [[field, value] = ['', '']] = Object.entries((isObject(fields) ? fields : {}) as IDataObject).filter(([, value]) => value !== null);
	const [high, low] = priority === String(priority).toLowerCase() ? ['high', 'low'] : ['High', 'Low'];
	const another = priority === high ? low : high;
	const until = { snoozed_until: new Date(now + DAY_MS).toISOString(), type: 'if_no_reply' };
	const withTag = { tags: [...((tags as string[]) ?? []), tag].sort() };
	const row = (call: Call, does: string, can = true, shows: Partial<Look> = {}, back?: Call): Write => ({ call, does, can, shows, back });
	const set = (operationId: OperationId, field: string, value: unknown): Call => [operationId, { [field]: value as string }];
	const update = (text: unknown) => set('updateConversation', 'subject', text);
	const prioritize = (text: unknown) => set('setConversationPriority', 'priority', text);
	return [
		row(['addNote', { message: MARK }], 'adds a note for the team, which stays'),
		row(['saveDraft', { message: MARK }], 'saves a draft, which nobody gets and which stays', draft === false, { draft: true }),
		row(update(MARK), 'changes the subject', isText(subject), { subject: MARK }, update(subject)),
		row(prioritize(another), 'changes the priority', isText(priority), { priority: another }, prioritize(priority)),
		row(set('setConversationCustomFields', field, value), 'sets a custom field to the value that it has', field !== ''),
		row(set('updateContact', 'name', contact.name), 'sets the name of its contact again', isId(contact.id) && isText(contact.name)),
		row(set('changeConversationContact', 'contact_id', contact.id), 'gives it the contact that it has', isId(contact.id)),
		row(set('moveConversation', 'inbox_id', inbox), 'moves it to the inbox that it is in', isId(inbox)),
		row(['addTagToConversation', { tag }], 'adds a tag', tag !== '', withTag, ['removeTagFromConversation', { tag }]),
		row(['snoozeConversation', until], 'snoozes it until tomorrow', snoozed === false, { snoozed: true }, ['unsnoozeConversation']),
		row(['markConversationAsSpam'], 'marks it as spam', spam === false, { spam: true }, ['unmarkConversationAsSpam']),
		row(['deleteConversation'], 'moves it to the trash', true, { trashed: true }, ['restoreConversation']),
	];
}

/**
 * Tries each documented write that changes one conversation, reads it back and undoes it if the API can. Each is sent once. Stops at the
 * first surprise. Writes nothing unless "yes" is typed.
 *
 * @throws {CheckError} for a conversation that is not found or is in the trash; rejects as reading does
 */
export async function tryWrites({ reader, writer, seen, conversationId, ask, tell }: WriteOptions): Promise<{ writes?: WriteFindings }> {
	const read = async () => await recordOf(reader, conversationId);
	const record = await read();
	if (!record || lookAt(record).trashed === true)
		throw new CheckError('The conversation is not there, or it is in the trash: nothing was written.');
	const contact = isObject(record.contact) ? record.contact : {};
	const expected = lookAt(record);
	const writes = writesFor(expected, contact, await tagFor(reader, expected), seen.now);
	tell(`${[...writes.map(lineOf), NEVER_TRIED, 'Automations may react: take a conversation that you made for this.'].join('\n')}\n`);
	if ((await ask?.('Type yes to begin: ', false))?.toLowerCase() !== 'yes') {
		tell(`${ask ? 'Not begun' : 'There is no terminal to ask at'}: nothing was written.\n`);
		return {};
	}
	const send = async ([operationId, body]: Call): Promise<string | undefined> => {
		const problem = await writer
			.send({ ...requestTo(operationId, { conversationId, contactId: contact.id }), body })
			.then(() => undefined, problemOf);
		seen.readings.push({ operationId, ids: {}, answer: writer.last() });
		return problem;
	};
	// A conversation that is not found is in the trash; undefined if it could not be read.
	const look = async (): Promise<Partial<Look> | undefined> =>
		await read()
			.then((found) => (found ? lookAt(found) : { trashed: true }))
			.catch(() => undefined);
	/** Returns what was not as expected. */
	const tryOne = async ({ call, shows = {}, back }: Write): Promise<string | undefined> => {
		const refused = await send(call);
		if (refused !== undefined) return refused;
		const after = await look();
		const notUndone = back && (await send(back));
		if (notUndone !== undefined) return `${nameOf(back![0])} ${notUndone}, so that it is not undone`;
		const wrong = after ? differences({ ...expected, ...shows }, after) : ['nothing'];
		if (wrong.length > 0) return `the conversation does not show it as expected: ${wrong.join(', ')}${back ? '; it was undone' : ''}`;
		if (!back) Object.assign(expected, shows);
		const left = differences(expected, (back ? await look() : after) ?? { trashed: true });
		return left.length > 0 ? `the conversation is different from before: ${left.join(', ')}` : undefined;
	};
	const findings: WriteFindings = {};
	let stopped = false;
	for (const write of writes) {
		const because: string | false = write.can ? stopped && 'something before it was not as expected' : NOT_TRIED;
		const surprise: string | undefined = because ? undefined : await tryOne(write);
		for (const [operationId] of [write.call, ...(write.back ? [write.back] : [])])
			findings[operationId] = because ? `not tried: ${because}` : surprise ? `surprise: ${surprise}` : 'done';
		if (surprise) tell(`Stopped at ${nameOf(write.call[0])}: ${surprise}.\n`);
		stopped ||= surprise !== undefined;
	}
	return { writes: findings };
}

function lineOf({ call, does, can, back }: Write): string {
	const undoing = back ? `; then ${nameOf(back[0])} undoes it` : '';
	return `${nameOf(call[0])} ${can ? does + undoing : `is not tried: ${NOT_TRIED}`}`;
}

function problemOf(error: unknown): string {
	if (!(error instanceof ApiError)) throw error;
	const open = error.mayHaveBeenApplied ? '; it may have been applied, so look in the helpdesk' : '';
	return `${error.status === undefined ? 'got no answer' : `answered with status ${error.status}`}${open}`;
}

/** Undefined if it is not found. */
async function recordOf({ send }: Caller, conversationId: string): Promise<IDataObject | undefined> {
	try {
		return recordIn((await send(requestTo('getConversation', { conversationId }))).body);
	} catch (error) {
		if (error instanceof InputError || (error instanceof ApiError && error.status === 404)) return undefined;
		throw error;
	}
}

function lookAt(record: IDataObject): Look {
	const { subject, updated_subject: updated, contact, tags, deleted_at: deleted } = record;
	const hasTagIds = Array.isArray(tags) && (tags as unknown[]).every((tag) => isObject(tag) && isId(tag.id));
	return {
		// Two different texts do not show which of them is the subject.
		subject: isText(updated) && updated !== subject ? undefined : subject,
		priority: record.priority,
		inbox: record.inbox_id,
		assignee: record.assignable_id,
		contact: isObject(contact) ? contact.id : undefined,
		fields: record.custom_field_values,
		tags: hasTagIds ? (tags as IDataObject[]).map(({ id }) => String(id)).sort() : undefined,
		draft: record.is_draft,
		snoozed: record.is_snoozed,
		spam: record.is_spam,
		trashed: deleted === undefined ? undefined : isText(deleted),
	};
}

/** The names of the fields that both show with different values. */
function differences(one: Partial<Look>, other: Partial<Look>): string[] {
	const names = Object.keys(one) as Array<keyof Look>;
	return names.filter((name) => one[name] !== undefined && other[name] !== undefined && JSON.stringify(one[name]) !== JSON.stringify(other[name]));
}

/** The ID of a tag that the conversation does not have; empty if there is none. */
async function tagFor({ send }: Caller, { tags, inbox }: Look): Promise<string> {
	if (!Array.isArray(tags) || !isId(inbox)) return '';
	const rows = await rowsOf({ send }, 'listInboxTags', { inboxId: String(inbox) }, 1).catch(() => []);
	return rows.map(({ id }) => String(id)).find((id) => !(tags as string[]).includes(id)) ?? '';
}
