import type { OpeningHours } from '../../../nodes/shared/openingHours';
import { HOUR, reachedBench, reachedOptions } from './support/reachedModel';
import { MINUTE } from './support/triggerModel';

const waiting = (hours?: OpeningHours) =>
	reachedBench(['customerWaiting'], { wait: { after: 2 * HOUR, hours, closed: ['closed'], marks: ['contact'] } });

/** The minutes after `from` at which something was told. */
async function toldAt({ poll, pass }: ReturnType<typeof waiting>, minutes: number): Promise<number[]> {
	const at: number[] = [];
	for (let minute = 1; minute <= minutes; minute += 1) {
		pass(MINUTE);
		if ((await poll()).length > 0) at.push(minute);
	}
	return at;
}

describe('Customer Waiting', () => {
	it('is told in the poll in which the time is over, once, with its figures', async () => {
		const bench = waiting();
		await bench.begin();
		bench.inboxes.create();
		await bench.poll();
		bench.pass(2 * HOUR - 1);
		expect(await bench.poll()).toEqual([]);
		bench.pass(1);
		const since = new Date(bench.inboxes.now - 2 * HOUR).toISOString();
		expect(await bench.poll()).toEqual([
			{ id: 'c1', event: 'customerWaiting', waiting_since: since, waiting_minutes: 120, waiting_business_minutes: 120 },
		]);
		expect(await toldAt(bench, 200)).toEqual([]);
	});

	it.each([
		['an answer', (bench: ReturnType<typeof waiting>) => bench.inboxes.write(bench.inboxes.records[0]!, 'user')],
		['a closing', ({ inboxes }: ReturnType<typeof waiting>) => inboxes.change(inboxes.records[0]!, { status: 'Closed' })],
		['a snooze', ({ inboxes }: ReturnType<typeof waiting>) => inboxes.change(inboxes.records[0]!, { is_snoozed: true })],
		['a mark as spam', ({ inboxes }: ReturnType<typeof waiting>) => inboxes.change(inboxes.records[0]!, { is_spam: true })],
		['the trash', ({ inboxes }: ReturnType<typeof waiting>) => inboxes.change(inboxes.records[0]!, { deleted_at: '2026-01-05T10:00:00Z' })],
	])('is ended by %s', async (_, end) => {
		const bench = waiting();
		await bench.begin();
		bench.inboxes.create();
		expect(await toldAt(bench, 60)).toEqual([]);
		end(bench);
		expect(await toldAt(bench, 120)).toEqual([]);
	});

	it('is remembered once however often it is seen: what the trigger keeps does not grow while a customer waits', async () => {
		const bench = waiting();
		await bench.begin();
		bench.inboxes.create();
		await toldAt(bench, 2);
		const kept = () => JSON.stringify(bench.trigger.staticData).length;
		const before = kept();
		await toldAt(bench, 60);
		expect(kept() - before).toBeLessThan(20);
	});

	it('goes on through a note, and each message counts from its own time', async () => {
		const bench = waiting();
		await bench.begin();
		const record = bench.inboxes.create();
		await toldAt(bench, 30);
		bench.inboxes.write(record, 'contact');
		await toldAt(bench, 10);
		bench.inboxes.write(record, 'user', 'note');
		expect(await toldAt(bench, 200)).toEqual([80, 110]);
	});

	it.each([1, 2, 10])(
		'tells each of three messages whose time is over at the same look, with a limit of %i: the earlier ones were lost',
		async (maxEvents) => {
			const bench = reachedBench(['customerWaiting'], {}, { maxEvents });
			await bench.begin();
			const record = bench.inboxes.create();
			const began = bench.inboxes.now;
			for (let minute = 1; minute <= 2; minute += 1) {
				await bench.poll();
				bench.pass(MINUTE);
				bench.inboxes.write(record, 'contact');
			}
			await bench.poll();
			bench.pass(3 * HOUR);
			const polls = [];
			for (let count = 0; count < 5; count += 1)
				polls.push((await bench.poll()).map(({ waiting_since: since }) => Date.parse(since as string) - began));
			expect(polls.flat()).toEqual([0, MINUTE, 2 * MINUTE]);
			expect(polls[0]).toHaveLength(Math.min(maxEvents, 3));
			expect(bench.trigger.staticData.state).toMatchObject({
				parts: { reached: { waits: [['c1', 'a', began + 2 * MINUTE, expect.any(String), 'told']] } },
			});
		},
	);

	it('whose time was over before the beginning is not told with a later message: it came from an inbox that is not chosen, and was not remembered', async () => {
		const bench = reachedBench(['customerWaiting']);
		const record = bench.inboxes.create({ inbox_id: 'z' });
		bench.pass(3 * HOUR);
		await bench.begin();
		bench.inboxes.change(record, { inbox_id: 'a' });
		expect(await bench.poll()).toEqual([]);
		expect(bench.trigger.staticData.state).toMatchObject({
			parts: { reached: { waits: [['c1', 'a', expect.any(Number), expect.any(String), 'told']] } },
		});
	});

	it('tells who waits deep in a large inbox in that very poll, by one request, and not who was answered there', async () => {
		const bench = waiting();
		await bench.begin();
		const [first, second] = [bench.inboxes.create(), bench.inboxes.create()];
		await bench.poll();
		for (let count = 0; count < 600; count += 1) bench.inboxes.create({ last_message_by: 'user' });
		await toldAt(bench, 119);
		bench.inboxes.write(second, 'user');
		bench.inboxes.asked = [];
		expect(await toldAt(bench, 1)).toEqual([1]);
		expect(bench.inboxes.asked.map(({ conversationId }) => conversationId).filter(Boolean)).toContain(first.id);
		expect(await toldAt(bench, 30)).toEqual([]);
	});

	it.each([
		['goes on in one that moved to another chosen inbox, which cannot be read when its time is over: behind a note it was never told', 'b', [0]],
		['ends in one that moved to an inbox that is not chosen', 'c', []],
	])('%s', async (_, movesTo, told) => {
		const { inboxes, poll, pass, begin } = reachedBench(['customerWaiting'], {}, { inboxIds: ['a', 'b'] });
		const read = inboxes.read.bind(inboxes);
		let isAway = false;
		inboxes.read = async (request) => (isAway && request.inboxId === 'b' ? 'unread' : await read(request));
		await begin();
		const record = inboxes.create();
		await poll();
		inboxes.change(record, { inbox_id: movesTo });
		inboxes.write(record, 'user', 'note');
		pass(2 * HOUR);
		isAway = true;
		const toldAt: number[] = [];
		for (let polls = 0; polls < 5; polls += 1) {
			if ((await poll()).length > 0) toldAt.push(polls);
			isAway = false;
			pass(MINUTE);
		}
		expect(toldAt).toEqual(told);
	});

	it('is told in one inbox while another one fails in which 100 are due: they took its place', async () => {
		const { inboxes, poll, pass, begin } = reachedBench(['customerWaiting'], {}, { inboxIds: ['b', 'a'] });
		const read = inboxes.read.bind(inboxes);
		let isAway = false;
		inboxes.read = async (request) => (isAway && request.inboxId === 'b' ? 'unread' : await read(request));
		await begin();
		for (let count = 0; count < 100; count += 1) inboxes.create({ id: `b${count}`, inbox_id: 'b' });
		const record = inboxes.create();
		await poll();
		pass(2 * HOUR);
		// Deep in a large inbox.
		for (let count = 0; count < 400; count += 1) inboxes.create({ id: `other${count}`, last_message_by: 'user' });
		isAway = true;
		expect(await poll()).toEqual([expect.objectContaining({ id: record.id })]);
		isAway = false;
		expect(await poll()).toHaveLength(100);
	});

	it('shows no state of one that is read by itself, where the list never did since that event was chosen: it was told twice', async () => {
		const { inboxes, poll, pass, begin, trigger } = reachedBench(['customerWaiting']);
		await begin();
		const record = inboxes.create();
		await poll();
		// It slips past the look at what is chosen anew.
		inboxes.records.shift();
		trigger.update({ reached: reachedOptions(['customerWaiting', 'statusBecame']) });
		await poll();
		pass(2 * HOUR);
		for (let count = 0; count < 400; count += 1) inboxes.create({ id: `other${count}`, last_message_by: 'user' });
		inboxes.records.push(record);
		inboxes.change(record, { status: 'Closed' });
		inboxes.asked = [];
		const told = await poll();
		expect(inboxes.asked.map(({ conversationId }) => conversationId)).toContain(record.id);
		expect(told).toEqual([]);
		for (let polls = 0; polls < 10; polls += 1) told.push(...(await poll()));
		expect(told).toEqual([{ id: record.id, event: 'statusBecame', from: null, to: 'Closed' }]);
	});

	it('is told neither twice nor never after a restart', async () => {
		const bench = waiting();
		bench.inboxes.create();
		await bench.begin();
		bench.trigger.restart();
		expect(await toldAt(bench, 118)).toEqual([]);
		bench.trigger.restart();
		expect(await toldAt(bench, 3)).toEqual([1]);
		bench.trigger.restart();
		expect(await toldAt(bench, 60)).toEqual([]);
	});

	it('says nothing of those whose time was over at the beginning', async () => {
		const bench = waiting();
		bench.inboxes.create();
		bench.pass(3 * HOUR);
		expect(await bench.begin()).toEqual([]);
		expect(await toldAt(bench, 60)).toEqual([]);
	});

	it('goes by the machine that runs n8n, as far as records proved it, where no Date header comes', async () => {
		const bench = waiting();
		bench.inboxes.hasDateHeader = false;
		bench.inboxes.behind = 5 * MINUTE;
		bench.inboxes.create({ last_message_by: 'user' });
		await bench.begin();
		bench.inboxes.create();
		expect(await toldAt(bench, 130)).toEqual([120]);
	});

	it('is counted in opening hours, over a weekend on which the clocks change', async () => {
		const hours = { days: [1, 2, 3, 4, 5], opens: 9 * 60, closes: 17 * 60, holidays: ['2026-03-30'], zone: 'Europe/Berlin' };
		const bench = waiting(hours);
		bench.inboxes.now = Date.parse('2026-03-27T15:00:00Z');
		await bench.begin();
		bench.inboxes.create();
		await bench.poll();
		bench.inboxes.now = Date.parse('2026-03-31T07:58:00Z');
		expect(await bench.poll()).toEqual([]);
		bench.inboxes.now = Date.parse('2026-03-31T08:01:00Z');
		expect(await bench.poll()).toEqual([expect.objectContaining({ waiting_business_minutes: 120, waiting_minutes: 5340 })]);
	});
});
