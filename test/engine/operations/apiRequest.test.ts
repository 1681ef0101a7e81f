import type { INodeParameters } from 'n8n-workflow';

import { MAX_ATTEMPTS } from '../../../transport';
import { countingPage, startAnsweringHelpdesk, useAnsweringHelpdesk } from '../../support/answeringHelpdesk';

const records = Array.from({ length: 130 }, (_, id) => ({ id }));
const helpdesk = useAnsweringHelpdesk(({ query, body }) => {
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
	])('the page of %s %s with the body %s is sent where the API expects it', async (method, path, jsonBody, asked) => {
		expect(shown(await send({ ...paged, method, path, jsonBody }))).toEqual([130, 0]);
		const sent = queries().every((each) => each === '') ? helpdesk.requests.map(({ body }) => body) : queries();
		const sorted = (text: string) => (text.startsWith('{') ? text : text.split('&').sort().join('&'));
		expect(sent.map(sorted)).toEqual(asked.map(sorted));
	});
});

it.each(['POST', 'DELETE'])('a %s answered with an empty list outputs an item', async (method) => {
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
