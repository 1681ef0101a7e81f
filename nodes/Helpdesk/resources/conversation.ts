import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { InputError, isId, isObject, pageIn } from '../../../transport';
import type { Input } from '../../shared/field';
import { sentConditions } from '../../shared/criteria';
import {
	combine,
	conditions,
	conversationFilters,
	filterBody,
	filterJson,
	filterMode,
	like,
	contactId,
	inboxId,
	tagId,
	limit,
	returnAll,
	sort,
	tags,
} from '../../shared/fields';
import { inWantedForm } from '../../shared/outputForm';
import { simpleConversation } from '../../shared/simplify';
import {
	assignTo,
	changes,
	conversationIds,
	mergeFields,
	pagePlace,
	priority,
	query,
	refuseItself,
	splitFields,
	type,
	withEmptied,
	computedOptions,
	contextOptions,
	customFields,
	customFieldsJson,
	customFieldsMode,
	withCustomFields,
	additionalBody,
	email,
	idsField,
	inboxIds,
	queryField,
	replyText,
	subject,
	searchIn,
	threadEventId,
	snoozedUntil,
	timeFields,
	withTimeOf,
} from '../fields';
import type { Call, Resource } from '../operation';
import { withComputed } from '../run/computed';
import { contextOutput } from '../run/context/getContext';
import { found } from '../run/find/selection';
import { anyList, deletedOutput, messageOutput, outputOf, record, whole, withTime } from '../run/outputs';
import { searchBody, searchOutput } from '../run/search';
import { whoGotIt, getOne, operationsOf } from './operations';

const newRecord = record(simpleConversation);
const changed = messageOutput('conversationId');

export const conversation: Resource = {
	name: 'Conversation',
	value: 'conversation',
	description: 'Tickets: find, change, tag, prioritise, snooze, move, merge and split them',
	operations: operationsOf({
		get: {
			...getOne('conversation', 'getConversation', withComputed(record(simpleConversation))),
			options: computedOptions,
		},
		getContext: {
			action: 'Get context of conversation',
			description: 'Get who wrote what and when in a conversation, as clean text without quoted messages',
			operationId: 'getConversation',
			alsoUses: ['listMessages'],
			options: [...computedOptions, ...contextOptions],
			output: contextOutput,
		},
		getMany: {
			action: 'Get many conversations',
			alsoUses: ['listMessages', 'getCurrentUser', 'listInboxTags'],
			operationId: 'filterConversations',
			fields: [searchIn, inboxId, inboxIds, returnAll, limit, filterMode, conditions, combine, filterJson],
			filters: [...conversationFilters, withCustomFields],
			finds: 'conversation',
			options: [...computedOptions, additionalBody],
			sorting: [sort],
			body: (input) => filterBody(input, sentConditions(input)),
			output: found('counting', pageIn.display, true),
		},
		getMine: {
			action: 'Get my conversations',
			operationId: 'listMyConversations',
			output: anyList(simpleConversation),
		},
		search: {
			action: 'Search conversations',
			operationId: 'search',
			alsoUses: ['listMessages', 'getCurrentUser'],
			fields: [query, returnAll, limit],
			filters: conversationFilters.filter((field) => field !== tags),
			finds: 'conversation',
			options: [queryField, pagePlace, additionalBody],
			sorting: [sort],
			body: searchBody,
			output: searchOutput,
		},
		create: {
			action: 'Create conversation',
			operationId: 'createConversation',
			whoGotIt: whoGotIt.newConversation,
			fields: [like(email, { required: undefined }), replyText],
			body: refuseEmpty,
			additionalFields: [subject, additionalBody],
			output: outputOf({ ...newRecord.form, fields: { is_draft: 'boolean' } }, created),
		},
		update: {
			action: 'Update conversation',
			operationId: 'updateConversation',
			updateFields: changes,
			options: [additionalBody],
			body: withEmptied,
			watchesChanges: true,
		},
		close: {
			action: 'Close conversation',
			description: 'Set the status of a conversation to Closed',
			operationId: 'updateConversation',
			undo: 'Update with the status of before takes it back',
			options: [additionalBody],
			body: (_, fields) => ({ ...fields, status: 'Closed' }),
			watchesChanges: true,
		},
		assign: {
			action: 'Assign conversation',
			description: 'Give a conversation to a teammate',
			operationId: 'updateConversation',
			fields: [assignTo],
			options: [additionalBody],
			watchesChanges: true,
		},
		updateMany: {
			isLast: true,
			action: 'Update many conversations',
			operationId: 'batchUpdateConversations',
			undo: 'Update Many with the earlier values takes it back',
			fields: [conversationIds],
			updateFields: changes,
			options: [additionalBody],
			named: { conversationIds: idsField },
			body: withEmptied,
			output: messageOutput('conversationIds'),
		},
		delete: {
			action: 'Delete conversation',
			operationId: 'deleteConversation',
			undo: 'Restore most likely takes it back',
			output: deletedOutput('conversationId'),
		},
		restore: {
			action: 'Restore conversation',
			operationId: 'restoreConversation',
			undo: 'Delete takes it back',
		},
		changeContact: {
			action: 'Change contact of conversation',
			operationId: 'changeConversationContact',
			fields: [contactId],
			options: [additionalBody],
		},
		setCustomFields: {
			action: 'Set custom fields of conversation',
			operationId: 'setConversationCustomFields',
			fields: [customFieldsMode, customFields, customFieldsJson],
			body: ({ customFields, customFieldsJson }) => (customFields ?? customFieldsJson) as IDataObject,
		},
		setPriority: {
			action: 'Set priority of conversation',
			operationId: 'setConversationPriority',
			fields: [priority],
			options: [additionalBody],
			watchesChanges: true,
		},
		move: {
			action: 'Move conversation to inbox',
			operationId: 'moveConversation',
			undo: 'Move to the earlier inbox takes it back',
			fields: [inboxId],
			options: [additionalBody],
		},
		merge: {
			action: 'Merge conversations',
			operationId: 'mergeConversations',
			notice: 'merged',
			fields: mergeFields,
			options: [additionalBody],
			body: refuseItself,
			watchesChanges: true,
		},
		split: {
			action: 'Split conversation',
			operationId: 'splitConversation',
			notice: 'noUndo',
			fields: [threadEventId, ...splitFields],
			options: [additionalBody],
		},
		snooze: {
			action: 'Snooze conversation',
			operationId: 'snoozeConversation',
			undo: 'Unsnooze takes it back',
			fields: [...timeFields(snoozedUntil), type],
			fillIn: withTimeOf(snoozedUntil),
			options: [additionalBody],
			watchesChanges: true,
			output: withTime(snoozedUntil, messageOutput('conversationId')),
		},
		unsnooze: {
			action: 'Unsnooze conversation',
			operationId: 'unsnoozeConversation',
			undo: 'Snooze takes it back',
		},
		markSpam: {
			name: 'Mark as Spam',
			action: 'Mark conversation as spam',
			operationId: 'markConversationAsSpam',
			undo: 'Unmark as Spam takes it back',
		},
		unmarkSpam: {
			name: 'Unmark as Spam',
			action: 'Unmark conversation as spam',
			operationId: 'unmarkConversationAsSpam',
			undo: 'Mark as Spam takes it back',
		},
		addTag: {
			action: 'Add tag to conversation',
			operationId: 'addTagToConversation',
			undo: 'Remove Tag takes it back',
			fields: [tagId],
			options: [additionalBody],
			body: asTag,
		},
		removeTag: {
			action: 'Remove tag from conversation',
			operationId: 'removeTagFromConversation',
			undo: 'Add Tag takes it back',
			fields: [tagId],
			options: [additionalBody],
			body: asTag,
			output: outputOf(changed.form, tagRemoved),
		},
	}),
};

/** The names of its fields are not shown (contract, Endpoint details not shown): all may come as JSON. */
function refuseEmpty({ additionalBody }: Input, fields: IDataObject): IDataObject {
	if (Object.keys({ ...fields, ...(additionalBody as IDataObject) }).length > 0) return fields;
	throw new InputError("'Email' is empty", "Enter the customer's address as 'Email', and 'Message'.");
}

/** What is created may be a draft that waits to be sent (contract, Endpoint details not shown). */
async function created(call: Call): Promise<INodeExecutionData[]> {
	const [item] = await newRecord({ ...call, input: whole(call.input) });
	const { is_draft: isDraft } = item!.json;
	const json = inWantedForm(item!.json, call.input, simpleConversation);
	const hint = Boolean(isDraft) && { hint: 'This is a draft: it still has to be sent in the helpdesk.' };
	return [{ json: { ...json, ...(isDraft !== undefined && { is_draft: isDraft }), ...hint } }];
}

/** The helpdesk answers with a success even if the conversation does not have the tag. */
async function tagRemoved(call: Call): Promise<INodeExecutionData[]> {
	const items = await changed(call);
	const { id, tags } = call.context.getInputData().json;
	const { conversationId, tagId } = call.input;
	const isOther = (tag: unknown) => isObject(tag) && isId(tag.id) && String(tag.id) !== tagId;
	if (id === conversationId && Array.isArray(tags) && tags.every(isOther))
		for (const { json } of items) json.message = 'The conversation did not have this tag';
	return items;
}

/** This endpoint alone calls a tag's ID `tag`. */
function asTag(_: Input, { tag_id: tag, ...fields }: IDataObject): IDataObject {
	return { ...fields, tag };
}
