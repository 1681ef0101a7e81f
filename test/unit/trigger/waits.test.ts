import type { IDataObject } from 'n8n-workflow';

import { Bench, idsOf, MINUTE, type By } from './support/bench';

const THREAD = '/conversation/c1/messages';

/** Returns a helpdesk with a trigger for Customer Waiting after two hours. */
const waiting = (more: IDataObject = {}) => new Bench({ event: ['customerWaiting'], after: 2, ...more });

/** Returns an active bench with a conversation that nobody has answered. */
async function unanswered() {
	const bench = waiting();
	await bench.activate();
	return { bench, record: bench.create() };
}

/** Adds a message a second later, before the next poll. */
function write(bench: Bench, record: IDataObject, by: By) {
	bench.clock.time += 1_000;
	bench.write(record, by);
}

async function emittedAt(bench: Bench, minutes: number) {
	const at: number[] = [];
	for (let minute = 1; minute <= minutes; minute += 1) if ((await bench.poll()).length > 0) at.push(minute);
	return at;
}

describe('Customer Waiting', () => {
	it('is emitted once by the first poll after the time, without a request for the thread', async () => {
		const { bench, record } = await unanswered();
		await bench.poll();
		expect(await bench.poll(118)).toEqual([]);
		expect(await bench.poll()).toEqual([
			{ ...record, event: 'customerWaiting', waiting_since: record.created_at, waiting_minutes: 120 },
		]);
		expect(bench.requests).not.toContain(THREAD);
		expect(await bench.polls(40, 5)).toEqual([]);
	});

	it('is emitted for a conversation that no page of the poll shows', async () => {
		const bench = waiting({ options: { conversationsPerPoll: 1 } });
		await bench.activate();
		bench.create();
		bench.createSeveral(450, 'a', 10);
		for (const record of bench.records.slice(1)) bench.change(record, { status: 'Closed' });
		await bench.polls(31);
		expect(idsOf(await bench.poll(2 * 60))).toEqual(['c1']);
		expect(bench.requests).toContain('/conversation/c1');
	});

	it('costs one request for the thread of an answered conversation', async () => {
		const { bench, record } = await unanswered();
		await bench.poll();
		write(bench, record, 'teammate');
		let threads = 0;
		for (let poll = 0; poll < 60; poll += 1) {
			expect(await bench.poll(5)).toEqual([]);
			threads += bench.requests.filter((path) => path === THREAD).length;
		}
		expect(threads).toBe(1);
	});

	it('is emitted again when the conversation comes back unanswered', async () => {
		const { bench, record } = await unanswered();
		expect(await emittedAt(bench, 125)).toHaveLength(1);
		bench.change(record, { is_snoozed: true });
		await bench.poll();
		bench.change(record, { is_snoozed: false });
		expect(await emittedAt(bench, 50)).toEqual([1]);
	});

	it('counts only opening hours if they are set', async () => {
		const bench = waiting({
			countedIn: 'openingHours',
			openingDays: [1, 2, 3, 4, 5],
			opensAt: '09:00',
			closesAt: '10:01',
			openingZone: 'UTC',
		});
		await bench.activate();
		bench.create();
		await bench.poll();
		// The wait begins on Monday at nine. Each day is open for 61 minutes.
		expect(await bench.poll(24 * 60 - 2)).toEqual([]);
		expect(await bench.poll(62)).toMatchObject([{ waiting_business_minutes: 121 }]);
	});

	it.each([500, 404, 403, 200])(
		'is not emitted while the thread of an outbound message cannot be read (%i)',
		async (status) => {
			const { bench, record } = await unanswered();
			write(bench, record, 'automation');
			await bench.polls(100);
			bench.failing.thread = { status, body: { message: 'No.', thread: 7 } };
			for (let minute = 0; minute < 30; minute += 1) expect(await bench.failure()).not.toBe('1 items');
			delete bench.failing.thread;
			// A missing thread is requested again after the next message.
			if (status === 404) write(bench, record, 'automation');
			expect(await bench.polls(status === 404 ? 121 : 2)).toHaveLength(1);
		},
	);

	it('is not emitted while the thread does not show who wrote after the customer', async () => {
		const { bench, record } = await unanswered();
		await bench.poll();
		write(bench, record, 'draft');
		bench.failing.thread = {
			body: {
				data: [
					{ html_body: 'Hi', created_at: record.created_at, direction: 'Inbound' },
					{ html_body: 'Who?', created_at: record.updated_at },
				],
			},
		};
		expect(await bench.polls(40, 5)).toEqual([]);
	});

	it('reads at most 100 threads per poll, and the others in the next polls', async () => {
		const bench = waiting();
		await bench.activate();
		for (const record of bench.createSeveral(250, 'a', 10)) bench.write(record, 'automation');
		await bench.polls(5);
		expect(await bench.poll(120)).toHaveLength(97);
		expect(bench.requests).toHaveLength(100);
		expect(await bench.polls(2)).toHaveLength(153);
	});

	it('stores at most 40 kB of waits, and keeps the longest ones', async () => {
		const bench = waiting();
		bench.createSeveral(1_500, 'a', 1);
		bench.clock.time += MINUTE;
		await bench.activate();
		await bench.polls(2);
		expect(
			JSON.stringify((JSON.parse(bench.state) as { state: { waits: object } }).state.waits).length,
		).toBeLessThan(40_100);
		expect(new Set(idsOf(await bench.poll(119))).has('c1')).toBe(true);
	});
});
