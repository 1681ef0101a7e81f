import { IDataObject } from 'n8n-workflow';

import { InputError, isId, isObject, pageIn } from '../../../transport';
import {
	Input,
	sentConditions,
	inWantedForm,
	simpleConversation,
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
} from '../../shared';
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
import { Call } from '../operation';
import { withComputed } from '../run/computed';
import { contextOutput } from '../run/context/getContext';
import { found, searchBody, searchOutput } from '../run/find/selection';
import { anyList, deletedOutput, messageOutput, outputOf, record, whole, withTime } from '../run/outputs';
import { changed, whoGotIt, resourceOf } from './operations';

const newRecord = record(simpleConversation);

export const conversation = resourceOf(
	'conversation',
	'Tickets: find, change, tag, snooze, move, merge and split them',
	{
		get: {
			operationId: 'getConversation',
			options: computedOptions,
			output: withComputed(record(simpleConversation)),
		},
		getContext: {
			action: 'Get context of conversation',
			description: 'Get who wrote what and when, as clean text without quoted messages',
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
			options: [...computedOptions],
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
			options: [queryField, pagePlace],
			sorting: [sort],
			body: searchBody,
			output: searchOutput,
		},
		create: {
			operationId: 'createConversation',
			whoGotIt: whoGotIt.newConversation,
			fields: [like(email, { required: undefined }), replyText],
			body: refuseEmpty,
			additionalFields: [subject, additionalBody],
			output: outputOf({ ...newRecord.form, fields: { is_draft: 'boolean' } }, created),
		},
		update: {
			operationId: 'updateConversation',
			updateFields: changes,
			body: withEmptied,
			watchesChanges: true,
		},
		close: {
			description: 'Set the status of a conversation to Closed',
			operationId: 'updateConversation',
			undo: 'Update with the previous status undoes it',
			body: (_, fields) => ({ ...fields, status: 'Closed' }),
			watchesChanges: true,
		},
		assign: {
			description: 'Assign a conversation to a teammate',
			operationId: 'updateConversation',
			fields: [assignTo],
			watchesChanges: true,
		},
		updateMany: {
			isLast: true,
			action: 'Update many conversations',
			operationId: 'batchUpdateConversations',
			undo: 'Update Many with the previous values undoes it',
			fields: [conversationIds],
			updateFields: changes,
			named: { conversationIds: idsField },
			body: withEmptied,
			output: messageOutput('conversationIds'),
		},
		delete: {
			operationId: 'deleteConversation',
			undo: 'Restore may undo it',
			output: deletedOutput('conversationId'),
		},
		restore: {
			operationId: 'restoreConversation',
			undo: 'Delete undoes it',
		},
		changeContact: {
			action: 'Change contact of conversation',
			operationId: 'changeConversationContact',
			fields: [contactId],
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
			watchesChanges: true,
		},
		move: {
			action: 'Move conversation to inbox',
			operationId: 'moveConversation',
			undo: 'Move to the previous inbox undoes it',
			fields: [inboxId],
		},
		merge: {
			action: 'Merge conversations',
			operationId: 'mergeConversations',
			notice: 'merged',
			fields: mergeFields,
			body: refuseItself,
			watchesChanges: true,
		},
		split: {
			operationId: 'splitConversation',
			notice: 'noUndo',
			fields: [threadEventId, ...splitFields],
		},
		snooze: {
			operationId: 'snoozeConversation',
			undo: 'Unsnooze undoes it',
			fields: [...timeFields(snoozedUntil), type],
			fillIn: withTimeOf(snoozedUntil),
			watchesChanges: true,
			output: withTime(snoozedUntil, changed),
		},
		unsnooze: {
			operationId: 'unsnoozeConversation',
			undo: 'Snooze undoes it',
		},
		markSpam: {
			name: 'Mark as Spam',
			action: 'Mark conversation as spam',
			operationId: 'markConversationAsSpam',
			undo: 'Unmark as Spam undoes it',
		},
		unmarkSpam: {
			name: 'Unmark as Spam',
			action: 'Unmark conversation as spam',
			operationId: 'unmarkConversationAsSpam',
			undo: 'Mark as Spam undoes it',
		},
		addTag: {
			action: 'Add tag to conversation',
			operationId: 'addTagToConversation',
			undo: 'Remove Tag undoes it',
			fields: [tagId],
			body: asTag,
		},
		removeTag: {
			action: 'Remove tag from conversation',
			operationId: 'removeTagFromConversation',
			undo: 'Add Tag undoes it',
			fields: [tagId],
			body: asTag,
			output: outputOf(changed.form, tagRemoved),
		},
	},
);

/** The JSON may contain all fields, because their names are unknown (contract, Endpoint details not shown). */
function refuseEmpty({ additionalBody }: Input, fields: IDataObject) {
	if (Object.keys({ ...fields, ...(additionalBody as IDataObject) }).length > 0) return fields;
	throw new InputError("'Email' is empty", "Enter 'Email' and 'Message'.");
}

async function created(call: Call) {
	const [item] = await newRecord({ ...call, input: whole(call.input) });
	const { is_draft: isDraft } = item!.json;
	const json = inWantedForm(item!.json, call.input, simpleConversation);
	const hint = Boolean(isDraft) && { hint: 'This is a draft: send it in the helpdesk.' };
	return [{ json: { ...json, ...(isDraft !== undefined && { is_draft: isDraft }), ...hint } }];
}

/** The helpdesk also reports success if the conversation does not have the tag. */
async function tagRemoved(call: Call) {
	const items = await changed(call);
	const { id, tags } = call.context.getInputData().json;
	const { conversationId, tagId } = call.input;
	const isOther = (tag: unknown) => isObject(tag) && isId(tag.id) && String(tag.id) !== tagId;
	if (id === conversationId && Array.isArray(tags) && tags.every(isOther))
		for (const { json } of items) json.message = 'The conversation did not have this tag';
	return items;
}

/** Only these two endpoints call a tag's ID `tag`. */
function asTag(_: Input, { tag_id: tag, ...fields }: IDataObject): IDataObject {
	return { ...fields, tag };
}
