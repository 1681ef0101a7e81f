import type { IDataObject } from 'n8n-workflow';

import type { PageRequest, Reply } from '../../../nodes/HelpdeskTrigger/core/protocol';
import type { TriggerOptions } from '../../../nodes/HelpdeskTrigger/core/state';
import type { Reader } from '../../../nodes/HelpdeskTrigger/core/protocol';
import { pollAll } from '../../../nodes/HelpdeskTrigger/run/pollOnce';
import { Inboxes, reachedBench, reachedOptions } from './support/reachedModel';
import { MINUTE, optionsFor, TriggerModel } from './support/triggerModel';

/** A trigger of several readings, and what each poll tells as "event id". */
function together(readings: TriggerOptions[], reader: Reader) {
	const { session, staticData } = new TriggerModel(readings[0]!);
	return async (maxEvents: number) => {
		const named = readings.map((options) => ({ ...options, isNamed: true, maxEvents }));
		const { events, commit } = await pollAll({ staticData, readings: named, startFromText: '', session, reader, maxEvents });
		commit();
		return events.map(({ record, told, changes }) => ({ what: `${String(told?.event)} ${String(record.id)}`, record, changes }));
	};
}

/** Polls until one brings nothing. */
async function all<Item>(poll: () => Promise<Item[]>): Promise<Item[][]> {
	const polls: Item[][] = [];
	for (let came = await poll(); came.length > 0; came = await poll()) {
		polls.push(came);
		expect(polls.length).toBeLessThan(100);
	}
	return polls;
}

describe('Max Events per Poll holds for what one conversation brings at once', () => {
	const tags = (count: number) => Array.from({ length: count }, (_, index) => ({ id: `t${index}`, name: `Tag ${index}` }));

	it.each([3, 40])('where it has %i new tags: with a limit of 1 all of them came in one poll', async (count) => {
		const { inboxes, poll, begin } = reachedBench(['tagAdded'], {}, { maxEvents: 1 });
		const record = inboxes.create();
		await begin();
		inboxes.change(record, { tags: tags(count) });
		expect(await all(poll)).toEqual(tags(count).map(({ name }) => [{ id: 'c1', event: 'tagAdded', from: null, to: name }]));
	});

	it.each([1, 2, 3])('where it brings several events, with a limit of %i: nothing is lost, or comes twice', async (maxEvents) => {
		const { inboxes, poll, begin, pass } = reachedBench(['tagRemoved', 'statusBecame', 'tagAdded', 'priorityBecame'], {}, { maxEvents });
		const records = [inboxes.create({ tags: tags(3) }), inboxes.create({ tags: tags(3) })];
		await begin();
		for (const record of records) {
			pass(1000);
			inboxes.change(record, { status: 'Closed', priority: 'High', tags: [{ id: 'x', name: 'X' }, ...tags(1), { id: 'y', name: 'Y' }] });
		}
		records.push(inboxes.create({ status: 'Closed', tags: tags(2) }));
		const polls = await all(poll);
		expect(polls.slice(0, -1).every(({ length }) => length === maxEvents)).toBe(true);
		const old = ['tagRemoved Tag 1', 'tagRemoved Tag 2', 'statusBecame Closed', 'tagAdded X', 'tagAdded Y', 'priorityBecame High'];
		expect(
			polls
				.flat()
				.map(({ id, event, from, to }) => `${String(id)} ${String(event)} ${String(to ?? from)}`)
				.sort(),
		).toEqual(
			[
				...old.flatMap((each) => [`c1 ${each}`, `c2 ${each}`]),
				...['statusBecame Closed', 'tagAdded Tag 0', 'tagAdded Tag 1'].map((each) => `c3 ${each}`),
			].sort(),
		);
	});

	it('where a part of it was told: that state counts as reached, and is told again where it was left meanwhile', async () => {
		const { inboxes, poll, begin, pass } = reachedBench(['statusBecame', 'markedAsSpam', 'tagAdded'], {}, { maxEvents: 1 });
		const record = inboxes.create();
		await begin();
		inboxes.change(record, { status: 'Closed', is_spam: true, tags: ['a'] });
		expect(await poll()).toEqual([expect.objectContaining({ event: 'statusBecame', from: 'Active', to: 'Closed' })]);
		pass(MINUTE);
		inboxes.change(record, { status: 'Active' });
		expect(await poll()).toEqual([expect.objectContaining({ event: 'markedAsSpam' })]);
		pass(MINUTE);
		inboxes.change(record, { status: 'Closed' });
		expect((await all(poll)).flat().map(({ event }) => event)).toEqual(['statusBecame', 'tagAdded']);
	});

	it('where it falls under a Start From that was set later', async () => {
		const { inboxes, trigger, poll, begin, pass } = reachedBench(['statusBecame', 'priorityBecame'], {}, { maxEvents: 1 });
		const startFrom = inboxes.now;
		pass(MINUTE);
		inboxes.create({ status: 'Closed', priority: 'High' });
		pass(MINUTE);
		expect(await begin()).toEqual([]);
		trigger.update({ startFrom }, 'earlier');
		expect((await all(poll)).map((came) => came.map(({ event }) => event))).toEqual([['statusBecame'], ['priorityBecame']]);
	});

	it('a snooze that ends while it waits for its turn is no waking', async () => {
		const { inboxes, poll, begin, pass } = reachedBench(['statusBecame', 'snoozed', 'woken'], {}, { maxEvents: 1 });
		await begin();
		const record = inboxes.create({ status: 'Closed', is_snoozed: true });
		expect(await poll()).toEqual([expect.objectContaining({ event: 'statusBecame' })]);
		pass(MINUTE);
		inboxes.change(record, { is_snoozed: false });
		expect(await poll()).toEqual([]);
	});
});

describe('several events of one trigger behind Max Events per Poll', () => {
	const bench = () => {
		const inboxes = new Inboxes();
		const poll = together(
			[
				optionsFor('conversationCreated', ['a']),
				optionsFor('customerMessage', ['a'], { sharers: 2 }),
				optionsFor('reached', ['a'], { sharers: 2, reached: reachedOptions(['statusBecame']) }),
			],
			inboxes,
		);
		return { inboxes, poll };
	};

	it('come at the full pace where only one of them has more', async () => {
		const { inboxes, poll } = bench();
		const records = Array.from({ length: 12 }, () => inboxes.create());
		await poll(4);
		inboxes.now += MINUTE;
		for (const record of records) inboxes.change(record, { status: 'Closed' });
		expect((await all(async () => await poll(4))).map(({ length }) => length)).toEqual([4, 4, 4]);
	});

	it('share each poll fairly, and what one does not need goes to the others', async () => {
		const { inboxes, poll } = bench();
		const records = Array.from({ length: 9 }, () => inboxes.create());
		await poll(6);
		inboxes.now += MINUTE;
		for (const record of records) inboxes.change(record, { status: 'Closed' });
		for (const record of records.slice(0, 2)) inboxes.write(record, 'contact');
		for (let count = 0; count < 3; count += 1) inboxes.create({ last_message_by: 'user', status: 'Pending' });
		const polls = await all(async () => await poll(6));
		expect(polls.map(({ length }) => length)).toEqual([6, 6, 2]);
		const events = polls[0]!.map(({ what }) => what.split(' ')[0]!);
		expect(['conversationCreated', 'customerMessage', 'statusBecame'].map((name) => events.filter((event) => event === name).length)).toEqual([
			2, 2, 2,
		]);
		expect(new Set(polls.flat().map(({ what }) => what)).size).toBe(14);
	});

	it('are all looked at in every poll, with a limit of 1 too: a state that was left while another event took the place was lost', async () => {
		const inboxes = new Inboxes();
		const poll = together(
			[optionsFor('customerMessage', ['a'], { sharers: 2 }), optionsFor('reached', ['a'], { sharers: 2, reached: reachedOptions(['woken']) })],
			inboxes,
		);
		const records = Array.from({ length: 3 }, () => inboxes.create());
		await poll(1);
		await poll(1);
		inboxes.now += MINUTE;
		for (const record of records) inboxes.write(record, 'contact');
		inboxes.change(records[0]!, { is_snoozed: true });
		const came = await poll(1);
		inboxes.now += MINUTE;
		inboxes.change(records[0]!, { is_snoozed: false });
		came.push(...(await all(async () => await poll(1))).flat());
		expect(came.map(({ what }) => what).sort()).toEqual(['customerMessage c1', 'customerMessage c2', 'customerMessage c3', 'woken c1']);
	});
});

describe('Contact Created and Contact Updated of one trigger, behind Max Events per Poll', () => {
	const bench = (count: number, maxEvents = 2) => {
		const records: IDataObject[] = [];
		const add = () => (records.push({ id: `k${records.length + 1}`, name: 'New' }), records.at(-1)!);
		for (let index = 0; index < count; index += 1) add();
		const reader: Reader = {
			mayRead: () => true,
			read: async ({ page, perPage }: PageRequest): Promise<Reply> => {
				const shown = records.slice((page - 1) * perPage, page * perPage).map((record) => ({ ...record }));
				return await Promise.resolve({ records: shown, lastPage: Math.max(1, Math.ceil(records.length / perPage)), perPage });
			},
		};
		const read = { contactFields: ['name'], sharers: 2 };
		const poll = together([optionsFor('contactUpdated', [], read), optionsFor('contactCreated', [], read)], reader);
		return {
			records,
			add,
			poll: async () =>
				(await poll(maxEvents)).map(({ what, record, changes }) => `${what} ${String((changes?.name?.to ?? record.name) as string)}`),
		};
	};

	it('a new contact who is renamed while changes of others wait is told as changed: that was lost', async () => {
		const { records, add, poll } = bench(8);
		await poll();
		for (const record of records) record.name = 'Other';
		const came = await poll();
		const fresh = add();
		came.push(...(await poll()));
		expect(came).toContain('contactCreated k9 New');
		fresh.name = 'Renamed';
		came.push(...(await all(poll)).flat());
		expect(came.filter((each) => each.includes('k9'))).toEqual(['contactCreated k9 New', 'contactUpdated k9 Renamed']);
		expect(came).toHaveLength(10);
	});

	it('four new contacts come in two polls', async () => {
		const { add, poll } = bench(3);
		await poll();
		for (let count = 0; count < 4; count += 1) add();
		expect((await all(poll)).map(({ length }) => length)).toEqual([2, 2]);
	});

	it('a contact who is renamed while he waits to be told as new is told as changed after that: it came before', async () => {
		const { records, add, poll } = bench(1);
		await poll();
		for (let count = 0; count < 5; count += 1) add();
		const came = await poll();
		const last = records.at(-1)!;
		last.name = 'Renamed';
		const polls = await all(poll);
		// No place is kept free for what may not be told yet.
		expect(polls.map(({ length }) => length)).toEqual([2, 1, 1]);
		came.push(...polls.flat());
		expect(came.slice(-2)).toEqual(['contactCreated k6 New', 'contactUpdated k6 Renamed']);
	});

	it('with a limit of 1 each comes once', async () => {
		const { records, add, poll } = bench(3, 1);
		await poll();
		for (const record of records) record.name = 'Other';
		for (let count = 0; count < 3; count += 1) add();
		const old = ['k1', 'k2', 'k3'].map((id) => `contactUpdated ${id} Other`);
		expect((await all(poll)).flat().sort()).toEqual([...['k4', 'k5', 'k6'].map((id) => `contactCreated ${id} New`), ...old]);
	});

	it('one who changes at every poll does not keep back the others', async () => {
		const { records, poll } = bench(6);
		await poll();
		const came: string[] = [];
		for (let count = 0; count < 4; count += 1) {
			for (const record of count === 0 ? records : records.slice(0, 2)) record.name = `Name ${count}`;
			came.push(...(await poll()));
		}
		expect(came.map((each) => each.split(' ')[1])).toEqual(expect.arrayContaining(['k1', 'k2', 'k3', 'k4', 'k5', 'k6']));
	});
});
