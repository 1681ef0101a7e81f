import { byId } from '../locator';
import { saveDraft, thread, threads } from '../sandboxRecords';
import { inbox, ofThread, type Samples } from './sample';

const batch = { idsField: 'conversation_ids', additionalBody: '{"reason": "old"}' };
const tag = { tagId: byId('tag_bug') };
const tagIds = { tagIds: 'tag_login, tag_refund' };
const color = { additionalBody: '{"color": "#123"}' };

/** Of operations whose endpoints the specification does not show. */
export const provisionalSamples: Samples = {
	'conversation.deleteMany': (sandbox) => {
		const many = { inboxId: inbox, conversationIds: threads(sandbox, 2).map(({ record }) => record.id) };
		return { parameters: many, variants: [{ ...many, options: batch }] };
	},
	'conversation.restoreMany': (sandbox) => {
		const trashed = threads(sandbox, 2);
		trashed.forEach((conversation) => sandbox.store.trash(conversation));
		const many = { inboxId: inbox, conversationIds: trashed.map(({ record }) => record.id).join(', ') };
		return { parameters: many, variants: [{ ...many, options: batch }] };
	},
	'conversation.getPrevious': (sandbox) => {
		const later = { conversationId: byId(threads(sandbox, 2)[1]!.record.id) };
		return { parameters: later, variants: [{ ...later, options: { simplify: false } }] };
	},
	'message.deleteDraft': (sandbox) => {
		saveDraft(sandbox, thread(sandbox));
		return { parameters: ofThread(sandbox) };
	},
	'contact.getConversations': (sandbox) => {
		const contactId = byId(thread(sandbox).record.contact.id);
		const parameters = { contactId, returnAll: false, limit: 3 };
		return { parameters, variants: [{ contactId, returnAll: true, options: { simplify: false } }] };
	},
	'tag.update': () => ({
		parameters: { ...tag, updateFields: { name: 'Defect' } },
		variants: [{ ...tag, updateFields: { name: 'Defect', ...color }, options: { nameField: 'name' } }],
	}),
	'tag.merge': () => ({
		parameters: { ...tag, ...tagIds },
		variants: [{ ...tag, ...tagIds, additionalFields: color, options: { tagIdsField: 'tag_ids', mergeTargetField: 'tag_id' } }],
	}),
	'tag.updateMany': () => ({
		parameters: { ...tagIds, updateFields: color },
		variants: [{ ...tagIds, updateFields: color, options: { tagIdsField: 'tag_ids' } }],
	}),
	'savedReply.update': () => {
		const savedReplyId = byId('reply_thanks');
		return {
			parameters: { savedReplyId, updateFields: { message: 'Hi' } },
			variants: [{ savedReplyId, updateFields: { name: 'Hi', message: 'Hi', ...color }, options: { nameField: 'name', messageField: 'message' } }],
		};
	},
};
