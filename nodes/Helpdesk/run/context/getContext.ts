import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';

import { isId, isObject, mayBeMessage, msOf, recordIn, threadOf, type ThreadEntry } from '../../../../transport';
import type { Input } from '../../../shared/field';
import { waitRules } from '../../../shared/fields/waiting';
import { lastWriter } from '../../../shared/lastMessage';
import { simpleConversation, simplified } from '../../../shared/simplify';
import { isSetAside, waitFigures } from '../../../shared/waiting';
import { countingOf, type Counting } from '../computed';
import { outputOf } from '../outputs';
import { ownWordsOf } from '../text/ownWords';
import { readThread } from '../../../shared/thread';
import { contextText, type ContextMessage } from './contextText';
import { withinBudget } from './budget';

/** Of an entry of the thread, what its time is written in. */
type Clockwork = { zone: string };

/**
 * A conversation for a person or a model to read: its messages in order, in the words of who wrote them, and as one
 * text that shows them as quotations. Two requests, and one more for each page of messages after the first.
 */
export const contextOutput = outputOf(
	{
		fields: {
			id: 'string',
			text: 'string',
			messages: 'array',
			messages_left_out: 'integer',
			is_cut: 'boolean',
			last_message_id: 'string',
			last_customer_message_id: 'string',
			waiting_since: 'string',
			updated_at: 'string',
			conversation: 'object',
		},
	},
	async (call) => {
		const { request, input, timezone } = call;
		const counting = countingOf(call);
		const { marks } = counting?.rules ?? waitRules(input, timezone);
		const { send } = counting ?? call;
		// The record first: whatever comes after it is newer than its `updated_at`.
		const conversation = recordIn((await send(request)).body);
		const { rows } = await readThread(send, input);
		const thread = threadOf(rows, isObject(conversation.contact) ? conversation.contact : undefined);
		const entries = thread.entries.map((entry) =>
			isLastOfCustomer(entry, conversation, marks) ? { ...entry, writer: 'customer' as const } : entry,
		);
		const clock = { zone: (input.timeZone as string | undefined) ?? timezone };
		const sent = entries.filter(({ kind }) => kind === 'message');
		const wanted = entries.filter((entry) => entry.kind === 'message' || (entry.kind === 'internal' && input.includeNotes === true));
		const recent = wanted.slice(-Math.min(wanted.length, (input.mostRecentMessages as number | undefined) ?? Infinity));
		const messages = recent.map((entry) => messageOf(entry, clock));
		const head = { subject: textIn(conversation, 'updated_subject', 'subject'), customer: nameOf(conversation.contact), ...clock };
		const leftOut = wanted.length - recent.length;
		const shown = withinBudget(messages, input.characterBudget as number | undefined, (kept) => contextText(head, kept, leftOut));
		const customers = sent.filter(({ writer }) => writer === 'customer');
		const json: IDataObject = {
			id: idOf(conversation, input),
			text: shown.text,
			messages: shown.messages.flatMap((message) => ('leftOut' in message ? [] : [message as unknown as IDataObject])),
			messages_left_out: leftOut + shown.leftOut,
			is_cut: shown.isCut,
			last_message_id: wanted.filter(mayBeMessage).at(-1)?.id ?? null,
			last_customer_message_id: customers.at(-1)?.id ?? null,
			waiting_since: written(waitingSince(sent), clock),
			...(counting && waited(conversation, waitingSince(sent), counting, clock)),
			updated_at: textIn(conversation, 'updated_at') ?? null,
			conversation: simplified(conversation, simpleConversation),
		};
		return [{ json }];
	},
);

function messageOf(entry: ThreadEntry, clock: Clockwork): ContextMessage {
	const { text, historyRemoved } = ownWordsOf(entry.texts);
	return {
		id: entry.id ?? null,
		from: entry.writer,
		kind: entry.kind === 'message' ? 'message' : entry.isNote ? 'note' : 'internal',
		name: entry.name ?? null,
		created_at: written(entry.at, clock),
		text,
		history_removed: historyRemoved,
		is_clipped: entry.isClipped,
		is_cut: false,
	};
}

/** Of an entry that does not tell who wrote it: whether it is the one that the conversation's own record calls the customer's. */
function isLastOfCustomer({ writer, ids, at }: ThreadEntry, conversation: IDataObject, marks: string[]): boolean {
	if (writer !== 'unknown' || lastWriter(conversation, marks) !== 'customer') return false;
	const { last_message: message, last_message_created_at: writtenAt } = conversation;
	return isObject(message) && isId(message.id) ? ids.includes(String(message.id)) : at !== undefined && at === msOf(writtenAt);
}

/** When the customer wrote what no teammate has answered yet; what an automation sends is no answer. */
function waitingSince(sent: ThreadEntry[]): number | undefined {
	const answered = sent.map(({ writer }) => writer === 'teammate' || writer === 'unknown').lastIndexOf(true);
	return sent.slice(answered + 1).find(({ writer }) => writer === 'customer')?.at;
}

/** For how long the customer has waited, unless the conversation is closed or put away. */
function waited(conversation: IDataObject, since: number | undefined, { rules, now }: Counting, clock: Clockwork): IDataObject {
	const counted = isSetAside(conversation, rules) ? undefined : since;
	return { ...waitFigures(counted, now(), rules), waiting_since: written(counted, clock) };
}

/** ISO 8601 in the time zone, or null. */
function written(at: number | undefined, { zone }: Clockwork): string | null {
	return at === undefined ? null : DateTime.fromMillis(at, { zone }).toISO();
}

function textIn(record: IDataObject, ...names: string[]): string | undefined {
	return names.map((name) => record[name]).find((value): value is string => typeof value === 'string' && value.trim() !== '');
}

function nameOf(contact: unknown): string | undefined {
	return isObject(contact) ? textIn(contact, 'name') : undefined;
}

/** As the helpdesk writes it, or as it was asked for. */
function idOf({ id }: IDataObject, { conversationId }: Input): IDataObject['id'] {
	return id === undefined ? (conversationId as string) : String(id);
}
