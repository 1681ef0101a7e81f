import { Faults, type FaultRule } from '../../sandbox/faults';
import { Random } from '../../contract/random';
import { anyConversation, startClient, type Client } from './client';

let client: Client;
beforeAll(async () => {
	client = await startClient();
});
afterAll(() => client.sandbox.close());
beforeEach(() => client.sandbox.reset());

const note = () => client.call('POST', `/conversation/${anyConversation(client).record.id}/note`, { message: 'Faulty note' });
const written = () => anyConversation(client).events.filter(({ message }) => message.html_body === 'Faulty note').length;

test.each([400, 401, 403, 404, 405, 409, 412, 422, 429, 500, 502, 503])('a status %i on demand, once, without effect', async (status) => {
	client.sandbox.fault({ kind: 'status', status });
	const faulty = await note();
	expect([faulty.status, typeof faulty.data.message, written()]).toEqual([status, 'string', 0]);
	expect([(await note()).status, written()]).toEqual([200, 1]);
	expect(client.sandbox.requests().map(({ fault }) => fault)).toEqual(['status', null]);
});

test('a status after the effect leaves the effect', async () => {
	client.sandbox.fault({ kind: 'status', status: 502, when: 'after' });
	expect([(await note()).status, written()]).toEqual([502, 1]);
});

test.each([0, 7, 'Wed, 21 Oct 2026 07:28:00 GMT', 'soon', -1])('Retry-After of any kind: %p', async (retryAfter) => {
	client.sandbox.fault({ kind: 'status', status: 429, retryAfter });
	expect((await note()).headers['retry-after']).toBe(String(retryAfter));
	client.sandbox.fault({ kind: 'status', status: 503 });
	expect((await note()).headers['retry-after']).toBeUndefined();
});

test('a status 500 carries a request id, a status 422 messages by field', async () => {
	client.sandbox.fault({ kind: 'status', status: 500 });
	const broken = await note();
	expect(broken.data).toEqual({ message: 'Server Error', request_id: broken.headers['x-request-id'] });
	client.sandbox.fault({ kind: 'status', status: 422 });
	expect((await note()).data.errors).toEqual({ field: [expect.any(String)] });
});

test.each([
	['before', 0],
	['after', 1],
] as const)('a connection dropped %s the effect', async (when, effects) => {
	client.sandbox.fault({ kind: 'drop', when });
	await expect(note()).rejects.toMatchObject({ code: 'ECONNRESET' });
	expect(written()).toBe(effects);
	expect(client.sandbox.requests()[0]).toMatchObject({ status: 0, fault: 'drop' });
});

test.each([
	[401, 'Unauthenticated.'],
	[412, 'Nothing to update'],
	[422, 'The given data was invalid.'],
	[429, 'Too Many Attempts.'],
	[503, 'Service Unavailable'],
	[418, 'Something went wrong.'],
])('a status %i says %s, or what it was told to say', async (status, message) => {
	client.sandbox.fault({ kind: 'status', status });
	client.sandbox.fault({ kind: 'status', status, message: 'Own words.' });
	expect([(await note()).data.message, (await note()).data.message]).toEqual([message, 'Own words.']);
});

test('a file of which nothing more is said has no name', async () => {
	client.sandbox.fault({ kind: 'file', bytes: '' });
	const { headers } = await note();
	expect([headers['content-type'], headers['content-disposition']]).toEqual(['application/octet-stream', undefined]);
});

test('an answer that is slow, and nothing else, is noted as such', async () => {
	client.sandbox.fault({ kind: 'slow', ms: 1 });
	expect((await note()).status).toBe(200);
	expect(client.sandbox.requests()[0]?.fault).toBe('slow');
});

test('what is no page, or is refused, cannot be malformed as one', async () => {
	const fault = (how: 'missingMeta' | 'nextIsSelf' | 'truncatedJson') => client.sandbox.fault({ kind: 'malformedPage', how });
	fault('missingMeta');
	expect((await note()).data).toEqual({ message: expect.any(String) });
	fault('truncatedJson');
	expect((await client.call('GET', '/contacts?colour=red')).data).toEqual({ message: expect.any(String) });
	fault('nextIsSelf');
	expect((await client.call('GET', '/conversation/' + anyConversation(client).record.id)).status).toBe(200);
});

test('the next page is the same one, also of pages that know no last one', async () => {
	client.sandbox.fault({ kind: 'malformedPage', how: 'nextIsSelf', times: 2 });
	const path = '/inboxes/inbox_support/tags';
	const { links, meta } = (await client.call('GET', `${path}?page=2&per-page=5`)).data;
	expect([links.next, 'last_page' in meta]).toEqual([`${client.sandbox.baseUrl}${path}?page=2`, false]);
	expect((await client.call('GET', '/contacts?page=3&per_page=50&with_orphan=true')).data.meta.last_page).toBe(4);
});

test('a file in place of JSON, byte by byte', async () => {
	client.sandbox.fault({ kind: 'file', bytes: Buffer.from('caf\u00e9').toString('base64'), name: 'a.txt', type: 'text/plain' });
	const answer = await note();
	expect([answer.status, answer.data, written()]).toEqual([200, 'caf\u00e9', 0]);
	expect(answer.headers).toMatchObject({ 'content-type': 'text/plain', 'content-disposition': 'attachment; filename="a.txt"' });
});

test('HTML in place of JSON, with any status', async () => {
	client.sandbox.fault({ kind: 'html' });
	client.sandbox.fault({ kind: 'html', status: 200 });
	for (const status of [502, 200]) {
		const answer = await note();
		expect([answer.status, answer.headers['content-type'], answer.data]).toEqual([status, 'text/html', expect.stringContaining('<html>')]);
	}
});

test('a slow answer keeps its effect and adds to other faults', async () => {
	client.sandbox.fault({ kind: 'slow', ms: 60 });
	client.sandbox.fault({ kind: 'status', status: 503 });
	const started = performance.now();
	expect((await note()).status).toBe(503);
	expect(performance.now() - started).toBeGreaterThan(55);
	const [slow] = client.sandbox.requests();
	expect((slow?.answeredMonotonic ?? 0) - (slow?.arrivedMonotonic ?? 0)).toBeGreaterThan(55);
});

test.each([
	['dataNotArray', (data: never) => expect(data).toMatchObject({ data: { items: expect.any(Array) } })],
	['missingData', (data: never) => expect(Object.keys(data)).toEqual(['links', 'meta'])],
	['missingMeta', (data: never) => expect(Object.keys(data)).toEqual(['data', 'links'])],
	['missingLinks', (data: never) => expect(Object.keys(data)).toEqual(['data', 'meta'])],
	[
		'nextIsSelf',
		(data: never) => expect(data).toMatchObject({ links: { next: expect.stringMatching(/page=1$/) }, meta: { current_page: 1, last_page: 2 } }),
	],
	['truncatedJson', (data: never) => expect(typeof data).toBe('string')],
	['emptyBody', (data: never) => expect(data).toBe('')],
] as const)('a malformed page: %s', async (how, check) => {
	client.sandbox.fault({ kind: 'malformedPage', how });
	const { status, data, headers } = await client.call('GET', '/contacts');
	expect([status, headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
	check(data as never);
	expect((await client.call('GET', '/contacts')).data.data).toHaveLength(15);
});

test('a malformed page is met inside the wrapped paginator too', async () => {
	client.sandbox.fault({ kind: 'malformedPage', how: 'missingMeta' });
	const { data } = await client.call('POST', '/search', { query: 'order' });
	expect(Object.keys(data.data.conversations)).toEqual(['data', 'links']);
});

test('a redirect to anywhere', async () => {
	client.sandbox.fault({ kind: 'redirect', to: 'https://elsewhere.example/v1/me' });
	client.sandbox.fault({ kind: 'redirect', to: `${client.sandbox.baseUrl}/me`, status: 307 });
	const first = await client.call('GET', '/contacts');
	expect([first.status, first.headers.location]).toEqual([302, 'https://elsewhere.example/v1/me']);
	expect((await client.call('GET', '/contacts')).status).toBe(307);
});

test('a throttled request meets no fault', async () => {
	client.sandbox.reset({ limitPerMinute: 1 });
	await client.call('GET', '/me');
	client.sandbox.fault({ kind: 'status', status: 500 });
	expect((await client.call('GET', '/me')).status).toBe(429);
	client.sandbox.settings({ limitPerMinute: 0 });
	expect((await client.call('GET', '/me')).status).toBe(500);
});

describe('which requests a fault meets', () => {
	const met = (rule: Partial<FaultRule>, requests: Array<[string, string]>, seed = 1) => {
		const faults = new Faults(new Random(seed));
		faults.add({ kind: 'drop', times: 0, ...rule } as FaultRule);
		return requests.map(([method, path]) => faults.next(method, path).fault !== null);
	};

	test('by method and by path', () => {
		const requests: Array<[string, string]> = [
			['POST', '/conversation/c1/note'],
			['GET', '/conversation/c1/note'],
			['POST', '/conversation/c1/x/note'],
			['POST', '/conversation/c1.note'],
		];
		expect(met({ method: 'post', path: '/conversation/*/note' }, requests)).toEqual([true, false, false, false]);
		expect(met({ path: '/conversation/**' }, requests)).toEqual([true, true, true, true]);
		expect(met({ path: '/conversation/c1' }, requests)).toEqual([false, false, false, false]);
		expect(met({ path: '/conversation/c1.n*' }, [...requests, ['GET', '/conversation/c1xnote']])).toEqual([false, false, false, true, false]);
		expect(met({ path: '/*/note' }, requests)).toEqual([false, false, false, false]);
	});

	test('so many times, after so many others', () => {
		const requests = Array.from({ length: 6 }, (): [string, string] => ['GET', '/me']);
		expect(met({ times: 2, skip: 1 }, requests)).toEqual([false, true, true, false, false, false]);
		expect(met({ times: undefined }, requests)).toEqual([true, false, false, false, false, false]);
	});

	test('by chance, the same for the same seed', () => {
		const requests = Array.from({ length: 2000 }, (): [string, string] => ['GET', '/me']);
		const first = met({ probability: 0.2 }, requests);
		expect(met({ probability: 0.2 }, requests)).toEqual(first);
		expect(met({ probability: 0.2 }, requests, 2)).not.toEqual(first);
		expect(first.filter(Boolean).length).toBeGreaterThan(330);
		expect(first.filter(Boolean).length).toBeLessThan(470);
	});

	test('the first that matches, the others stay for later', () => {
		const faults = new Faults(new Random(1));
		faults.add({ kind: 'drop' });
		faults.add({ kind: 'html' });
		faults.add({ kind: 'slow', ms: 2 });
		faults.add({ kind: 'slow', ms: 3 });
		expect([1, 2, 3].map(() => faults.next('GET', '/me'))).toMatchObject([
			{ fault: { kind: 'drop' }, delayMs: 5 },
			{ fault: { kind: 'html' }, delayMs: 0 },
			{ fault: null, delayMs: 0 },
		]);
	});
});
