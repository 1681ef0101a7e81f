import { currentUserIn, pageIn } from '../../../transport';
import { limit, returnAll, sort, simpleAutomation, simpleTeammate, OperationId } from '../../shared';
import { anyList, anything, deletedOutput, list, record } from '../run/outputs';
import { getAll, resourceOf } from './operations';

export const inbox = resourceOf('inbox', 'The mailboxes and channels in which conversations arrive', {
	getTags: {
		action: 'Get tags of inbox',
		operationId: 'listInboxTags',
		fields: [returnAll, limit],
		sorting: [sort],
		output: list('simple', pageIn.query),
	},
	get: { operationId: 'getInbox', output: record() },
	getMany: {
		...getAll('Get many inboxes', 'listInboxes'),
		instead: "Conversation → Get Mine, with the 'inbox_id' of each",
	},
	getSavedReplies: getAll('Get saved replies of inbox', 'listInboxSavedReplies'),
	getCustomFields: {
		...getAll('Get custom fields of inbox', 'listInboxCustomFields'),
		instead: "Conversation → Get, with 'Simplify' off: 'custom_field_values' has the filled ones",
	},
	getReports: { ...figures('Get the figures', 'getInboxReports'), action: 'Get reports of inbox' },
});

export const user = resourceOf(
	'user',
	'The teammates who work in the helpdesk',
	{
		get: {
			description: 'Retrieve a teammate by ID or email address',
			operationId: 'getUser',
			output: record(simpleTeammate),
		},
		getCurrent: {
			description: "Get the owner of the access token. Switch 'Simplify' off to get other fields too.",
			operationId: 'getCurrentUser',
			output: record(simpleTeammate, currentUserIn),
		},
		getMany: {
			...getAll('Get many teammates', 'listUsers', anyList(simpleTeammate)),
			instead: 'Teammate → Get, for each assignable_id of conversations',
		},
	},
	'Teammate',
);

export const automation = resourceOf('automation', 'Rules for the conversations of an inbox', {
	get: { operationId: 'getAutomation', output: record(simpleAutomation) },
	getMany: {
		action: 'Get automations of inbox',
		operationId: 'listAutomations',
		output: anyList(simpleAutomation),
	},
	delete: {
		operationId: 'deleteAutomation',
		notice: 'forGood',
		output: deletedOutput('automationId'),
	},
});

export const report = resourceOf('report', 'Figures on conversations, teammates and ratings', {
	get: figures('Get a report', 'getReport'),
});

export const knowledgeBase = resourceOf('knowledgeBase', 'The collections of help articles', {
	getMany: getAll('Get many knowledge bases', 'listKnowledgeBases'),
	get: { operationId: 'getKnowledgeBase', output: record() },
});

function figures(what: string, operationId: OperationId) {
	const description = `${what} of an inbox. Dates and filters go into 'Advanced: Additional Query (JSON)'.`;
	return { description, operationId, output: anything };
}
