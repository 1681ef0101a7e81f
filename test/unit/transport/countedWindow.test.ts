import { CountedWindow, type CountedAnswer } from '../../../transport/countedWindow';

const answer = (more: Partial<CountedAnswer>): CountedAnswer => ({ now: 0, order: 1, ownAtMost: 1, inFlight: 0, ...more });
const told = (limit: number, remaining: number) => ({ count: { limit, remaining } });

describe("the server's window by its own count", () => {
	let counted: CountedWindow;
	const learn = (more: Partial<CountedAnswer>) => counted.learn(answer(more));
	beforeEach(() => (counted = new CountedWindow()));

	it('has room for all where nothing is told', () => {
		expect(learn({})).toBe(false);
		expect([counted.room, counted.remaining, counted.endsBy]).toEqual([Infinity, undefined, 0]);
	});

	it('sees others where more are counted than this process can have sent', () => {
		expect(learn(told(300, 299))).toBe(false);
		expect([counted.room, counted.remaining, counted.endsBy]).toEqual([300, 299, 60_000]);
		expect(learn({ order: 2, ownAtMost: 2, now: 10, ...told(300, 290) })).toBe(true);
		expect([counted.room, counted.remaining, counted.endsBy]).toEqual([292, 290, 60_000]);
	});

	it('their part only grows within a window, and an answer that was overtaken tells nothing', () => {
		learn({ order: 5, ownAtMost: 5, ...told(300, 290) });
		expect(learn({ order: 5, ...told(300, 200) })).toBe(false);
		expect(learn({ order: 6, ownAtMost: 9, ...told(300, 289) })).toBe(true);
		expect(counted.room).toBe(295);
	});

	it.each([
		[270, 270],
		[269, 270],
		[100, 101],
	])('where others left %i of 300 at first there is room for %i: joined late, one more shows when the window ends', (remaining, room) => {
		learn({ ownAtMost: 0, ...told(300, remaining) });
		expect(counted.room).toBe(room);
	});

	it('joined late without any sign of others there is room for no more than the limit', () => {
		learn({ ownAtMost: 200, ...told(300, 100) });
		expect(counted.room).toBe(300);
	});

	it('a rise by more than was on the wire begins a new window', () => {
		learn({ order: 1, ...told(300, 100) });
		learn({ order: 2, now: 1_000, inFlight: 3, ...told(300, 103) });
		expect([counted.endsBy, counted.room]).toEqual([60_000, 102]);
		learn({ order: 3, now: 2_000, inFlight: 3, ...told(300, 107) });
		expect([counted.endsBy, counted.remaining]).toEqual([62_000, 107]);
		learn({ order: 4, now: 3_000, inFlight: 0, ...told(300, 299) });
		expect([counted.endsBy, counted.room]).toEqual([63_000, 300]);
	});

	it('keeps its limit until one window after its end, where nothing more is told', () => {
		learn(told(50, 49));
		counted.lapse(60_000);
		expect(counted.room).toBe(50);
		counted.end(60_000);
		expect([counted.endsBy, counted.remaining]).toEqual([0, undefined]);
		counted.lapse(119_999);
		expect(counted.room).toBe(50);
		counted.lapse(120_000);
		expect(counted.room).toBe(Infinity);
	});

	it('an answer that tells no limit ends one that is over, and no other', () => {
		learn(told(50, 49));
		learn({ order: 2 });
		expect(counted.room).toBe(50);
		counted.end(60_000);
		learn({ order: 3 });
		expect(counted.room).toBe(Infinity);
	});

	it('an answer that was overtaken ends none either', () => {
		learn({ order: 2, ...told(50, 49) });
		counted.end(60_000);
		learn({ order: 1, ...told(50, 48) });
		expect(counted.room).toBe(50);
	});

	it('a count that leaves none three times within a minute, and serves all the same, is not about this client', () => {
		const empty = (order: number, now: number, refused = false) => learn({ order, now, refused, ...told(5, 0) });
		empty(1, 0);
		empty(2, 10);
		expect(counted.room).toBeLessThan(Infinity);
		expect(empty(3, 59_999)).toBe(false);
		expect([counted.room, counted.endsBy]).toEqual([Infinity, 0]);
	});

	it.each([
		['one is a minute old', [0, 30_000, 60_000], false],
		['they were refused', [0, 10, 20], true],
	])('but not where %s', (_, times, refused) => {
		times.forEach((now, at) => learn({ order: at + 1, now, refused, ...told(5, 0) }));
		expect(counted.room).toBeLessThan(Infinity);
	});
});
