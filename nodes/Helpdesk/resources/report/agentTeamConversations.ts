import { additionalQuery } from '../../fields/content';
import { inboxId } from '../../fields/locators';
import type { Operation } from '../../operation';
import { anything } from '../../run/outputs';

export const agentTeamConversations: Operation = {
	name: 'Agent Team Conversations',
	value: 'agentTeamConversations',
	action: 'Report on the conversations of agents and teams',
	description: 'Get the report on the conversations of agents and teams of an inbox. Which dates and filters it takes is not known: give them as Additional Query.',
	endpoint: 'GET /reports/{inbox_id}/agent-team-conversations',
	provisional: true,
	fields: [inboxId],
	options: [additionalQuery],
	output: anything,
};
