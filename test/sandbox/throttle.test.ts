import { useClient } from './client';

const client = useClient({ limitPerMinute: 3 });

const me = (headers: Record<string, string> = {}) => client.call('GET', '/me', undefined, { headers });
const limitHeaders = ({ headers }: Awaited<ReturnType<typeof me>>) => ({
	limit: headers['x-ratelimit-limit'],
	remaining: headers['x-ratelimit-remaining'],
	retryAfter: headers['retry-after'],
	reset: headers['x-ratelimit-reset'],
});

test('the sandbox counts down, then answers 429 with the seconds until the window ends', async () => {
	for (const remaining of ['2', '1', '0']) expect(limitHeaders(await me())).toEqual({ limit: '3', remaining });
	client.clock.pass(20_000);
	const refused = await me();
	expect([refused.status, refused.data]).toEqual([429, { message: 'Too Many Attempts.' }]);
	expect(limitHeaders(refused)).toEqual({
		limit: '3',
		remaining: '0',
		retryAfter: '40',
		reset: String(client.clock.ms / 1000 + 40),
	});
	client.clock.pass(39_999);
	expect((await me()).status).toBe(429);
	client.clock.pass(1);
	expect(limitHeaders(await me())).toEqual({ limit: '3', remaining: '2' });
});

test('the sandbox counts by address for all tokens, paths and methods, and applies no request over the limit', async () => {
	await me({ authorization: '' });
	await client.call('GET', '/nowhere');
	await client.call('PUT', '/me', undefined, {
		headers: { authorization: `Bearer ${client.sandbox.tokens.partner}` },
	});
	const before = client.sandbox.store.contacts.size;
	expect((await client.call('POST', '/contacts', { email: 'new@example.com' })).status).toBe(429);
	expect(client.sandbox.store.contacts.size).toBe(before);
});

test('the sandbox reads the client address from a header only if the header is trusted', async () => {
	for (let count = 0; count < 3; count++) await me({ 'x-client': 'worker 1' });
	expect((await me({ 'x-client': 'worker 2' })).status).toBe(429);
	client.sandbox.reset({ limitPerMinute: 3, clientHeader: 'X-Client' });
	for (let count = 0; count < 3; count++) await me({ 'x-client': 'worker 1' });
	const statuses = [(await me({ 'x-client': 'worker 1' })).status, (await me({ 'x-client': 'worker 2' })).status];
	expect([statuses, client.sandbox.requests().at(-1)!.client]).toEqual([[429, 200], 'worker 2']);
});

test.each([
	['/auth/registration/register', 10],
	['/auth/verification/resend', 5],
])('%s has the stricter limit %i on top of the global one', async (path, limit) => {
	client.sandbox.settings({ limitPerMinute: 300 });
	for (let count = 0; count < limit; count++) expect((await client.call('POST', path, {})).status).not.toBe(429);
	expect(limitHeaders(await client.call('POST', path, {}))).toMatchObject({ limit: String(limit), remaining: '0' });
	expect(limitHeaders(await me())).toEqual({ limit: '300', remaining: String(300 - limit - 2) });
});
