import { startClient, type Client } from './client';

let client: Client;
beforeAll(async () => {
	client = await startClient();
});
afterAll(() => client.sandbox.close());
beforeEach(() => client.sandbox.reset({ limitPerMinute: 3 }));

const me = (headers: Record<string, string> = {}) => client.call('GET', '/me', undefined, { headers });
const limitHeaders = ({ headers }: Awaited<ReturnType<typeof me>>) => ({
	limit: headers['x-ratelimit-limit'],
	remaining: headers['x-ratelimit-remaining'],
	retryAfter: headers['retry-after'],
	reset: headers['x-ratelimit-reset'],
});

test('success answers count down what is left of the window', async () => {
	expect(limitHeaders(await me())).toEqual({ limit: '3', remaining: '2' });
	expect(limitHeaders(await me())).toEqual({ limit: '3', remaining: '1' });
	expect(limitHeaders(await me())).toEqual({ limit: '3', remaining: '0' });
});

test('a request over the limit is 429 and says when to come back', async () => {
	for (let count = 0; count < 3; count++) await me();
	client.clock.pass(20_000);
	const refused = await me();
	expect([refused.status, refused.data]).toEqual([429, { message: 'Too Many Attempts.' }]);
	expect(limitHeaders(refused)).toEqual({ limit: '3', remaining: '0', retryAfter: '40', reset: String(client.clock.ms / 1000 + 40) });
});

test('the window starts at the first request and refused requests do not prolong it', async () => {
	await me();
	client.clock.pass(59_000);
	await me();
	await me();
	expect((await me()).status).toBe(429);
	client.clock.pass(999);
	expect((await me()).status).toBe(429);
	client.clock.pass(1);
	expect(limitHeaders(await me())).toEqual({ limit: '3', remaining: '2' });
});

test('Retry-After counts whole seconds as Laravel does: 0 in the last moment, unless told to round up', async () => {
	client.clock.pass(700);
	for (let count = 0; count < 3; count++) await me();
	client.clock.pass(59_500);
	expect(limitHeaders(await me()).retryAfter).toBe('0');
	client.sandbox.settings({ world: { retryAfterRounding: 'up' } });
	expect(limitHeaders(await me()).retryAfter).toBe('1');
	client.clock.pass(-59_500 - 700);
});

test('the limit comes before everything else: requests without a token and to unknown paths count', async () => {
	await client.call('GET', '/me', undefined, { headers: { authorization: '' } });
	await client.call('GET', '/nowhere');
	await client.call('PUT', '/me');
	expect((await client.call('GET', '/me', undefined, { headers: { authorization: '' } })).status).toBe(429);
});

test('a request over the limit changes nothing', async () => {
	for (let count = 0; count < 3; count++) await me();
	const before = client.sandbox.store.contacts.size;
	expect((await client.call('POST', '/contacts', { email: 'new@example.com' })).status).toBe(429);
	expect(client.sandbox.store.contacts.size).toBe(before);
});

test('all tokens of an address share one window', async () => {
	const { personal, colleague, partner } = client.sandbox.tokens;
	for (const token of [personal, colleague, partner]) await me({ authorization: `Bearer ${token}` });
	expect((await me()).status).toBe(429);
});

test('a trusted header lets one host play several clients, and means nothing unless trusted', async () => {
	for (let count = 0; count < 3; count++) await me({ 'x-client': 'worker 1' });
	expect((await me({ 'x-client': 'worker 2' })).status).toBe(429);
	client.sandbox.reset({ limitPerMinute: 3, clientHeader: 'X-Client' });
	for (let count = 0; count < 3; count++) await me({ 'x-client': 'worker 1' });
	expect((await me({ 'x-client': 'worker 1' })).status).toBe(429);
	expect((await me({ 'x-client': 'worker 2' })).status).toBe(200);
	expect(client.sandbox.requests().map((request) => request.client)).toEqual([...Array(4).fill('worker 1'), 'worker 2']);
});

test('headers on answers other than 429 can be switched off', async () => {
	client.sandbox.settings({ world: { rateHeaders: 'on429' } });
	for (let count = 0; count < 3; count++) expect(limitHeaders(await me())).toEqual({});
	expect(limitHeaders(await me())).toMatchObject({ limit: '3', remaining: '0' });
});

test('a limit of 0 is no limit', async () => {
	client.sandbox.settings({ limitPerMinute: 0 });
	for (let count = 0; count < 400; count++) expect((await me()).status).toBe(200);
	expect(limitHeaders(await me())).toEqual({});
});

test.each([
	['/auth/registration/register', 10],
	['/auth/registration/validate', 10],
	['/auth/verification/resend', 5],
])('%s has a stricter limit of %i on top of the global one', async (path, limit) => {
	client.sandbox.settings({ limitPerMinute: 300 });
	for (let count = 0; count < limit; count++) expect((await client.call('POST', path, {})).status).not.toBe(429);
	expect(limitHeaders(await client.call('POST', path, {}))).toMatchObject({ limit: String(limit), remaining: '0' });
	// The refused one has passed the global limiter before it met the stricter one.
	expect(limitHeaders(await me())).toEqual({ limit: '300', remaining: String(300 - limit - 2) });
});

test('signup is unavailable: 503 in the words of the specification', async () => {
	const { status, data } = await client.call('POST', '/auth/registration/register', {});
	expect([status, data]).toEqual([503, { message: 'Registration Failed.' }]);
});

test('the first limit is 300 requests a minute', async () => {
	client.sandbox.reset();
	client.sandbox.settings({ limitPerMinute: 300 });
	expect(limitHeaders(await me())).toEqual({ limit: '300', remaining: '299' });
});
