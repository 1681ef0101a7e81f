import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { draftIdIn, InputError, messageOf, unwrap } from '../../../transport';
import type { Field, Input } from '../../shared/field';
import { quoted } from '../../shared/names';
import { conversationId } from '../../shared/fields/locators';
import { limit, returnAllByDefault } from '../../shared/fields/paging';
import { simpleMessage } from '../../shared/simplify';
import { assignTo, cc } from '../fields/conversation';
import { additionalBody, draftField, messageField, nameFrom } from '../fields/fieldNames';
import {
	body,
	draftId,
	eventId,
	htmlMessage,
	mentionedIds,
	messageFormat,
	messageId,
	noteText,
	replyText,
	textToKeep,
	to,
	withHtmlMessage,
} from '../fields/message';
import { notIfAlreadyThere, onlyIfUnchangedSince } from '../fields/guards';
import { checkBeforeRetrying } from '../fields/once';
import { replyAction, status } from '../fields/valuesSeen';
import type { Call, Output, Resource } from '../operation';
import { guarded } from '../run/guards/beforeWriting';
import { checkedBeforeRetrying } from '../run/once/checkBeforeRetrying';
import { anyList, deletedOutput, messageOutput, outputOf } from '../run/outputs';
import { attachFile } from './attachment';

export const message: Resource = {
	name: 'Message',
	value: 'message',
	description: 'What is written in a conversation: replies to the customer, drafts, internal notes',
	operations: [
		{
			name: 'Add Note',
			value: 'addNote',
			action: 'Add note to conversation',
			description: 'Write an internal note that only teammates see',
			operationId: 'addNote',
			notice: 'forTeam',
			fields: [conversationId, noteText],
			additionalFields: [mentionedIds],
			options: [additionalBody, checkBeforeRetrying, notIfAlreadyThere, onlyIfUnchangedSince],
			output: written(({ message }) => message as string),
		},
		{
			name: 'Forward',
			value: 'forward',
			action: 'Forward message',
			description: 'Send a message of a conversation to other e-mail addresses; it cannot be taken back',
			operationId: 'forwardMessage',
			notice: 'sentOut',
			fields: [conversationId, messageId, to, body],
			options: [additionalBody],
			output: messageOutput('conversationId'),
		},
		{
			name: 'Get Many',
			value: 'getMany',
			action: 'Get messages of conversation',
			description: 'Get what was written in a conversation: messages, replies and notes',
			operationId: 'listMessages',
			fields: [conversationId, returnAllByDefault, limit],
			options: [eventId],
			output: anyList(simpleMessage),
		},
		{
			name: 'Reply',
			value: 'reply',
			action: 'Reply to conversation',
			description: 'Send a reply to the customer; it cannot be taken back',
			operationId: 'replyToConversation',
			notice: 'reply',
			fields: [conversationId, replyText, messageFormat],
			additionalFields: [status, assignTo, replyAction, cc, messageField, draftId, draftField, additionalBody],
			options: [checkBeforeRetrying, notIfAlreadyThere, onlyIfUnchangedSince],
			body: replyBody,
			output: written((input) => (input.message === undefined ? '' : htmlMessage(input))),
		},
		{
			name: 'Save Draft',
			value: 'saveDraft',
			action: 'Save draft of reply',
			description: 'Save your draft of a reply, or replace it: there is one per teammate and conversation. Outputs its draft_id for Reply.',
			operationId: 'saveDraft',
			undo: 'the customer gets nothing until Reply sends it, and Delete Draft takes it away; a draft that was there before is lost',
			fields: [conversationId, textToKeep, messageFormat],
			additionalFields: [cc],
			options: [additionalBody, onlyIfUnchangedSince],
			body: draftBody,
			output: guarded(outputOf({ fields: { id: 'string', draft_id: 'string', message: 'string' } }, draft), { idField: 'conversationId' }),
		},
		{
			name: 'Delete Draft',
			value: 'deleteDraft',
			action: 'Delete draft of reply',
			description: 'Delete your draft in a conversation: its text is lost',
			operationId: 'deleteDraft',
			instead: 'Message → Save Draft, which writes over the draft',
			notice: 'forGood',
			fields: [conversationId],
			output: deletedOutput('conversationId'),
		},
		attachFile,
	],
};

/** A text that is written into a conversation, with what is looked at before and after. */
function written(textOf: (input: Input) => string): Output {
	return guarded(checkedBeforeRetrying(messageOutput('conversationId'), textOf), { idField: 'conversationId', textOf });
}

/** Contract, Endpoint details not shown: the names of the text and of the draft, so both can be changed. */
function replyBody(input: Input, fields: IDataObject): IDataObject {
	const others = { ...fields };
	delete others.message;
	const { message, draftId, additionalBody } = input;
	if (message === undefined && draftId === undefined && Object.keys(additionalBody ?? {}).length === 0) {
		throw new InputError("'Message' is empty", "Enter 'Message', or under 'Additional Fields' the 'Draft ID' of a saved draft.");
	}
	const named: Array<[Field, unknown]> = [];
	if (message !== undefined) named.push([messageField, htmlMessage(input)]);
	if (draftId !== undefined) named.push([draftField, draftId]);
	return named.reduce<IDataObject>((body, [field, value]) => withField(body, field, nameFrom(input, field), value), others);
}

/** Its body is required (contract), the fields in it are not. Throws InputError for a draft of nothing, which would replace the one that is there. */
function draftBody(input: Input, fields: IDataObject): IDataObject {
	if (Object.keys(fields).length > 0) return withHtmlMessage(input, fields);
	throw new InputError("'Message' is empty", "Enter 'Message', or 'CC' under 'Additional Fields': otherwise there is nothing to save.");
}

/** @throws {InputError} where the name that the user gave is another field's, which would be lost */
function withField(body: IDataObject, { property }: Field, name: string, value: unknown): IDataObject {
	if (Object.hasOwn(body, name)) {
		throw new InputError(
			`${quoted(property.displayName)} is '${name}', the name of another field of this reply`,
			'Only one of the two could be sent: enter the name that the helpdesk has for it, or leave the other out.',
		);
	}
	return { ...body, ...(Object.fromEntries([[name, value]]) as IDataObject) };
}

async function draft({ send, request, input }: Call): Promise<INodeExecutionData[]> {
	const { body } = await send(request);
	const record = unwrap(body) as IDataObject;
	return [{ json: { ...record, id: input.conversationId as string, draft_id: draftIdIn(body), message: messageOf(body) } }];
}
