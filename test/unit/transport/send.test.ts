import { DroppedError, ExpiredError, MAX_ATTEMPTS, Priority, readCredential } from '../../../transport';
import type { ApiRequest, AttemptResult } from '../../../transport/request';
import { createSend, type SendOptions } from '../../../transport/send';
import { createTransport } from '../../../transport/transport';
import { backoffMs, retryAfterMs } from '../../../transport/retry';

const credential = readCredential({ accessToken: 'a-secret-token', baseUrl: 'https://api.example.com/v1' });
const answered = (status: number, headers: Record<string, string> = {}, body: unknown = {}): AttemptResult => ({
	kind: 'answer',
	answer: { status, headers, body },
});

/** Sends one request without a limit. Returns the reports to the queue, the waits, and the answer or error. */
async function play(
	results: AttemptResult[],
	request: Partial<ApiRequest> = {},
	options: Partial<SendOptions> = {},
	onWait = () => {},
) {
	const waits: number[] = [];
	const reports: object[] = [];
	const priorities: number[] = [];
	const sleep = async (ms: number) => {
		waits.push(ms);
		onWait();
	};
	const transport = createTransport({ now: () => 1_000, sleep }, () => 1);
	transport.queues.run = async (_credential, _path, { priority }, attempt) => {
		priorities.push(priority);
		const { value, ...report } = await attempt();
		reports.push(report);
		return value;
	};
	const client = async () => results.shift()!;
	const send = createSend(transport, { client, credential, priority: Priority.bulk, ...options });
	const end = await send({ method: 'GET', path: '/me', ...request }).catch((error: Error) => error);
	return { waits, reports, priorities, end, left: results.length };
}

describe('what the queue reads from a response', () => {
	it.each([
		['10', '9', { limit: 10, remaining: 9 }],
		['1', '0', { limit: 1, remaining: 0 }],
		['0', '0', undefined],
		['10', '-1', undefined],
		['10', undefined, undefined],
		[undefined, '9', undefined],
		['10.5', '9', undefined],
		['10', '9.5', undefined],
		['many', 'some', undefined],
	])('the headers for a limit of %p with %p left are read as %j', async (limit, remaining, count) => {
		const headers = {
			...(limit && { 'x-ratelimit-limit': limit }),
			...(remaining && { 'x-ratelimit-remaining': remaining }),
		};
		expect((await play([answered(200, headers)])).reports).toEqual([{ count, pauseMs: undefined, downMs: 0 }]);
	});

	it('a 429 pauses the queue, and its request adds no wait', async () => {
		const { reports, waits, left } = await play([answered(429, { 'retry-after': '7' }), answered(200)]);
		expect(reports).toEqual([
			expect.objectContaining({ pauseMs: 7_000 }),
			expect.objectContaining({ pauseMs: undefined }),
		]);
		expect([waits, left]).toEqual([[], 0]);
	});

	it('a failed attempt pauses only its own request, not the queue', async () => {
		const { reports, waits } = await play([
			{ kind: 'noAnswer', failure: 'broken', code: '' },
			answered(503),
			answered(200),
		]);
		expect(reports).toEqual(
			[undefined, undefined, 0].map((downMs) => ({ count: undefined, pauseMs: undefined, downMs })),
		);
		expect(waits).toEqual([500, 1_000]);
	});
});

describe('the priority of a request', () => {
	it.each<[string, Partial<ApiRequest>, number, number[]]>([
		['a retry goes before bulk work', {}, Priority.bulk, [5, 4]],
		[
			'a write that depends on an earlier read goes before bulk work at once',
			{ sendBefore: 1_000 },
			Priority.bulk,
			[4, 4],
		],
		['an urgent request stays urgent', {}, Priority.interactive, [1, 1]],
	])('%s', async (_, request, priority, priorities) => {
		expect((await play([answered(503), answered(200)], request, { priority })).priorities).toEqual(priorities);
	});

	it('rises to that of a retry after a 429', async () => {
		expect((await play([answered(429), answered(200)])).priorities).toEqual([5, 4]);
	});
});

describe('the result of all attempts', () => {
	it('counts every attempt including throttled ones, and keeps the first failure that may have been applied', async () => {
		const { end } = await play([answered(429), answered(503), answered(500), answered(404)], { method: 'PUT' });
		expect(end).toMatchObject({
			status: 404,
			attempts: 4,
			mayHaveBeenApplied: true,
			unknownSince: { why: 'the helpdesk is temporarily unavailable' },
		});
		expect((await play([answered(429), answered(404)], { method: 'PUT' })).end).toMatchObject({
			mayHaveBeenApplied: false,
			unknownSince: undefined,
		});
	});

	it('is the last response after the allowed number of attempts, not counting 429s', async () => {
		expect(
			(
				await play([
					...Array(4).fill(answered(429)),
					...Array(MAX_ATTEMPTS - 1).fill(answered(503)),
					answered(200),
				])
			).end,
		).toMatchObject({
			body: {},
		});
		expect(await play(Array(MAX_ATTEMPTS + 1).fill(answered(503)))).toMatchObject({
			end: { attempts: MAX_ATTEMPTS },
			left: 1,
		});
	});

	it('is an error if the next attempt would start after the deadline', async () => {
		expect((await play([answered(200)], { sendBefore: 1_000 })).end).toEqual({
			status: 200,
			headers: {},
			body: {},
		});
		const late = await play([answered(200)], { sendBefore: 999 });
		expect(late).toMatchObject({ end: expect.any(ExpiredError), left: 1 });
		expect(late.end).not.toHaveProperty('mayHaveBeenApplied');
	});
});

describe('a run that is stopped', () => {
	it.each(['PUT', 'GET'] as const)('drops a %s between two attempts', async (method) => {
		const dropped = expect.any(DroppedError);
		const inFlight = new AbortController();
		const client = async () => {
			inFlight.abort();
			return answered(503);
		};
		expect(await play([], { method }, { client, signal: inFlight.signal })).toMatchObject({
			end: dropped,
			waits: [],
		});
		const waiting = new AbortController();
		const stopped = await play([answered(503), answered(200)], { method }, { signal: waiting.signal }, () =>
			waiting.abort(),
		);
		expect(stopped).toMatchObject({ end: dropped, left: 1 });
	});
});

describe('a redirected download', () => {
	const to = (location: string) => answered(302, { location });
	const download = { download: true, path: '/files/f1' };

	it('waits alone if another host answers 429, and does not pause the queue', async () => {
		const results = [
			to('https://files.example.com/1'),
			answered(429, { 'retry-after': '7' }),
			answered(200, {}, Buffer.from('x')),
		];
		expect(await play(results, download)).toMatchObject({ waits: [7_000], end: { status: 200 } });
	});
});

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
		['Fri, 27 Nov 2026 12:00:09 GMT', 60_000],
	])('Retry-After "%s" means %i ms', (header, ms) => expect(retryAfterMs({ 'retry-after': header })).toBe(ms));

	it('doubles with each retry, up to ten seconds', () => {
		expect([1, 2, 3].map((retry) => backoffMs(retry, 1))).toEqual([500, 1_000, 2_000]);
	});

	it('is random between half and full length', () => {
		expect([backoffMs(3, 0), backoffMs(3, 0.5)]).toEqual([1_000, 1_500]);
	});
});
