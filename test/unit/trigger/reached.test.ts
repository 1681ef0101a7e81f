import type { IDataObject } from 'n8n-workflow';

import type { ReachedEvent, ReachedOptions } from '../../../nodes/HelpdeskTrigger/core/views';
import { pollAll } from '../../../nodes/HelpdeskTrigger/run/pollOnce';
import { Inboxes, reachedBench, reachedOptions } from './support/reachedModel';
import { MINUTE, optionsFor, TriggerModel } from './support/triggerModel';

/** What happens, and what is told of it. */
interface Case {
	event: ReachedEvent;
	options?: Partial<ReachedOptions>;
	/** How it begins. */
	before?: IDataObject;
	/** What does not count, and then what does. */
	other: IDataObject;
	change: IDataObject;
	told: IDataObject;
}

const CASES: Case[] = [
	{ event: 'statusBecame', other: { status: 'Pending' }, change: { status: 'Closed' }, told: { from: 'Pending', to: 'Closed' } },
	{ event: 'priorityBecame', other: { priority: 'Low' }, change: { priority: 'High' }, told: { from: 'Low', to: 'High' } },
	{ event: 'assigned', other: { status: 'Closed' }, change: { assignable_id: 'ann' }, told: { from: null, to: 'ann' } },
	{
		event: 'assigned',
		options: { assignedTo: 'teammates', teammateIds: ['ann'] },
		other: { assignable_id: 'bob' },
		change: { assignable_id: 'ann' },
		told: { from: 'bob', to: 'ann' },
	},
	{
		event: 'assigned',
		options: { assignedTo: 'nobody' },
		other: { assignable_id: 'bob' },
		change: { assignable_id: '' },
		told: { from: 'bob', to: null },
	},
	{
		event: 'tagAdded',
		options: { tags: ['vip'] },
		other: { tags: [{ id: 't1', name: 'Old' }] },
		change: {
			tags: [
				{ id: 't1', name: 'Old' },
				{ id: 't2', name: 'VIP' },
			],
		},
		told: { from: null, to: 'VIP' },
	},
	{
		event: 'tagRemoved',
		before: { tags: ['a', 'b', 'c'] },
		options: { tags: ['a'] },
		other: { tags: ['a', 'c'] },
		change: { tags: ['c'] },
		told: { from: 'a', to: null },
	},
	{ event: 'snoozed', other: { status: 'Closed' }, change: { is_snoozed: true }, told: { from: false, to: true } },
	{ event: 'woken', before: { is_snoozed: true }, other: { status: 'Closed' }, change: { is_snoozed: false }, told: { from: true, to: false } },
	{ event: 'markedAsSpam', other: { status: 'Closed' }, change: { is_spam: true }, told: { from: false, to: true } },
	{
		event: 'customFieldBecame',
		options: { customFieldValues: ['gold'] },
		other: { custom_field_values: { plan: 'Silver', other: 'Gold' } },
		change: { custom_field_values: { plan: 'Gold' } },
		told: { from: null, to: 'Gold' },
	},
	{
		event: 'teammateReplied',
		other: { last_message_by: 'contact', last_message: { id: 'm2' } },
		change: { last_message_by: 'user', last_message: { id: 'm3' } },
		told: { from: null, to: 'm3' },
	},
	{
		event: 'noteAdded',
		other: { last_message_by: 'user', last_message: { id: 'm2', record_type: 'email' } },
		change: { last_message_by: 'user', last_message: { id: 'm3', record_type: 'note' } },
		told: { from: null, to: 'm3' },
	},
];

describe('an event that asks for a state', () => {
	it.each(CASES)('$event $options is told when it is reached, and once', async ({ event, options, before, other, change, told }) => {
		const { inboxes, poll, pass, begin, trigger } = reachedBench([event], options);
		const record = inboxes.create(before);
		expect(await begin()).toEqual([]);
		inboxes.change(record, other);
		expect(await poll()).toEqual([]);
		pass(MINUTE);
		inboxes.change(record, change);
		expect(await poll()).toEqual([{ id: 'c1', event, ...told }]);
		pass(MINUTE);
		inboxes.change(record, { subject: 'Touched' });
		expect(await poll()).toEqual([]);
		trigger.restart();
		expect(await poll()).toEqual([]);
	});

	it('is told again once it was left', async () => {
		const { inboxes, poll, pass, begin } = reachedBench(['statusBecame']);
		const record = inboxes.create();
		await begin();
		for (const [status, count] of [
			['Closed', 1],
			['Active', 0],
			['Closed', 1],
		] as const) {
			inboxes.change(record, { status });
			expect(await poll()).toHaveLength(count);
			pass(MINUTE);
		}
	});

	it('says nothing of what was so at the beginning, and of a new conversation what it has reached by its first look', async () => {
		const { inboxes, poll, begin } = reachedBench(['statusBecame', 'tagAdded', 'woken', 'tagRemoved']);
		inboxes.create({ status: 'Closed', tags: ['a'] });
		expect(await begin()).toEqual([]);
		const fresh = inboxes.create({ tags: ['a', 'b'] });
		inboxes.change(fresh, { status: 'Closed' });
		expect(await poll()).toEqual([
			{ id: 'c2', event: 'statusBecame', from: null, to: 'Closed' },
			{ id: 'c2', event: 'tagAdded', from: null, to: 'a' },
			{ id: 'c2', event: 'tagAdded', from: null, to: 'b' },
		]);
		expect(await poll()).toEqual([]);
	});

	it('tells the tag that was added alone, and not those that were there', async () => {
		const { inboxes, poll, begin } = reachedBench(['tagAdded']);
		const record = inboxes.create({ tags: ['a'] });
		await begin();
		inboxes.change(record, { tags: ['a', 'b'] });
		expect(await poll()).toEqual([{ id: 'c1', event: 'tagAdded', from: null, to: 'b' }]);
	});

	it('tells a move between two inboxes from which to which', async () => {
		const { inboxes, poll, begin } = reachedBench(['inboxChanged'], {}, { inboxIds: ['a', 'b'] });
		const record = inboxes.create();
		await begin();
		inboxes.change(record, { inbox_id: 'b' });
		expect(await poll()).toEqual([{ id: 'c1', event: 'inboxChanged', from: 'a', to: 'b' }]);
	});

	it('waits for the next poll where one has no room', async () => {
		const { inboxes, poll, begin } = reachedBench(['statusBecame', 'priorityBecame'], {}, { maxEvents: 3 });
		const records = [inboxes.create(), inboxes.create(), inboxes.create()];
		await begin();
		for (const record of records) inboxes.change(record, { status: 'Closed', priority: 'High' });
		expect([(await poll()).length, (await poll()).length, (await poll()).length, (await poll()).length]).toEqual([3, 3, 0, 0]);
	});

	it('tells what was left although an earlier Start From tells anew what was reached', async () => {
		const more = { inboxIds: ['a', 'b'], startFrom: Date.UTC(2026, 0, 5, 14) };
		const events = ['assigned', 'inboxChanged', 'priorityBecame', 'tagAdded', 'tagRemoved', 'woken'] as const;
		const { inboxes, poll, pass, begin, trigger } = reachedBench([...events], { assignedTo: 'nobody' }, more);
		trigger.startFromText = 'at two';
		await begin();
		const left = inboxes.create({ assignable_id: 'ann', is_snoozed: true, tags: ['a', 'b'] });
		inboxes.create({ priority: 'High', tags: ['a'] });
		expect(await poll()).toEqual([]);
		pass(MINUTE);
		inboxes.change(left, { inbox_id: 'b', assignable_id: null, is_snoozed: false, tags: ['b', 'c'], priority: 'High' });
		trigger.update({ startFrom: Date.UTC(2026, 0, 5, 8) }, 'at eight');
		const told = await poll();
		expect(told.map(({ id, event, from, to }) => [id, event, from, to].join(' ')).sort()).toEqual([
			'c1 assigned ann ',
			'c1 inboxChanged a b',
			'c1 priorityBecame  High',
			'c1 tagAdded  b',
			'c1 tagAdded  c',
			'c1 tagRemoved a ',
			'c1 woken true false',
			'c2 priorityBecame  High',
			'c2 tagAdded  a',
		]);
		expect(await poll()).toEqual([]);
	});

	it('begins anew where another custom field is asked for', async () => {
		const { inboxes, poll, begin, trigger } = reachedBench(['customFieldBecame', 'statusBecame']);
		const record = inboxes.create({ custom_field_values: { plan: 'Gold', size: 'Big' } });
		await begin();
		trigger.update({ reached: reachedOptions(['customFieldBecame', 'statusBecame'], { customField: 'size' }) });
		expect(await poll()).toEqual([]);
		inboxes.change(record, { custom_field_values: { plan: 'Gold', size: 'Small' }, status: 'Closed' });
		expect((await poll()).map(({ event, to }) => [event, to])).toEqual([
			['customFieldBecame', 'Small'],
			['statusBecame', 'Closed'],
		]);
	});

	it('keeps what a customer may have entered out of the state', async () => {
		const { inboxes, poll, begin, trigger } = reachedBench(['customFieldBecame']);
		const record = inboxes.create({ custom_field_values: { plan: 'Very secret' } });
		await begin();
		inboxes.change(record, { custom_field_values: { plan: 'Top secret' } });
		expect(await poll()).toEqual([{ id: 'c1', event: 'customFieldBecame', from: null, to: 'Top secret' }]);
		expect(JSON.stringify(trigger.staticData)).not.toContain('secret');
	});
});

describe('several events of one trigger', () => {
	const together = (events: ReachedEvent[], inboxIds = ['a']) => {
		const inboxes = new Inboxes();
		const common = { isNamed: true, sharers: 3 };
		const readings = [
			optionsFor('conversationCreated', inboxIds, common),
			optionsFor('conversationUpdated', inboxIds, common),
			optionsFor('customerMessage', inboxIds, common),
			optionsFor('reached', inboxIds, { ...common, reached: reachedOptions(events) }),
		];
		const { session, staticData } = new TriggerModel(readings[0]!);
		const poll = async (maxEvents?: number) => {
			const { events: came, commit } = await pollAll({ staticData, readings, startFromText: '', session, reader: inboxes, maxEvents });
			commit();
			inboxes.now += MINUTE;
			return came.map(({ record, told }) => `${String(told?.event)} ${String(record.id)}`).sort();
		};
		return { inboxes, poll, readings, staticData };
	};

	it('costs one request for a quiet inbox, two for a large one', async () => {
		const { inboxes, poll } = together(['statusBecame', 'assigned', 'customerWaiting']);
		const arrive = () => inboxes.create() && (inboxes.now += 1000);
		for (let count = 0; count < 90; count += 1) arrive();
		await poll();
		inboxes.asked = [];
		await poll();
		expect(inboxes.asked).toHaveLength(1);
		for (let count = 0; count < 400; count += 1) arrive();
		await poll();
		inboxes.now += 20 * MINUTE;
		arrive();
		for (let count = 0; count < 10; count += 1) await poll();
		inboxes.asked = [];
		await poll();
		expect(inboxes.asked).toHaveLength(2);
	});

	it('costs two requests for each of three large inboxes, whichever event comes first: with Conversation Created it was eight every few polls', async () => {
		const inboxIds = ['a', 'b', 'c'];
		const { inboxes, poll } = together(['statusBecame'], inboxIds);
		for (let count = 0; count < 450; count += 1) inboxes.create({ inbox_id: inboxIds[count % 3] });
		inboxes.now += 20 * MINUTE;
		for (let count = 0; count < 4; count += 1) await poll();
		const costs: number[] = [];
		for (let count = 0; count < 8; count += 1) {
			inboxes.asked = [];
			await poll();
			costs.push(inboxes.asked.length);
		}
		expect(costs).toEqual(Array(8).fill(6));
	});

	it('lets Conversation Created come first again where the others used up the poll', async () => {
		const { inboxes, poll } = together(['statusBecame']);
		inboxes.create();
		for (let count = 0; count < 4; count += 1) await poll();
		inboxes.share = 1;
		for (let count = 0; count < 150; count += 1) {
			inboxes.now += 1000;
			inboxes.create();
		}
		const told: string[] = [];
		for (let count = 0; count < 40; count += 1) {
			inboxes.asked = [];
			told.push(...(await poll()).filter((what) => what.startsWith('conversationCreated')));
		}
		expect(new Set(told).size).toBe(150);
	});

	it('says of each item which one it is', async () => {
		const { inboxes, poll } = together(['statusBecame']);
		inboxes.create();
		await poll();
		const fresh = inboxes.create();
		inboxes.now += 1000;
		inboxes.change(fresh, { status: 'Closed' });
		expect(await poll()).toEqual(['conversationCreated c2', 'conversationUpdated c2', 'customerMessage c2', 'statusBecame c2']);
		expect(await poll()).toEqual([]);
	});

	it('gives each its turn where there is no room for all', async () => {
		const { inboxes, poll, readings } = together(['statusBecame']);
		for (const options of readings) options.maxEvents = 1;
		inboxes.create();
		await poll(1);
		const fresh = [inboxes.create(), inboxes.create()];
		inboxes.now += 1000;
		for (const record of fresh) inboxes.change(record, { status: 'Closed' });
		const came: string[] = [];
		for (let count = 0; count < 16; count += 1) {
			const now = await poll(1);
			expect(now.length).toBeLessThanOrEqual(1);
			came.push(...now);
		}
		expect([...came].sort()).toEqual([...new Set(came)].sort());
		expect(came).toHaveLength(8);
	});

	it('keeps the states of all that are chosen, however large', async () => {
		const { inboxes, poll, staticData } = together(['statusBecame']);
		for (let count = 0; count < 3; count += 1) inboxes.create();
		const { parts } = (await poll(), staticData.state) as { parts: Record<string, { prints: string }> };
		parts.conversationUpdated!.prints += 'x'.repeat(13 * 15_000);
		parts.reached!.prints += 'x'.repeat(13 * 15_000);
		await poll();
		expect(Object.keys((staticData.state as { parts: object }).parts).sort()).toEqual([
			'conversationCreated',
			'conversationUpdated',
			'customerMessage',
			'reached',
		]);
	});
});
