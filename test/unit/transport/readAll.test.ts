import { pageIn } from '../../../transport/pageIn';
import { PageSize } from '../../../transport/pageSize';
import { readAll, type Listing } from '../../../transport/paginate';
import type { ApiRequest } from '../../../transport/request';

const rows = (...ids: number[]) => ids.map((id) => ({ id }));

/** Reads a counting listing whose answers come in this order: their total and their records. */
async function read(answers: Array<[number, number[]]>, more: Partial<Listing> = {}, lastPage = 3) {
	const asked: Array<[unknown, unknown]> = [];
	const ids: unknown[] = [];
	const send = async ({ query }: ApiRequest) => {
		const { page, 'per-page': size } = query as { page: number; 'per-page'?: number };
		const [total, data] = answers[asked.length] ?? answers.at(-1)!;
		asked.push([page, size]);
		return { status: 200, headers: {}, body: { data: rows(...data), meta: { current_page: page, last_page: lastPage, per_page: 2, total } } };
	};
	const listing: Listing = { request: { method: 'GET', path: '/x' }, envelope: 'counting', atPage: pageIn.query, limit: Infinity, ...more };
	for await (const { id } of readAll(send, listing)) ids.push(id);
	return { asked, ids };
}

describe('the pages of a listing', () => {
	it.each<[string, Partial<Listing>, Array<[number, number]>]>([
		[
			'of 100, where all are wanted',
			{},
			[
				[1, 100],
				[2, 100],
			],
		],
		[
			'of as many as are wanted',
			{ limit: 4 },
			[
				[1, 4],
				[2, 4],
			],
		],
		['no more than hold what is wanted', { limit: 2 }, [[1, 2]]],
		[
			'of as many as the listing is known to give',
			{ pageSize: new PageSize(50) },
			[
				[1, 50],
				[2, 50],
			],
		],
		[
			'of the size that was chosen',
			{ perPage: 7, limit: 4 },
			[
				[1, 7],
				[2, 7],
			],
		],
		['from the one that was chosen', { from: 2 }, [[2, 100]]],
	])('are asked for %s', async (_, more, expected) => {
		const answers: Array<[number, number[]]> = [
			[4, [1, 2]],
			[4, [3, 4]],
		];
		expect((await read(answers, more, 2)).asked).toEqual(expected);
	});

	it('are read until a reading gives as many as there are, however many came in all readings together', async () => {
		const { ids, asked } = await read([
			// Two leave behind the first page, which is read again after the others that were read ahead.
			...([
				[7, [1, 2]],
				[5, [3, 4]],
				[5, [2]],
				[5, [2, 3]],
			] as Array<[number, number[]]>),
			// The order of the others changes: five came, of which the helpdesk has four.
			...([
				[5, [2, 3]],
				[5, [4, 5]],
				[5, [3]],
			] as Array<[number, number[]]>),
			...([
				[5, [2, 3]],
				[5, [4, 5]],
				[5, [6]],
			] as Array<[number, number[]]>),
		]);
		expect(ids).toEqual([1, 2, 3, 4, 5, 6]);
		expect(asked.map(([page]) => page)).toEqual([1, 2, 3, 1, 1, 2, 3, 1, 2, 3]);
	});
});
