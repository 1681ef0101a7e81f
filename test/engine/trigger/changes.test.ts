import type { INodePropertyOptions } from 'n8n-workflow';

import { HelpdeskTrigger } from '../../../nodes/HelpdeskTrigger/HelpdeskTrigger.node';
import { applyChange } from '../../../sandbox/changes';
import type { StoredConversation } from '../../../sandbox/records';
import { useTriggerRig } from './support/triggerRig';

describe('Conversation Updated', () => {
	const rig = useTriggerRig({ conversations: 120 });

	const inSupport = () => rig.sandbox.store.sortedConversations({ inboxId: 'inbox_support' }, 'newest');
	const change = (conversation: StoredConversation, changes: Parameters<typeof applyChange>[2]) =>
		applyChange(rig.sandbox.store, conversation, changes);
	const active = async (parameters = {}) => {
		const trigger = rig.trigger({
			parameters: {
				event: 'conversationUpdated',
				inboxIds: 'inbox_support',
				watchFields: ['status', 'priority', 'subject'],
				...parameters,
			},
		});
		await trigger.poll();
		await rig.minute();
		return trigger;
	};

	it('emits Max Events per poll even if only one of several events has a backlog', async () => {
		const trigger = await active({
			event: ['conversationUpdated', 'customerMessage'],
			options: { maxEventsPerPoll: 4 },
		});
		for (const conversation of inSupport().slice(0, 12)) change(conversation, { priority: 'Urgent' });
		const polls = [await trigger.poll(), await trigger.poll(), await trigger.poll(), await trigger.poll()];
		expect(polls.map(({ length }) => length)).toEqual([4, 4, 4, 0]);
	});

	it('emits nothing with Any if somebody only viewed the conversation', async () => {
		const trigger = await active({ watchFields: ['any'] });
		rig.sandbox.store.touch(inSupport()[2]!, { viewed_at: rig.sandbox.store.now(), viewer_id: 'user_ada' });
		expect(await trigger.poll()).toEqual([]);
	});

	const { options: choices, default: chosen } = new HelpdeskTrigger().description.properties.find(
		({ name }) => name === 'watchFields',
	)!;
	/** For each choice of Watch: a change that the helpdesk shows. */
	const shown: Record<string, object> = {
		any: { custom_field_values: { colour: 'red' } },
		assignee: { assignable_id: 'user_new' },
		priority: { priority: 'Anew' },
		status: { status: 'Anew' },
		subject: { subject: 'Anew' },
		tags: { tags: [{ id: 'tag_new', name: 'New' }] },
	};

	it.each(choices as INodePropertyOptions[])('emits a change of the watched field $name', async ({ value }) => {
		// One conversation needs tags, because an activation without any tags in the list is refused.
		if (value === 'tags') Object.assign(inSupport()[3]!.record, { tags: [{ id: 'tag_old', name: 'Old' }] });
		const trigger = await active({ watchFields: [value] });
		rig.sandbox.store.touch(inSupport()[2]!, shown[String(value)] ?? {});
		const [changes, ...others] = (await trigger.poll()).map(({ json }) => json.changes);
		expect([Object.keys(changes as object), others]).toEqual([[value === 'any' ? 'other' : value], []]);
		if (value === 'any') expect(changes).toEqual({ other: { from: null, to: null } });
	});

	it('watches the status by default', () => {
		expect(chosen).toEqual(['status']);
		expect((choices as INodePropertyOptions[]).map(({ value }) => value)).toEqual(
			expect.arrayContaining(chosen as string[]),
		);
	});
});
