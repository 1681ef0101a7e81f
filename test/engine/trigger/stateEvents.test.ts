import { applyChange } from '../../../sandbox/changes';
import { useTriggerRig } from './support/triggerRig';

describe('state events', () => {
	const rig = useTriggerRig({ conversations: 200 }, { world: { dateHeader: 'present' } });

	const parameters = (more: object) => ({ inboxIds: 'inbox_support', ...more });

	it('show the longest wait in a test run of Customer Waiting', async () => {
		const chosen = parameters({
			event: ['customerWaiting'],
			after: 5,
			afterUnit: 'minutes',
			countedIn: 'allHours',
		});
		const testRun = () => rig.trigger({ mode: 'manual', parameters: chosen });
		for (const each of rig.sandbox.store.conversations.values())
			applyChange(rig.sandbox.store, each, { status: 'Closed' });
		rig.arrives();
		expect((await testRun().failure()).message).toBe('Nothing in the helpdesk matches yet');
		await rig.minute(60);
		for (let count = 0; count < 150; count += 1)
			applyChange(rig.sandbox.store, rig.arrives(), { status: 'Closed' });
		await rig.minute();
		rig.arrives();
		const [item] = await testRun().poll();
		expect(item?.json).toMatchObject({ event: 'customerWaiting', waiting_minutes: 61 });
	});

	it.each([
		[{ event: ['conversationMoved'] }, 'Conversation Moved needs two inboxes or more'],
		[
			{ event: ['customerWaiting'], after: 0, afterUnit: 'hours', countedIn: 'allHours' },
			"'After' must be a number from 1 to 10000",
		],
		[
			{
				event: ['customerWaiting'],
				after: 1,
				afterUnit: 'hours',
				countedIn: 'openingHours',
				openingDays: [1],
				opensAt: '25:00',
				closesAt: '17:00',
			},
			`'Opens At': "25:00" is not a time of day`,
		],
	])('are refused with an explanation: %j', async (chosen, said) => {
		expect((await rig.trigger({ parameters: parameters(chosen) }).failure()).message).toBe(said);
	});
});
