import { applyChange } from '../../../sandbox/changes';
import { startTriggerRig, type TriggerRig } from './support/triggerRig';

/** Returns the fields of an item beside its record. */
const valuesOf = ({ json: { event, from, to } }: { json: Record<string, unknown> }) => ({ event, from, to });

describe('state events', () => {
	let rig: TriggerRig;
	beforeAll(async () => {
		rig = await startTriggerRig({ conversations: 200 });
	});
	beforeEach(() => rig.sandbox.reset({ world: { dateHeader: 'present' } }));
	afterAll(async () => await rig.sandbox.close());

	const parameters = (more: object) => ({ inboxIds: 'inbox_support', ...more });

	it('are emitted by one trigger together with other events, each with its name', async () => {
		const event = [
			'statusChangedTo',
			'conversationAssigned',
			'conversationSnoozed',
			'markedAsSpam',
			'customFieldChangedTo',
			'conversationUpdated',
		];
		const trigger = rig.trigger({
			parameters: parameters({
				event,
				statuses: 'closed',
				assignedTo: 'anybody',
				customField: 'plan',
				watchFields: ['status'],
			}),
		});
		await trigger.poll();
		await rig.minute();
		const fresh = rig.arrives();
		await trigger.poll();
		applyChange(rig.sandbox.store, fresh, { status: 'Closed', assign_to: 'user_ada' });
		rig.sandbox.store.touch(fresh, { is_snoozed: true, is_spam: true, custom_field_values: { plan: 'Gold' } });
		await rig.minute();
		const items = await trigger.poll();
		expect(items.map(({ json }) => json.id)).toEqual(Array.from({ length: 6 }, () => fresh.record.id));
		expect(items.map(valuesOf)).toEqual(
			expect.arrayContaining([
				{ event: 'statusChangedTo', from: 'Active', to: 'Closed' },
				{ event: 'conversationAssigned', from: null, to: 'user_ada' },
				{ event: 'conversationSnoozed', from: false, to: true },
				{ event: 'markedAsSpam', from: false, to: true },
				{ event: 'customFieldChangedTo', from: null, to: 'Gold' },
				{ event: 'conversationUpdated', from: undefined, to: undefined },
			]),
		);
		await rig.minute();
		expect(await trigger.poll()).toEqual([]);
	});

	it.each([
		['"Gold, plus"', ['Gold, plus']],
		['Silver, "gold, Plus" , "VIP"', ['Gold, plus', 'Silver', 'VIP']],
		['"5"" disk, new", 3" disk', ['5" disk, new', '3" disk']],
		['Silver, Gold', ['Gold', 'Silver']],
		['"Gold, plus', ['"Gold', 'plus']],
		['={{ ["Gold, plus"] }}', ['Gold, plus']],
	])(
		'read the values %s: a comma separates them, except inside quotation marks',
		async (customFieldValues, counting) => {
			const trigger = rig.trigger({
				parameters: parameters({ event: ['customFieldChangedTo'], customField: 'plan', customFieldValues }),
			});
			await trigger.poll();
			await rig.minute();
			const all = [
				'Gold, plus',
				'Gold',
				'"Gold',
				'plus',
				'Silver',
				'VIP',
				'"VIP"',
				'5" disk, new',
				'3" disk',
				'new',
			];
			const fresh = all.map(() => rig.arrives());
			await trigger.poll();
			fresh.forEach((conversation, index) =>
				rig.sandbox.store.touch(conversation, { custom_field_values: { plan: all[index]! } }),
			);
			await rig.minute();
			expect((await trigger.poll()).map(({ json }) => json.to).sort()).toEqual([...counting].sort());
		},
	);

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
		[{ event: ['statusChangedTo'] }, "'Statuses' is empty"],
		[{ event: [] }, "'Events' is empty"],
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
				openingDays: [],
				opensAt: '09:00',
				closesAt: '17:00',
			},
			"'Opening Days' is empty",
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
