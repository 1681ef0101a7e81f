import { Seen } from '../../../transport/answers/seen';

const a = { id: 'a', n: 1 };
const b = { id: 'b', n: 2 };

/** What each answer brought that no earlier one had. */
function news(answers: unknown[][], byId = false) {
	const seen = new Seen();
	return { brought: answers.map((rows) => seen.newOf(rows, byId)), seen };
}

describe('the records of a listing that came so far', () => {
	it.each<[string, unknown[][], boolean, unknown[][]]>([
		['two with one ID in one answer are two', [[a, { ...a, n: 3 }]], true, [[a, { ...a, n: 3 }]]],
		['one that came before is none, where the list is counted also when it has changed', [[a], [{ ...a, n: 9 }, b]], true, [[a], [b]]],
		['where it is not, one that has changed is another', [[a], [{ ...a, n: 9 }, b]], false, [[a], [{ ...a, n: 9 }, b]]],
		[
			'a page whose IDs came together before is that page, whatever has changed',
			[
				[a, b],
				[b, { ...a, n: 9 }],
			],
			false,
			[[a, b], []],
		],
		['the number 1 is not the text "1"', [[{ id: 1 }], [{ id: '1' }]], true, [[{ id: 1 }], [{ id: '1' }]]],
		['without an ID they are told by what they say', [[{ n: 1 }], [{ n: 1 }, { n: 2 }]], true, [[{ n: 1 }], [{ n: 2 }]]],
		[
			'what is no record is told by itself',
			[
				['x', 'x', null],
				['x', null, 'y'],
			],
			true,
			[['x', 'x', null], ['y']],
		],
		[
			'a third of what came twice is new',
			[
				[{ n: 1 }, { n: 1 }],
				[{ n: 1 }, { n: 1 }, { n: 1 }],
			],
			true,
			[[{ n: 1 }, { n: 1 }], [{ n: 1 }]],
		],
		['an empty answer brings nothing, and is no page that came before', [[], [], [a]], true, [[], [], [a]]],
	])('%s', (_, answers, byId, brought) => {
		expect(news(answers, byId).brought).toEqual(brought);
	});

	it.each<[unknown[], boolean]>([
		[[a, b], true],
		[[a, { n: 1 }], false],
		[[{ id: {} }], false],
		[[{ id: '' }], false],
		[['a'], false],
		[[null], false],
	])('%j: whether all have IDs: %s', (rows, allHaveIds) => {
		expect([news([rows]).seen.allHaveIds, news([rows, [a]]).seen.allHaveIds]).toEqual([allHaveIds, allHaveIds]);
	});

	it('are counted', () => {
		expect(news([[a, b], [a, b], [{ id: 'c' }]], true).seen.size).toBe(3);
	});
});
