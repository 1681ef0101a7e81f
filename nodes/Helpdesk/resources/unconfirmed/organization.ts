import type { OperationId } from '../../../../contract/endpoints';
import { automationId, inboxId, knowledgebaseId } from '../../../shared/fields/locators';
import { limit, returnAll } from '../../../shared/fields/paging';
import { simpleTeammate } from '../../../shared/simplify';
import { anyList, anything, deletedOutput, record } from '../../run/outputs';
import { operationsOn } from '../operations';

export const organizationOperations = operationsOn({
	inbox: {
		get: {
			action: 'Get inbox',
			description: 'Get one inbox by its ID',
			operationId: 'getInbox',
			fields: [inboxId],
			output: record(),
		},
		getMany: {
			action: 'Get many inboxes',
			description: 'Get the inboxes of the organization',
			operationId: 'listInboxes',
			instead: "Conversation → Get Mine, where each has the ID of its inbox as 'inbox_id'",
			fields: [returnAll, limit],
			output: anyList(),
		},
		getSavedReplies: {
			action: 'Get saved replies of inbox',
			description: 'Get the saved replies that can be used in an inbox',
			operationId: 'listInboxSavedReplies',
			fields: [inboxId, returnAll, limit],
			output: anyList(),
		},
		getCustomFields: {
			action: 'Get custom fields of inbox',
			description: 'Get the fields of your own that the conversations of an inbox can have',
			operationId: 'listInboxCustomFields',
			instead: "Conversation → Get, with 'Simplify' off: 'custom_field_values' has the fields that are filled in",
			fields: [inboxId, returnAll, limit],
			output: anyList(),
		},
		getReports: {
			action: 'Get reports of inbox',
			description:
				"Get the figures of an inbox. Which dates and filters it takes is not known: give them as 'Advanced: Additional Query (JSON)'.",
			operationId: 'getInboxReports',
			fields: [inboxId],
			output: anything,
		},
	},
	automation: {
		delete: {
			action: 'Delete automation',
			description: 'Delete an automation of an inbox. Needs the permission delete_automations; what it did to conversations stays.',
			operationId: 'deleteAutomation',
			notice: 'forGood',
			fields: [inboxId, automationId],
			output: deletedOutput('automationId'),
		},
	},
	user: {
		getMany: {
			action: 'Get many teammates',
			description: 'Get the teammates of the organization',
			operationId: 'listUsers',
			instead: 'Teammate → Get, for each ID that conversations have as assignable_id',
			fields: [returnAll, limit],
			output: anyList(simpleTeammate),
		},
	},
	knowledgeBase: {
		getMany: {
			action: 'Get many knowledge bases',
			description: 'Get the knowledge bases of the organization',
			operationId: 'listKnowledgeBases',
			fields: [returnAll, limit],
			output: anyList(),
		},
		get: {
			action: 'Get knowledge base',
			description: 'Get one knowledge base by its ID',
			operationId: 'getKnowledgeBase',
			fields: [knowledgebaseId],
			output: record(),
		},
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
	return {
		operationId,
		action: `Report on ${what}`,
		description: `Get the report on ${what} of an inbox. Which dates and filters it takes is not known: give them as 'Advanced: Additional Query (JSON)'.`,
		fields: [inboxId],
		output: anything,
	};
}
