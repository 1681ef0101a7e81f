import { single, type Call, type Handlers } from '../call';

const conversationsOf = ({ store, inbox }: Call) => store.sortedConversations({ inboxId: inbox.id }, 'newest').map(({ record }) => record);
const teammatesOf = ({ store, organizationId }: Call) =>
	[...store.teammates.values()].filter(({ active_organization_id }) => active_organization_id === organizationId);

function countBy(values: string[]): Record<string, number> {
	const counts: Record<string, number> = {};
	for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
	return counts;
}

const totals = (call: Call) => ({ total: conversationsOf(call).length, by_status: countBy(conversationsOf(call).map(({ status }) => status)) });
const byTeammate = (call: Call) => {
	const assignees = conversationsOf(call).map(({ assignable_id }) => assignable_id);
	return teammatesOf(call).map(({ id, name }) => ({ id, name, conversations: assignees.filter((assignee) => assignee === id).length }));
};

/** What a report holds is not known: plain figures. */
export const reportHandlers: Handlers = {
	getInboxReports: (call) => single(call, { inbox_id: call.inbox.id, conversations: totals(call) }),
	getConversationsReport: (call) => single(call, totals(call)),
	getProductivityReport: (call) => single(call, { replies: conversationsOf(call).reduce((sum, { messages_count }) => sum + messages_count, 0) }),
	getHappinessReport: (call) => single(call, { great: 0, okay: 0, not_good: 0 }),
	getAgentsReport: (call) => single(call, byTeammate(call)),
	getAgentTeamConversationsReport: (call) => single(call, { agents: byTeammate(call), teams: [] }),
	getAgentTeamProductivityReport: (call) => single(call, { agents: byTeammate(call), teams: [] }),
	getRecentRatingsReport: (call) => {
		const [newest] = conversationsOf(call);
		return single(call, newest ? [{ id: `rating_${newest.id}`, conversation_id: newest.id, rating: 'great', comment: '' }] : []);
	},
};
