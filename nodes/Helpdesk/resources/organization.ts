import { currentUserIn, pageIn } from '../../../transport';
import { limit, returnAll, sort, simpleAutomation, simpleTeammate, OperationId } from '../../shared';
import type { Resource } from '../operation';
import { anyList, anything, deletedOutput, list, record } from '../run/outputs';
import { getAll, getOne, operationsOf } from './operations';

const ofInbox = { fields: [returnAll, limit], output: anyList() };

export const inbox: Resource = {
	name: 'Inbox',
	value: 'inbox',
	description: 'The mailboxes and channels in which conversations arrive',
	operations: operationsOf({
		getTags: {
			action: 'Get tags of inbox',
			operationId: 'listInboxTags',
			fields: [returnAll, limit],
			sorting: [sort],
			output: list('simple', pageIn.query),
		},
		get: getOne('inbox', 'getInbox'),
		getMany: {
			...getAll('inboxes', 'listInboxes'),
			instead: "Conversation → Get Mine, with the 'inbox_id' of each",
		},
		getSavedReplies: {
			...ofInbox,
			action: 'Get saved replies of inbox',
			operationId: 'listInboxSavedReplies',
		},
		getCustomFields: {
			...ofInbox,
			action: 'Get custom fields of inbox',
			operationId: 'listInboxCustomFields',
			instead: "Conversation → Get, with 'Simplify' off: 'custom_field_values' has the filled ones",
		},
		getReports: figures('Get the figures', 'getInboxReports', 'Get reports of inbox'),
	}),
};

export const user: Resource = {
	name: 'Teammate',
	value: 'user',
	description: 'The teammates who work in the helpdesk',
	operations: operationsOf({
		get: getOne('teammate', 'getUser', record(simpleTeammate)),
		getCurrent: {
			action: 'Get current teammate',
			description: "Get the owner of the access token. With 'Simplify' off, also other fields of the response.",
			operationId: 'getCurrentUser',
			output: record(simpleTeammate, currentUserIn),
		},
		getMany: {
			...getAll('teammates', 'listUsers', anyList(simpleTeammate)),
			instead: 'Teammate → Get, for each assignable_id of conversations',
		},
	}),
};

export const automation: Resource = {
	name: 'Automation',
	value: 'automation',
	description: 'Rules for the conversations of an inbox',
	operations: operationsOf({
		get: getOne('automation', 'getAutomation', record(simpleAutomation)),
		getMany: {
			action: 'Get automations of inbox',
			operationId: 'listAutomations',
			output: anyList(simpleAutomation),
		},
		delete: {
			action: 'Delete automation',
			operationId: 'deleteAutomation',
			notice: 'forGood',
			output: deletedOutput('automationId'),
		},
	}),
};

export const report: Resource = {
	name: 'Report',
	value: 'report',
	description: 'Figures on conversations, teammates and ratings',
	operations: operationsOf({ get: figures('Get a report', 'getReport', 'Get report') }),
};

export const knowledgeBase: Resource = {
	name: 'Knowledge Base',
	value: 'knowledgeBase',
	description: 'The collections of help articles',
	operations: operationsOf({
		getMany: getAll('knowledge bases', 'listKnowledgeBases'),
		get: getOne('knowledge base', 'getKnowledgeBase'),
	}),
};

function figures(what: string, operationId: OperationId, action: string) {
	const description = `${what} of an inbox. Dates and filters go into 'Advanced: Additional Query (JSON)'.`;
	return { action, description, operationId, output: anything };
}
