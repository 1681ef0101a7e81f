import type { ReachedEvent } from '../../../nodes/HelpdeskTrigger/core/views';
import { reachedBench } from './support/reachedModel';
import { MINUTE } from './support/triggerModel';

describe('an event that asks for a state, in a large inbox', () => {
	it('is told of one of 15,000 conversations where no record shows that it was touched: the trigger had forgotten it', async () => {
		const { inboxes, poll, pass, begin } = reachedBench(['statusBecame']);
		for (let count = 0; count < 15_000; count += 1) inboxes.create({ updated_at: undefined });
		pass(MINUTE);
		await begin();
		inboxes.records[0]!.status = 'Closed';
		expect(await poll()).toEqual([{ id: 'c15000', event: 'statusBecame', from: 'Active', to: 'Closed' }]);
	});

	it.each<[ReachedEvent, string]>([
		['customerWaiting', 'everybody waits'],
		['tagAdded', 'there are many sets of tags'],
	])('leaves room in the state for %s, where %s', async (event) => {
		const inboxIds = Array.from({ length: 200 }, (_, index) => `inbox ${index}`);
		const { inboxes, trigger, begin } = reachedBench([event], {}, { inboxIds });
		const common = Array.from({ length: 27 }, (_, index) => `tag ${index}`);
		const tags = (set: number) => [...common, `one ${set % 20}`, `other ${Math.floor(set / 20)}`];
		for (let count = 0; count < 16_000; count += 1)
			inboxes.create({ inbox_id: inboxIds[Math.floor(count / 80)], tags: count >= 15_600 ? tags(count - 15_600) : [] });
		await begin();
		expect(JSON.stringify(trigger.staticData).length).toBeLessThan(250_000);
	});

	it('is not told of what was touched in the second before the beginning and is learned later, where no Date header comes', async () => {
		const { inboxes, poll, pass, begin } = reachedBench(['statusBecame']);
		inboxes.hasDateHeader = false;
		for (let count = 0; count < 400; count += 1) inboxes.create({ created_at: '2026-01-01T00:00:00Z', status: 'Closed' });
		pass(MINUTE);
		inboxes.mayRead = () => inboxes.asked.length < 2;
		await begin();
		inboxes.mayRead = () => true;
		expect(await poll()).toEqual([]);
		pass(MINUTE);
		inboxes.change(inboxes.records[0]!, { status: 'Active' });
		expect(await poll()).toEqual([]);
		inboxes.change(inboxes.records[0]!, { status: 'Closed' });
		expect(await poll()).toHaveLength(1);
	});
});

describe('a conversation that waits for its turn', () => {
	/** One that was there and one that is new, behind another one that takes the only place of the next poll. */
	const queue = async (...events: Parameters<typeof reachedBench>[0]) => {
		const bench = reachedBench(events, {}, { maxEvents: 1 });
		const old = bench.inboxes.create({ status: 'Closed' });
		const first = bench.inboxes.create();
		await bench.begin();
		bench.inboxes.change(first, { is_spam: true });
		bench.pass(1000);
		const fresh = bench.inboxes.create();
		bench.pass(1000);
		const poll = async () => {
			const came = await bench.poll();
			bench.pass(MINUTE);
			return came;
		};
		return { ...bench, poll, old, fresh };
	};

	it('tells a state that it left and reached again meanwhile', async () => {
		const { inboxes, poll, old } = await queue('markedAsSpam', 'statusBecame');
		inboxes.change(old, { is_spam: true, status: 'Active' });
		expect((await poll()).map(({ id }) => id)).toEqual(['c2']);
		inboxes.change(old, { status: 'Closed' });
		expect([...(await poll()), ...(await poll())]).toEqual([
			{ id: 'c1', event: 'markedAsSpam', from: false, to: true },
			{ id: 'c1', event: 'statusBecame', from: 'Active', to: 'Closed' },
		]);
	});

	it('tells what a new one left meanwhile', async () => {
		const { inboxes, poll, fresh } = await queue('inboxChanged', 'markedAsSpam', 'tagRemoved', 'woken');
		inboxes.change(fresh, { is_spam: true, is_snoozed: true, tags: ['a'] });
		expect((await poll()).map(({ id }) => id)).toEqual(['c2']);
		inboxes.change(fresh, { is_snoozed: false, tags: [] });
		const came = [...(await poll()), ...(await poll()), ...(await poll())];
		expect(came.map(({ id, event }) => [id, event])).toEqual([
			['c3', 'markedAsSpam'],
			['c3', 'tagRemoved'],
			['c3', 'woken'],
		]);
		expect(await poll()).toEqual([]);
	});

	it('tells a state of a new one once, and not that it was left before', async () => {
		const { inboxes, poll, fresh } = await queue('markedAsSpam', 'snoozed', 'tagAdded', 'tagRemoved', 'statusBecame');
		inboxes.change(fresh, { is_snoozed: true, tags: ['a', 'b'], status: 'Closed' });
		expect((await poll()).map(({ id }) => id)).toEqual(['c2']);
		inboxes.change(fresh, { tags: ['b'] });
		expect([...(await poll()), ...(await poll()), ...(await poll())]).toEqual([
			{ id: 'c3', event: 'snoozed', from: false, to: true },
			{ id: 'c3', event: 'tagAdded', from: null, to: 'b' },
			{ id: 'c3', event: 'statusBecame', from: null, to: 'Closed' },
		]);
		expect(await poll()).toEqual([]);
	});
});
