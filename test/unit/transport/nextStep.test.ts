import type { ApiRequest, AttemptOutcome } from '../../../transport/request';
import { nextStep, type History } from '../../../transport/retry';

const now = Date.UTC(2026, 2, 2, 9);
const answered = (status: number, headers: Record<string, string> = {}): AttemptOutcome => ({
	kind: 'answer',
	answer: { status, headers, body: {} },
});
const step = (outcome: AttemptOutcome, request: Partial<ApiRequest> = {}, history: Partial<History> = {}) =>
	nextStep({ method: 'PUT', path: '/x', ...request }, outcome, { attempts: 0, throttled: 0, mayHaveBeenApplied: false, ...history }, now, 1);

describe('what comes after an attempt', () => {
	it('a success ends it', () => expect(step(answered(200))).toEqual({ retry: false, done: true, mayHaveBeenApplied: true }));

	it('a refusal ends it', () => expect(step(answered(404))).toEqual({ retry: false, done: false, mayHaveBeenApplied: false }));

	it.each([
		[0, 500],
		[1, 1_000],
		[2, 2_000],
	])('after %i failures another waits alone, for %i ms', (attempts, afterMs) =>
		expect(step(answered(503), {}, { attempts })).toEqual({ retry: true, afterMs, pauseQueue: false, mayHaveBeenApplied: true }),
	);

	it('so it does where no answer came', () =>
		expect(step({ kind: 'noAnswer', ending: 'broken', code: '' })).toMatchObject({ retry: true, pauseQueue: false }));

	it('the fourth failure is the last', () => expect(step(answered(503), {}, { attempts: 3 })).toMatchObject({ retry: false, done: false }));

	it('a 429 holds the queue, nine times', () => {
		const refused = answered(429, { 'retry-after': '7' });
		expect(step(refused, {}, { attempts: 3, throttled: 8 })).toEqual({
			retry: true,
			afterMs: 7_000,
			pauseQueue: true,
			mayHaveBeenApplied: false,
		});
		expect(step(refused, {}, { throttled: 9 })).toEqual({ retry: false, done: false, mayHaveBeenApplied: false });
	});

	it.each<[string, string | undefined, number]>([
		['by the helpdesk’s own clock', new Date(now - 3_000).toUTCString(), 10_000],
		['by the clock of n8n where the helpdesk tells no time', undefined, 7_000],
		['by the clock of n8n where that cannot be read', 'soon', 7_000],
	])('a 429 that names a time waits until then, %s', (_, date, afterMs) => {
		const headers = { 'retry-after': new Date(now + 7_000).toUTCString(), ...(date !== undefined && { date }) };
		expect(step(answered(429, headers))).toMatchObject({ afterMs });
	});

	it('what may have been applied once stays so, of a write alone', () => {
		expect(step(answered(404), {}, { mayHaveBeenApplied: true })).toMatchObject({ mayHaveBeenApplied: true });
		expect(step(answered(503), { method: 'GET' })).toMatchObject({ retry: true, mayHaveBeenApplied: false });
	});

	it('what goes by something that was read is not sent again where it may have been applied', () => {
		expect(step(answered(503), { sentBy: now })).toEqual({ retry: false, done: false, mayHaveBeenApplied: true });
		expect(step(answered(429), { sentBy: now })).toMatchObject({ retry: true });
		expect(step(answered(429), { sentBy: now }, { mayHaveBeenApplied: true })).toMatchObject({ retry: false });
	});
});
