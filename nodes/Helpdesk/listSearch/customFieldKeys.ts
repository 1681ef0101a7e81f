import { inboxOfConversation } from '../lookup/conversationInbox';
import { recentConversations } from './conversations';
import { byName, matching, type Picker } from './picker';
import { emptyIfRefused } from './refused';

/** Keys that recent conversations have: those of the conversation's own inbox, where it is known, and mine. */
export const customFieldKeys: Picker = async (picking) => {
	const { lookup, chosen } = picking;
	const conversationId = chosen('conversationId');
	const inboxOf = async () => [await inboxOfConversation(lookup, conversationId)];
	const [inboxId = ''] = conversationId ? await emptyIfRefused(inboxOf()) : [];
	const recent = await recentConversations(lookup, inboxId);
	const keys = new Set(recent.flatMap((conversation) => conversation.customFieldKeys));
	return matching([...keys].map((key) => ({ name: key, value: key })).sort(byName), picking);
};
