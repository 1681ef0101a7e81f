import { createServer, type AddressInfo } from 'node:net';

import { CredentialTestContext } from 'n8n-core';
import type { ICredentialTestFunctions } from 'n8n-workflow';

import { createCredentialTest } from '../../../nodes/shared/credentialTest';
import { Priority } from '../../../transport';
import { createTransport } from '../../../transport/transport';
import { reply, startAnsweringServer, type AnsweringServer } from '../../support/answeringServer';
import { additionalData } from '../../support/runNode';
import { startRig, type Rig } from '../../support/transport';

describe('the test of the credential', () => {
	let rig: Rig;
	beforeAll(async () => (rig = await startRig({ conversations: 5, limitPerMinute: 0 })));
	beforeEach(() => rig.sandbox.reset());
	afterEach(() => jest.restoreAllMocks());
	afterAll(async () => await rig.sandbox.close());

	const credential = (more: object = {}) => ({ accessToken: rig.sandbox.tokens.personal, baseUrl: rig.sandbox.baseUrl, ...more });
	const n8ns = () => new CredentialTestContext(additionalData({ credential: credential() })) as unknown as ICredentialTestFunctions;
	const test = async (more: object = {}, transport = rig.transport, context = n8ns()) =>
		await createCredentialTest(transport).call(context, { id: '1', name: 'Helpdesk', type: 'helpdeskApi', data: credential(more) });

	it('takes one permit of the one queue, before bulk work', async () => {
		const [run, letGo] = [jest.spyOn(rig.transport.queues, 'run'), jest.spyOn(rig.transport.queues, 'letGo')];
		expect(await test()).toEqual({ status: 'OK', message: 'Connection successful!' });
		expect(run.mock.calls.map(([, path, { priority }]) => [path, priority])).toEqual([['/me', Priority.interactive]]);
		expect(letGo).not.toHaveBeenCalled();
	});

	it('is held to the limit like every other request', async () => {
		const transport = createTransport(rig.clock);
		const begun = rig.clock.now();
		for (let time = 0; time < 2; time += 1) expect(await test({ requestsPerMinute: 1 }, transport)).toMatchObject({ status: 'OK' });
		expect(rig.clock.now() - begun).toBeGreaterThanOrEqual(60_000);
	});

	it('says so where no permit comes while somebody waits', async () => {
		jest.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(AbortSignal.abort());
		expect(await test()).toEqual({
			status: 'Error',
			message: expect.stringMatching(/^The limit of requests is used up .*Nothing was sent\. Wait a minute/),
		});
		expect(rig.sandbox.requests()).toEqual([]);
	});

	it('gives up within half a minute where nothing answers: a proxy before n8n does after a minute', async () => {
		const timeout = AbortSignal.timeout.bind(AbortSignal);
		const asked: number[] = [];
		// Of the two waits the one for a permit comes first.
		jest.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => timeout(asked.push(ms) > 1 ? 1 : ms));
		const request = jest.fn(async () => await new Promise(() => undefined));
		const { message } = await test({}, rig.transport, { helpers: { request } } as unknown as ICredentialTestFunctions);
		expect(message).toMatch(/Check the 'Base URL', above all the number behind its colon/);
		expect(request).toHaveBeenCalledWith(expect.objectContaining({ timeout: 20_000 }));
		expect(Math.max(...asked)).toBeLessThan(30_000);
	});

	it('holds the queue after a 429 for as long as the helpdesk says', async () => {
		const transport = createTransport(rig.clock);
		rig.sandbox.fault({ kind: 'status', status: 429, retryAfter: 30, times: 1 });
		expect((await test({}, transport)).message).toContain('Wait a minute and retry');
		const refused = rig.clock.now();
		expect(await test({}, transport)).toMatchObject({ status: 'OK' });
		expect(rig.clock.now() - refused).toBeGreaterThanOrEqual(30_000);
	});

	it('a 403 is not blamed on the scopes alone: every cause that the specification knows is named', async () => {
		rig.sandbox.fault({ kind: 'status', status: 403 });
		expect((await test()).message).toMatch(/lack the scope.* its owner the access.* no personal access token/);
	});

	it.each([400, 409, 412, 422])('a %i speaks of the address, not of a record or a value', async (status) => {
		rig.sandbox.fault({ kind: 'status', status });
		expect((await test()).message).toContain("no helpdesk answers at this 'Base URL'");
	});

	it('works with a credential that is Read Only', async () => {
		expect(await test({ readOnly: true })).toMatchObject({ status: 'OK' });
	});

	it('is held to the domains that the credential allows', async () => {
		expect((await test({ allowedHttpRequestDomains: 'domains', allowedDomains: 'example.com' })).message).toMatch(/^Domain not allowed/);
		expect((await test({ allowedHttpRequestDomains: 'domains', allowedDomains: ' ' })).message).toMatch(/^'Allowed Domains' .* is empty/);
		expect(rig.sandbox.requests()).toEqual([]);
		expect(await test({ allowedHttpRequestDomains: 'domains', allowedDomains: '127.0.0.1' })).toMatchObject({ status: 'OK' });
		expect(await test({ allowedHttpRequestDomains: 'none' })).toMatchObject({ status: 'OK' });
	});

	it.each([
		['an error of the request', { helpers: { request: async () => await Promise.reject(new Error('Bearer secret')) } }],
		['an n8n that hands over nothing', {}],
	])('shows nothing of %s that nobody expected', async (_, context) => {
		const { status, message } = await test({ accessToken: 'secret' }, rig.transport, context as unknown as ICredentialTestFunctions);
		expect(status).toBe('Error');
		expect(message).toMatch(/could not|Could not/);
		expect(message).not.toContain('secret');
	});

	it('says what an empty credential lacks', async () => {
		const { message } = await createCredentialTest(rig.transport).call(n8ns(), { id: '1', name: 'Helpdesk', type: 'helpdeskApi' });
		expect(message).toMatch(/^'Base URL' of the Helpdesk credential is not a web address\. Open the Helpdesk credential/);
	});

	describe('where something else may answer', () => {
		let server: AnsweringServer;
		beforeAll(async () => (server = await startAnsweringServer()));
		afterAll(async () => await server.close());

		const said = async (bytes: string, more: object = {}) => {
			server.answer = (socket) => socket.end(bytes);
			return await test({ baseUrl: `http://127.0.0.1:${server.port}/v1`, ...more }, createTransport(rig.clock));
		};

		it.each([
			{ data: { id: 'u1', name: 'Ada', email: 'ada@example.com', organization: { id: 'o1' }, badge_counts: {} } },
			{ id: 7, name: 'Ada', email: 'ada@example.com' },
			{ data: { id: '7', email: null, first_name: 'Ada', last_name: '' } },
			{ data: { id: 'u1', name: 'Ada', org: {}, counts: {} } },
			{ data: { id: 'u1', name: 'Ada', organization: {}, badge_counts: { mine: 0 } } },
			{ user: { id: 7, name: 'Ada' }, organization: { id: 1, name: 'Acme' }, badge_counts: {} },
			{ success: true, data: { current_user: { id: 'u1' }, organization: { id: 'o1' } } },
			{ data: { profile: { id: 'u1', email: 'ada@example.com' }, organization: { id: 'o1' } } },
		])('a user in the form %j is one', async (body) => {
			expect(await said(reply(200, body))).toMatchObject({ status: 'OK' });
		});

		it.each([
			{ jsonrpc: '2.0', id: 1, error: { code: -32601, message: 'Method not found' } },
			{ id: 'e1', message: 'Unauthenticated.' },
			{ id: 'req-1', message: 'Route not found' },
			{ success: false, id: 'x' },
			{ success: false, data: { id: 'x', email: 'guest@example.com' } },
			{ error: 'invalid_token', id: '7' },
			{ name: 'gateway', version: '1.0' },
			{ data: { id: 'u1', name: '' } },
			{ user_groups: { id: 'g1' } },
			{ id: 'gw-1', name: 'gateway', version: '1.0' },
			{ error: { id: 'e1', name: 'NotFound' }, email: 'support@example.com' },
			{ organization: { id: 'o1', name: 'Acme', email: 'acme@example.com' } },
			{ user: null, id: 'e1' },
			{ user: { id: '' } },
			{ id: 'e1', email: null, organization: '' },
			{ data: [{ id: 'u1', email: 'ada@example.com' }] },
		])('%j is none', async (body) => {
			expect(await said(reply(200, body))).toEqual({
				status: 'Error',
				message: expect.stringContaining("at this 'Base URL', but no helpdesk"),
			});
		});

		it.each(['Transfer-Encoding: chunked\r\n\r\n20\r\n{"data":{"id"', 'Content-Length: 100\r\n\r\n{"data":{"id"'])(
			'an answer that is cut off could not be read: %j',
			async (rest) => {
				const { message } = await said(`HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n${rest}`);
				expect(message).toContain('the answer of the helpdesk could not be read');
			},
		);

		it('an answer without a word is whole, and no helpdesk', async () => {
			const { message } = await said('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n0\r\n\r\n');
			expect(message).toContain("at this 'Base URL', but no helpdesk");
		});

		const PAGE = '<html><head><title>400 The plain HTTP request was sent to HTTPS port</title></head></html>';
		const NGINX = `HTTP/1.1 400 Bad Request\r\nContent-Type: text/html\r\nContent-Length: ${PAGE.length}\r\nConnection: close\r\n\r\n${PAGE}`;

		it('http to a port that speaks https: the scheme is what to look at', async () => {
			const HTTPS = 'if the address needs https, begin it with https:// in place of http://';
			const closes = createServer((socket) => socket.once('data', () => socket.destroy()).on('error', () => undefined));
			await new Promise<void>((resolve) => closes.listen(0, '127.0.0.1', resolve));
			const { port } = closes.address() as AddressInfo;
			expect((await test({ baseUrl: `http://127.0.0.1:${port}/v1` }, createTransport(rig.clock))).message).toContain(HTTPS);
			expect((await test({ baseUrl: `https://127.0.0.1:${port}/v1` }, createTransport(rig.clock))).message).not.toContain('http://');
			closes.close();
			const timeout = AbortSignal.timeout.bind(AbortSignal);
			const timeouts = jest.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => timeout(ms === 25_000 ? ms : 1));
			const silent = { helpers: { request: async () => await new Promise(() => undefined) } } as unknown as ICredentialTestFunctions;
			expect((await test({ baseUrl: 'http://127.0.0.1:1/v1' }, createTransport(rig.clock), silent)).message).toContain(HTTPS);
			timeouts.mockRestore();
			expect((await said(NGINX)).message).toContain(HTTPS);
			expect((await said('HTTP/1.1 426 Upgrade Required\r\nContent-Length: 0\r\nConnection: close\r\n\r\n')).message).toContain('https://');
		});

		it.each([
			['3600', 'Wait 60 minutes and retry.'],
			['7201', 'Wait 3 hours and retry.'],
			['400000', 'Wait 5 days and retry.'],
			['119', 'Wait 2 minutes and retry.'],
			['60', 'Wait a minute and retry.'],
			['0', 'Wait a minute and retry.'],
			['soon', 'Wait a minute and retry.'],
			['9'.repeat(400), 'Wait a minute and retry.'],
			['Sat, 21 Nov 2026 11:00:00 GMT\r\nDate: Sat, 21 Nov 2026 10:00:00 GMT', 'Wait 60 minutes and retry.'],
			[undefined, 'Wait a minute and retry.'],
		])('a 429 with Retry-After %s says how long', async (seconds, words) => {
			const { message } = await said(reply(429, {}, seconds && `Retry-After: ${seconds}\r\n`));
			expect(message.endsWith(words) && message).toBe(message);
		});

		it.each([
			[402, 'the helpdesk asks for a payment first'],
			[406, "no helpdesk answers at this 'Base URL'"],
			[413, "no helpdesk answers at this 'Base URL'"],
			[414, "no helpdesk answers at this 'Base URL'"],
			[421, "no helpdesk answers at this 'Base URL'"],
			[426, 'asks for another kind of connection'],
			[511, 'the network of n8n asks somebody to sign in first'],
		])('a %i says what fits, and not to come again later', async (status, words) => {
			const { message } = await said(reply(status, { message: 'Said' }));
			expect(message).toContain(words);
			expect(message).not.toMatch(/later|Send less|Shorten/);
		});
	});
});
