import { mayBeOnePage, readAnyList, type AnyListing } from '../../../transport/anyList';
import { ApiError } from '../../../transport/apiError';
import { PageSize } from '../../../transport/pageSize';

interface Asked {
	page?: number;
	'per-page'?: number;
}

const ids = (count: number, from = 1) => Array.from({ length: count }, (_, at) => ({ id: from + at }));
const failed = (status: number, body: object = {}) =>
	new ApiError({ method: 'GET', path: '/x' }, { kind: 'answer', answer: { status, headers: {}, body } }, false, 1);

/** Reads a listing whose answers a function gives by what is asked; an error is thrown. */
async function read(answer: (asked: Asked) => unknown, { path = '/x', ...more }: Partial<AnyListing> & { path?: string } = {}) {
	const asked: Asked[] = [];
	const rows: unknown[] = [];
	let failure: unknown;
	const send = async ({ query = {} }: AnyListing['request']) => {
		const one = query as Asked;
		asked.push(one);
		if (asked.length > 10_100) throw new Error('it does not end');
		const body = answer(one);
		if (body instanceof Error) throw body;
		return { status: 200, headers: {}, body };
	};
	try {
		for await (const row of readAnyList(send, { request: { method: 'GET', path }, limit: Infinity, ...more })) rows.push(row);
	} catch (error) {
		failure = error;
	}
	return { asked, rows, pages: asked.map(({ page }) => page), failure, message: (failure as Error | undefined)?.message };
}

/** Bare lists one after the other; nothing behind the last. */
const bare =
	(...pages: unknown[]) =>
	({ page = 1 }: Asked) =>
		pages[page - 1] ?? [];

describe('a listing of a form that is not shown', () => {
	it.each<[string, Partial<AnyListing>, Asked]>([
		['100 records, where all are wanted', {}, { page: 1, 'per-page': 100 }],
		['100, where more are wanted', { limit: 250 }, { page: 1, 'per-page': 100 }],
		['as many as are wanted', { limit: 7 }, { page: 1, 'per-page': 7 }],
		['as many as the listing is known to give', { pageSize: new PageSize(50) }, { page: 1, 'per-page': 50 }],
		['what the endpoint is shown with, where it has no pages', { plain: true }, {}],
	])('is asked for %s', async (_, more, expected) => {
		expect((await read(() => ids(3), more)).asked).toEqual([expected]);
	});

	const counting = ({ page = 1 }: Asked) => ({ data: ids(2, page * 2), meta: { current_page: page, last_page: 5 } });

	it('goes on with the size that it began with, and by the number of the page alone where it began without', async () => {
		expect((await read(counting, { limit: 3 })).asked).toEqual([
			{ page: 1, 'per-page': 3 },
			{ page: 2, 'per-page': 3 },
		]);
		expect((await read(counting, { limit: 3, plain: true })).asked).toEqual([{}, { page: 2 }]);
		expect((await read(bare(ids(8)))).asked).toEqual([
			{ page: 1, 'per-page': 100 },
			{ page: 2, 'per-page': 100 },
		]);
		expect((await read(bare(ids(8)), { plain: true })).asked).toEqual([{}, { page: 2 }]);
	});

	it.each([
		['pages', counting, 4],
		['bare lists', bare(ids(8), ids(8, 9), ids(8, 17)), 16],
	])('ends after as many %s as a person chooses from', async (_, answer, count) => {
		const { pages, rows } = await read(answer, { maxPages: 2 });
		expect([pages, rows.length]).toEqual([[1, 2], count]);
	});

	it('is not asked on where one page is enough to choose from', async () => {
		expect((await read(bare(ids(8)), { maxPages: 1 })).pages).toEqual([1]);
	});

	describe('that says there is more, in a way that cannot be read', () => {
		const more = (count: number) => () => ({ data: ids(count), total: 9 });

		it.each([Infinity, 4])('is an error that names the limit which works, for %s', async (limit) => {
			expect(await read(more(3), { limit })).toMatchObject({
				rows: [],
				message:
					"its pages have a form that is not known, {data: list of 3, total: number}. With a 'Limit' of 3 or less, the records of this one answer are output",
			});
		});

		it('names no limit where nothing came', async () => {
			expect((await read(more(0))).message).toBe('its pages have a form that is not known, {data: list of 0, total: number}');
		});

		it.each([3, 2])('gives what is wanted where that came: %i', async (limit) => {
			expect(await read(more(3), { limit, plain: true })).toMatchObject({ rows: ids(limit), pages: [undefined], failure: undefined });
		});

		it('gives what it has where the caller tells that it may not be all', async () => {
			expect(await read(more(3), { takesPart: true })).toMatchObject({ rows: ids(3), failure: undefined });
			expect(await read(more(0), { takesPart: true })).toMatchObject({ rows: [], pages: [1] });
		});

		it('is told by what was asked for: a number of those, and not of others', async () => {
			const counts = () => ({ data: ids(3), inboxes_count: 9 });
			expect((await read(counts, { path: '/inboxes' })).message).toContain('a form that is not known');
			expect((await read(counts, { path: '/tags' })).rows).toEqual(ids(3));
		});
	});

	describe('whose answer is a list and no page', () => {
		it.each<[string, unknown, number[]]>([
			['of 7 is all', ids(7), [1]],
			['of 8 may be a page', ids(8), [1, 2]],
			['of none is all', [], [1]],
			['of 8 that are counted is all', { data: ids(8), total: 8 }, [1]],
			['of 3 that fills the page it names may go on', { data: ids(3), limit: 3 }, [1, 2]],
			['of 3 in a page of 4 is all', { data: ids(3), limit: 4 }, [1]],
			['of 3 where a record beside it counts more may go on', { data: ids(3), conversation: { id: 'c', messages_count: 5 } }, [1, 2]],
		])('%s', async (_, first, expected) => {
			expect((await read(bare(first))).pages).toEqual(expected);
		});

		it.each([
			[5, [1, 2]],
			[4, [1]],
		])('and takes 5 a page at the most: %i of them are followed by the pages %j', async (count, expected) => {
			const { asked, rows } = await read(
				({ page = 1, 'per-page': size = 0 }) => {
					if (size > 6) return failed(422, { errors: { limit: ['No.'] } });
					return page === 1 ? ids(count) : [];
				},
				{ limit: 6 + count },
			);
			expect([asked.filter(({ 'per-page': size = 0 }) => size <= 6).map(({ page }) => page), rows.length]).toEqual([expected, count]);
		});

		it.each([
			[7, 1],
			[8, 1],
			[9, 2],
			[16, 2],
			[17, 3],
		])('is read as far as a limit of %i needs', async (limit, count) => {
			const { rows, pages } = await read(bare(ids(8), ids(8, 9), ids(8, 17)), { limit, plain: true });
			expect([rows, pages.length]).toEqual([ids(limit), count]);
		});

		it.each([400, 404, 422])('ends where the next page is refused with %i', async (status) => {
			expect(await read(bare(ids(8), failed(status)))).toMatchObject({ rows: ids(8), failure: undefined });
		});

		it.each([
			['403', failed(403)],
			['500', failed(500)],
			['no answer', new Error('broken')],
		])('is an error where the next page cannot be had: %s', async (_, error) => {
			expect((await read(bare(ids(8), error))).failure).toBe(error);
		});

		it('is an error where the next page has another form', async () => {
			expect((await read(bare(ids(8), { data: [], meta: { current_page: 2, last_page: 2 } }))).message).toBe(
				'page 2 has another form than the first, {data: list of 0, meta: {current_page: number, last_page: number}}',
			);
		});

		it.each<[string, unknown, string | undefined]>([
			['comes again for the next', { data: ids(3), limit: 3 }, 'it has as many records as a page has (3), and the next page has the same ones'],
			['is followed by nothing', [], undefined],
		])('and that fills the page it names: %s', async (_, second, message) => {
			expect((await read(bare({ data: ids(3), limit: 3 }, second))).message).toBe(message);
		});

		it('ends where the second page is the first one again, and later after two in a row that bring nothing new', async () => {
			const [one, two, three] = [ids(8), ids(8, 9), ids(8, 17)];
			expect((await read(bare(one, one, two))).pages).toEqual([1, 2]);
			expect(await read(bare(one, two, one, three, two, three, ids(8, 25)))).toMatchObject({ rows: ids(24), pages: [1, 2, 3, 4, 5, 6] });
		});

		it('gives a record once that moved to the next page, and two that share an ID', async () => {
			const note = { id: 3, type: 'note' };
			expect((await read(bare(ids(8), [{ id: 8 }, note, { id: 9 }]))).rows).toEqual([...ids(8), note, { id: 9 }]);
		});

		it('and that fills the page it names is read on where a later page comes again', async () => {
			const later = bare({ data: ids(3), limit: 3 }, ids(3, 4), ids(3), ids(3, 7));
			expect(await read(later)).toMatchObject({ rows: ids(9), failure: undefined });
		});

		it('is an error where it never ends', async () => {
			const { message } = await read(({ page = 1 }) => (page === 1 ? ids(8) : [page]));
			expect(message).toBe('its pages do not end: 10007 records came on 10001 pages');
		});
	});
});

describe('whether an answer that does not say so may be one page of several', () => {
	const answer = (body: unknown) => ({ status: 200, headers: {}, body });
	const usual = [10, 15, 20, 25, 30, 50, 100, 150];

	it.each(usual)('a list of %i may be', (count) => expect(mayBeOnePage([answer(ids(count))], count)).toBe(true));

	it.each([0, 1, 9, 11, 40, 75])('a list of %i may not', (count) => expect(mayBeOnePage([answer(ids(count))], count)).toBe(false));

	it.each<[string, boolean, unknown[], number]>([
		['one of 3 that names 3 as its size may be', true, [{ data: ids(3), limit: 3 }], 3],
		['one that says it is all may not', false, [{ data: ids(20), total: 20 }], 20],
		['one that was followed by the same may be', true, [ids(20), ids(20)], 20],
		['one that was followed by an empty page may not', false, [ids(20), []], 20],
		['one that more came after may not', false, [ids(8), ids(12, 9)], 20],
		['pages that say how many they are may not', false, [{ data: ids(20), meta: { current_page: 1, last_page: 1 } }], 20],
	])('%s', (_, expected, bodies, count) => expect(mayBeOnePage(bodies.map(answer), count)).toBe(expected));
});
