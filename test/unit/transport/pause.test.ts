import { Pause } from '../../../transport/pause';

describe('how long nobody sends after a refusal', () => {
	/** The end after so many refusals in a row. */
	const endAfter = (refusals: number, retryAfterMs: number, windowEndsBy = 0) => {
		const pause = new Pause();
		for (let count = 0; count < refusals; count += 1) pause.refusedAnew();
		pause.hold(0, retryAfterMs, windowEndsBy);
		return pause.endsAt;
	};

	it.each([
		[1, 0],
		[2, 250],
		[3, 500],
		[8, 16_000],
		[9, 20_000],
		[30, 20_000],
	])('where Retry-After is 0, after %i refusals in a row: %i ms', (refusals, ms) => expect(endAfter(refusals, 0)).toBe(ms));

	it('the longer one of both counts', () => {
		expect(endAfter(1, 5_000)).toBe(5_000);
		expect(endAfter(9, 5_000)).toBe(20_000);
	});

	it.each([
		['known to end later than that', 5_700, 5_700],
		['known to end much later', 50_000, 6_000],
		['known to end before', 4_000, 5_000],
	])('whole seconds are rounded up to the end of the window where that is %s', (_, windowEndsBy, ms) =>
		expect(endAfter(1, 5_000, windowEndsBy)).toBe(ms),
	);

	it('0 is not rounded', () => expect(endAfter(2, 0, 900)).toBe(250));

	it('a shorter one that comes later changes nothing, and what was served begins the row anew', () => {
		const pause = new Pause();
		pause.refusedAnew();
		pause.hold(0, 9_000, 0);
		pause.hold(100, 1_000, 0);
		expect(pause.endsAt).toBe(9_000);
		pause.end();
		expect(pause.endsAt).toBe(0);
		pause.refusedAnew();
		pause.served();
		pause.refusedAnew();
		pause.refusedAnew();
		pause.hold(10_000, 0, 0);
		expect(pause.endsAt).toBe(10_250);
	});
});
