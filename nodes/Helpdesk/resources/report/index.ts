import type { Resource } from '../../operation';
import { agentTeamConversations } from './agentTeamConversations';
import { agentTeamProductivity } from './agentTeamProductivity';
import { agents } from './agents';
import { conversations } from './conversations';
import { happiness } from './happiness';
import { productivity } from './productivity';
import { recentRatings } from './recentRatings';

export const report: Resource = {
	name: 'Report',
	value: 'report',
	description: 'Figures about the work in an inbox',
	operations: [conversations, productivity, happiness, agents, agentTeamConversations, agentTeamProductivity, recentRatings],
};
