import type { IDataObject } from 'n8n-workflow';

import { Bench, HOUR, idsOf, MINUTE, type By } from './support/bench';

const THREAD = '/conversation/c1/messages';

/** Returns a helpdesk with Customer Waiting after two hours. */
const waiting = (more: IDataObject = {}) => new Bench({ event: ['customerWaiting'], after: 2, ...more });

/** Returns it with a conversation that nobody has answered. */
async function unanswered(): Promise<{ bench: Bench; record: IDataObject }> {
	const bench = waiting();
	await bench.activate();
	return { bench, record: bench.create() };
}

/** Adds a message of a customer, and others a second apart, all before the next poll. */
function write(bench: Bench, record: IDataObject, ...all: By[]): void {
	for (const by of all) {
		bench.clock.time += 1_000;
		bench.write(record, by);
	}
}

/** Returns the minutes of polls that emit something. */
async function emittedAt(bench: Bench, minutes: number): Promise<number[]> {
	const at: number[] = [];
	for (let minute = 1; minute <= minutes; minute += 1) if ((await bench.poll()).length > 0) at.push(minute);
	return at;
}

describe('Customer Waiting', () => {
	it('is emitted once by the first poll after the time, with its figures and without a request for the thread', async () => {
		const { bench, record } = await unanswered();
		await bench.poll();
		expect(await bench.poll(118)).toEqual([]);
		expect(await bench.poll()).toEqual([
			{ ...record, event: 'customerWaiting', waiting_since: record.created_at, waiting_minutes: 120 },
		]);
		expect(bench.asked).not.toContain(THREAD);
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
		expect(bench.asked).toContain('/conversation/c1');
	});

	it.each<[string, (bench: Bench, record: IDataObject) => void]>([
		['an answer of a teammate', (bench, record) => bench.write(record, 'teammate')],
		['closing the conversation', (bench, record) => bench.change(record, { status: 'closed' })],
		['a snooze', (bench, record) => bench.change(record, { is_snoozed: true })],
		['spam', (bench, record) => bench.change(record, { is_spam: true })],
		['the trash', (bench, record) => bench.change(record, { deleted_at: '2026-01-05T10:00:00Z' })],
		['deleting the conversation', (bench) => bench.records.splice(0)],
	])('is not emitted after %s, which ends the wait', async (_, end) => {
		const { bench, record } = await unanswered();
		await bench.polls(12, 5);
		end(bench, record);
		expect(await bench.polls(24, 5)).toEqual([]);
	});

	/** Messages after the customer's, each with and without a poll in between. */
	const BEHIND: Array<[By, boolean]> = (['note', 'draft', 'scheduled', 'automation'] as const).flatMap(
		(by): Array<[By, boolean]> => [
			[by, true],
			[by, false],
		],
	);
	it.each(BEHIND)(
		'is emitted with the last message %s, which ends no wait (read before: %s), after one read of the thread',
		async (by, isSeen) => {
			const { bench, record } = await unanswered();
			if (isSeen) await bench.poll();
			write(bench, record, by);
			let threads = 0;
			for (let poll = 1; poll < 24; poll += 1) {
				expect(await bench.poll(5)).toEqual([]);
				threads += bench.asked.filter((path) => path === THREAD).length;
			}
			expect(threads).toBe(0);
			expect((await bench.polls(6)).map(({ waiting_since: since }) => since)).toEqual([record.created_at]);
			expect(await bench.polls(20, 5)).toEqual([]);
			expect(bench.asked).not.toContain(THREAD);
		},
	);

	it.each<By>(['note', 'draft', 'automation', 'customer'])(
		'finds an answer followed by %s, both between two polls',
		async (by) => {
			const { bench, record } = await unanswered();
			await bench.poll();
			write(bench, record, 'teammate', by);
			const at = await emittedAt(bench, 130);
			// The customer's next message begins a new wait.
			expect(at).toEqual(by === 'customer' ? [120] : []);
		},
	);

	it('sends one request for the thread of an answered conversation when the time is over', async () => {
		const { bench, record } = await unanswered();
		await bench.poll();
		write(bench, record, 'teammate');
		let threads = 0;
		for (let poll = 0; poll < 60; poll += 1) {
			expect(await bench.poll(5)).toEqual([]);
			threads += bench.asked.filter((path) => path === THREAD).length;
		}
		expect(threads).toBe(1);
	});

	it('is emitted once for one wait, however often the customer writes, and again after an answer', async () => {
		const { bench, record } = await unanswered();
		await bench.poll(30);
		write(bench, record, 'customer');
		expect(await emittedAt(bench, 100)).toEqual([90]);
		write(bench, record, 'customer');
		expect(await bench.polls(40, 5)).toEqual([]);
		write(bench, record, 'teammate');
		await bench.poll();
		write(bench, record, 'customer');
		expect(await emittedAt(bench, 200)).toEqual([120]);
	});

	it('is emitted again when the conversation comes back unanswered', async () => {
		const { bench, record } = await unanswered();
		expect(await emittedAt(bench, 125)).toHaveLength(1);
		bench.change(record, { is_snoozed: true });
		await bench.poll();
		bench.change(record, { is_snoozed: false });
		expect(await emittedAt(bench, 50)).toEqual([1]);
	});

	it('is not emitted for waits that were over at the start, until the customer writes again', async () => {
		const bench = waiting();
		const [record, automatic] = [bench.create(), bench.create()];
		write(bench, automatic, 'automation');
		bench.clock.time += 3 * HOUR;
		await bench.activate();
		expect(await bench.polls(30)).toEqual([]);
		expect(bench.asked.filter((path) => path.endsWith('/messages'))).toEqual([]);
		write(bench, record, 'customer');
		expect(await emittedAt(bench, 130)).toEqual([120]);
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
		// From Monday, nine o'clock, with one open hour per day.
		expect(await bench.poll(24 * 60 - 2)).toEqual([]);
		expect(await bench.poll(62)).toMatchObject([{ waiting_business_minutes: 121 }]);
	});

	it.each([500, 404, 403, 200])(
		'is not emitted while the thread of an outbound message gives a %i in no known form',
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

	it('survives a restart, and does not repeat what was emitted', async () => {
		const bench = waiting();
		await bench.activate();
		bench.create();
		await bench.poll();
		await bench.restart();
		expect(await emittedAt(bench, 125)).toHaveLength(1);
		expect(await bench.restart()).toEqual([]);
		expect(await bench.polls(20)).toEqual([]);
	});

	it('reads at most 100 threads per poll, and the others in the next polls', async () => {
		const bench = waiting();
		await bench.activate();
		for (const record of bench.createSeveral(250, 'a', 10)) bench.write(record, 'automation');
		await bench.polls(5);
		expect(await bench.poll(120)).toHaveLength(97);
		expect(bench.asked).toHaveLength(100);
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
