import { done, single, type Handlers } from '../call';
import { requiredText } from '../changes';
import { listing } from '../pages';

export const savedReplyHandlers: Handlers = {
	listSavedReplies: (call) => listing(call, call.store.ownedBy(call.organizationId, call.store.savedReplies)),

	createSavedReply: (call) => {
		const { store, organizationId, settings } = call;
		const [name, message] = [requiredText(call, settings.fieldNames.recordName), requiredText(call, settings.fieldNames.savedReplyText)];
		const record = { id: store.id('reply'), name, message, inbox_id: null, uses_count: 0 };
		store.savedReplies.set(record.id, { organizationId, record });
		store.version += 1;
		return single(call, record);
	},

	updateSavedReply: (call) => {
		const { recordName, savedReplyText } = call.settings.fieldNames;
		const { [recordName]: name, [savedReplyText]: message } = call.body as Record<string, string | undefined>;
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
