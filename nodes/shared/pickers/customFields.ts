import type { INodeListSearchItems } from 'n8n-workflow';

import { MAX_PAGES_TO_CHOOSE_FROM, recall, rowsOf, type Lookup } from '../lookup/lookup';
import { inboxIfKnown, recentConversations } from './lists';
import { emptyIfRefused } from '../emptyIfRefused';
import { byName, labelOf, matching, type Picker } from './picker';

/**
 * The custom fields of the conversation's own inbox. The specification shows no list of them: where the helpdesk has none,
 * those that recent conversations have a value for, of that inbox, where it is known, and mine.
 */
export const customFieldKeys: Picker = async (picking) => {
	const { lookup, chosen } = picking;
	const inboxId = await inboxIfKnown(lookup, chosen('conversationId'));
	const listed = await emptyIfRefused(fieldsOfInbox(lookup, inboxId));
	const entries = listed.length > 0 ? listed : await fieldsInUse(lookup, inboxId);
	return matching([...entries].sort(byName), picking);
};

/** By the key with which a conversation is given a value; a record that does not say it is left out. */
async function fieldsOfInbox(lookup: Lookup, inboxId: string): Promise<INodeListSearchItems[]> {
	return await recall(lookup, `custom fields of ${inboxId}`, async () => {
		const rows = await rowsOf(lookup, 'listInboxCustomFields', { inboxId }, MAX_PAGES_TO_CHOOSE_FROM);
		return rows.flatMap(({ key, name }) => (typeof key === 'string' && key !== '' ? [{ name: labelOf({ id: key, name }), value: key }] : []));
	});
}

async function fieldsInUse(lookup: Lookup, inboxId: string): Promise<INodeListSearchItems[]> {
	const recent = await recentConversations(lookup, inboxId);
	const keys = new Set(recent.flatMap((conversation) => conversation.customFieldKeys));
	return [...keys].map((key) => ({ name: key, value: key }));
}
