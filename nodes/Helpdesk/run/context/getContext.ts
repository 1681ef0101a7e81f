import { DateTime } from 'luxon';
import { IDataObject } from 'n8n-workflow';

import { isId, isObject, recordIn } from '../../../../transport';
import {
	simpleConversation,
	simplified,
	waitRules,
	teammateName,
	Lookup,
	needsNoAnswer,
	unansweredIn,
	waitFigures,
	linesOf,
	seen,
	readThread,
	filledText,
} from '../../../shared';
import { outputOf } from '../outputs';
import { foldQuotes } from '../text/fold';
import { TOOL_BUDGET } from '../tool/answer';
import { contextText, keptWithin, ContextMessage } from './contextText';

const fields = {
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
} as const;

export const contextOutput = outputOf({ idField: 'conversationId', forModel: ['text'], fields }, async (call) => {
	const { send, request, input, timezone, isTool } = call;
	const rules = waitRules(input, timezone);
	// Before the thread, so that messages that arrive in between are newer than `updated_at`.
	const conversation = recordIn((await send(request)).body);
	const { entries } = await readThread(send, {
		id: input.conversationId,
		contact: conversation.contact,
		updated_at: conversation.updated_at,
		now: call.now(),
	});
	const zone = (input.timeZone as string | undefined) ?? timezone;
	const localTime = (at: number | undefined) => (at === undefined ? null : DateTime.fromMillis(at, { zone }).toISO());
	const sent = entries.filter(({ kind }) => kind === 'message');
	const wanted = entries.filter(({ kind }) => kind === 'message' || (kind === 'note' && input.includeNotes === true));
	const leftOut = Math.max(0, wanted.length - ((input.mostRecentMessages as number | undefined) ?? Infinity));
	const recent = wanted.slice(leftOut);
	const texts = foldQuotes(recent.map(({ id, texts }) => ({ id, lines: linesOf(texts) })));
	const messages = recent.map(
		({ id = null, writer, kind, name = null, at, files, isClipped }, index): ContextMessage => ({
			id,
			from: writer,
			kind: kind as ContextMessage['kind'],
			name,
			created_at: localTime(at),
			text: texts[index]!,
			attachments: files,
			is_clipped: isClipped,
			is_cut: false,
		}),
	);
	const { contact, updated_subject: newSubject, subject } = conversation;
	const head = {
		subject: filledText(newSubject) ?? filledText(subject),
		customer: isObject(contact) ? filledText(contact.name) : undefined,
		zone,
		...(isTool && {
			facts: await factsOf(conversation, call.lookup),
			notes: input.includeNotes === true ? 0 : entries.filter(({ kind }) => kind === 'note').length,
			wayToRest: ': a tool that gets messages shows them, if you have one',
		}),
	};
	const budget = (input.characterBudget as number | undefined) ?? (isTool ? TOOL_BUDGET : undefined);
	const shown = keptWithin(messages, budget, (kept) => contextText(head, kept, leftOut));
	if (isTool) return [{ json: { text: shown.text } }];
	const since = needsNoAnswer(conversation, rules) ? undefined : unansweredIn(sent)[0]?.at;
	const json = {
		id: String(conversation.id ?? input.conversationId),
		text: shown.text,
		messages: shown.messages.filter((message) => 'text' in message),
		messages_left_out: leftOut + shown.leftOut,
		is_cut: shown.isShortened,
		last_message_id: sent.at(-1)?.id ?? null,
		last_customer_message_id: sent.filter(({ writer }) => writer === 'customer').at(-1)?.id ?? null,
		...(input.computedFields === true && waitFigures(since, call.now(), rules)),
		waiting_since: localTime(since),
		updated_at: filledText(conversation.updated_at) ?? null,
		conversation: simplified(conversation, simpleConversation),
	};
	return [{ json: json as unknown as IDataObject }];
});

/** Returns facts for a model. An address with a space may be a sentence, so it is left out. */
async function factsOf(conversation: IDataObject, lookup: Lookup) {
	const { ticket_id, status, priority, tags, contact_email } = simplified(conversation, simpleConversation);
	const named = [tags ?? []].flat().map((tag) => (isObject(tag) ? tag.name : tag));
	const marks = ['is_spam', 'is_snoozed'].filter((name) => conversation[name] === true);
	const facts = Object.entries({
		Ticket: ticket_id,
		Status: [status, ...marks].filter(isId).join(', '),
		Priority: priority,
		Tags: named.join(', '),
		'Assigned to': (await teammateName(conversation.assignable_id, lookup)) ?? conversation.assignable_id,
		'Customer address': /\s/.test(String(contact_email)) ? undefined : contact_email,
	});
	return facts.flatMap(([name, value]) => (isId(value) ? [`${name}: ${seen(String(value))}`] : []));
}
