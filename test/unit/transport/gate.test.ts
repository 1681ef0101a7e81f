import type { IHttpRequestOptions } from 'n8n-workflow';

import { createAuthenticate } from '../../../transport/authenticate';
import { passGate, WouldSend } from '../../../transport/gate';
import { type ApiRequest, isReadingPost } from '../../../transport/request';
import { simulateHelpdesk } from '../../support/simulatedHelpdesk';

const request = (method: string, path: string, more: Partial<ApiRequest> = {}) =>
	({ method, path, ...more }) as ApiRequest;
const search = (more: Partial<ApiRequest> = {}) => request('POST', '/search', { readOnly: true, ...more });

const reads: Array<[string, ApiRequest]> = [
	['GET', request('GET', '/me')],
	['HEAD', request('HEAD', '/me')],
	['OPTIONS', request('OPTIONS', '/me')],
	['a POST that the contract marks as reading', search({ body: { query: 'order' } })],
	['a GET whose path has a hidden slash', request('GET', '/tags/a%2Fb')],
	['a GET whose query names a method', request('GET', '/me', { query: { _method: 'x' } })],
	['a reading POST without a body', search()],
	[
		'a reading POST with a name that only ends in "method"',
		search({ query: { 'my.method': 'x', method: 'y', a_method: 'z' } }),
	],
	['a search for the word "_method"', search({ body: { query: 'what is _method' }, query: { page: 2 } })],
];
const writes: Array<[string, ApiRequest]> = [
	...['POST', 'PUT', 'PATCH', 'DELETE'].map((method): [string, ApiRequest] => [
		method,
		request(method, '/conversation/c1'),
	]),
	...['PURGE', 'MOVE', 'get', ''].map((method): [string, ApiRequest] => [
		`the unknown method "${method}"`,
		request(method, '/me'),
	]),
	['a reading POST whose body asks for another method', search({ body: { query: 'x', _method: 'DELETE' } })],
	['a reading POST whose query asks for another method', search({ query: { _method: 'DELETE' } })],
	...['x-method', 'x-http-method', 'X-Method-Override', 'x-http-method-override'].map(
		(name): [string, ApiRequest] => [`a reading POST that says "${name}"`, search({ body: { [name]: 'DELETE' } })],
	),
	[
		'a reading POST whose typed query asks for another method',
		search({ query: new URLSearchParams('page=1&_method=DELETE') }),
	],
	...['.method', '[method', ' _method', '  .method', ' method', '_method[', '_method\u0000x'].map(
		(name): [string, ApiRequest] => [
			`a reading POST with the name ${JSON.stringify(name)}, which PHP takes for "_method"`,
			search({ query: new URLSearchParams([[name, 'DELETE']]) }),
		],
	),
	['a reading POST with a hidden slash', request('POST', '/inboxes/i1%2Fbatch%2Fdelete', { readOnly: true })],
	[
		'a reading POST with a slash hidden twice',
		request('POST', '/inboxes/i1%252fbatch%252fdelete', { readOnly: true }),
	],
];

describe('the gate for writes', () => {
	it.each(reads)('lets %s through', (_, request) => {
		expect(() => passGate(request, { readOnly: true }, true)).not.toThrow();
	});

	it.each(writes)('refuses %s as a write', (_, request) => {
		expect(() => passGate(request, {}, true)).toThrow(WouldSend);
		expect(() => passGate(request, { readOnly: true })).toThrow('The Helpdesk credential is for reading only');
		expect(() => passGate(request, {})).not.toThrow();
	});

	it('names the credential in its error, and says what to do', () => {
		expect(() => passGate(request('POST', '/x'), { readOnly: true, name: 'Rehearsal' })).toThrow(
			expect.objectContaining({
				message: 'The Helpdesk credential "Rehearsal" is for reading only',
				description: expect.stringMatching(
					/^Nothing was sent\. .*Choose another credential.*'Read Only'.*'Dry Run'/,
				),
			}),
		);
	});
});

test('only the two reading POSTs of the contract pass, at their own paths and with no other method', () => {
	expect(['/search', '/search/', '/inboxes/i1'].map((path) => isReadingPost('POST', path))).toEqual([
		true,
		true,
		true,
	]);
	expect(
		['/searches', '/x/search', '/inboxes', '/inboxes/i1/batch/update', '/inboxes/i1/tags'].some((path) =>
			isReadingPost('POST', path),
		),
	).toBe(false);
	expect(['PUT', 'PATCH', 'DELETE', undefined].some((method) => isReadingPost(method, '/search'))).toBe(false);
});

describe('requests that n8n sends itself with a Read Only credential', () => {
	const data = { accessToken: 'token', baseUrl: 'https://api.example.com/v1', readOnly: true };
	const { transport } = simulateHelpdesk();
	const authenticate = createAuthenticate(transport);
	const request = (method: string | undefined, path: string, more: object = {}) =>
		({ method, uri: `https://api.example.com/v1${path}`, ...more }) as unknown as IHttpRequestOptions;

	it.each([
		['a GET', request('GET', '/me')],
		['a request without a method', request(undefined, '/me')],
	])('sends %s', async (_, each) => {
		await expect(authenticate(data, each)).resolves.toMatchObject({ headers: { authorization: 'Bearer token' } });
	});

	it.each([
		['a note', request('POST', '/conversation/c1/note', { body: { message: 'x' } })],
		[
			'a search, because its body could ask for another method',
			request('POST', '/search', { body: { query: 'x' } }),
		],
		['a path that leads to another address by dots', request('POST', '/search/../conversation/c1/note')],
	])('refuses %s', async (_, each) => {
		await expect(authenticate(data, each)).rejects.toThrow('The Helpdesk credential is for reading only');
		await expect(authenticate({ ...data, readOnly: false }, each)).resolves.toBeDefined();
	});
});
