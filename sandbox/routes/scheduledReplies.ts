import { done, type Handlers } from '../call';
import { requireFuture, requireReachable } from '../changes';
import { cancelReply, sendReply } from '../due';
import { newEvent, newMessage, plainText } from '../thread';

interface ScheduleBody {
	message?: string;
	scheduled_at?: string;
	type?: string;
	status?: string;
}

/** The contract requires these. */
type NewReply = ScheduleBody & { message: string; scheduled_at: string };

export const scheduledReplyHandlers: Handlers = {
	scheduleReply: ({ store, conversation, user, body }) => {
		const { message, scheduled_at: at, type = null, status } = body as unknown as NewReply;
		const due = requireFuture(store, at, 'scheduled_at');
		requireReachable(store, conversation, status);
		const event = newEvent(store, 'scheduled', user, newMessage(store, { html: message, direction: 'outgoing', status: 'scheduled' }));
		conversation.scheduled.push({ event, scheduledAt: store.time(due), type, status: status ?? null });
		store.touch(conversation, { is_scheduled: true });
		store.waiting.add(conversation);
		return done('Reply scheduled successfully.');
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
		if (due !== undefined) scheduled.scheduledAt = store.time(due);
		store.touch(conversation);
		return done('Scheduled reply updated successfully.');
	},

	unscheduleReply: ({ store, conversation, scheduled }) => {
		cancelReply(store, conversation, scheduled);
		return done('Reply unscheduled successfully.');
	},

	sendScheduledReplyNow: ({ store, conversation, scheduled }) => {
		sendReply(store, conversation, scheduled);
		return done('Scheduled reply sent successfully.');
	},
};
