import type { IDataObject } from 'n8n-workflow';

import { type ApiRequest, type Envelope, readAll } from '../../../transport';

interface Asked {
	page: number;
	perPage: number;
}

/** Reads a listing whose pages `answer` returns. Records the requests. */
async function read(envelope: Envelope, answer: (requested: Asked) => unknown, limit = Infinity, maxPages = Infinity) {
	const requested: Asked[] = [];
	const records: IDataObject[] = [];
	const listing = {
		request: { method: 'GET' as const, path: '/x' },
		envelope,
		atPage: (request: { method: 'GET'; path: string }, page: number, perPage: number) => ({
			...request,
			query: { page, perPage },
		}),
		limit,
		maxPages,
	};
	const send = async ({ query }: ApiRequest) => {
		const one = query as unknown as Asked;
		requested.push(one);
		return { status: 200, headers: {}, body: await answer(one) };
	};
	for await (const record of readAll(send, listing as never)) records.push(record);
	return { requested: requested.map(({ page }) => page), records, ids: records.map(({ id }) => id) };
}

const ids = (from: number, count: number) => Array.from({ length: count }, (_, i) => ({ id: from + i }));
const counting = (data: unknown, current_page: number, last_page: number, per_page = 2) => ({
	data,
	links: {},
	meta: { current_page, last_page, per_page },
});

describe('reading a list', () => {
	it('fails if the helpdesk counts more records than it lists in every reading', async () => {
		const answer = ({ page }: Asked) => ({
			data: ids(page, 1),
			links: {},
			meta: { current_page: page, last_page: 2, per_page: 2, total: 3 },
		});
		await expect(read('counting', answer)).rejects.toThrow(
			'the helpdesk counted 3 records and 2 came in 5 readings',
		);
	});

	it('continues if the list grew while it was read', async () => {
		const { requested } = await read('counting', ({ page }) =>
			counting(ids(page * 2, 2), page, page === 1 ? 2 : 3),
		);
		expect(requested).toEqual([1, 2, 3]);
	});

	it('follows meta, not the number of records in a page', async () => {
		const { ids: seen } = await read('counting', ({ page }) =>
			counting(page === 2 ? [] : ids(page * 10, 1), page, 3),
		);
		expect(seen).toEqual([10, 30]);
	});

	it('reads ten pages at the same time, and outputs them in the order of the server', async () => {
		const waiting: Array<() => void> = [];
		const { ids: seen } = await read('counting', async ({ page }) => {
			// No page is answered before all ten are requested. Then the last one is answered first.
			if (page > 1)
				await new Promise<void>(
					(answer) => void (waiting.unshift(answer) === 10 && waiting.forEach((each) => each())),
				);
			return counting(ids(page * 2, 2), page, 11);
		});
		expect(seen).toEqual(ids(2, 22).map(({ id }) => id));
	});

	it('fails if a broken links.next repeats the same records', async () => {
		const same = ({ page }: Asked) => ({ data: ids(1, 2), links: { next: '/x' }, meta: { current_page: page } });
		await expect(read('simple', same)).rejects.toThrow('3 pages in a row had no new record');
	});

	it('fails after three empty pages if the helpdesk announces more', async () => {
		await expect(read('counting', ({ page }) => counting(page === 1 ? ids(1, 2) : [], page, 9))).rejects.toThrow(
			'3 pages in a row had no new record',
		);
	});

	it('accepts empty pages at the end', async () => {
		const { ids: seen } = await read('counting', ({ page }) => counting(page === 1 ? ids(1, 2) : [], page, 4));
		expect(seen).toEqual([1, 2]);
	});

	it.each([undefined, null, '', false, {}])('keeps all 300 records whose id is %j', async (id) => {
		const { ids: seen } = await read('counting', ({ page }) =>
			counting(
				ids(page * 100, 100).map((record) => ({ id, name: record.id })),
				page,
				3,
				100,
			),
		);
		expect(seen).toHaveLength(300);
	});

	it.each(['counting', 'simple'] as const)(
		'fails for a %s list without IDs that repeats itself',
		async (envelope) => {
			const same = ({ page }: Asked) => ({
				data: [{ name: 'x' }],
				links: { next: '/x' },
				meta: { current_page: page, last_page: 9_000 },
			});
			await expect(read(envelope, same)).rejects.toThrow('3 pages in a row had no new record');
		},
	);

	it('refuses an absurd last page without another request if it should read all', async () => {
		const requested: number[] = [];
		const far = ({ page }: Asked) => {
			requested.push(page);
			return counting([{ name: page }], page, 10_001);
		};
		await expect(read('counting', far)).rejects.toThrow('the helpdesk announces more than 10000 pages');
		expect(requested).toEqual([1]);
		expect((await read('counting', far, 3)).ids).toHaveLength(3);
	});

	it('reads a list of the largest number of pages', async () => {
		expect(
			(await read('counting', ({ page }) => counting([{ name: page }], page, 10_000), Infinity, 1)).ids,
		).toHaveLength(1);
	});

	it('fails for an endless list without a last page number', async () => {
		const endless = ({ page }: Asked) => ({
			data: [{ name: page }],
			links: { next: '/x' },
			meta: { current_page: page },
		});
		await expect(read('simple', endless)).rejects.toThrow('the helpdesk announces more than 10000 pages');
	});

	it('accepts numbers in meta as text', async () => {
		const { ids: seen, requested } = await read('counting', ({ page }) => ({
			data: ids(page * 10, 2),
			meta: { current_page: `${page}`, last_page: '3', per_page: '2', total: '6' },
		}));
		expect([seen, requested]).toEqual([
			[10, 11, 20, 21, 30, 31],
			[1, 2, 3],
		]);
	});

	it('accepts 0 as the last page of an empty list', async () => {
		expect((await read('counting', ({ page }) => counting([], page, 0))).ids).toEqual([]);
	});

	it.each(['', ' ', true, null, 1.5, -1, '1.5', '-1', '1e3', NaN, [3], {}])(
		'refuses %j as the last page',
		async (last_page) => {
			await expect(
				read('counting', ({ page }) => counting(ids(1, 2), page, last_page as number)),
			).rejects.toThrow('expected a whole number in "meta.last_page"');
		},
	);

	it('refuses 0 as the last page of a list with records', async () => {
		await expect(read('counting', ({ page }) => counting(ids(1, 2), page, 0))).rejects.toThrow(
			'"meta.last_page" above 0',
		);
	});

	it.each([true, '', null, 1.0000001, [1], 'one'])('refuses %j as the number of the page', async (current_page) => {
		await expect(read('counting', () => counting(ids(1, 2), current_page as number, 1))).rejects.toThrow(
			'an unnumbered one came back',
		);
	});

	it('refuses an empty links.next', async () => {
		await expect(
			read('simple', ({ page }) => ({ data: ids(1, 2), links: { next: '' }, meta: { current_page: page } })),
		).rejects.toThrow('an address or null in "links.next"');
	});

	it('refuses another page than the one asked for', async () => {
		await expect(read('counting', () => counting(ids(1, 2), 1, 3))).rejects.toThrow(
			'page 2 was asked for, but page 1 came back',
		);
	});

	it.each([
		['counting', [], 'expected a list of records in "data", got a list of 0'],
		[
			'counting',
			{ Ada: { 'ada@example.com': 'secret' } },
			'expected a list of records in "data", got another object',
		],
		['counting', { data: 'secret' }, 'expected a list of records in "data", got another object'],
		['counting', { data: ['secret'] }, 'expected a list of records in "data", got another object'],
		['counting', { data: [] }, 'expected an object in "meta"'],
		['counting', { data: [], meta: { current_page: 1 } }, 'expected a whole number in "meta.last_page"'],
		['simple', { data: [], meta: { current_page: 1 } }, 'expected an address or null in "links.next"'],
		['wrapped', counting([], 1, 1), 'expected a list of records in "data.conversations.data"'],
		[
			'wrapped',
			{ success: false, data: { conversations: counting([], 1, 1) } },
			'expected a page, got another object',
		],
	] as const)(
		'refuses a malformed %s page (%j) by its form, without its content',
		async (envelope, body, message) => {
			const error: Error = await read(envelope, () => body).catch((caught) => caught);
			expect(error.message).toContain(message);
			expect(error.message).not.toContain('secret');
		},
	);
});

describe('a list that changes while it is read', () => {
	/** Reads, in pages of 20, a list that changes after each answer. Records that stay in it must be returned. */
	async function readMoving(size: number, change: (list: Array<{ id: number }>, answers: number) => void) {
		const list = ids(0, size);
		const stayed = new Set(list.map(({ id }) => id));
		const answer = ({ page }: Asked) => {
			const data = list.slice(page * 20 - 20, page * 20);
			const meta = {
				current_page: page,
				last_page: Math.max(1, Math.ceil(list.length / 20)),
				per_page: 20,
				total: list.length,
			};
			change(list, (answers += 1));
			const left = new Set(list.map(({ id }) => id));
			for (const id of stayed) if (!left.has(id)) stayed.delete(id);
			return { data, links: {}, meta };
		};
		let answers = 0;
		const { ids: seen, requested } = await read('counting', answer);
		return {
			seen,
			requested,
			missing: [...stayed].filter((id) => !seen.includes(id)),
			twice: seen.length - new Set(seen).size,
		};
	}
	const leave =
		(count: number, every = 1) =>
		(list: unknown[], answers: number) => {
			if (answers % every === 0) list.splice(0, count);
		};

	it.each([
		[420, 1, 1],
		[420, 2, 1],
		[420, 5, 2],
		[420, 19, 1],
		[420, 20, 2],
		[420, 30, 1],
		[1020, 10, 1],
		[201, 2, 1],
	])(
		'outputs every remaining record once: of %i records, %i leave its front after every %i responses',
		async (size, count, every) => {
			expect(await readMoving(size, leave(count, every))).toMatchObject({ missing: [], twice: 0 });
		},
	);

	it('reads the page before again if its total fell by one', async () => {
		const { seen, requested } = await readMoving(60, (list, answers) => void (answers === 1 && list.splice(3, 1)));
		expect(requested).toEqual([1, 2, 3, 1]);
		expect(seen.sort((a, b) => Number(a) - Number(b))).toEqual(ids(0, 60).map(({ id }) => id));
	});

	it('loses no record if responses overtake each other', async () => {
		const list = ids(1, 450);
		const stayed = new Set(list.map(({ id }) => id));
		const late: Array<() => void> = [];
		let answers = 0;
		const { ids: seen } = await read('counting', async ({ page }) => {
			// In the first reading, page 5 is answered first, then a record is added, then pages 2 to 4 are answered.
			if (answers > 0 && answers < 5 && page > 1 && page < 5)
				await new Promise<void>((answer) => late.push(answer));
			answers += 1;
			const data = list.slice(page * 100 - 100, page * 100);
			const meta = { current_page: page, last_page: 5, per_page: 100, total: list.length };
			if (page === 5 && late.length > 0) {
				list.unshift({ id: 9_001 });
				setImmediate(() => late.splice(0).forEach((answer) => answer()));
			}
			if (answers === 7) stayed.delete(list.splice(40, 1)[0]!.id);
			return { data, links: {}, meta };
		});
		expect([...stayed].filter((id) => !seen.includes(id))).toEqual([]);
	});

	it('ends without the newest records if it keeps growing at the front', async () => {
		const { missing, requested } = await readMoving(
			100,
			(list, answers) => void list.unshift({ id: 500 + answers }),
		);
		expect(missing).toEqual([]);
		expect(requested.length).toBeLessThan(3 * 8);
	});

	it.each([
		['and another one comes to the front after that page', [1, 2]],
		['and another one comes to the front before that page is read again', [1, 3]],
	])('loses no record if another one leaves a page that was read, %s', async (_, [leaves, comes]) => {
		const { missing } = await readMoving(45, (list, answers) => {
			if (answers === leaves) list.splice(19, 1);
			if (answers === comes) list.unshift({ id: 501 });
		});
		expect(missing).toEqual([]);
	});

	it('outputs no record without ID twice if a page is read again', async () => {
		const list = Array.from({ length: 60 }, (_, key) => ({ key: `k${key}` }));
		const all = [...list];
		const { records } = await read('counting', ({ page }) => {
			const meta = { current_page: page, last_page: 3, per_page: 20, total: list.length };
			const data = list.slice(page * 20 - 20, page * 20);
			if (list.length === 60) list.splice(0, 1);
			return { data, links: {}, meta };
		});
		expect(records).toHaveLength(60);
		expect(records).toEqual(expect.arrayContaining(all));
	});

	it.each([1, 2, 3, 4, 5, 6, 7, 8])(
		'loses no record and ends although records leave, arrive and move all the time (%i)',
		async (seed) => {
			let state = seed;
			const random = (below: number) => (state = (state * 48_271) % 2_147_483_647) % below;
			let next = 10_000;
			const { missing, twice, requested } = await readMoving(900, (list, answers) => {
				if (answers % 3 === 0) list.splice(random(list.length), 1);
				if (answers % 5 === 0) list.unshift({ id: (next += 1) });
				if (answers % 11 === 0) list.unshift(...list.splice(random(list.length), 1));
			});
			expect([missing, twice]).toEqual([[], 0]);
			expect(requested.length).toBeLessThan(8 * 45);
		},
	);

	it('fails if it shrinks, and then counts more records than it lists', async () => {
		let answers = 0;
		const short = ({ page }: Asked) => {
			answers += 1;
			const total = answers === 1 ? 5 : answers < 4 ? 3 : 9;
			return {
				data: ids(page * 10, 2),
				links: {},
				meta: { current_page: page, last_page: 2, per_page: 2, total },
			};
		};
		await expect(read('counting', short)).rejects.toThrow(
			'the helpdesk counted 11 records and 4 came in 5 readings',
		);
	});
});
