import { myConversations, newestConversations, type KnownConversation } from '../lookup/conversations';
import type { Lookup } from '../lookup/lookup';
import { matching, type Picker } from './picker';
import { emptyIfRefused } from './refused';

/** My five, then the newest of the chosen inbox and of the inboxes in which my five are. */
export const conversations: Picker = async (picking) => {
	const recent = await recentConversations(picking.lookup, picking.chosen('inboxId'));
	return matching(recent.map(({ id, title }) => ({ name: title, value: id })), picking);
};

/** Conversations at hand without a search: documented endpoints alone, at most seven requests. */
export async function recentConversations(lookup: Lookup, inboxId: string): Promise<KnownConversation[]> {
	const mine = await emptyIfRefused(myConversations(lookup));
	const inboxIds = new Set([inboxId, ...mine.map((conversation) => conversation.inboxId ?? '')].filter((id) => id !== ''));
	const newest = await Promise.all([...inboxIds].map((id) => emptyIfRefused(newestConversations(lookup, id))));
	const byId = new Map([...mine, ...newest.flat()].map((conversation) => [conversation.id, conversation]));
	return [...byId.values()];
}
