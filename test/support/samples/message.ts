import type { Sandbox } from '../../../sandbox';
import { inHours, saveDraft, scheduleReply, thread } from '../sandboxRecords';
import { ofThread, type Samples } from './sample';

/** A scheduled reply that exists from this call on. */
const ofScheduledReply = (sandbox: Sandbox) => ({
	...ofThread(sandbox),
	messageId: scheduleReply(sandbox, thread(sandbox)),
});

export const messageSamples: Samples = {
	'message.getMany': (sandbox) => ({
		parameters: { ...ofThread(sandbox), returnAll: true },
		variants: [{ ...ofThread(sandbox), returnAll: false, limit: 3, options: { eventId: thread(sandbox).events[0]!.message.id, simplify: false } }],
	}),
	'message.reply': (sandbox) => ({
		parameters: { ...ofThread(sandbox), message: 'Hello\nIt is on its way.', messageFormat: 'text' },
		variants: [
			{
				...ofThread(sandbox),
				message: '<p>Hello</p>',
				messageFormat: 'html',
				additionalFields: {
					status: 'Closed',
					assignTo: 'user_ben',
					action: 'send_and_next_active',
					cc: 'boss@example.com, team@example.com',
					messageField: 'message',
					draftId: saveDraft(sandbox, thread(sandbox)),
					draftField: 'draft_id',
					additionalBody: '{"undo": false}',
				},
				options: { checkBeforeRetrying: true },
			},
		],
	}),
	'message.addNote': (sandbox) => ({
		parameters: { ...ofThread(sandbox), message: 'Looks like a bug' },
		variants: [{ ...ofThread(sandbox), message: 'Please look', additionalFields: { mentionedIds: ['user_ben', 'user_ada'] }, options: { checkBeforeRetrying: true } }],
	}),
	'message.forward': (sandbox) => ({
		parameters: { ...ofThread(sandbox), messageId: thread(sandbox).events[0]!.message.id, to: 'a@example.com, b@example.com', body: 'Please see below' },
	}),
	'message.saveDraft': (sandbox) => ({
		parameters: { ...ofThread(sandbox), message: 'Dear customer', messageFormat: 'text' },
		variants: [{ ...ofThread(sandbox), message: '<p>Dear</p>', messageFormat: 'html', additionalFields: { cc: ['boss@example.com'] } }],
	}),
	'scheduledReply.create': (sandbox) => ({
		parameters: { ...ofThread(sandbox), message: 'Any news?', messageFormat: 'text', scheduledAt: inHours(sandbox, 24) },
		variants: [
			{
				...ofThread(sandbox),
				message: '<p>Any news?</p>',
				messageFormat: 'html',
				scheduledAt: inHours(sandbox, 24),
				additionalFields: { type: 'if_no_reply', status: 'Closed' },
			},
		],
	}),
	'scheduledReply.update': (sandbox) => ({
		parameters: { ...ofScheduledReply(sandbox), updateFields: { scheduledAt: inHours(sandbox, 72) } },
		variants: [
			{
				...ofScheduledReply(sandbox),
				updateFields: { scheduledAt: inHours(sandbox, 72), message: 'a < b', messageFormat: 'text', status: 'Closed' },
			},
		],
	}),
};
