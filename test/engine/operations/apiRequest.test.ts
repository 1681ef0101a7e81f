import type { INodeParameters } from 'n8n-workflow';

import { MAX_ATTEMPTS } from '../../../transport';
import { countingPage, startAnsweringHelpdesk, useAnsweringHelpdesk } from '../../support/answeringHelpdesk';
import { useNodeRig } from '../../support/nodeRig';

const records = Array.from({ length: 130 }, (_, id) => ({ id }));
let answer: unknown;
beforeEach(() => void (answer = undefined));
const helpdesk = useAnsweringHelpdesk(({ query, body }) => {
	if (answer !== undefined) return { body: answer };
	const sent = body.includes('page') ? JSON.parse(body) : {};
	const inBody = new URLSearchParams(sent.display ?? sent);
	return { body: countingPage(records, query.includes('page') ? query : inBody.toString()) };
});

const query = (...rows: Array<[string, string]>) => ({ parameter: rows.map(([name, value]) => ({ name, value })) });
const send = async (parameters: INodeParameters) =>
	await helpdesk.run('apiRequest.send', { method: 'GET', path: '/x', pageMode: 'none', ...parameters });
const queries = () => helpdesk.requests.map((each) => each.query);

it('a repeated query name is sent in the order of the rows', async () => {
	await send({ queryParameters: query(['tag', 'a'], ['q', 'x y&z+é'], ['tag', 'b']) });
	expect(queries()).toEqual(['tag=a&q=x%20y%26z%2B%C3%A9&tag=b']);
});

it.each(['[]', '{}', '[{"a": 1}, 2]', '{"a": []}', '{"__proto__": 1, "constructor": {"prototype": 2}}'])(
	'the JSON body %s is sent unchanged',
	async (jsonBody) => {
		await send({ method: 'POST', jsonBody });
		expect(helpdesk.requests[0]!.body).toBe(JSON.stringify(JSON.parse(jsonBody)));
	},
);

it.each(['"text"', '7', 'null'])('a JSON body that is neither object nor list is refused: %s', async (jsonBody) => {
	const error = await helpdesk.failure('apiRequest.send', { method: 'POST', path: '/x', pageMode: 'none', jsonBody });
	expect(error.message).toBe("'Body (JSON)' must be a JSON object or list");
	expect(helpdesk.requests).toEqual([]);
});

it('a record that looks like a waiting question is output at once', async () => {
	answer = { data: { expired: true, decided_at: null } };
	expect((await send({}))[0]!.json).toEqual({ expired: true, decided_at: null });
});

describe('with a page mode', () => {
	const paged = { pageMode: 'counting', returnAll: true };
	const shown = (output: Awaited<ReturnType<typeof send>>) => [output.length, output[0]?.json.id];

	it.each([
		['GET', '/x', '', ['per-page=100&page=1', 'per-page=100&page=2']],
		['GET', '/contacts', '', ['per_page=100&page=1', 'per_page=100&page=2']],
		['POST', '/x', '{"q": "a"}', ['per-page=100&page=1', 'per-page=100&page=2']],
		['POST', '/x', '{"page": 7}', ['{"page":1,"per_page":100}', '{"page":2,"per_page":100}']],
		[
			'POST',
			'/x',
			'{"display": {"sort": "a"}}',
			[1, 2].map((page) => `{"display":{"sort":"a","page":${page},"per_page":100}}`),
		],
	])(
		'%s %s sends the page where the API expects it, with the body: %s',
		async (method, path, jsonBody, requestTo) => {
			expect(shown(await send({ ...paged, method, path, jsonBody }))).toEqual([130, 0]);
			const sent = queries().every((each) => each === '') ? helpdesk.requests.map(({ body }) => body) : queries();
			const sorted = (text: string) => (text.startsWith('{') ? text : text.split('&').sort().join('&'));
			expect(sent.map(sorted)).toEqual(requestTo.map(sorted));
		},
	);
});

it.each(['POST', 'DELETE'])('a %s that gets an empty list outputs an item', async (method) => {
	const empty = await startAnsweringHelpdesk(() => ({ body: [] }));
	const parameters = { path: '/x', pageMode: 'none', options: { receipt: true } };
	const written = await empty.run('apiRequest.send', { ...parameters, method });
	expect(written.map(({ json }) => json)).toMatchObject([
		{ data: [], receipt: { outcome: 'sent', record: { type: null, id: null } } },
	]);
	expect(await empty.run('apiRequest.send', { ...parameters, method: 'GET', options: {} })).toEqual([]);
	await empty.close();
});

describe('the option Attempts', () => {
	it.each([
		[1, 503, 1],
		[1, 429, 1],
		[3, 503, 3],
		['2', 429, 2],
		[undefined, 503, MAX_ATTEMPTS],
	])('set to %s: a request that always gets a %i is sent %i times', async (attempts, status, sent) => {
		const headers: Record<string, string> = status === 429 ? { 'retry-after': '1' } : {};
		const refusing = await startAnsweringHelpdesk(() => ({ status, headers }));
		const options = attempts === undefined ? {} : { attempts };
		await refusing.failure('apiRequest.send', { method: 'GET', path: '/x', pageMode: 'none', options });
		await refusing.close();
		expect(refusing.requests).toHaveLength(sent);
	});

	it.each([0, MAX_ATTEMPTS + 1, 1.5, 'many'])('refuses %s before anything is sent', async (attempts) => {
		const error = await helpdesk.failure('apiRequest.send', {
			method: 'GET',
			path: '/x',
			pageMode: 'none',
			options: { attempts },
		});
		expect(error.message).toBe(`'Attempts' must be a whole number from 1 to ${MAX_ATTEMPTS}`);
		expect(helpdesk.requests).toEqual([]);
	});
});

it.each([
	['a list as one item each', [{ a: 1 }, { a: 2 }], [{ a: 1 }, { a: 2 }]],
	['a wrapped list as one item each', { data: [{ a: 1 }, { a: 2 }] }, [{ a: 1 }, { a: 2 }]],
	['a wrapped record unwrapped', { data: { id: 'a' } }, [{ id: 'a' }]],
	['a record with its field "data"', { id: 'a', data: { b: 1 } }, [{ id: 'a', data: { b: 1 } }]],
	['a whole page if no page mode is chosen', { data: [1], meta: {} }, [{ data: [1], meta: {} }]],
	['a bare value under the name "data"', 7, [{ data: 7 }]],
	['an empty answer as an empty value', '', [{ data: '' }]],
])('an API request outputs %s', async (_, body, items) => {
	answer = body;
	expect((await send({})).map(({ json }) => json)).toEqual(items);
});

describe('an API request with Include Status and Headers', () => {
	const rig = useNodeRig();

	const requestTo = (path: string, more: INodeParameters = {}) => ({
		method: 'GET',
		path,
		pageMode: 'none',
		options: { fullResponse: true },
		...more,
	});
	const send = async (...request: Parameters<typeof requestTo>) =>
		(await rig.run('apiRequest.send', requestTo(...request))).map(({ json }) => json);

	it('outputs one item with the unchanged body', async () => {
		const [list, ...others] = await send('/inboxes');
		expect(others).toEqual([]);
		expect(list).toMatchObject({
			statusCode: 200,
			headers: { 'content-type': expect.stringContaining('json') },
			body: { data: expect.any(Array) },
		});
		const [wrapped] = await send('/inboxes/inbox_support');
		rig.sandbox.reset({ world: { singleRecord: 'bare' } });
		const [bare] = await send('/inboxes/inbox_support');
		expect([wrapped!.body, bare!.body]).toEqual([
			{ data: expect.objectContaining({ id: 'inbox_support' }) },
			expect.objectContaining({ id: 'inbox_support' }),
		]);
	});

	it('outputs a refused read with status, headers and body', async () => {
		expect(await send('/conversation/nobody')).toEqual([
			{
				statusCode: 404,
				headers: expect.objectContaining({ date: expect.any(String) }),
				body: { message: expect.any(String) },
			},
		]);
		expect(
			await send('/inboxes/inbox_support', { method: 'POST', jsonBody: '{"display": {"per_page": -1}}' }),
		).toMatchObject([{ statusCode: 422 }]);
	});

	it('fails if a write is refused or may have been applied', async () => {
		const note = requestTo('/conversation/nobody/note', { method: 'POST', jsonBody: '{"message": "x"}' });
		expect((await rig.failure('apiRequest.send', note)).message).toBe('Could not send API request: not found');
		rig.answers(500);
		expect((await rig.failure('apiRequest.send', note)).message).toContain(
			'It may have been applied; not sent again',
		);
	});
});
