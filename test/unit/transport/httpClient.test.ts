import { getEventListeners } from 'node:events';
import type { IHttpRequestOptions } from 'n8n-workflow';

import {
	type ApiRequest,
	createAuthenticate,
	type HttpContext,
	type InheritedOptions,
	n8nHttpClient,
	readCredential,
} from '../../../transport';
import { simulateHelpdesk } from '../../support/simulatedHelpdesk';

const data = { accessToken: 'token', baseUrl: 'https://api.example.com/v1' };
const ok = { statusCode: 200, headers: {}, body: {} };

/** Starts one attempt through n8n's helpers. `reply` returns the result of each request that n8n sends. */
function start(reply: () => unknown = () => ok, inherited?: InheritedOptions, times = 1) {
	const requests: Array<IHttpRequestOptions & { by: string }> = [];
	const authenticate = createAuthenticate(simulateHelpdesk().transport);
	const helpers = {
		httpRequest: async (options: IHttpRequestOptions) => {
			requests.push({ by: 'none', ...options });
			return await reply();
		},
		httpRequestWithAuthentication: async (by: string, options: IHttpRequestOptions) => {
			for (let time = 0; time < times; time += 1) requests.push({ by, ...(await authenticate(data, options)) });
			return await reply();
		},
	};
	const client = n8nHttpClient({ helpers } as unknown as HttpContext, readCredential(data), inherited);
	const attempt = async (request: Partial<ApiRequest> = {}) =>
		await client({ method: 'GET', path: '/me', ...request });
	return { requests, attempt };
}

describe('a request', () => {
	const always = { json: true, returnFullResponse: true, ignoreHttpStatusErrors: true, disableFollowRedirect: true };
	const accept = { Accept: 'application/json' };
	const isJson = { ...accept, 'Content-Type': 'application/json' };
	const ofFile = { Accept: '*/*', 'Accept-Encoding': 'identity' };

	it.each<[string, Partial<ApiRequest>, object]>([
		[
			'a GET',
			{ query: { page: 2 } },
			{ method: 'GET', url: 'https://api.example.com/v1/me?page=2', headers: accept, encoding: undefined },
		],
		['a body, as text', { method: 'POST', body: { a: 1 } }, { method: 'POST', body: '{"a":1}', headers: isJson }],
		['a download, uncompressed', { download: true }, { encoding: 'arraybuffer', headers: ofFile }],
	])('is sent with its method, address, headers and body: %s', async (_, request, expected) => {
		const { requests, attempt } = start();
		await attempt(request);
		const { headers, ...more } = expected as { headers: object };
		expect(requests).toEqual([expect.objectContaining({ by: 'helpdeskApi', ...always, ...more })]);
		expect(requests[0]!.headers).toEqual({ ...headers, authorization: 'Bearer token' });
		expect('body' in requests[0]!).toBe('body' in more);
	});

	it("uses only the proxy and the time-out of n8n's settings", async () => {
		const { requests, attempt } = start(undefined, {
			proxy: { host: 'proxy', port: 1 },
			timeout: 5_000,
			url: 'https://other.example.com',
			json: false,
		});
		await attempt();
		expect(requests).toEqual([
			expect.objectContaining({
				proxy: { host: 'proxy', port: 1 },
				timeout: 5_000,
				url: 'https://api.example.com/v1/me',
				json: true,
			}),
		]);
	});
});

describe('the result of an attempt', () => {
	it('has headers with lower-case names and text values', async () => {
		const headers = { 'X-Request-Id': 'r1', 'Content-Length': 3 };
		const { attempt } = start(() => ({ statusCode: 404, headers, body: 'no' }));
		const answer = { status: 404, headers: { 'x-request-id': 'r1', 'content-length': '3' }, body: 'no' };
		expect(await attempt()).toStrictEqual({ kind: 'answer', answer });
	});

	it('is a 401 if n8n tried to send the request again', async () => {
		const { requests, attempt } = start(undefined, {}, 2);
		expect(await attempt()).toEqual({ kind: 'answer', answer: { status: 401, headers: {}, body: '' } });
		expect(requests).toHaveLength(1);
	});

	it.each([
		['Look here.', 'Look here. n8n refused to send this request: nothing was sent.'],
		[undefined, 'n8n refused to send this request: nothing was sent.'],
	])('contains the message of n8n if n8n refused, with the description %j', async (text, description) => {
		const { attempt } = start(() =>
			Promise.reject(Object.assign(new Error('Not allowed'), { level: 'warning', description: text })),
		);
		await expect(attempt()).rejects.toMatchObject({ message: 'Not allowed', description });
	});

	it('contains the message of the credential if the credential refused', async () => {
		const client = n8nHttpClient(
			{
				helpers: {
					httpRequestWithAuthentication: async (_type: string, options: IHttpRequestOptions) =>
						await createAuthenticate(simulateHelpdesk().transport)({ ...data, accessToken: '' }, options),
				},
			} as unknown as HttpContext,
			readCredential(data),
		);
		await expect(client({ method: 'GET', path: '/me' })).rejects.toMatchObject({
			message: expect.stringMatching(/^'Access Token' .* is empty/),
		});
	});
});

describe('a request that n8n may not settle', () => {
	let timers: Array<{ ms: number; end: AbortController }>;
	beforeEach(() => {
		timers = [];
		jest.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
			timers.push({ ms, end: new AbortController() });
			return timers.at(-1)!.end.signal;
		});
	});
	afterEach(() => jest.restoreAllMocks());
	const never = () => new Promise(() => {});
	const waits = () => timers.map(({ ms }) => ms);

	it.each<[string, InheritedOptions | undefined, Partial<ApiRequest>, number]>([
		["after the five minutes of n8n's time-out", undefined, {}, 300_000],
		['after the time-out of Request Options', { timeout: 7_000 }, {}, 7_000],
		['after five times the time-out for a file', { timeout: 7_000 }, { download: true }, 35_000],
	])('is given up %s, plus a second', async (_, inherited, request, ms) => {
		const result = start(never, inherited).attempt(request);
		expect(waits()).toEqual([ms]);
		timers[0]!.end.abort();
		expect(waits()).toEqual([ms, 1_000]);
		timers[1]!.end.abort();
		expect(await result).toEqual({ kind: 'noAnswer', failure: 'timedOut', code: 'ETIMEDOUT' });
	});

	it.each([false, true])('leaves no timer if n8n settles it (after the time-out: %j)', async (late) => {
		let answer: (value: unknown) => void = () => {};
		const result = start(() => new Promise((resolve) => (answer = resolve))).attempt();
		await new Promise((resolve) => setImmediate(resolve));
		if (late) timers[0]!.end.abort();
		answer(ok);
		expect(await result).toMatchObject({ answer: { status: 200 } });
		expect(timers.map(({ end }) => getEventListeners(end.signal, 'abort').length)).toEqual(late ? [0, 0] : [0]);
	});
});
