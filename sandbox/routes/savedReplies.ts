import { done, single, type Handlers } from '../call';
import { listing } from '../pages';

export const savedReplyHandlers: Handlers = {
	listSavedReplies: (call) => listing(call, call.store.ownedBy(call.organizationId, call.store.savedReplies)),

	createSavedReply: (call) => {
		const { store, organizationId } = call;
		const { name, message } = call.body as { name: string; message: string };
		const record = { id: store.id('reply'), name, message, inbox_id: null, uses_count: 0 };
		store.savedReplies.set(record.id, { organizationId, record });
		store.version += 1;
		return single(call, record);
	},

	updateSavedReply: (call) => {
		const { name, message } = call.body as { name?: string; message?: string };
		Object.assign(call.savedReply, name !== undefined && { name }, message !== undefined && { message });
		call.store.version += 1;
		return single(call, call.savedReply);
	},

	deleteSavedReply: ({ store, savedReply }) => {
		store.savedReplies.delete(savedReply.id);
		store.version += 1;
		return done('Saved reply deleted successfully.');
	},

	useSavedReply: (call) => {
		call.savedReply.uses_count += 1;
		call.store.version += 1;
		return single(call, call.savedReply);
	},
};
