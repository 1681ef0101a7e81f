import { backoffMs, retryAfterMs } from '../../../transport/retry';

describe('the wait before a retry', () => {
	it.each([
		['0', 0],
		['7', 7_000],
		['0.5', 500],
		[' 12 ', 12_000],
		['', 60_000],
		[undefined, 60_000],
		['soon', 60_000],
		['7 or so', 60_000],
		['0.125', 125],
		['-5', 60_000],
		['86400', 120_000],
		['Fri, 27 Nov 2026 12:00:09 GMT', 9_000],
		['Fri, 27 Nov 2026 11:00:00 GMT', 0],
	])('Retry-After "%s" means %i ms', (header, ms) =>
		expect(retryAfterMs({ 'retry-after': header, date: 'Fri, 27 Nov 2026 12:00:00 GMT' })).toBe(ms),
	);

	it('doubles with each retry, up to ten seconds', () => {
		expect([1, 2, 3].map((retry) => backoffMs(retry, 1))).toEqual([500, 1_000, 2_000]);
	});

	it('is spread over half of its length', () => {
		expect([backoffMs(3, 0), backoffMs(3, 0.5)]).toEqual([1_000, 1_500]);
	});
});
