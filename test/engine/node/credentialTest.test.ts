import { CredentialTestContext } from 'n8n-core';
import type { ICredentialTestFunctions } from 'n8n-workflow';

import { createCredentialTest } from '../../../nodes/shared/credentialTest';
import { Priority } from '../../../transport';
import { createTransport } from '../../../transport/transport';
import { reply, startAnsweringServer, type AnsweringServer } from '../../support/answeringServer';
import { useNodeRig } from '../../support/nodeRig';
import { additionalData } from '../../support/runNode';

describe('the connection test of the credential', () => {
	const rig = useNodeRig({ conversations: 5 });
	afterEach(() => jest.restoreAllMocks());

	const n8ns = () =>
		new CredentialTestContext(
			additionalData({ credential: rig.credential() }),
		) as unknown as ICredentialTestFunctions;
	const test = async (more: object = {}, transport = rig.transport, context = n8ns()) =>
		await createCredentialTest(transport).call(context, {
			id: '1',
			name: 'Helpdesk',
			type: 'helpdeskApi',
			data: { ...rig.credential(more) },
		});

	it('takes one slot of the rate limit, ahead of bulk work', async () => {
		const [run, takeSlot] = [jest.spyOn(rig.transport.queues, 'run'), jest.spyOn(rig.transport.queues, 'takeSlot')];
		expect(await test()).toEqual({ status: 'OK', message: 'Connection successful!' });
		expect(run.mock.calls.map(([, path, { priority }]) => [path, priority])).toEqual([
			['/me', Priority.interactive],
		]);
		expect(takeSlot).not.toHaveBeenCalled();
	});

	it('respects the rate limit like every other request', async () => {
		const transport = createTransport(rig.clock);
		const begun = rig.clock.now();
		for (let time = 0; time < 2; time += 1)
			expect(await test({ requestsPerMinute: 1 }, transport)).toMatchObject({ status: 'OK' });
		expect(rig.clock.now() - begun).toBeGreaterThanOrEqual(60_000);
	});

	it('reports a full rate limit if no slot becomes free in time', async () => {
		jest.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(AbortSignal.abort());
		expect(await test()).toEqual({
			status: 'Error',
			message: expect.stringMatching(
				/^Nothing was sent\. Other workflows use the whole rate limit\. Wait a minute/,
			),
		});
		expect(rig.requests()).toEqual([]);
	});

	it('gives up within 30 s without a response, before a proxy in front of n8n times out', async () => {
		const timeout = AbortSignal.timeout.bind(AbortSignal);
		const timeouts: number[] = [];
		// The wait for a slot is the first of two.
		jest.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => timeout(timeouts.push(ms) > 1 ? 1 : ms));
		const request = jest.fn(async () => await new Promise(() => undefined));
		const { message } = await test({}, rig.transport, {
			helpers: { request },
		} as unknown as ICredentialTestFunctions);
		expect(message).toMatch(/did not come in time\. Check the connection/);
		expect(request).toHaveBeenCalledWith(expect.objectContaining({ timeout: 20_000 }));
		expect(Math.max(...timeouts)).toBeLessThan(30_000);
	});

	it('pauses the queue after a 429 for as long as Retry-After says', async () => {
		const transport = createTransport(rig.clock);
		rig.answers(429, { retryAfter: 30, times: 1 });
		expect((await test({}, transport)).message).toContain('Wait a minute and retry');
		const refused = rig.clock.now();
		expect(await test({}, transport)).toMatchObject({ status: 'OK' });
		expect(rig.clock.now() - refused).toBeGreaterThanOrEqual(30_000);
	});

	it('names every documented cause of a 403', async () => {
		rig.answers(403);
		expect((await test()).message).toMatch(/has the scope.* can see/);
	});

	it('succeeds with a credential that is Read Only', async () => {
		expect(await test({ readOnly: true })).toMatchObject({ status: 'OK' });
	});

	it('sends only to the allowed domains of the credential', async () => {
		expect((await test({ allowedHttpRequestDomains: 'domains', allowedDomains: 'example.com' })).message).toMatch(
			/^Domain not allowed/,
		);
		expect(rig.requests()).toEqual([]);
		expect(await test({ allowedHttpRequestDomains: 'domains', allowedDomains: '127.0.0.1' })).toMatchObject({
			status: 'OK',
		});
		expect(await test({ allowedHttpRequestDomains: 'none' })).toMatchObject({ status: 'OK' });
	});

	it.each([
		[
			'the error of the request contains it',
			{ helpers: { request: async () => await Promise.reject(new Error('Bearer secret')) } },
		],
		['n8n provides no request helper', {}],
	])('does not show the token if %s', async (_, context) => {
		const { status, message } = await test(
			{ accessToken: 'secret' },
			rig.transport,
			context as unknown as ICredentialTestFunctions,
		);
		expect(status).toBe('Error');
		expect(message).toMatch(/could not|Could not/);
		expect(message).not.toContain('secret');
	});

	it.each([
		[
			'a revoked token',
			() => ({ accessToken: rig.sandbox.tokens.revoked }),
			'the access token is missing, expired or revoked, or your plan does not include the API',
		],
		['a port at which nothing listens', () => ({ baseUrl: 'http://127.0.0.1:9/v1' }), 'spelling, https, and port'],
		['a host that does not exist', () => ({ baseUrl: 'https://no-such-helpdesk.invalid/v1' }), 'spelling'],
		['a server without https', () => ({ baseUrl: rig.sandbox.baseUrl.replace('http:', 'https:') }), 'https'],
		['an address without https', () => ({ baseUrl: 'http://api.example.com/v1' }), 'must start with https://'],
		['an address without /v1', () => ({ baseUrl: 'https://api.example.com' }), 'must end with /v1'],
	])('explains %s, and does not show the token', async (_, changes, words) => {
		const { accessToken } = rig.credential(changes());
		const { message } = await test(changes());
		expect([message, message.includes(accessToken)]).toEqual([expect.stringContaining(words), false]);
	});

	describe('against other servers', () => {
		let server: AnsweringServer;
		beforeAll(async () => (server = await startAnsweringServer()));
		afterAll(async () => await server.close());

		const resultFor = async (bytes: string, more: object = {}) => {
			server.answer = (socket) => socket.end(bytes);
			return await test({ baseUrl: `http://127.0.0.1:${server.port}/v1`, ...more }, createTransport(rig.clock));
		};

		it.each([
			{
				user: { id: 'u1', name: 'Ada', email: 'ada@example.com' },
				company: { id: 'o1' },
				inboxes: ['i1'],
				organizations: [],
			},
			{ data: { user: { id: 'u1' }, company: { id: 'o1' } } },
			{ data: { id: 'u1', name: 'Ada', email: 'ada@example.com', organization: { id: 'o1' }, badge_counts: {} } },
			{ id: 7, name: 'Ada', email: 'ada@example.com' },
		])('accepts a user in the form %j', async (body) => {
			expect(await resultFor(reply(200, body))).toMatchObject({ status: 'OK' });
		});

		it.each([{ id: 'e1', user: null }, { account: { id: 'u1', email: 'ada@example.com' } }])(
			'accepts an ID in the form %j',
			async (body) => {
				expect(await resultFor(reply(200, body))).toEqual({ status: 'OK', message: 'Connection successful!' });
			},
		);

		it.each([
			{ name: 'gateway', version: '1.0' },
			{ company: { id: 'o1', name: 'Acme' }, inboxes: [] },
			{ user: { id: '' } },
		])('accepts %j, in which it finds no user, with a hint', async (body) => {
			const { status, message } = await resultFor(reply(200, body));
			expect([status, message]).toEqual(['OK', expect.stringContaining('contains no user')]);
		});

		it.each([{}, { data: [{ id: 'u1', email: 'ada@example.com' }] }, [{ id: 'u1' }], null, 7])(
			'does not accept %j, which is no record',
			async (body) => {
				expect(await resultFor(reply(200, body as object))).toEqual({
					status: 'Error',
					message: expect.stringContaining("There is no helpdesk at this 'Base URL'"),
				});
			},
		);

		it.each(['Transfer-Encoding: chunked\r\n\r\n20\r\n{"data":{"id"', 'Content-Length: 100\r\n\r\n{"data":{"id"'])(
			'reports a response that is cut off as unreadable: %j',
			async (rest) => {
				const { message } = await resultFor(`HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n${rest}`);
				expect(message).toContain('the response of the helpdesk could not be read');
			},
		);

		it.each([402, 403, 429, 503])('blames a firewall, not the token, for a %i with a web page', async (status) => {
			const page = '<!DOCTYPE html><title>Attention Required! | Cloudflare</title>';
			const head = `HTTP/1.1 ${status} No\r\nContent-Type: text/html\r\nContent-Length: ${page.length}\r\nConnection: close\r\n\r\n`;
			const { message } = await resultFor(head + page);
			expect(message).toContain('a firewall in front of the helpdesk blocks the address of this n8n');
			expect(message).toContain('ask the support of the helpdesk to allow the IP address of this n8n');
			expect(message).not.toMatch(/scope|Wait/);
		});

		it.each([
			[302, 'the helpdesk redirects to another address'],
			[404, "there is no helpdesk at this 'Base URL'. The helpdesk says: Said. Enter the address of the API"],
			...[400, 405, 406, 409, 412, 413, 414, 421, 422].map((status): [number, string] => [
				status,
				"there is no helpdesk at this 'Base URL'",
			]),
			[426, "Check the 'Base URL' of"],
			[418, 'the helpdesk responded with status 418'],
			[429, 'too many requests from your address. The helpdesk says: Said. Wait a minute and retry.'],
			[500, 'something went wrong inside the helpdesk'],
			[502, 'the helpdesk could not be reached behind its gateway'],
			[503, 'the helpdesk is temporarily unavailable'],
			[511, 'a gateway between n8n and the helpdesk refused the request'],
		])(
			'explains a %i after one request, and suggests to try later only if that can help',
			async (status, words) => {
				const before = server.arrived.length;
				const { message } = await resultFor(
					reply(status, { message: 'Said' }, `Retry-After: 0\r\nLocation: ${rig.sandbox.baseUrl}/me\r\n`),
				);
				expect(message).toContain(words);
				if (status < 418 || status > 510) expect(message).not.toMatch(/later|Send less|Shorten/);
				expect([server.arrived.length - before, rig.requests()]).toEqual([1, []]);
			},
		);

		it.each([
			['a web page', 'text/html', '<html><body>Welcome</body></html>', 'a web page came back instead of data'],
			['an empty body', 'application/json', '', "There is no helpdesk at this 'Base URL'"],
		])('does not accept %s as a response', async (_, type, body, words) => {
			const head = `HTTP/1.1 200 X\r\nContent-Type: ${type}\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n`;
			expect((await resultFor(head + body)).message).toContain(words);
		});

		it('explains a broken connection', async () => {
			server.answer = (socket) => socket.destroy();
			const { message } = await test(
				{ baseUrl: `http://127.0.0.1:${server.port}/v1` },
				createTransport(rig.clock),
			);
			expect(message).toContain('the connection broke before the response came');
		});
	});
});
