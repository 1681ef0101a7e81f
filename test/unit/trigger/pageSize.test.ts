import type { PageRead, PageRequest, Reply } from '../../../nodes/HelpdeskTrigger/core/protocol';
import { AcceptedPageSize, Walk, windowAt, type WalkOptions, type WalkPage } from '../../../nodes/HelpdeskTrigger/core/paging';
import { ApiError } from '../../../transport';

describe('the size of a page', () => {
	it('stays the largest where the server serves what was asked for', () => {
		const size = new AcceptedPageSize();
		size.learn(79, 79);
		expect([size.most, size.isFixed]).toEqual([100, false]);
	});

	it('is at most what the server serves of a larger one', () => {
		const size = new AcceptedPageSize();
		size.learn(100, 50);
		expect([size.most, size.isFixed]).toEqual([50, false]);
	});

	it('becomes smaller where it is refused', () => {
		const answer = { status: 422, headers: {}, body: { errors: { 'display.per_page': ['Too large.'] } } };
		const size = new AcceptedPageSize();
		expect(size.refused(new ApiError({ method: 'POST', path: '/inboxes/a' }, { kind: 'answer', answer }, false, 1))).toBe(true);
		expect(size.most).toBe(50);
	});

	it('stays as it is where a failure has another reason', () => {
		const size = new AcceptedPageSize(60);
		expect([size.refused(new Error('Other')), size.most]).toEqual([false, 60]);
	});

	it("is the server's own where it serves more than was asked for", () => {
		const size = new AcceptedPageSize();
		size.learn(60, 80);
		expect([size.most, size.isFixed]).toEqual([80, true]);
	});
});

describe('the page that goes on from a place', () => {
	it.each([10, 20, 50, 100])('is at sizes of up to %i the one that goes on furthest, and of those the largest', (most) => {
		const overlap = Math.ceil(most / 10);
		const others: unknown[] = [];
		for (let place = 2 * most; place < 40 * most; place += 1) {
			const pages = Array.from({ length: most / 2 + 1 }, (_, less) => most - less)
				.map((perPage) => ({ perPage, end: (Math.floor((place - overlap) / perPage) + 1) * perPage }))
				.sort((a, b) => b.end - a.end || b.perPage - a.perPage);
			const { perPage, end } = windowAt(place, { most, isFixed: false });
			if (end !== pages[0]!.end || perPage !== pages[0]!.perPage) others.push({ place, perPage, end, best: pages[0] });
		}
		expect(others).toEqual([]);
	});

	it('is the first at the beginning, and one of the only size where there is one', () => {
		expect(windowAt(0, new AcceptedPageSize())).toEqual({ page: 1, perPage: 100, start: 0, end: 100 });
		expect(windowAt(31, { most: 15, isFixed: true })).toEqual({ page: 3, perPage: 15, start: 30, end: 45 });
	});
});

/** A walk in pages of ten at most. `reply` answers each request; what was asked for is kept. */
function walkOf(reply: (request: PageRequest, count: number) => Reply, options: WalkOptions = {}) {
	const asked: PageRequest[] = [];
	const walk = new Walk('i', new AcceptedPageSize(10), options);
	const next = () => {
		const steps = walk.next();
		let step = steps.next();
		while (!step.done) {
			const { read } = step.value as { read: PageRequest };
			asked.push(read);
			step = steps.next(reply(read, asked.length));
		}
		return step.value as WalkPage | 'unread' | 'noShare';
	};
	return { walk, next, asked };
}
const pageOf = (ids: Array<number | string>, { page, perPage }: PageRequest, lastPage = Math.ceil(ids.length / perPage)): PageRead => ({
	records: ids.slice((page - 1) * perPage, page * perPage).map((id) => ({ id })),
	lastPage,
	perPage,
});
const numbers = (count: number, from = 0) => Array.from({ length: count }, (_, index) => from + index);

describe('the place of a walk', () => {
	it.each<[WalkOptions | undefined, number]>([
		[undefined, 0],
		[{ from: { at: 300 } }, 300],
		[{ from: { at: 300 }, first: 100 }, 300],
		[{ from: { at: 0 }, first: 100 }, 100],
	])('is with %j at first %i', (options, at) => {
		expect(new Walk('i', new AcceptedPageSize(), options).position).toEqual({ at });
	});

	it('is behind what came, and stays where nothing came', () => {
		const replies: Array<(request: PageRequest) => Reply> = [(request) => pageOf(numbers(95), request), () => 'noShare', () => 'unread'];
		const { walk, next } = walkOf((request, count) => replies[count - 1]!(request));
		expect(next()).toMatchObject({ isEnd: false });
		expect(walk.position).toEqual({ at: 10 });
		expect([next(), next()]).toEqual(['noShare', 'unread']);
		expect(walk.position).toEqual({ at: 10 });
	});

	it('is asked for anew, in smaller pages, where the page was too large', () => {
		const size = new AcceptedPageSize(10);
		const steps = new Walk('i', size).next();
		expect(steps.next().value).toMatchObject({ read: { page: 1, perPage: 10 } });
		size.most = 5;
		expect(steps.next('tooLarge').value).toMatchObject({ read: { inboxId: 'i', page: 1, perPage: 5 } });
	});
});

describe('a walk whose list moves', () => {
	/** The list is another one after so many pages. */
	const moved = (options: WalkOptions = {}) => {
		const changed = walkOf((request, count) => pageOf(count <= 6 ? numbers(100) : numbers(100, 1_000), request), options);
		for (let pages = 0; pages < 6; pages += 1) changed.next();
		return changed;
	};

	it('goes back by half a page, then twice as far each time, until it meets what it read or is at the beginning', () => {
		const { walk, next, asked } = moved();
		const before = walk.position.at;
		const page = next() as WalkPage;
		expect(page.records[0]).toEqual({ id: 1_000 });
		const places = asked.slice(6).map(({ page: number, perPage }) => (number - 1) * perPage);
		expect(before).toBeGreaterThan(35);
		expect(places).toEqual([...places].sort((a, b) => b - a));
		// 5, 10 and 20 back are 35 in all.
		expect(places.length).toBe(before - 35 > 0 && before - 35 <= 40 ? 5 : 4);
		expect(walk.position).toEqual({ at: 10 });
	});

	it('goes on where it is not to go back', () => {
		const { walk, next, asked } = moved({ goesBack: false });
		const before = walk.position.at;
		next();
		expect(asked).toHaveLength(7);
		expect(walk.position.at).toBeGreaterThan(before);
	});

	it('goes back to the end of a list that has become shorter', () => {
		const short = walkOf((request, count) => (count <= 6 ? pageOf(numbers(100), request) : pageOf(numbers(12), request)));
		for (let pages = 0; pages < 6; pages += 1) short.next();
		expect(short.next()).toMatchObject({ isEnd: true });
		expect(short.walk.position).toEqual({ at: 12 });
	});

	it.each([39, 30, 12, 0])('is at its end where the list has become shorter than the place it begins at: 40 places, %i are left', (left) => {
		const short = walkOf((request) => pageOf(numbers(left), request), { first: 40, goesBack: false });
		expect(short.next()).toMatchObject({ isEnd: true });
		expect(short.asked.length).toBeLessThanOrEqual(2);
	});
});

describe('a walk whose server changes its page size on the way', () => {
	it.each([1, 2, 3, 4, 6, 7, 8, 9])('to %i takes a page that its place is in, and asks anew where it is not', (served) => {
		const list = numbers(60);
		const { walk, next, asked } = walkOf((request, count) => pageOf(list, { ...request, perPage: count <= 2 ? request.perPage : served }));
		const read = new Set<unknown>();
		const wrong: unknown[] = [];
		for (let isEnd = false, pages = 0; !isEnd && pages < 200; pages += 1) {
			const [place, before] = [walk.position.at, asked.length];
			const page = next() as WalkPage;
			for (const { id } of page.records) read.add(id);
			({ isEnd } = page);
			const sizes = asked.slice(before).map((request, at) => ({ ...request, size: before + at < 2 ? request.perPage : served }));
			sizes.forEach(({ page: number, perPage, size }, at) => {
				const [start, end] = [(number - 1) * size, number * size];
				const isIn = number === 1 || perPage === size || (start <= place && place < end);
				if (isIn !== (at === sizes.length - 1)) wrong.push({ place, number, perPage, size, at });
			});
		}
		expect([wrong, read.size]).toEqual([[], 60]);
	});
});

describe('a walk that does not get further', () => {
	it.each<[string, (request: PageRequest) => Reply, number, string]>([
		[
			'fails at the third page in a row without a new record',
			(request) => pageOf(numbers(10), { ...request, page: 1 }, 99),
			4,
			'3 pages in a row',
		],
		['fails after 50 requests that brought nothing', ({ perPage }) => ({ records: [], lastPage: 99, perPage }), 51, '51 requests for pages'],
	])('%s', (_, reply, requests, message) => {
		const { next, asked } = walkOf(reply);
		expect(() => {
			for (;;) next();
		}).toThrow(message);
		expect(asked).toHaveLength(requests);
	});

	it('does not fail where a new record comes now and then', () => {
		const { next } = walkOf(({ perPage }, count) => ({
			...pageOf(numbers(10), { page: 1, perPage }, 9_999),
			...(count % 3 === 0 && { records: [{ id: 0 }, ...numbers(perPage - 1, 100 * count).map((id) => ({ id }))] }),
		}));
		expect(() => {
			for (let pages = 0; pages < 30; pages += 1) next();
		}).not.toThrow();
	});
});
