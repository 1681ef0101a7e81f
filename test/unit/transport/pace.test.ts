import { Pace } from '../../../transport/pace';

/** One that was heard of at 0 already. */
const started = () => {
	const pace = new Pace();
	pace.sent(0);
	pace.heard(0);
	return pace;
};

describe('how many may be on the wire', () => {
	it('two until the first answer, or for three seconds', () => {
		const pace = new Pace();
		expect(pace.most(0, undefined)).toBe(2);
		pace.sent(0);
		expect([0, 2_999, 3_000].map((now) => pace.most(now, undefined))).toEqual([2, 2, 20]);
		pace.heard(1_000);
		expect(pace.most(1_000, undefined)).toBe(20);
	});

	it('two again where nothing was sent or heard for a whole window', () => {
		const pace = started();
		expect([59_999, 60_000].map((now) => pace.most(now, undefined))).toEqual([20, 2]);
		pace.heard(10_000);
		expect([69_999, 70_000].map((now) => pace.most(now, undefined))).toEqual([20, 2]);
		pace.sent(69_999);
		expect(pace.most(70_000, undefined)).toBe(20);
		pace.sent(129_999);
		expect(pace.most(129_999, undefined)).toBe(2);
	});

	it.each([
		[300, 20],
		[80, 10],
		[15, 1],
		[0, 1],
	])('of %i that the server has left for several clients: %i', (remaining, most) => {
		const pace = started();
		pace.shares(0);
		expect(pace.most(0, remaining)).toBe(most);
	});

	it('the others count for two windows', () => {
		const pace = started();
		pace.shares(0);
		pace.heard(119_000);
		expect([119_999, 120_000].map((now) => pace.most(now, 8))).toEqual([1, 20]);
	});

	it('where the server does not tell, a part of what the window before gave', () => {
		const pace = started();
		pace.shares(0);
		const serve = (count: number, before = false) => Array.from({ length: count }, () => pace.serves(before));
		serve(20);
		expect(pace.most(0, undefined)).toBe(1);
		pace.windowEnds();
		// Late answers to what the window before had served.
		serve(20, true);
		expect(pace.most(0, undefined)).toBe(1);
		serve(1);
		expect(pace.most(0, undefined)).toBe(9);
		serve(19);
		expect(pace.most(0, undefined)).toBe(5);
		// A refusal that follows another tells nothing of what a window gives.
		pace.windowEnds();
		pace.windowEnds();
		serve(4);
		expect(pace.most(0, undefined)).toBe(4);
	});
});
