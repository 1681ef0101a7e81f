import { inboxId } from '../../shared/fields/locators';
import { additionalQuery } from '../fields/fieldNames';
import type { Operation, Resource } from '../operation';
import { anything } from '../run/outputs';

export const report: Resource = {
	name: 'Report',
	value: 'report',
	description: 'Figures about the work in an inbox',
	operations: [
		reportOn('conversations', { name: 'Conversations', value: 'conversations', operationId: 'getConversationsReport' }),
		reportOn('productivity', { name: 'Productivity', value: 'productivity', operationId: 'getProductivityReport' }),
		reportOn('happiness of customers', { name: 'Happiness', value: 'happiness', operationId: 'getHappinessReport' }),
		reportOn('agents', { name: 'Agents', value: 'agents', operationId: 'getAgentsReport' }),
		reportOn('conversations of agents and teams', {
			name: 'Agent Team Conversations',
			value: 'agentTeamConversations',
			operationId: 'getAgentTeamConversationsReport',
		}),
		reportOn('productivity of agents and teams', {
			name: 'Agent Team Productivity',
			value: 'agentTeamProductivity',
			operationId: 'getAgentTeamProductivityReport',
		}),
		reportOn('recent ratings', { name: 'Recent Ratings', value: 'recentRatings', operationId: 'getRecentRatingsReport' }),
	],
};

function reportOn(what: string, names: Pick<Operation, 'name' | 'value' | 'operationId'>): Operation {
	return {
		...names,
		action: `Report on ${what}`,
		description: `Get the report on ${what} of an inbox. Which dates and filters it takes is not known: give them as 'Advanced: Additional Query (JSON)'.`,
		fields: [inboxId],
		options: [additionalQuery],
		output: anything,
	};
}
