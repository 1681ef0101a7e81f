import { inboxOfConversation } from '../lookup/conversationInbox';
import { tagsOfInbox } from '../lookup/inboxTags';
import { byName, matching, type Picker } from './picker';

/** The tags of the conversation's own inbox, or of the chosen inbox where the operation takes no conversation. */
export const tags: Picker = async (picking) => {
	const { lookup, chosen } = picking;
	const conversationId = chosen('conversationId');
	const inboxId = conversationId ? await inboxOfConversation(lookup, conversationId) : chosen('inboxId');
	if (inboxId === '') return { results: [] };
	const found = await tagsOfInbox(lookup, inboxId);
	return matching(found.map(({ id, name }) => ({ name, value: id })).sort(byName), picking);
};
