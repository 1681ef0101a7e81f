import { FileAnswer, single, type Call, type Handlers } from '../call';
import {
	applyChange,
	checkChange,
	requireFuture,
	requireReachable,
	requireTeammate,
	selectedInvalid,
	type ConversationChange,
} from '../changes';
import { cancelReply, sendReply } from '../due';
import { invalid } from '../errors';
import { attachmentView, conversationView, threadView } from '../forms';
import type { AttachmentRecord, ThreadEvent } from '../records';
import { appendEvent, newEvent, newMessage, plainText, setDraft, type NewMessage } from '../thread';

interface ScheduleBody {
	message?: string;
	scheduled_at?: string;
	type?: string;
	status?: string;
}

/** The contract requires these fields. */
type NewReply = ScheduleBody & { message: string; scheduled_at: string };

function append(call: Call, action: ThreadEvent['action'], message: NewMessage, attachments: AttachmentRecord[] = []) {
	const event = newEvent(call.store, action, call.user, newMessage(call.store, message));
	appendEvent(call.store, call.conversation, { ...event, attachments });
	if (attachments.length > 0) call.store.touch(call.conversation, { has_attachment: true });
}

export const messageHandlers: Handlers = {
	listMessages: (call) => {
		const { store, conversation, query, baseUrl } = call;
		if (store.world.messagesForm === 'events')
			return single(call, conversationView(store, conversation, baseUrl, query.event_id));
		return { data: threadView(store.world, conversation, baseUrl, query.event_id) };
	},

	addNote: (call) => {
		const { message, mentioned_ids: mentioned = [] } = call.body as { message: string; mentioned_ids?: string[] };
		mentioned.forEach((id, index) =>
			requireTeammate(call.store, call.organizationId, id, `mentioned_ids.${index}`),
		);
		append(call, 'note', {
			html: message,
			direction: 'internal',
			recordType: 'Note',
			extra: { mentioned_ids: mentioned },
		});
	},

	replyToConversation: (call) => {
		const { status, assign_to, cc } = call.body as ConversationChange & { cc?: string[] };
		const { replyText, replyDraft } = call.settings.fieldNames;
		const draftId = call.body[replyDraft];
		const draft = draftId === undefined ? undefined : call.conversation.drafts[call.user.id];
		if (draftId !== undefined && draft?.message.id !== draftId) throw selectedInvalid(replyDraft);
		const html = call.body[replyText] ?? draft?.message.html_body;
		if (typeof html !== 'string' || html === '')
			throw invalid({ [replyText]: [`The ${replyText} field is required.`] });
		checkChange(call, { status, assign_to });
		append(call, 'replied', { html, direction: 'outgoing', cc: cc ?? draft?.message.cc }, draft?.attachments);
		applyChange(call.store, call.conversation, { status, assign_to });
		if (draft) setDraft(call.store, call.conversation, call.user.id);
	},

	saveDraft: (call) => {
		const { message, cc = [] } = call.body as { message: string; cc?: string[] };
		const { store, conversation, user } = call;
		const known = conversation.drafts[user.id];
		const saved = newMessage(store, { html: message, direction: 'internal', recordType: 'Draft', cc });
		const draft = newEvent(store, 'draft', user, { ...saved, id: known?.message.id ?? saved.id });
		setDraft(store, conversation, user.id, { ...draft, attachments: known?.attachments });
		return { message: 'Draft saved successfully.', draft_id: draft.message.id };
	},

	deleteDraft: ({ store, conversation, user }) => setDraft(store, conversation, user.id),

	forwardMessage: (call) => {
		const { body, message_id: id, to } = call.body as { body: string; message_id: string; to: string[] };
		const isInThread = call.conversation.events.some((event) => event.message.id === id || event.id === id);
		if (!isInThread) throw selectedInvalid('message_id');
		if (to.length === 0) throw invalid({ to: ['The to field is required.'] });
		append(call, 'forwarded', { html: body, direction: 'internal', extra: { to, message_id: id } });
	},

	scheduleReply: ({ store, conversation, user, body }) => {
		const { message, scheduled_at: at, type = null, status } = body as unknown as NewReply;
		const due = requireFuture(store, at, 'scheduled_at');
		requireReachable(store, conversation, status);
		const scheduledAt = store.time(due);
		const extra = { scheduled_at: scheduledAt, type };
		const event = newEvent(
			store,
			'replied',
			user,
			newMessage(store, { html: message, direction: 'outgoing', extra }),
		);
		conversation.scheduled.push({ event, scheduledAt, type, status: status ?? null });
		store.touch(conversation, { is_scheduled: true });
		store.waiting.add(conversation);
	},

	updateScheduledReply: ({ store, conversation, scheduled, body }) => {
		const { message, scheduled_at: at, status } = body as ScheduleBody;
		const due = at === undefined ? undefined : requireFuture(store, at, 'scheduled_at');
		requireReachable(store, conversation, status);
		if (message !== undefined) {
			const text = plainText(message);
			Object.assign(scheduled.event.message, { html_body: message, text_body: text, excerpt: text.slice(0, 80) });
		}
		if (status !== undefined) scheduled.status = status;
		if (due !== undefined) {
			scheduled.scheduledAt = store.time(due);
			scheduled.event.message.extra.scheduled_at = scheduled.scheduledAt;
		}
		store.touch(conversation);
	},

	unscheduleReply: ({ store, conversation, scheduled }) => cancelReply(store, conversation, scheduled),

	sendScheduledReplyNow: ({ store, conversation, scheduled }) => sendReply(store, conversation, scheduled),

	downloadAttachment: ({ attachment }) => new FileAnswer(attachment),

	uploadAttachment: (call) => {
		const { uploadFile, uploadDraft, uploadName, uploadType } = call.settings.fieldNames;
		const bytes = call.body[uploadFile] as string | undefined;
		if (!bytes) throw invalid({ [uploadFile]: [`The ${uploadFile} field is required.`] });
		const { store, user, organizationId } = call;
		const mine = [...store.conversations.values()].map(({ drafts }) => drafts[user.id]);
		const draft = mine.find((each) => each?.message.id === call.body[uploadDraft]);
		if (!draft) throw selectedInvalid(uploadDraft);
		const { [uploadName]: name = 'file', [uploadType]: type = 'application/octet-stream' } = call.body;
		const record = { id: store.id('attachment'), name: String(name), type: String(type), bytes };
		store.attachments.set(record.id, { organizationId, record });
		draft.attachments = [...(draft.attachments ?? []), record];
		store.version += 1;
		return single(call, attachmentView(record, call.baseUrl));
	},
};
