import { Totals } from '../../../transport/totals';

/** What was told by the answers of one reading after the other. */
const after = (...readings: Array<Array<number | undefined>>) => {
	const totals = new Totals();
	for (const reading of readings) {
		totals.begin();
		reading.forEach((total) => totals.note(total));
	}
	return totals;
};

describe('how many records there are and have been', () => {
	it.each([
		[[[]], undefined],
		[[[undefined]], undefined],
		[[[5, undefined, 5]], 5],
		[[[5, 3, 3]], 5],
		[[[5, 7, 6, 8]], 9],
		[[[5], [7]], 7],
		[[[0, 2]], 2],
	])('of %j there have ever been %p', (readings, ever) => expect(after(...readings).ever).toBe(ever));

	it.each([
		[[[5, 6]], true],
		[[[5, 5]], false],
		[[[5, 4]], false],
		[[[5], [6]], false],
		[
			[
				[5, 6],
				[6, 6],
			],
			false,
		],
		[[[5], [6, 7]], true],
	])('within the last reading of %j it rose: %p', (readings, hasRisen) => expect(after(...readings).hasRisen).toBe(hasRisen));

	it('before anything is told it has neither risen nor fallen', () => {
		expect(new Totals()).toMatchObject({ hasRisen: false, hasFallen: false });
	});

	it('a fall is forgotten with the next reading', () => {
		const totals = after([5, 4]);
		totals.hasFallen = true;
		totals.begin();
		expect(totals.hasFallen).toBe(false);
	});
});

describe('all that was there has come', () => {
	const first = { brought: Infinity };

	it('where as many came as there have ever been', () => {
		expect(after([5, 6]).areReached(6, { ...first, gave: 0 })).toBe(true);
		expect(after([5, 6]).areReached(5, { ...first, gave: 4 })).toBe(false);
		expect(after([]).areReached(0, { ...first, gave: 0 })).toBe(true);
	});

	it('where this reading gave as many as there are, and none left meanwhile', () => {
		const totals = after([5, 6]);
		expect(totals.areReached(5, { ...first, gave: 5 })).toBe(true);
		totals.hasFallen = true;
		expect(totals.areReached(5, { ...first, gave: 5 })).toBe(false);
	});

	it('where what a later reading brought may all have been added meanwhile', () => {
		const totals = after([5, 7], [7]);
		expect(totals.areReached(6, { gave: 5, brought: 2 })).toBe(false);
		const fewer = after([5, 7], [6]);
		expect(fewer.areReached(6, { gave: 5, brought: 2 })).toBe(true);
		expect(fewer.areReached(6, { gave: 5, brought: 3 })).toBe(false);
		expect(fewer.areReached(5, { gave: 5, brought: 0 })).toBe(false);
	});
});
