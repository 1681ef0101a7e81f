import type { World } from '../../contract/worlds';
import { done, type Call, type Handlers } from '../call';
import { applyChange, checkChange, requireTeammate, selectedInvalid, type ConversationChange } from '../changes';
import { invalid } from '../errors';
import { listing } from '../pages';
import type { NewMessage } from '../thread';
import { appendEvent, newEvent, newMessage } from '../thread';
import { eventView, scheduledView } from '../views';
import type { AttachmentRecord, ThreadEvent } from '../records';

function append(call: Call, action: ThreadEvent['action'], message: NewMessage, attachments: AttachmentRecord[] = []) {
	const event = newEvent(call.store, action, call.user, newMessage(call.store, message));
	appendEvent(call.store, call.conversation, { ...event, attachments });
	if (attachments.length > 0) call.store.touch(call.conversation, { has_attachment: true });
}

/** What stands around the messages of a conversation. */
const around: Record<World['messagesForm'], (call: Call, messages: unknown[]) => unknown> = {
	data: (_, messages) => ({ data: messages }),
	bare: (_, messages) => messages,
	pages: listing,
	wrapped: (_, messages) => ({ data: { messages } }),
	messages: (_, messages) => ({ messages }),
};

export const messageHandlers: Handlers = {
	listMessages: (call) => {
		const { conversation, query } = call;
		const wanted = ({ id, message }: ThreadEvent) => query.event_id === undefined || query.event_id === message.id || query.event_id === id;
		const { messageOrder, messageRecord } = call.store.world;
		const all = [
			...conversation.events.filter(wanted).map((event) => eventView(event, messageRecord)),
			...conversation.scheduled.filter(({ event }) => wanted(event)).map((reply) => scheduledView(reply, messageRecord)),
		];
		return around[call.store.world.messagesForm](call, messageOrder === 'oldestFirst' ? all : all.reverse());
	},

	addNote: (call) => {
		const { message, mentioned_ids: mentioned = [] } = call.body as { message: string; mentioned_ids?: string[] };
		mentioned.forEach((id, index) => requireTeammate(call.store, call.organizationId, id, `mentioned_ids.${index}`));
		append(call, 'note', { html: message, direction: 'internal', recordType: 'note', extra: { mentioned_ids: mentioned } });
		return done('Note added successfully.');
	},

	replyToConversation: (call) => {
		const { status, assign_to, cc } = call.body as ConversationChange & { cc?: string[] };
		const { replyText, replyDraft } = call.settings.fieldNames;
		const drafts = call.conversation.drafts;
		const draftId = call.body[replyDraft];
		const draft = draftId === undefined ? undefined : drafts[call.user.id];
		if (draftId !== undefined && draft?.id !== draftId) throw selectedInvalid(replyDraft);
		const html = call.body[replyText] ?? draft?.message;
		if (typeof html !== 'string' || html === '') throw invalid({ [replyText]: [`The ${replyText} field is required.`] });
		checkChange(call, { status, assign_to });
		append(call, 'replied', { html, direction: 'outgoing', cc: cc ?? draft?.cc }, draft?.attachments);
		applyChange(call.store, call.conversation, { status, assign_to });
		if (draft) {
			delete drafts[call.user.id];
			call.store.touch(call.conversation, { is_draft: Object.keys(drafts).length > 0 });
		}
		return done('Reply sent successfully.');
	},

	saveDraft: (call) => {
		const { message, cc = [] } = call.body as { message: string; cc?: string[] };
		const drafts = call.conversation.drafts;
		const draft = { ...drafts[call.user.id], id: drafts[call.user.id]?.id ?? call.store.id('draft'), message, cc };
		drafts[call.user.id] = draft;
		call.store.touch(call.conversation, { is_draft: true });
		return { message: 'Draft saved successfully.', draft_id: draft.id };
	},

	deleteDraft: ({ store, conversation, user }) => {
		delete conversation.drafts[user.id];
		store.touch(conversation, { is_draft: Object.keys(conversation.drafts).length > 0 });
		return done('Draft deleted successfully.');
	},

	forwardMessage: (call) => {
		const { body, message_id: id, to } = call.body as { body: string; message_id: string; to: string[] };
		const isInThread = call.conversation.events.some((event) => event.message.id === id || event.id === id);
		if (!isInThread) throw selectedInvalid('message_id');
		if (to.length === 0) throw invalid({ to: ['The to field is required.'] });
		append(call, 'forwarded', { html: body, direction: 'internal', recordType: 'forward', extra: { to, message_id: id } });
		return done('Message forwarded successfully.');
	},
};
