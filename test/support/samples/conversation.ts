import type { Sandbox } from '../../../sandbox';
import type { ConversationRecord } from '../../../sandbox/records';
import { byId } from '../locator';
import { inHours, thread, threads } from '../sandboxRecords';
import { inbox, ofThread, type Sample, type Samples } from './sample';

/** The conversation after a change of its record. */
function changed(sandbox: Sandbox, change: Partial<ConversationRecord>): Sample {
	sandbox.store.touch(thread(sandbox), change);
	return { parameters: ofThread(sandbox) };
}

const newValues = { status: 'Pending', assignTo: 'user_ben', tags: 'tag_bug, tag_refund', subject: 'Parcel lost' };

export const conversationSamples: Samples = {
	'conversation.getMany': () => ({
		parameters: { inboxId: inbox, filterMode: 'none', returnAll: false, limit: 3 },
		variants: [
			{
				inboxId: inbox,
				filterMode: 'conditions',
				conditions: { condition: [{ attribute: 'status', comparison: 'eq', values: 'Active, Pending' }] },
				combine: 'and',
				returnAll: true,
				options: { sort: 'priority', simplify: false },
			},
			{
				inboxId: inbox,
				filterMode: 'json',
				filterJson: '{"condition": "and", "groups": [{"condition": "or", "groups": [{"attribute": "status", "comparison": "eq", "values": [{"value": "Closed"}]}]}]}',
				returnAll: false,
				limit: 3,
			},
		],
	}),
	'conversation.search': () => ({
		parameters: { query: 'order', returnAll: false, limit: 3 },
		variants: [
			{ query: 'order', returnAll: true, options: { queryField: 'query', pagePlace: 'body', simplify: false, additionalBody: '{"status": "Active"}' } },
		],
	}),
	'conversation.update': (sandbox) => ({
		parameters: { ...ofThread(sandbox), updateFields: { status: 'Closed' } },
		variants: [{ ...ofThread(sandbox), updateFields: newValues }],
	}),
	'conversation.updateMany': (sandbox) => {
		const conversationIds = threads(sandbox, 3).map(({ record }) => record.id);
		return {
			parameters: { inboxId: inbox, conversationIds: conversationIds.join(', '), updateFields: { status: 'Closed' } },
			variants: [
				{
					inboxId: inbox,
					conversationIds,
					updateFields: newValues,
					options: { idsField: 'conversation_ids', additionalBody: '{"priority": "High"}' },
				},
			],
		};
	},
	'conversation.restore': (sandbox) => {
		const conversation = thread(sandbox);
		sandbox.store.trash(conversation);
		return { parameters: { conversationId: byId(conversation.record.id) } };
	},
	'conversation.setCustomFields': (sandbox) => ({
		parameters: {
			...ofThread(sandbox),
			customFieldsMode: 'fields',
			customFields: { field: [{ key: 'order_number', value: '42' }, { key: 'vip', value: '={{ true }}' }] },
		},
		variants: [{ ...ofThread(sandbox), customFieldsMode: 'json', customFieldsJson: '{"plan": "team", "score": 4.5}' }],
	}),
	'conversation.move': (sandbox) => ({ parameters: { ...ofThread(sandbox), inboxId: byId('inbox_billing') } }),
	'conversation.merge': (sandbox) => {
		const [into, ...others] = threads(sandbox, 3).map(({ record }) => record.id);
		const mergeableConversationIds = others.join(', ');
		return { parameters: { conversationId: byId(into!), mergeableConversationIds, includeNotes: true, includeMergeSummary: false } };
	},
	'conversation.split': (sandbox) => ({
		parameters: { ...ofThread(sandbox), threadEventId: thread(sandbox).events[1]!.id, direction: 'after', subject: 'Second half', status: 'Pending' },
	}),
	'conversation.unsnooze': (sandbox) => {
		thread(sandbox).snooze = { until: inHours(sandbox, 24), type: 'if_no_reply' };
		return changed(sandbox, { is_snoozed: true });
	},
	'conversation.unmarkSpam': (sandbox) => changed(sandbox, { is_spam: true }),
	'conversation.removeTag': (sandbox) => {
		thread(sandbox).tagIds = ['tag_login', 'tag_bug'];
		return { parameters: { ...ofThread(sandbox), tagId: byId('tag_bug') } };
	},
};
