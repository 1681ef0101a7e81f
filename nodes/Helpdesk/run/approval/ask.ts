import { randomBytes } from 'node:crypto';
import { DateTime } from 'luxon';
import { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { InputError, recordIn } from '../../../../transport';
import { lastMessageAt, requestTo, Since, tidy } from '../../../shared';
import { waitAtMost } from '../../fields';
import { Call } from '../../operation';
import { outputOf } from '../outputs';
import { itemCount } from '../scope';
import { Untyped } from '../untyped';
import { ModelError } from '../tool/arguments';
import { isReview, outputOfDecision, visible, Question } from './question';

const ONE_AT_A_TIME = [
	'Ask for Approval got several items, and an execution can wait for one decision only. Nothing was asked',
	"After Helpdesk Trigger: set its 'Max Events per Poll' to 1. For other items: Loop Over Items, where each " +
		'question waits for the one before, or which starts a sub-workflow (Execute Sub-workflow) without ' +
		"'Wait For Sub-Workflow Completion'.",
] as const;

const AS_TOOL = [
	"'Ask for Approval' is no tool",
	'Do not call it again. A person has to put it under Human in the Loop, between the agent and the tool that needs ' +
		'approval.',
] as const;

const ANOTHER = [
	'The question is about another conversation than the tool call',
	'Nothing was asked. Call the tool again with the same conversation in both places.',
] as const;

const OWN_TOOL = /\.helpdeskTool$/;

/** Names of arguments that are a conversation's ID. n8n makes them from those in the panel. */
const CONVERSATION = /^conversation(_?id)?$/i;

/** Functions for Send and Wait nodes, which n8n's type of this context lacks. */
type WaitingContext = Call['context'] &
	Untyped &
	Pick<IExecuteFunctions, 'putExecutionToWait' | 'getSignedResumeUrl' | 'getParentNodes'> &
	Partial<{ setSignatureValidationRequired(): void }>;

export const askOutput = outputOf(
	{
		idField: 'conversationId',
		fields: {
			id: 'string',
			ticket_id: 'integer',
			approved: 'boolean',
			text: 'string',
			is_edited: 'boolean',
			reason: 'string',
			decided_at: 'string',
			expired: 'boolean',
		},
		unlessDone: { approved: false },
	},
	ask,
);

/** Writes the note with the link. `waitForDecision` is called when the item is complete. */
async function ask({ send, request, input, isTool, ...call }: Call) {
	const context = call.context as WaitingContext;
	const node = context.getNode();
	if (isTool && !isReview(node)) throw new ModelError(...AS_TOOL);
	if (itemCount(context) > 1) throw new InputError(...ONE_AT_A_TIME);
	const parameters = isReview(node) ? ((context.getInputData().json.toolParameters ?? {}) as IDataObject) : undefined;
	const isOther = ([name, value]: [string, unknown]) =>
		CONVERSATION.test(name) && tidy(String(value)).normalize('NFC') !== input.conversationId;
	const gated = parameters ? context.getParentNodes(node.name, { connectionType: 'ai_tool', depth: 1 }) : [];
	if (gated.every(({ type }) => OWN_TOOL.test(type)) && Object.entries(parameters ?? {}).some(isOther))
		throw new ModelError(...ANOTHER);
	const record = recordIn((await send(requestTo('getConversation', input))).body);
	const message = input.message as string;
	const question = questionOf(context, {
		conversationId: input.conversationId as string,
		ticketId: record.ticket_id ?? null,
		subject: String(record.updated_subject || record.subject || ''),
		text: parameters ? withParameters(message, parameters) : message,
		since: (input.onlyIfUnchangedSince as Since | undefined) ?? { at: lastMessageAt(record, call.now()) ?? 0 },
		hours: (input.waitAtMost ?? waitAtMost.property.default) as number,
	});
	// Older versions of n8n check the signature of a link only on request.
	context.setSignatureValidationRequired?.();
	const link = context.getSignedResumeUrl({ ask: question.id });
	const hint = LOCAL_HOST.test(new URL(link).hostname) ? LOCAL : '';
	input.message = noteOf(question, link, hint);
	// A duplicate note is harmless: both have the same link, which decides once.
	input.sendAgainIfMissing = true;
	await send({ ...request, body: { ...(request.body as IDataObject), message: input.message as string } });
	return [{ json: outputOfDecision(question, { approved: false, decided_at: null }, node) }];
}

export async function waitForDecision(context: Call['context'], items: INodeExecutionData[]) {
	if (!items.some(({ json }) => json.expired === true && json.decided_at === null)) return;
	const { question } = context.getContext('node') as { question: Question };
	question.receipt = items[0]!.json.receipt;
	// If nobody decides in time, n8n outputs this node's input, in which an earlier step may say "approved".
	context.getExecuteData().data.main = [items];
	const node = context.getNode();
	if (isReview(node)) refuseOtherCalls(context, node.name);
	await (context as WaitingContext).putExecutionToWait(new Date(question.until));
}

/**
 * n8n disables this node while it waits. Other calls of the same turn would output the agent's item, in which an
 * earlier step may say "approved".
 */
function refuseOtherCalls(context: Call['context'], name: string) {
	const { runExecutionData } = context as Untyped;
	const json = {
		approved: false,
		chatInput: 'Not asked: only one call at a time can be approved. Call it again alone.',
	};
	for (const { node, data } of runExecutionData?.executionData?.nodeExecutionStack ?? [])
		if (node.name === name) data.main = [[{ json }]];
}

type Asked = Omit<Question, 'id' | 'askedIn' | 'until' | 'untilShown'> & { hours: number };

/** Returns the question of an earlier attempt, or a new one. */
function questionOf(context: WaitingContext, { hours, ...asked }: Asked) {
	const saved = context.getContext('node') as { question?: Question };
	const askedIn = `${context.getExecutionId()} ${String(context.runIndex)}`;
	const { question: before } = saved;
	if (before?.askedIn === askedIn && before.text === asked.text && before.conversationId === asked.conversationId)
		return before;
	const now = DateTime.now().setZone(context.getTimezone());
	const until = now.plus({ hours });
	saved.question = {
		...asked,
		id: randomBytes(8).toString('hex'),
		askedIn,
		until: until.toMillis(),
		untilShown: until.toFormat('ccc d LLL yyyy, HH:mm ZZZZ'),
	};
	return saved.question;
}

/** n8n's default message of a review step shows this in place of the parameters. */
const NOT_SHOWN = '[object Object]';

/** Adds the parameters of the tool call. n8n makes their names from those in the panel. */
function withParameters(text: string, parameters: IDataObject) {
	const lines = Object.entries(parameters).map(
		([name, value]) => `${name.replaceAll('_', ' ')}: ${typeof value === 'string' ? value : JSON.stringify(value)}`,
	);
	return text.includes(NOT_SHOWN) ? text.replace(NOT_SHOWN, () => lines.join('\n')) : [text, '', ...lines].join('\n');
}

const LOCAL_HOST = /^(localhost|127\.|0\.0\.0\.0$|\[::1?\]$)/;
const LOCAL = 'This link opens only on the machine of n8n: WEBHOOK_URL is not set, or names this machine.';

/** The text is escaped, because the notes of a helpdesk may be HTML. */
function noteOf({ text, untilShown }: Question, link: string, hint: string) {
	const escaped = visible(text).replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
	return `Please approve or decline by ${untilShown}: ${link}\n${hint}\nSent only after approval:\n\n${escaped}`;
}
