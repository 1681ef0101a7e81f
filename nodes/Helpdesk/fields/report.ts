import { oneOf } from '../../shared/fields';
import { OTHER_VALUES } from '../../shared/names';
import { word } from '../../shared/values';

export const kind = oneOf(
	'kind',
	`What the report is about. ${OTHER_VALUES}`,
	{
		conversations: 'Conversations',
		productivity: 'Productivity',
		happiness: 'Happiness of Customers',
		agents: 'Teammates',
		'agent-team-conversations': 'Conversations of Teammates and Teams',
		'agent-team-productivity': 'Productivity of Teammates and Teams',
		'recent-ratings': 'Recent Ratings',
	},
	{ displayName: 'Report', kind: word },
);
