import { applyChange } from '../../../sandbox/changes';
import type { StoredConversation } from '../../../sandbox/records';
import { useTriggerRig } from './support/triggerRig';

describe('a test run of the trigger in the editor', () => {
	const rig = useTriggerRig();

	const manual = (parameters: object) =>
		rig.trigger({ mode: 'manual', parameters: { inboxIds: 'inbox_support, inbox_orders', ...parameters } });

	it('shows the newest conversation of all inboxes and changes no state', async () => {
		await rig.minute();
		const { record } = rig.arrives({ inboxId: 'inbox_orders' });
		const trigger = manual({ event: 'conversationCreated' });
		expect(await trigger.poll()).toEqual([
			{
				json: expect.objectContaining({
					id: record.id,
					subject: 'Hello',
					contact_email: expect.stringContaining('@'),
				}),
			},
		]);
		expect(await trigger.poll()).toHaveLength(1);
		expect(trigger.staticData).toEqual({});
	});

	it('shows the customer who waits longest, even behind 150 newer conversations', async () => {
		const waiting = { event: ['customerWaiting'], after: 5, afterUnit: 'minutes', countedIn: 'allHours' };
		const close = (conversation: StoredConversation) =>
			applyChange(rig.sandbox.store, conversation, { status: 'Closed' });
		for (const conversation of rig.conversations()) close(conversation);
		rig.arrives();
		expect((await manual(waiting).failure()).message).toBe('Nothing in the helpdesk matches yet');
		await rig.minute(60);
		for (let count = 0; count < 150; count += 1) close(rig.arrives());
		await rig.minute();
		rig.arrives();
		const [item] = await manual(waiting).poll();
		expect(item?.json).toMatchObject({ event: 'customerWaiting', waiting_minutes: 61 });
	});

	it('reports why an inbox was not read if the others have no match', async () => {
		const [some] = rig.sandbox.store.inboxes.values();
		rig.sandbox.store.inboxes.set('inbox_empty', { ...some!, id: 'inbox_empty' });
		rig.answers(500, { times: 0, path: '/inboxes/inbox_support' });
		const failure = manual({ event: 'conversationCreated', inboxIds: 'inbox_empty, inbox_support' }).failure();
		expect((await failure).message).toBe(
			'Could not check for Conversation Created in inbox inbox_support: something went wrong inside the helpdesk',
		);
	});

	it.each([
		[['inbox_support', 'inbox_orders', 'inbox_support']],
		['inbox_support, inbox_orders'],
		['={{ ["inbox_support", "inbox_orders"] }}'],
		['={{ "inbox_support," + "inbox_orders" }}'],
	])('accepts inboxes from the dropdown or an expression, and reads each once: %j', async (inboxIds) => {
		await manual({ event: 'conversationCreated', inboxIds }).poll();
		expect(rig.requests().map(({ path }) => path)).toEqual(['/inboxes/inbox_support', '/inboxes/inbox_orders']);
	});
});
