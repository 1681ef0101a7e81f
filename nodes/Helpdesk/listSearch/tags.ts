import { inboxOfConversation } from '../lookup/conversationInbox';
import { tagsOfInbox, tagsOfOrganization, type Tag } from '../lookup/inboxTags';
import { byName, matching, type Picker, type Picking } from './picker';

/** The tags that what is chosen in the node can have; of the whole organization where the tags themselves are worked on. */
export const tags: Picker = async (picking) => {
	const { lookup, chosen } = picking;
	const found = chosen('resource') === 'tag' ? await tagsOfOrganization(lookup) : await tagsOfChosen(picking);
	return matching(found.map(({ id, name }) => ({ name, value: id })).sort(byName), picking);
};

/** Of the conversation's own inbox, or of the chosen inbox where the operation takes no conversation. */
async function tagsOfChosen({ lookup, chosen }: Picking): Promise<Tag[]> {
	const conversationId = chosen('conversationId');
	const inboxId = conversationId ? await inboxOfConversation(lookup, conversationId) : chosen('inboxId');
	return inboxId === '' ? [] : await tagsOfInbox(lookup, inboxId);
}
