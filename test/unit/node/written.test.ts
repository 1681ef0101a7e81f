import { Written } from '../../../nodes/Helpdesk/run/receipt/written';
import type { ApiRequest, Wire } from '../../../transport';
import { readCredential } from '../../../transport/credential';

const CREDENTIAL = readCredential({ accessToken: '7|s3cr3t-token-of-ada', baseUrl: 'https://api.example.com/v1' });
const patch = (body: object): ApiRequest => ({ method: 'PATCH', path: '/conversation/c1', body: body as never });
const answered = (status = 200, headers: object = {}) => ({ kind: 'answer', answer: { status, headers, body: {} } }) as never;
const broken = { kind: 'noAnswer', ending: 'broken', code: 'ECONNRESET' } as never;
const REQUEST_ID = '7d1f3b5e-9c2a-4e6f-8b1d-2a3c4e5f6a7b';

/** Sends requests that end so, one after the other. */
async function after(ends: Array<[ApiRequest, Awaited<ReturnType<Wire>>]>, written = new Written()) {
	for (const [request, end] of ends) await written.over((async () => await Promise.resolve(end)) as Wire, CREDENTIAL)(request);
	return written;
}

describe('of what an item has sent to be written', () => {
	it('nothing is counted that reads', async () => {
		const written = await after([[{ method: 'GET', path: '/me' }, answered()]]);
		expect([written.attempts, written.changed, written.last]).toEqual([0, [], undefined]);
	});

	it('the names of the fields are known, each once, and none that may be a text', async () => {
		const long = 'n'.repeat(64);
		const names = ['subject', 'Größe 2_a.b:c-d', long, `${long}n`, 'a "text"', 'a\nb', ''];
		const written = await after([
			[patch({ subject: 1 }), answered()],
			[patch(Object.fromEntries(names.map((name) => [name, 1]))), answered()],
			[{ ...patch({}), body: [1] as never }, answered()],
			[{ ...patch({ unsent: 1 }), encoded: { fields: { file: 1 } } as never }, answered()],
		]);
		expect(written.changed).toEqual(['subject', 'Größe 2_a.b:c-d', long, 'file']);
		expect(new Written(written).changed).toEqual(written.changed);
	});

	it.each<[string, Awaited<ReturnType<Wire>>, string, number]>([
		['an answer', answered(), 'yes', 1],
		['a refusal', answered(422), 'no', 1],
		['no clear answer', broken, 'maybe', 1],
		['no connection', { kind: 'noAnswer', ending: 'notReached', code: 'ECONNREFUSED' } as never, 'no', 0],
	])('the last attempt is told by its end, and counted where it left n8n: %s', async (_, end, applied, attempts) => {
		const written = await after([[patch({}), end]]);
		expect(written.last).toEqual({ request: { method: 'PATCH', path: '/conversation/c1' }, applied });
		expect(written.attempts).toBe(attempts);
	});

	it('nothing was applied that n8n itself refused to send', async () => {
		const written = new Written();
		await expect(written.over(async () => await Promise.reject(new Error('refused')), CREDENTIAL)(patch({}))).rejects.toThrow('refused');
		expect([written.last?.applied, written.attempts]).toEqual(['no', 0]);
	});

	it('the attempts of the try before count on, and its end does not', async () => {
		const next = new Written(await after([[patch({}), broken]]));
		expect([next.attempts, next.last]).toEqual([1, undefined]);
		expect((await after([[patch({}), answered()]], next)).attempts).toBe(2);
	});

	it('the request ID is that of the last answer that shows one', async () => {
		const shows = answered(500, { 'x-request-id': REQUEST_ID });
		const written = await after([
			[patch({}), shows],
			[patch({}), answered()],
			[patch({}), broken],
		]);
		expect(written.requestId).toBe(REQUEST_ID);
		expect((await after([[patch({}), answered()]])).requestId).toBeUndefined();
	});
});
