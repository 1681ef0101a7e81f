import type { OperationId } from '../../../../contract/endpoints';
import { limit, returnAll } from '../../../shared/fields/paging';
import { simpleTeammate } from '../../../shared/simplify';
import { anyList, anything, deletedOutput } from '../../run/outputs';
import { getAll, getOne, operationsOn } from '../operations';

const ofInbox = { fields: [returnAll, limit], output: anyList() };

export const organizationOperations = operationsOn({
	inbox: {
		get: getOne('inbox', 'getInbox'),
		getMany: {
			...getAll('inboxes', 'listInboxes'),
			instead: "Conversation → Get Mine, where each has the ID of its inbox as 'inbox_id'",
		},
		getSavedReplies: {
			...ofInbox,
			action: 'Get saved replies of inbox',
			description: 'Get the saved replies that can be used in an inbox',
			operationId: 'listInboxSavedReplies',
		},
		getCustomFields: {
			...ofInbox,
			action: 'Get custom fields of inbox',
			description: 'Get the custom fields that the conversations of an inbox can have',
			operationId: 'listInboxCustomFields',
			instead: "Conversation → Get, with 'Simplify' off: 'custom_field_values' has the filled fields",
		},
		getReports: { ...figures('Get the figures', 'getInboxReports'), action: 'Get reports of inbox' },
	},
	automation: {
		delete: {
			action: 'Delete automation',
			description: 'Delete an automation of an inbox. Needs the permission delete_automations.',
			operationId: 'deleteAutomation',
			notice: 'forGood',
			output: deletedOutput('automationId'),
		},
	},
	user: {
		getMany: {
			...getAll('teammates', 'listUsers', anyList(simpleTeammate)),
			instead: 'Teammate → Get, for each ID that conversations have as assignable_id',
		},
	},
	knowledgeBase: {
		getMany: getAll('knowledge bases', 'listKnowledgeBases'),
		get: getOne('knowledge base', 'getKnowledgeBase'),
	},
	businessHours: {
		getMany: {
			action: 'Get business hours',
			description: 'Get the hours in which the team works, one record for each schedule',
			operationId: 'listBusinessHours',
			output: anyList(),
		},
	},
	holiday: {
		getMany: {
			action: 'Get holidays',
			description: 'Get the days on which the team does not work',
			operationId: 'listHolidays',
			output: anyList(),
		},
	},
	report: {
		conversations: reportOn('conversations', 'getConversationsReport'),
		productivity: reportOn('productivity', 'getProductivityReport'),
		happiness: reportOn('happiness of customers', 'getHappinessReport'),
		agents: { name: 'Teammates', ...reportOn('teammates', 'getAgentsReport') },
		agentTeamConversations: {
			name: 'Teammate Conversations',
			...reportOn('conversations of teammates and teams', 'getAgentTeamConversationsReport'),
		},
		agentTeamProductivity: {
			name: 'Teammate Productivity',
			...reportOn('productivity of teammates and teams', 'getAgentTeamProductivityReport'),
		},
		recentRatings: reportOn('recent ratings', 'getRecentRatingsReport'),
	},
});

function reportOn(what: string, operationId: OperationId) {
	return { ...figures(`Get the report on ${what}`, operationId), action: `Report on ${what}` };
}

function figures(what: string, operationId: OperationId) {
	const description = `${what} of an inbox. Dates and filters go into 'Advanced: Additional Query (JSON)'.`;
	return { operationId, description, output: anything };
}
