import { pleasantWorld, type World } from '../../contract/worlds';
import { countingPage, filterPage, listing, pageSize, simplePage } from '../../sandbox/pages';
import { defaultOptions } from '../../sandbox/settings';

const url = 'http://helpdesk.example/v1/things';
const asking = (world: Partial<World> = {}, query: Record<string, unknown> = {}) => ({
	query,
	settings: { ...defaultOptions, world: { ...pleasantWorld, ...world } },
	url,
});
const items = Array.from({ length: 23 }, (_, index) => index + 1);
const refusalOf = (ask: () => unknown) => {
	try {
		return ask();
	} catch (error) {
		return (error as { body: unknown }).body;
	}
};

describe('a counting page', () => {
	it('says where it stands and leads to its neighbours', () => {
		expect(countingPage(asking(), items, { page: 2, perPage: 5 })).toEqual({
			data: [6, 7, 8, 9, 10],
			links: { first: `${url}?page=1`, last: `${url}?page=5`, prev: `${url}?page=1`, next: `${url}?page=3` },
			meta: { current_page: 2, from: 6, last_page: 5, path: url, per_page: 5, to: 10, total: 23 },
		});
	});

	it('is the last one where the last record is, full or not', () => {
		for (const [perPage, page] of [
			[5, 5],
			[23, 1],
		] as const) {
			const { links, meta } = countingPage(asking(), items, { page, perPage });
			expect([links.next, meta.to]).toEqual([null, 23]);
		}
	});

	it.each([
		['one', 1],
		['zero', 0],
	] as const)('of nothing has as its last page %s, and leads to the first', (emptyLastPage, last) => {
		const { links, meta } = countingPage(asking({ emptyLastPage }), [], { page: 1, perPage: 5 });
		expect([meta.last_page, meta.from, meta.to, links.last, links.next]).toEqual([last, null, null, `${url}?page=1`, null]);
	});

	it('takes what a listing asks for in its query, and carries it along in the worlds that do', () => {
		const query = { page: 3, 'per-page': 5, q: 'a' };
		expect(listing(asking({}, query), items).data).toEqual([11, 12, 13, 14, 15]);
		expect(listing(asking({ nextLink: 'wholeQuery' }, query), items).links.next).toBe(`${url}?page=4&per-page=5&q=a`);
		expect(listing(asking(), items).data).toHaveLength(20);
	});
});

describe('a filter page', () => {
	const labels = (page: number) => filterPage(asking(), items, { page, perPage: 2 }).meta.links.map(({ label }) => label);

	it('names the first page, the last one and three on either side', () => {
		const [before, after] = ['&laquo; Previous', 'Next &raquo;'];
		expect(labels(6)).toEqual([before, '1', '3', '4', '5', '6', '7', '8', '9', '12', after]);
		expect(labels(1)).toEqual([before, '1', '2', '3', '4', '12', after]);
		expect(labels(12)).toEqual([before, '1', '9', '10', '11', '12', after]);
	});

	it('has arrows to its neighbours, which lead nowhere at the ends', () => {
		const arrows = (page: number) => {
			const { links } = filterPage(asking(), items, { page, perPage: 10 }).meta;
			return [links[0]?.page, links.at(-1)?.page, links[0]?.url, links.at(-1)?.url];
		};
		expect(arrows(1)).toEqual([null, 2, null, `${url}?page=2`]);
		expect(arrows(2)).toEqual([1, 3, `${url}?page=1`, `${url}?page=3`]);
		expect(arrows(3)).toEqual([2, null, `${url}?page=2`, null]);
	});

	it('marks its own page as the active one, also where numbers are texts', () => {
		for (const metaNumbers of ['number', 'text'] as const) {
			const { links } = filterPage(asking({ metaNumbers }), items, { page: 2, perPage: 10 }).meta;
			expect(links.map(({ active }) => active)).toEqual([false, false, true, false, false]);
			expect(links[1]?.page).toBe(metaNumbers === 'text' ? '1' : 1);
		}
	});
});

describe('a simple page', () => {
	it('knows neither its last page nor a total', () => {
		expect(simplePage(asking(), items, { page: 2, perPage: 10 })).toEqual({
			data: items.slice(10, 20),
			links: { first: `${url}?page=1`, last: null, prev: `${url}?page=1`, next: `${url}?page=3` },
			meta: { current_page: 2, current_page_url: `${url}?page=2`, from: 11, path: url, per_page: 10, to: 20 },
		});
	});

	it('has no next one where it ends with the last record', () => {
		expect(simplePage(asking(), items.slice(0, 20), { page: 2, perPage: 10 }).links.next).toBeNull();
		expect(simplePage(asking(), items, { page: 1, perPage: 23 }).links.prev).toBeNull();
	});
});

describe('a page size', () => {
	const most = { upTo100: 100, clamp50: 50, clamp20: 20, refuseOver100: 100, refuseOver50: 50, refuseOver20: 20, obey: 5000 };

	it.each(Object.entries(most))('of %s is as it was asked for up to %i', (world, size) => {
		expect(pageSize(size, 'size', { ...pleasantWorld, pageSize: world as World['pageSize'] })).toBe(size);
	});

	it('that is too large or too small is refused by its name', () => {
		const message = 'The given data was invalid.';
		const world: World = { ...pleasantWorld, pageSize: 'refuseOver50' };
		expect(refusalOf(() => pageSize(51, 'size', world))).toEqual({ message, errors: { size: ['The size field must not be greater than 50.'] } });
		expect(refusalOf(() => pageSize(0, 'size', world))).toEqual({ message, errors: { size: ['The size field must be at least 1.'] } });
		expect(pageSize(1, 'size', world)).toBe(1);
		expect(refusalOf(() => listing(asking({}, { 'per-page': 0 }), items))).toMatchObject({ errors: { 'per-page': [expect.any(String)] } });
		expect(refusalOf(() => listing(asking({}, { page: 0 }), items))).toEqual({
			message,
			errors: { page: ['The page field must be at least 1.'] },
		});
	});
});
