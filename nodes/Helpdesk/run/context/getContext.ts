import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';

import { isObject, recordIn } from '../../../../transport';
import { simpleConversation, simplified } from '../../../shared/simplify';
import { isSetAside, unansweredSince, waitFigures } from '../../../shared/waiting';
import { countingOf } from '../computed';
import { outputOf } from '../outputs';
import { foldQuotes } from '../text/fold';
import { linesOf } from '../text/lines';
import { readThread, threadOf, type ThreadEntry } from '../../../shared/thread';
import { contextText, type ContextMessage } from './contextText';
import { withinBudget } from './budget';

/** So many characters a model reads unless the user sets a budget: about 5,000 words. */
const TOOL_BUDGET = 20_000;

/**
 * A conversation for a person or a model to read: its messages in order, in the words of who wrote them, and as one
 * text that shows them as quotations. Two requests, and one more for each page of messages after the first.
 */
export const contextOutput = outputOf(
	{
		forModel: ['text'],
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
		const counting = call.input.computedFields === true ? countingOf(call) : undefined;
		const { send } = counting ?? call;
		// The record first: whatever comes after it is newer than its `updated_at`.
		const conversation = recordIn((await send(request)).body);
		const { rows, now = call.now() } = await readThread(send, input);
		const { entries } = threadOf(rows, conversation.contact, now);
		const zone = (input.timeZone as string | undefined) ?? timezone;
		const written = (at: number | undefined) => (at === undefined ? null : DateTime.fromMillis(at, { zone }).toISO());
		const sent = entries.filter(({ kind }) => kind === 'message');
		const wanted = entries.filter((entry) => entry.kind === 'message' || (entry.kind === 'note' && input.includeNotes === true));
		const texts = foldQuotes(wanted.map(({ id, texts }) => ({ id, lines: linesOf(texts) })));
		const leftOut = Math.max(0, wanted.length - ((input.mostRecentMessages as number | undefined) ?? Infinity));
		const messages = wanted.map((entry, at) => messageOf(entry, texts[at]!, written(entry.at))).slice(leftOut);
		const contact = isObject(conversation.contact) ? conversation.contact : {};
		const head = { subject: textIn(conversation, 'updated_subject', 'subject'), customer: textIn(contact, 'name'), zone };
		const budget = (input.characterBudget as number | undefined) ?? (call.isTool ? TOOL_BUDGET : undefined);
		const shown = withinBudget(messages, budget, (kept) => contextText(head, kept, leftOut));
		// The messages once more would double what the model reads.
		if (call.isTool) return [{ json: { text: shown.text } }];
		const since = unansweredSince(sent);
		const counted = counting && isSetAside(conversation, counting.rules) ? undefined : since;
		const json: IDataObject = {
			id: String(conversation.id ?? input.conversationId),
			text: shown.text,
			messages: shown.messages.flatMap((message) => ('leftOut' in message ? [] : [message as unknown as IDataObject])),
			messages_left_out: leftOut + shown.leftOut,
			is_cut: shown.isCut,
			last_message_id: sent.at(-1)?.id ?? null,
			last_customer_message_id: sent.filter(({ writer }) => writer === 'customer').at(-1)?.id ?? null,
			...(counting && waitFigures(counted, counting.now(), counting.rules)),
			waiting_since: written(counted),
			updated_at: textIn(conversation, 'updated_at') ?? null,
			conversation: simplified(conversation, simpleConversation),
		};
		return [{ json }];
	},
);

function messageOf(entry: ThreadEntry, text: string, at: string | null): ContextMessage {
	return {
		id: entry.id ?? null,
		from: entry.writer,
		kind: entry.kind === 'note' ? 'note' : 'message',
		name: entry.name ?? null,
		created_at: at,
		text,
		attachments: entry.files,
		is_clipped: entry.isClipped,
		is_cut: false,
	};
}

function textIn(record: IDataObject, ...names: string[]): string | undefined {
	return names.map((name) => record[name]).find((value): value is string => typeof value === 'string' && value.trim() !== '');
}
