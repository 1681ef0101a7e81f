import fc from 'fast-check';

import { Descent } from '../../../nodes/HelpdeskTrigger/core/order';
import { ServerClock } from '../../../nodes/HelpdeskTrigger/core/serverClock';
import { advance } from '../../../nodes/HelpdeskTrigger/core/sweep';
import { timeOf, timesOf, type Times } from '../../../nodes/HelpdeskTrigger/core/times';
import { goOn, windowAt } from '../../../nodes/HelpdeskTrigger/core/window';
import { takeOn, type Progress } from '../../../nodes/HelpdeskTrigger/run/progress';
import { beginReading, type TriggerOptions } from '../../../nodes/HelpdeskTrigger/core/reading';

const times = (created: number, updated = created, lastMessage = created): Times => ({ created, updated, lastMessage, latest: Math.max(created, updated, lastMessage) });

describe('reading down to a time without knowing what "newest" means', () => {
	it('goes by the creation when the page is in order of nothing else, so touched old conversations end it', () => {
		const descent = new Descent();
		descent.read([times(100), times(80), times(60, 99, 99)]);
		expect(descent.isBelow(70)).toBe(true);
		expect(descent.isBelow(60)).toBe(false);
	});

	it('does not stop at an old conversation on top that was written to', () => {
		const descent = new Descent();
		descent.read([times(5, 100, 100), times(99), times(98)]);
		expect(descent.isBelow(50)).toBe(false);
	});

	it('never stops above a conversation that is wanted, whatever the order goes by', () => {
		const record = fc.record({ created: fc.nat(50), update: fc.nat(50), message: fc.nat(50) });
		fc.assert(
			fc.property(fc.array(record, { minLength: 1, maxLength: 30 }), fc.constantFrom('created', 'updated', 'lastMessage'), fc.nat(60), fc.integer({ min: 1, max: 10 }), (records, key, floor, size) => {
				const list = records.map(({ created, update, message }) => times(created, created + update, created + message));
				list.sort((a, b) => b[key as 'created'] - a[key as 'created']);
				const descent = new Descent();
				let read = 0;
				while (read < list.length && !(read > 0 && descent.isBelow(floor))) {
					descent.read(list.slice(read, read + size));
					read += size;
				}
				expect(list.slice(read).filter(({ created }) => created >= floor)).toEqual([]);
			}),
		);
	});
});

describe('windows over a listing', () => {
	it('cover every place, overlap what came before, and go on by 40 at the least', () => {
		for (let place = 100; place < 30_000; place += 1) {
			const { start, end, perPage, page } = windowAt(place, 100);
			expect(start).toBeLessThanOrEqual(place - 10);
			expect(end - place).toBeGreaterThanOrEqual(40);
			expect(perPage).toBeLessThanOrEqual(100);
			expect(start).toBe((page - 1) * perPage);
		}
	});

	it('take about 80 a page', () => {
		let pages = 0;
		for (let place = 100; place < 10_000; place = windowAt(place, 100).end) pages += 1;
		expect(9_900 / pages).toBeGreaterThan(78);
	});

	it('go back when nothing in one was read before: records were removed and the rest moved up', () => {
		const window = windowAt(500, 100);
		expect(goOn(500, window, { count: 90, lastPage: 20, joins: false }, 0)).toMatchObject({ joined: false, isEnd: false });
		expect(goOn(500, window, { count: 90, lastPage: 20, joins: false }, 0).place).toBeLessThan(470);
		expect(goOn(500, window, { count: 0, lastPage: 1, joins: false }, 0).place).toBeLessThanOrEqual(100);
	});

	it('begin a round again where the listing has shrunk to its beginning', () => {
		const sweep = { at: 500, anchors: 'x'.repeat(80) };
		expect(advance(sweep, windowAt(500, 100), [], 1, 100)).toEqual({ at: 100, anchors: '', ended: false });
	});
});

describe('the time of the server', () => {
	const hear = (clock: ServerClock, serverTime: number | undefined, ...created: number[]) => clock.hear({ records: [], lastPage: 1, serverTime }, created.map((each) => times(each)));

	it('is the latest that a record shows, and never goes back', () => {
		const clock = new ServerClock();
		hear(clock, undefined, 50, 70);
		hear(clock, undefined, 60);
		expect(clock.now).toBe(70);
	});

	it('is not put into the future by one wrong record', () => {
		const clock = new ServerClock();
		hear(clock, 100, 90, 1_000_000);
		expect(clock.now).toBe(100);
	});

	it('is taken from the answer itself where no record came', () => {
		const clock = new ServerClock();
		hear(clock, 100);
		hear(clock, 200);
		expect(clock.now).toBe(100);
	});

	it('reads timestamps with six digits, and those without an offset as UTC', () => {
		const noon = Date.UTC(2021, 5, 29, 12);
		expect(['2021-06-29T12:00:00.000000Z', '2021-06-29T12:00:00', '2021-06-29 12:00:00', '2021-06-29T14:00:00+02:00'].map((text) => timeOf(text))).toEqual([noon, noon, noon, noon]);
		expect(timesOf({ created_at: '2021-06-29T12:00:00Z', updated_at: null }).latest).toBe(noon);
	});
});

describe('a reading that takes longer than one poll', () => {
	const options: TriggerOptions = {
		event: 'conversationCreated', inboxIds: ['i'], startFrom: 0, lookBack: 0, maxEvents: 1000, perPage: 100, conversations: 0, mostHeld: 2_000, watchFields: [], customerMarks: [],
	};
	const record = (index: number) => ({ id: `c${index}`, created_at: new Date(1_000_000 + index * 1000).toISOString() });

	it('goes on in the next one and misses nothing, although a whole page was removed meanwhile', async () => {
		let list = Array.from({ length: 1_000 }, (_, index) => record(1_000 - index));
		let share = 4;
		const reader = {
			mayRead: () => (share -= 1) >= 0,
			read: async ({ page, perPage }: { page: number; perPage: number }) => ({
				records: list.slice((page - 1) * perPage, page * perPage),
				lastPage: Math.ceil(list.length / perPage),
			}),
		};
		const progress: Progress = { steps: beginReading(undefined, options) };
		expect(await takeOn(progress, reader)).toBeUndefined();
		list = list.slice(150);
		share = 100;
		const came = await takeOn(progress, reader);
		const ids = new Set(came?.events.map((event) => event.record.id));
		expect(list.filter(({ id }) => !ids.has(id))).toEqual([]);
	});
});
