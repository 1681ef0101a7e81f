import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';

import { HelpdeskApi } from '../../credentials/HelpdeskApi.credentials';
import { Helpdesk } from '../../nodes/Helpdesk/Helpdesk.node';

// n8n saves nothing that is as the default says, so a default, a form or a condition that changes makes stored workflows another thing.

/** Without what only people read, and without the choice of resource and operation, which has tests of its own. */
function formOf({
	type,
	default: usual,
	required,
	typeOptions,
	allowArbitraryValues,
	noDataExpression,
	displayOptions,
	options = [],
}: INodeProperties) {
	const choices = (options as INodePropertyOptions[]).map(({ value }) => value);
	const conditions = Object.entries(displayOptions?.show ?? {}).filter(([name]) => !/^\/?(resource|operation|\w+Shown)$/.test(name));
	return [
		`${type} ${JSON.stringify(usual)}`,
		required && 'required',
		typeOptions && JSON.stringify(typeOptions),
		/options$/i.test(type) && choices.length > 0 && `of ${choices.join('|')}`,
		allowArbitraryValues && 'or any',
		noDataExpression && 'fixed',
		conditions.length > 0 && `where ${conditions.map(([name, values]) => `${name} is ${values!.join('|')}`).join(', ')}`,
	]
		.filter(Boolean)
		.join(' ');
}

/** Each form with the fields that have it; what stands in a collection has its name before its own. */
function formsOf(properties: INodeProperties[]): Record<string, string[]> {
	const names: Record<string, Set<string>> = {};
	const visit = (parts: INodeProperties[], before: string) => {
		for (const part of parts.filter(({ type }) => type !== 'notice' && type !== 'hidden')) {
			const name = before + part.name;
			if (part.name !== 'toolDescription' && name !== 'operation') (names[formOf(part)] ??= new Set()).add(name);
			if (part.type === 'collection') visit(part.options as INodeProperties[], `${name}.`);
			if (part.type === 'fixedCollection')
				for (const group of part.options as INodePropertyCollection[]) visit(group.values, `${name}.${group.name}.`);
		}
	};
	visit(properties, '');
	return Object.fromEntries(Object.entries(names).map(([form, fields]) => [form, [...fields].sort()]));
}

/** The names of fields stand in texts, for the table to be short. */
const named = (forms: Record<string, string | string[]>) =>
	Object.fromEntries(Object.entries(forms).map(([form, fields]) => [form, [fields].flat().join(' ').split(' ').sort()]));

test('every field keeps the form in which workflows have it: its type, default and choices, and when it is shown', () => {
	expect(formsOf(new Helpdesk().description.properties)).toEqual(
		named({
			'options "conversation" of conversation|message|scheduledReply|contact|tag|inbox|savedReply|user|automation|report|knowledgeBase|attachment|apiRequest fixed':
				'resource',
			'resourceLocator {"mode":"list","value":""} required': [
				'automationId contactId conversationId customFields.field.key inboxId knowledgebaseId messageId',
				'options.withCustomFields.field.key savedReplyId tagId userId',
			],
			'options "none" of conditions|none|json': 'filterMode',
			'fixedCollection {} {"multipleValues":true} where filterMode is conditions': 'conditions',
			'options "status" of assignable_id|other|priority|is_snoozed|is_spam|status|subject|tag or any': 'conditions.condition.attribute',
			'string "" where attribute is other': 'conditions.condition.attributeName',
			'multiOptions [] of Active|Closed|Pending or any where attribute is status': 'conditions.condition.values',
			'multiOptions [] of High|Low|Normal or any where attribute is priority': 'conditions.condition.values',
			'multiOptions [] of false|true or any where attribute is is_snoozed': 'conditions.condition.values',
			'multiOptions [] of false|true or any where attribute is is_spam': 'conditions.condition.values',
			'multiOptions [] {"loadOptionsMethod":"teammates","loadOptionsDependsOn":["inboxId.value","inboxIds"]} or any where attribute is assignable_id':
				'conditions.condition.values',
			'multiOptions [] {"loadOptionsMethod":"tags","loadOptionsDependsOn":["inboxId.value","inboxIds"]} or any where attribute is tag':
				'conditions.condition.values',
			'string "" {"rows":2}': 'conditions.condition.values',
			'string "eq"': 'conditions.condition.comparison',
			'options "and" of and|or where filterMode is conditions': 'combine',
			'json "{\\n  \\"condition\\": \\"and\\",\\n  \\"groups\\": [\\n    { \\"attribute\\": \\"status\\", \\"comparison\\": \\"eq\\", \\"values\\": [{ \\"value\\": \\"Active\\" }] }\\n  ]\\n}" where filterMode is json':
				'filterJson',
			'string "" required': 'attachmentId draftId email messageId name path query threadEventId to',
			'boolean false': [
				'options.checkBeforeRetrying options.computedFields options.download options.dryRun options.fullResponse',
				'options.includeNotes options.notIfAlreadyThere options.receipt options.tellWhatIsThere returnAll',
				'updateFields.removeAllTags updateFields.unassign',
			],
			'boolean true': 'filters.withOrphan includeMergeSummary includeNotes returnAll',
			'number 50 {"minValue":1} where returnAll is false': 'limit',
			'multiOptions [] required {"loadOptionsMethod":"severalConversations","loadOptionsDependsOn":["inboxId.value"]} or any':
				'conversationIds',
			'options "fields" of fields|json': 'customFieldsMode',
			'fixedCollection {} {"multipleValues":true} where customFieldsMode is fields': 'customFields',
			'string ""': [
				'additionalFields.address additionalFields.cc additionalFields.company additionalFields.draftId',
				'additionalFields.jobTitle additionalFields.name additionalFields.notes additionalFields.website',
				'customFields.field.value filters.q options.eventId options.onlyIfUnchangedSince options.onlyOncePer',
				'options.timeZone options.withCustomFields.field.value queryParameters.parameter.name',
				'queryParameters.parameter.value subject updateFields.address updateFields.company updateFields.email',
				'updateFields.jobTitle updateFields.name updateFields.notes updateFields.subject updateFields.website',
			],
			'json "{}" required where customFieldsMode is json': 'customFieldsJson',
			'options "High" required of High|Low|Normal or any': 'priority',
			'multiOptions [] required {"loadOptionsMethod":"severalConversations","loadOptionsDependsOn":["conversationId.value"]} or any':
				'mergeableConversationIds',
			'string "after" required': 'direction',
			'options "" of |Active|Closed|Pending or any': 'status',
			'dateTime "" required': 'scheduledAt snoozedUntil',
			'string "if_no_reply" required': 'type',
			'string "" {"rows":4}': 'body message updateFields.message',
			'options "text" of text|html': 'messageFormat updateFields.messageFormat',
			'string "data" required': 'binaryPropertyName',
			'multiOptions [] required {"loadOptionsMethod":"tags"} or any': 'tagIds',
			'options "GET" of DELETE|GET|PATCH|POST|PUT': 'method',
			'fixedCollection {} {"multipleValues":true}': 'options.withCustomFields queryParameters',
			'string "" {"rows":4} where method is DELETE|PATCH|POST|PUT': 'jsonBody',
			'options "none" of counting|none|simple|wrapped': 'pageMode',
			'boolean false where pageMode is counting|simple|wrapped': 'returnAll',
			'number 50 {"minValue":1} where returnAll is false, pageMode is counting|simple|wrapped': 'limit',
			'collection {}': 'additionalFields filters options sorting updateFields',
			'string "send_and_next_active"': 'additionalFields.action',
			'resourceLocator {"mode":"list","value":""}': 'additionalFields.assignTo filters.inbox updateFields.assignTo',
			'multiOptions [] {"loadOptionsMethod":"teammates"} or any': 'additionalFields.mentionedIds',
			'options "Active" of Active|Closed|Pending or any': 'additionalFields.status updateFields.status',
			'string "if_no_reply"': 'additionalFields.type',
			'json "{}"': 'additionalFields.additionalBody options.additionalBody options.additionalQuery updateFields.additionalBody',
			'string "draft_id"': 'additionalFields.draftField options.draftField',
			'string "message"': 'additionalFields.messageField options.messageField',
			'dateTime ""': 'updateFields.scheduledAt',
			'multiOptions [] {"loadOptionsMethod":"tags","loadOptionsDependsOn":["conversationId.value","inboxId.value"]} or any':
				'updateFields.tags',
			'number 20000 {"minValue":2000}': 'options.characterBudget',
			'string "Closed" where computedFields is true': 'options.closedStatuses',
			'string "17:00" where computedFields is true, countedIn is openingHours': 'options.closesAt',
			'options "allHours" of allHours|openingHours where computedFields is true': 'options.countedIn',
			'string "contact, customer, incoming, inbound" where computedFields is true': 'options.customerMarks',
			'multiOptions [] {"loadOptionsMethod":"outputFields"} or any where @tool is true, output is selected': 'options.outputFields',
			'string "" where computedFields is true, countedIn is openingHours': 'options.holidays options.openingZone',
			'options "use" of create|use': 'options.ifTagExists',
			'string "data"': 'options.binaryPropertyName',
			'number 20 {"minValue":1}': 'options.mostRecentMessages',
			'multiOptions [1,2,3,4,5] of 1|2|3|4|5|6|7 where computedFields is true, countedIn is openingHours': 'options.openingDays',
			'string "09:00" where computedFields is true, countedIn is openingHours': 'options.opensAt',
			'options "simplified" of raw|selected|simplified where @tool is true': 'options.output',
			'options "form" of form|base64|raw': 'options.fileFormat',
			'boolean true where @tool is false': 'options.simplify',
			'string "file"': 'options.fileField',
			'string "conversation_ids"': 'options.idsField',
			'string "tag_id"': 'options.mergeTargetField',
			'string "name"': 'options.nameField',
			'options "query" of body|query': 'options.pagePlace',
			'string "/attachments"': 'options.uploadPath',
			'string "/attachments/{attachment_id}"': 'options.downloadPath',
			'string "query"': 'options.queryField',
			'string "tag_ids"': 'options.tagIdsField',
			'options "newest" of newest|oldest|priority': 'sorting.sort',
		}),
	);
});

test('every field of the credential keeps the form in which credentials have it', () => {
	expect(formsOf(new HelpdeskApi().properties)).toEqual(
		named({
			'string "" required {"password":true}': 'accessToken',
			'string "" required': 'baseUrl',
			'number 300 {"minValue":1}': 'requestsPerMinute',
			'boolean false': 'readOnly',
		}),
	);
});
