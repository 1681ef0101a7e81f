import fc from 'fast-check';

import { contactCreated } from '../../../nodes/HelpdeskTrigger/core/contacts';
import { entriesOf, ID_LENGTH } from '../../../nodes/HelpdeskTrigger/core/fingerprints';
import { AcceptedPageSize, Walk, windowAt, type WalkPage } from '../../../nodes/HelpdeskTrigger/core/paging';
import type { PageRequest, Reply } from '../../../nodes/HelpdeskTrigger/core/protocol';
import { ServerClock, SortKeyProof, timeOf, timesOf, type Times } from '../../../nodes/HelpdeskTrigger/core/times';
import { Random } from '../../../contract/random';
import { optionsFor, TriggerModel } from './support/triggerModel';

const times = (created: number, updated = created, lastMessage = created): Times => ({
	created,
	updated,
	lastMessage,
	latest: Math.max(created, updated, lastMessage),
	showsUpdate: true,
});

describe('reading down to a time without knowing what "newest" means', () => {
	it('goes by the creation when the page is in order of nothing else, so touched old conversations end it', () => {
		const proof = new SortKeyProof();
		proof.read([times(100), times(80), times(60, 99, 99)]);
		expect(proof.isBelow(70)).toBe(true);
		expect(proof.isBelow(60)).toBe(false);
	});

	it('does not stop at an old conversation on top that was written to', () => {
		const proof = new SortKeyProof();
		proof.read([times(5, 100, 100), times(99), times(98)]);
		expect(proof.isBelow(50)).toBe(false);
	});

	it('never stops above a conversation that is wanted, whatever the order goes by', () => {
		const record = fc.record({ created: fc.nat(50), update: fc.nat(50), message: fc.nat(50) });
		fc.assert(
			fc.property(
				fc.array(record, { minLength: 1, maxLength: 30 }),
				fc.constantFrom('created', 'updated', 'lastMessage'),
				fc.nat(60),
				fc.integer({ min: 1, max: 10 }),
				(records, key, floor, size) => {
					const list = records.map(({ created, update, message }) => times(created, created + update, created + message));
					list.sort((a, b) => b[key as 'created'] - a[key as 'created']);
					const proof = new SortKeyProof();
					let read = 0;
					while (read < list.length && !(read > 0 && proof.isBelow(floor))) {
						proof.read(list.slice(read, read + size));
						read += size;
					}
					expect(list.slice(read).filter(({ created }) => created >= floor)).toEqual([]);
				},
			),
		);
	});
});

describe('windows over a listing', () => {
	it('cover every place, overlap what came before, and go on by 40 at the least', () => {
		// One comparison for all: each of its own costs more than what it looks at.
		const others = [];
		for (let place = 100; place < 30_000; place += 7) {
			const { start, end, perPage, page } = windowAt(place, new AcceptedPageSize());
			const holds = start <= place - 10 && end - place >= 40 && perPage <= 100 && start === (page - 1) * perPage;
			if (!holds) others.push({ place, start, end, perPage, page });
		}
		expect(others).toEqual([]);
	});

	it('take about 80 a page', () => {
		let pages = 0;
		for (let place = 100; place < 10_000; place = windowAt(place, new AcceptedPageSize()).end) pages += 1;
		expect(9_900 / pages).toBeGreaterThan(78);
	});
});

describe('a walk through a listing', () => {
	/** Walks through `list`, which `change` may change before each request, and gives the ids that came. */
	const walked = (
		list: string[],
		change: (requests: number) => void = () => undefined,
		page = (request: PageRequest): Reply => pageOf(list, request),
	) => {
		const walk = new Walk('i', new AcceptedPageSize());
		const ids: string[] = [];
		let requests = 0;
		for (let isEnd = false; !isEnd;) {
			const steps = walk.next();
			let reply: Reply | undefined;
			for (;;) {
				const step = steps.next(reply);
				if (step.done) {
					const { records, isEnd: end } = step.value as WalkPage;
					ids.push(...records.map(({ id }) => id as string));
					isEnd = end;
					break;
				}
				requests += 1;
				change(requests);
				reply = page((step.value as { read: PageRequest }).read);
			}
		}
		return { ids: new Set(ids), requests };
	};
	const pageOf = (list: string[], { page, perPage }: PageRequest): Reply => ({
		records: list.slice((page - 1) * perPage, page * perPage).map((id) => ({ id })),
		lastPage: Math.ceil(list.length / perPage),
		perPage,
	});
	const names = (count: number) => Array.from({ length: count }, (_, index) => `c${index}`);

	it('goes back where records were removed and the rest moved up past it', () => {
		const list = names(1_000);
		const { ids } = walked(list, (requests) => {
			if (requests === 5) list.splice(0, 150);
		});
		expect(list.filter((id) => !ids.has(id))).toEqual([]);
	});

	it('ends at once where an empty listing has no last page: it made 1,000 requests in ten polls', () => {
		expect(walked([]).requests).toBe(1);
	});

	it.each([
		['says its own', (perPage: number) => Math.min(perPage, 50)],
		['goes by 15 whatever is asked for', () => 15],
	])('goes on by what came where the server %s size of a page: 0 of 120 came', (_, served) => {
		const list = names(320);
		const { ids, requests } = walked(list, undefined, (request) => pageOf(list, { ...request, perPage: served(request.perPage) }));
		expect(ids.size).toBe(320);
		expect(requests).toBeLessThan(60);
	});

	it('reads on among 20,000 equal ones in pages of 20, which fall anew at every request: it failed after 51 requests', () => {
		const random = new Random(7);
		const fallsAnew = ({ perPage }: PageRequest): Reply => {
			const size = Math.min(perPage, 20);
			const ids = new Set(Array.from({ length: 3 * size }, () => `c${random.below(20_000)}`));
			return { records: [...ids].slice(0, size).map((id) => ({ id })), lastPage: Math.ceil(20_000 / size), perPage: size };
		};
		for (let turn = 0; turn < 2; turn += 1) expect(walked([], undefined, fallsAnew).requests).toBeLessThan(2_500);
	});

	it.each([
		[
			'repeats one page',
			({ perPage }: PageRequest): Reply => ({ ...(pageOf(names(100), { page: 1, perPage }) as object), lastPage: 1_000 }) as Reply,
		],
		['brings nothing although more is to come', ({ perPage }: PageRequest): Reply => ({ records: [], lastPage: 1_000, perPage })],
	])('fails where a server %s, instead of reading on', (_, page) => {
		expect(() => walked([], undefined, page)).toThrow(/in a row repeated|did not get any further/);
	});
});

describe('the time of the server', () => {
	const hear = (clock: ServerClock, serverTime: number | undefined, ...created: number[]) => clock.hear({ serverTime }, created);

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
		expect(
			['2021-06-29T12:00:00.000000Z', '2021-06-29T12:00:00', '2021-06-29 12:00:00', '2021-06-29T14:00:00+02:00'].map((text) => timeOf(text)),
		).toEqual([noon, noon, noon, noon]);
		expect(timesOf({ created_at: '2021-06-29T12:00:00Z', updated_at: null }).latest).toBe(noon);
	});
});

describe('a reading that takes longer than one poll', () => {
	const record = (index: number) => ({ id: `c${index}`, created_at: new Date(1_000_000 + index * 1000).toISOString() });

	it('goes on in the next one and misses nothing, although a whole page was removed meanwhile', async () => {
		let list = Array.from({ length: 1_000 }, (_, index) => record(1_000 - index));
		let share = 4;
		const reader = {
			mayRead: () => (share -= 1) >= 0,
			read: async ({ page, perPage }: PageRequest) => ({
				records: list.slice((page - 1) * perPage, page * perPage),
				lastPage: Math.ceil(list.length / perPage),
				perPage,
			}),
		};
		const trigger = new TriggerModel(optionsFor('conversationCreated', ['i'], { startFrom: 0, maxEvents: 1000 }), 'set');
		expect(await trigger.poll(reader)).toEqual([]);
		list = list.slice(150);
		share = 100;
		const ids = new Set((await trigger.poll(reader))?.map((event) => event.record.id));
		expect(list.filter(({ id }) => !ids.has(id))).toEqual([]);
	});

	it('gets to its end in shares that are smaller than the reading', async () => {
		const list = Array.from({ length: 1_000 }, (_, index) => record(1_000 - index));
		let share = 0;
		const reader = {
			mayRead: () => (share -= 1) >= 0,
			read: async ({ page, perPage }: PageRequest) => ({
				records: list.slice((page - 1) * perPage, page * perPage),
				lastPage: Math.ceil(list.length / perPage),
				perPage,
			}),
		};
		const trigger = new TriggerModel(optionsFor('conversationCreated', ['i'], { startFrom: 0, maxEvents: 1000 }), 'set');
		let came = 0;
		for (let poll = 0; poll < 5; poll += 1) {
			share = 4;
			came += (await trigger.poll(reader))?.length ?? 0;
		}
		expect(came).toBe(1_000);
	});
});

describe('the first readings of the contacts', () => {
	it('see one that fell behind its equal in two readings in a row, so that it is not told as new later', () => {
		const lists = [
			[1, 2, 2, 4],
			[1, 2, 2, 4],
			[1, 3, 2, 4],
		].map((ids) => ids.map((id) => ({ id })));
		const pages = lists.flatMap((list) => [list.slice(0, 2), list.slice(2)]);
		const reading = contactCreated(undefined, { size: new AcceptedPageSize(2) });
		let step = reading.next();
		for (const records of pages) if (!step.done) step = reading.next({ records, lastPage: 2, perPage: 2 });
		while (!step.done) step = reading.next('found' in step.value ? { room: 10 } : { records: [], lastPage: 0, perPage: 2 });
		expect([...entriesOf(step.value.state.known, ID_LENGTH)]).toHaveLength(4);
	});

	it('go on where one was removed meanwhile, until all that are left were seen: one of them came as new', () => {
		// 1 is removed after the first page; then 4 falls behind its equal 3 twice, and comes.
		const lists = [
			[1, 2, 3],
			[2, 3, 3],
			[2, 3, 3],
			[2, 4, 3],
			[2, 4, 3],
		].map((ids) => ids.map((id) => ({ id })));
		const pages = lists.flatMap((list) => [list.slice(0, 2), list.slice(2)]);
		const reading = contactCreated(undefined, { size: new AcceptedPageSize(2) });
		let step = reading.next();
		for (const records of pages) if (!step.done) step = reading.next({ records, lastPage: 2, perPage: 2 });
		while (!step.done) step = reading.next('found' in step.value ? { room: 10 } : { records: [], lastPage: 0, perPage: 2 });
		expect([...entriesOf(step.value.state.known, ID_LENGTH)]).toHaveLength(4);
	});
});
