import type { IDataObject } from 'n8n-workflow';

import { InputError, pageIn } from '../../../transport';
import type { Input } from '../../shared/field';
import { quoted } from '../../shared/names';
import { combine, conditions, filterBody, filterJson, filterMode } from '../../shared/fields/filter';
import { contactId, conversationId, inboxId, tagId } from '../../shared/fields/locators';
import { limit, returnAll, sort } from '../../shared/fields/paging';
import { simpleConversation } from '../../shared/simplify';
import { assignTo, includeMergeSummary, includeNotes, newSubject, pagePlace, query, subject, tags } from '../fields/conversation';
import { computedOptions } from '../fields/computed';
import { contextOptions } from '../fields/context';
import { customFields, customFieldsJson, customFieldsMode, hasCustomFields, withCustomFields } from '../fields/customFields';
import { additionalBody, idsField, queryField, withNamed } from '../fields/fieldNames';
import { onlyIfUnchangedSince } from '../fields/guards';
import { threadEventId } from '../fields/message';
import { removeAllTags, unassign, withEmptied } from '../fields/emptied';
import { conversationIds, mergeableConversationIds } from '../fields/several';
import { snoozedUntil } from '../fields/times';
import { direction, newStatus, priority, status, type } from '../fields/valuesSeen';
import type { Resource } from '../operation';
import { withComputed } from '../run/computed';
import { contextOutput } from '../run/context/getContext';
import { guarded } from '../run/guards/beforeWriting';
import { anyList, deletedOutput, list, messageOutput, record } from '../run/outputs';
import { searchBody, searchOutput } from '../run/search';

/** Of an operation that can be kept back where the conversation has changed. */
const changed = guarded(messageOutput('conversationId'), { idField: 'conversationId', watchesChanges: true });

export const conversation: Resource = {
	name: 'Conversation',
	value: 'conversation',
	description: 'Tickets: find, change, tag, prioritise, snooze, move, merge and split them',
	operations: [
		{
			name: 'Get',
			value: 'get',
			action: 'Get conversation',
			description: 'Get one conversation by its ID',
			operationId: 'getConversation',
			fields: [conversationId],
			options: computedOptions,
			output: withComputed(record(simpleConversation)),
		},
		{
			name: 'Get Context',
			value: 'getContext',
			action: 'Get context of conversation',
			description:
				'Get a conversation as a person or a model reads it: its messages in order, who wrote them and when, as clean text without quoted history and signatures (two requests, one more for each further page of messages)',
			operationId: 'getConversation',
			alsoUses: ['listMessages'],
			fields: [conversationId],
			options: [...computedOptions, ...contextOptions],
			output: contextOutput,
		},
		{
			name: 'Get Many',
			value: 'getMany',
			action: 'Get many conversations',
			description: 'Get the conversations of an inbox, all or those that meet conditions',
			operationId: 'filterConversations',
			fields: [inboxId, filterMode, conditions, combine, filterJson, returnAll, limit],
			options: [withCustomFields, ...computedOptions],
			sorting: [sort],
			body: filterBody,
			output: withComputed(list('counting', pageIn.display, simpleConversation, { wanted: byCustomFields })),
		},
		{
			name: 'Get Mine',
			value: 'getMine',
			action: 'Get my conversations',
			description: 'Get the conversations assigned to the owner of the access token: at most the five most recently active',
			operationId: 'listMyConversations',
			output: anyList(simpleConversation),
		},
		{
			name: 'Search',
			value: 'search',
			action: 'Search conversations',
			description: 'Find conversations of all inboxes by words',
			operationId: 'search',
			fields: [query, returnAll, limit],
			options: [queryField, pagePlace, additionalBody],
			sorting: [sort],
			body: searchBody,
			output: searchOutput,
		},
		{
			name: 'Update',
			value: 'update',
			action: 'Update conversation',
			description: 'Change the status, assignee, tags or subject of a conversation',
			operationId: 'updateConversation',
			undo: 'Update with the values of before takes it back',
			fields: [conversationId],
			updateFields: [status, assignTo, unassign, tags, removeAllTags, subject],
			options: [additionalBody, onlyIfUnchangedSince],
			body: withEmptied,
			output: changed,
		},
		{
			name: 'Update Many',
			value: 'updateMany',
			action: 'Update many conversations',
			description:
				'Change status, assignee, tags or subject of several conversations of an inbox in one request. The API documentation does not show the names of its fields.',
			operationId: 'batchUpdateConversations',
			undo: 'Update Many with the values of before takes it back',
			fields: [inboxId, conversationIds],
			updateFields: [status, assignTo, unassign, tags, removeAllTags, subject],
			options: [idsField, additionalBody],
			body: (input, fields) => withNamed('conversationIds', idsField)(input, withEmptied(input, fields)),
			output: messageOutput('conversationIds'),
		},
		{
			name: 'Delete',
			value: 'delete',
			action: 'Delete conversation',
			description: 'Move a conversation to the trash, from where Restore takes it back',
			operationId: 'deleteConversation',
			undo: 'Restore takes it back',
			fields: [conversationId],
			output: deletedOutput('conversationId'),
		},
		{
			name: 'Restore',
			value: 'restore',
			action: 'Restore conversation',
			description: 'Take a conversation back from the trash',
			operationId: 'restoreConversation',
			undo: 'Delete takes it back',
			fields: [conversationId],
			output: messageOutput('conversationId'),
		},
		{
			name: 'Change Contact',
			value: 'changeContact',
			action: 'Change contact of conversation',
			description: 'Give a conversation another contact, the person it is with',
			operationId: 'changeConversationContact',
			undo: 'Change Contact with the values of before takes it back',
			fields: [conversationId, contactId],
			options: [additionalBody],
			output: messageOutput('conversationId'),
		},
		{
			name: 'Set Custom Fields',
			value: 'setCustomFields',
			action: 'Set custom fields of conversation',
			description: 'Set values of custom fields of a conversation, by their names',
			operationId: 'setConversationCustomFields',
			undo: 'it is taken back by setting the values of before',
			fields: [conversationId, customFieldsMode, customFields, customFieldsJson],
			body: ({ customFields, customFieldsJson }) => (customFields ?? customFieldsJson) as IDataObject,
			output: messageOutput('conversationId'),
		},
		{
			name: 'Set Priority',
			value: 'setPriority',
			action: 'Set priority of conversation',
			description: 'Set how urgent a conversation is',
			operationId: 'setConversationPriority',
			undo: 'Set Priority with the values of before takes it back',
			fields: [conversationId, priority],
			options: [additionalBody, onlyIfUnchangedSince],
			output: changed,
		},
		{
			name: 'Move',
			value: 'move',
			action: 'Move conversation to inbox',
			description: 'Move a conversation to another inbox',
			operationId: 'moveConversation',
			undo: 'Move to the inbox of before takes it back',
			fields: [conversationId, inboxId],
			options: [additionalBody],
			output: messageOutput('conversationId'),
		},
		{
			name: 'Merge',
			value: 'merge',
			action: 'Merge conversations',
			description: 'Merge other conversations into this one; the API has no way to undo it',
			operationId: 'mergeConversations',
			notice: 'merged',
			fields: [conversationId, mergeableConversationIds, includeNotes, includeMergeSummary],
			options: [additionalBody, onlyIfUnchangedSince],
			body: refuseItself,
			output: changed,
		},
		{
			name: 'Split',
			value: 'split',
			action: 'Split conversation',
			description: 'Split a conversation at a message: the messages after it become a new conversation; the API has no way to undo it',
			operationId: 'splitConversation',
			notice: 'noUndo',
			fields: [conversationId, threadEventId, direction, newSubject, newStatus],
			options: [additionalBody],
			output: messageOutput('conversationId'),
		},
		{
			name: 'Snooze',
			value: 'snooze',
			action: 'Snooze conversation',
			description: 'Put a conversation away until a time',
			operationId: 'snoozeConversation',
			undo: 'Unsnooze takes it back',
			fields: [conversationId, snoozedUntil, type],
			options: [additionalBody, onlyIfUnchangedSince],
			output: changed,
		},
		{
			name: 'Unsnooze',
			value: 'unsnooze',
			action: 'Unsnooze conversation',
			description: 'Bring a snoozed conversation back at once',
			operationId: 'unsnoozeConversation',
			undo: 'Snooze takes it back',
			fields: [conversationId],
			output: messageOutput('conversationId'),
		},
		{
			name: 'Mark as Spam',
			value: 'markSpam',
			action: 'Mark conversation as spam',
			description: 'Mark a conversation as spam; Unmark as Spam takes it back',
			operationId: 'markConversationAsSpam',
			undo: 'Unmark as Spam takes it back',
			fields: [conversationId],
			output: messageOutput('conversationId'),
		},
		{
			name: 'Unmark as Spam',
			value: 'unmarkSpam',
			action: 'Unmark conversation as spam',
			description: 'Remove the spam mark of a conversation',
			operationId: 'unmarkConversationAsSpam',
			undo: 'Mark as Spam takes it back',
			fields: [conversationId],
			output: messageOutput('conversationId'),
		},
		{
			name: 'Add Tag',
			value: 'addTag',
			action: 'Add tag to conversation',
			description: 'Put a tag on a conversation',
			operationId: 'addTagToConversation',
			undo: 'Remove Tag takes it back',
			fields: [conversationId, tagId],
			options: [additionalBody],
			body: asTag,
			output: messageOutput('conversationId'),
		},
		{
			name: 'Remove Tag',
			value: 'removeTag',
			action: 'Remove tag from conversation',
			description: 'Take a tag off a conversation; the tag itself stays',
			operationId: 'removeTagFromConversation',
			undo: 'Add Tag takes it back',
			fields: [conversationId, tagId],
			options: [additionalBody],
			body: asTag,
			output: messageOutput('conversationId'),
		},
		{
			name: 'Delete Many',
			value: 'deleteMany',
			action: 'Delete many conversations',
			description: 'Move several conversations of an inbox to the trash in one request, from where Restore Many takes them back',
			operationId: 'batchDeleteConversations',
			instead: 'Conversation → Delete, for each conversation',
			undo: 'Restore Many takes it back',
			fields: [inboxId, conversationIds],
			options: [idsField, additionalBody],
			body: withNamed('conversationIds', idsField),
			output: deletedOutput('conversationIds'),
		},
		{
			name: 'Restore Many',
			value: 'restoreMany',
			action: 'Restore many conversations',
			description: 'Take several conversations of an inbox back from the trash in one request',
			operationId: 'batchRestoreConversations',
			instead: 'Conversation → Restore, for each conversation',
			undo: 'Delete Many takes it back',
			fields: [inboxId, conversationIds],
			options: [idsField, additionalBody],
			body: withNamed('conversationIds', idsField),
			output: messageOutput('conversationIds'),
		},
		{
			name: 'Get Next',
			value: 'getNext',
			action: 'Get next conversation',
			description: 'Get the conversation that comes after another one in its inbox',
			operationId: 'getNextConversation',
			instead: 'Conversation → Get Many, which lists the inbox in order',
			fields: [conversationId],
			output: record(simpleConversation),
		},
		{
			name: 'Get Previous',
			value: 'getPrevious',
			action: 'Get previous conversation',
			description: 'Get the conversation that comes before another one in its inbox',
			operationId: 'getPreviousConversation',
			instead: 'Conversation → Get Many, which lists the inbox in order',
			fields: [conversationId],
			output: record(simpleConversation),
		},
	],
};

/** The one place where the API calls a tag's ID so. */
function asTag(_: Input, { tag_id: tag, ...fields }: IDataObject): IDataObject {
	return { ...fields, tag };
}

function byCustomFields({ withCustomFields: wanted }: Input): ((conversation: IDataObject) => boolean) | undefined {
	return wanted === undefined ? undefined : (conversation) => hasCustomFields(conversation, wanted as IDataObject);
}

function refuseItself({ conversationId, mergeableConversationIds: others }: Input, fields: IDataObject): IDataObject {
	if (!(others as string[]).includes(conversationId as string)) return fields;
	throw new InputError(
		`${quoted(mergeableConversationIds.property.displayName)} names the conversation itself`,
		'A conversation cannot be merged into itself: remove its ID from the list.',
	);
}
