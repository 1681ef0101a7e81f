import { done, single, type Call, type Handlers } from '../call';
import { selectedInvalid } from '../changes';
import { invalid, notFound } from '../errors';
import type { StoredConversation } from '../records';

/** The conversations of the inbox that a body names, all of them in the trash or all outside. */
function chosen({ store, inbox, body, settings }: Call, inTrash: boolean): StoredConversation[] {
	const field = settings.fieldNames.batchIds;
	const ids = body[field];
	if (!Array.isArray(ids) || ids.length === 0) throw invalid({ [field]: [`The ${field} field is required.`] });
	return ids.map((id: string, index) => {
		const conversation = store.conversations.get(id);
		const isHere = conversation?.record.inbox_id === inbox.id && (conversation.record.deleted_at !== null) === inTrash;
		if (!isHere) throw selectedInvalid(`${field}.${index}`);
		return conversation;
	});
}

/** In the order of the inbox, newest first; 404 past either end. */
function neighbour(call: Call, step: 1 | -1): unknown {
	const sorted = call.store.sortedConversations({ inboxId: call.conversation.record.inbox_id }, 'newest');
	const found = sorted[sorted.indexOf(call.conversation) + step];
	if (!found) throw notFound();
	return single(call, found.record);
}

export const batchAndNeighbourHandlers: Handlers = {
	batchDeleteConversations: (call) => {
		for (const conversation of chosen(call, false)) call.store.trash(conversation);
		return done('Conversations deleted successfully.');
	},

	batchRestoreConversations: (call) => {
		for (const conversation of chosen(call, true)) call.store.restore(conversation);
		return done('Conversations restored successfully.');
	},

	getNextConversation: (call) => neighbour(call, 1),
	getPreviousConversation: (call) => neighbour(call, -1),
};
