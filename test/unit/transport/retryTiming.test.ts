import { nextStep } from '../../../transport/retry';
import { backoffMs, retryAfterMs } from '../../../transport/retryTiming';

const now = Date.UTC(2026, 2, 2, 9);

describe('how long to wait', () => {
	it.each([
		['0', 0],
		['7', 7_000],
		['0.5', 500],
		[' 12 ', 12_000],
		['Mon, 02 Mar 2026 09:00:30 GMT', 30_000],
		['Mon, 02 Mar 2026 08:00:00 GMT', 0],
		['', 60_000],
		[undefined, 60_000],
		['soon', 60_000],
		['7 or so', 60_000],
		['0.125', 125],
		['Mon, 02 Mar 2026 09:00:30 GMT+01', 60_000],
		['x GMT', 60_000],
		['-5', 60_000],
		['86400', 120_000],
	])('Retry-After "%s" means %i ms', (header, ms) => expect(retryAfterMs(header, now)).toBe(ms));

	it("a date counts from the server's own clock, where its answer tells the time", () => {
		const refused = (headers: Record<string, string>) =>
			nextStep(
				{ method: 'GET', path: '/me' },
				{ kind: 'answer', answer: { status: 429, headers, body: {} } },
				{ attempts: 0, throttled: 0, mayHaveBeenApplied: false },
				now,
				0,
			);
		const atSix = { 'retry-after': 'Mon, 02 Mar 2026 06:00:30 GMT' };
		expect(refused({ ...atSix, date: 'Mon, 02 Mar 2026 06:00:24 GMT' })).toMatchObject({ afterMs: 6_000 });
		expect(refused(atSix)).toMatchObject({ afterMs: 0 });
	});

	it('doubles the wait from one retry to the next, up to ten seconds', () => {
		expect([1, 2, 3, 4, 9].map((retry) => backoffMs(retry, 1))).toEqual([500, 1_000, 2_000, 4_000, 10_000]);
	});

	it('spreads the waits of many items over half of the time', () => {
		expect([backoffMs(3, 0), backoffMs(3, 0.5)]).toEqual([1_000, 1_500]);
	});
});
