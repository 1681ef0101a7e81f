import { IDataObject } from 'n8n-workflow';

import { InputError, Send, draftIdIn, messageOf, unwrap } from '../../../transport';
import { Input, inWantedForm, simpleMessage, asEntries, messageRow, limit, returnAllByDefault } from '../../shared';
import {
	assignTo,
	cc,
	replyAction,
	status,
	additionalBody,
	draftField,
	messageField,
	nameFrom,
	attachments,
	body,
	draftId,
	eventId,
	mentionedIds,
	messageFormat,
	messageId,
	messageText,
	replaceDraft,
	replyText,
	to,
	notIfAlreadyThere,
	waitAtMost,
	onlyIfUnchangedSince,
	sendAgainIfMissing,
} from '../fields';
import { askOutput } from '../run/approval/ask';
import { htmlMessage, withHtmlMessage } from '../run/text/htmlMessage';
import { Call, Operation } from '../operation';
import { anyList, deletedOutput, outputOf, whole } from '../run/outputs';
import { whoGotIt, resourceOf } from './operations';

const entryList = anyList(simpleMessage);

const note = {
	operationId: 'addNote',
	notice: 'forTeam',
	fields: [messageText],
	additionalFields: [mentionedIds],
	text: { kind: 'note', of: ({ message }) => message as string },
} satisfies Partial<Operation>;

export const message = resourceOf('message', 'Replies to the customer, drafts and internal notes', {
	addNote: {
		...note,
		action: 'Add note to conversation',
		options: [notIfAlreadyThere, onlyIfUnchangedSince, sendAgainIfMissing],
	},
	forward: {
		operationId: 'forwardMessage',
		whoGotIt: whoGotIt.forward,
		notice: 'sentOut',
		fields: [messageId, to, body],
	},
	getMany: {
		action: 'Get messages of conversation',
		operationId: 'listMessages',
		fields: [returnAllByDefault, limit],
		options: [eventId],
		output: outputOf(
			{
				...entryList.form,
				fields: {
					conversation_id: 'string',
					from: 'string',
					from_name: 'string',
					kind: 'string',
					attachments: 'array',
				},
			},
			entries,
		),
	},
	reply: {
		action: 'Reply to conversation',
		operationId: 'replyToConversation',
		whoGotIt: whoGotIt.reply,
		notice: 'reply',
		fields: [replyText, messageFormat],
		additionalFields: [
			status,
			assignTo,
			replyAction,
			cc,
			attachments,
			messageField,
			draftId,
			draftField,
			additionalBody,
		],
		options: [replaceDraft, notIfAlreadyThere, onlyIfUnchangedSince, sendAgainIfMissing],
		body: replyBody,
		text: { kind: 'message', of: (input) => (input.message === undefined ? '' : htmlMessage(input)) },
	},
	sendAndWait: {
		...note,
		name: 'Ask for Approval',
		notice: 'asks',
		action: 'Ask for approval in conversation',
		description: 'Show a text to the team in a note, and wait until a teammate approves or declines it',
		alsoUses: ['getConversation'],
		options: [notIfAlreadyThere, onlyIfUnchangedSince, waitAtMost],
		output: askOutput,
	},
	saveDraft: {
		action: 'Save draft of reply',
		description: 'Save or replace your draft in the conversation. Outputs its draft_id for Reply.',
		operationId: 'saveDraft',
		undo: 'the customer gets nothing until Reply sends it, and Delete Draft undoes it; a replaced one is lost',
		fields: [replyText, messageFormat],
		additionalFields: [cc],
		options: [onlyIfUnchangedSince],
		body: draftBody,
		output: outputOf(
			{
				idField: 'conversationId',
				keepsFiles: true,
				fields: { id: 'string', draft_id: 'string', message: 'string' },
			},
			draft,
		),
	},
	deleteDraft: {
		action: 'Delete draft of reply',
		operationId: 'deleteDraft',
		instead: 'Message → Save Draft, which replaces the draft',
		notice: 'noUndo',
		output: deletedOutput('conversationId'),
	},
	retrySending: {
		action: 'Retry sending of message',
		operationId: 'retryMessage',
		whoGotIt: whoGotIt.message,
		notice: 'toCustomer',
		options: [onlyIfUnchangedSince],
	},
});

async function entries(call: Call) {
	const { conversationId: id, eventId } = call.input as { conversationId: string; eventId?: string };
	const send: Send = async (request) => asEntries(await call.send(request), eventId !== undefined);
	const items = await entryList({ ...call, send, input: whole(call.input) });
	const contact = contactOf(call.context.getInputData().json, id);
	return items.map(({ json: { hint, ...row }, ...item }) => {
		const json = inWantedForm(messageRow(row, { id, contact }, call.now()), call.input, simpleMessage);
		return { ...item, json: hint === undefined ? json : { ...json, hint } };
	});
}

/** Returns the incoming item's contact, without which entries may not show who wrote them. */
function contactOf(incoming: IDataObject, conversationId: string): unknown {
	if (String(incoming.id) !== conversationId) return undefined;
	const { contact, contact_id: id, contact_name: name, contact_email: email } = incoming;
	return contact ?? { id, name, email };
}

/** The API's names of text and draft are unknown (contract, Endpoint details not shown). */
function replyBody(input: Input, fields: IDataObject): IDataObject {
	const others = { ...fields };
	delete others.message;
	const { message, draftId, additionalBody } = input;
	if (
		message === undefined &&
		draftId === undefined &&
		(input.attachments || Object.keys(additionalBody ?? {}).length === 0)
	) {
		throw new InputError("'Message' is empty", "Enter 'Message', or 'Draft ID' under 'Additional Fields'.");
	}
	return {
		...others,
		...(message !== undefined && { [nameFrom(input, messageField)]: htmlMessage(input) }),
		...(draftId !== undefined && { [nameFrom(input, draftField)]: draftId as string }),
	};
}

/** An empty draft would replace the saved one. */
function draftBody(input: Input, fields: IDataObject) {
	if (Object.keys(fields).length > 0) return withHtmlMessage(input, fields);
	throw new InputError("'Message' is empty", "Enter 'Message', or 'CC' under 'Additional Fields'.");
}

async function draft({ send, request, input }: Call) {
	const { body } = await send(request);
	return [
		{
			json: {
				...(unwrap(body) as IDataObject),
				id: input.conversationId as string,
				draft_id: draftIdIn(body),
				message: messageOf(body),
			},
		},
	];
}
