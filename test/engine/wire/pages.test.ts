import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { byId } from '../../support/locator';
import { bytesOf } from './support/reply';
import { CUSTOMER_TEXT, json } from './support/helpdesk';
import type { RawRequest } from '../../support/rawServer';
import { TOKEN, WireRig } from './support/wireRig';

const rig = new WireRig();

describe('pages without end', () => {
	const inbox: INodeParameters = { inboxId: byId('i1'), filterMode: 'none', returnAll: true };
	const tags = { method: 'GET', path: '/inboxes/i1/tags', pageMode: 'simple', returnAll: true };
	const pageOf = ({ path, body }: RawRequest): number =>
		Number(
			(body ? (JSON.parse(body) as { display?: { page?: number } }).display?.page : undefined) ??
				new URL(path, 'http://x').searchParams.get('page') ??
				1,
		);
	const MOST = 400;

	/** Reads a listing that goes on for ever; fails the test when the node asks for more than anybody needs. */
	async function endless(operation: string, parameters: INodeParameters, page: (number: number) => unknown) {
		const stop = new AbortController();
		const { baseUrl, requests } = await rig.answering((request, number) => {
			if (number > MOST) stop.abort();
			return bytesOf(json(page(pageOf(request))));
		});
		const outputs = await rig.node(operation, parameters, baseUrl, { signal: stop.signal })();
		expect(requests().length).toBeLessThan(MOST);
		return outputs;
	}

	it('a listing whose "next" never ends and whose records have no id is not read for ever', async () => {
		const outputs = await endless('apiRequest.send', tags, (number) => ({
			data: [{ name: 'same' }],
			links: { next: 'https://x/?page=2' },
			meta: { current_page: number },
		}));
		expect(outputs[0]!.json.error).toBeDefined();
	});

	it('a listing that claims a million million pages is not read for ever', async () => {
		const outputs = await endless('conversation.getMany', inbox, (number) => ({
			data: [{ name: 'same' }],
			links: {},
			meta: { current_page: number, last_page: 1e12 },
		}));
		expect(outputs[0]!.json.error).toBeDefined();
	});

	it('records with "id": null are not taken for one and the same', async () => {
		const { baseUrl } = await rig.answering([
			bytesOf(
				json({
					data: Array.from({ length: 30 }, (_, index) => ({ id: null, name: index })),
					links: {},
					meta: { current_page: 1, last_page: 1 },
				}),
			),
		]);
		const outputs = await rig.node('conversation.getMany', inbox, baseUrl)();
		expect(outputs).toHaveLength(30);
	});

	it.each([[''], [true]])('a last page of %j is not taken for the first', async (last_page) => {
		const { baseUrl } = await rig.answering([
			bytesOf(json({ data: [{ id: 'c1' }], links: { next: 'https://x/?page=2' }, meta: { current_page: 1, last_page } })),
		]);
		const [item] = await rig.node('conversation.getMany', inbox, baseUrl)();
		expect(item!.json.error).toBeDefined();
	});
});

describe('a list from which one leaves at the front after each answer', () => {
	const counted = (data: unknown[], page: number, perPage: number, total: number) => ({
		data,
		links: {},
		meta: { current_page: page, last_page: Math.max(1, Math.ceil(total / perPage)), per_page: perPage, total },
	});
	const wrapped = (page: unknown) => ({ success: true, data: { conversations: page } });

	it.each<[string, INodeParameters, ((page: unknown) => unknown)?]>([
		['conversation.getMany', { inboxId: byId('i1'), filterMode: 'none' }],
		['conversation.search', { query: 'x' }, wrapped],
		['contact.getMany', {}],
		['inbox.getMany', {}],
		['message.getMany', { conversationId: byId('c1') }],
		['apiRequest.send', { method: 'GET', path: '/things', pageMode: 'counting' }],
	])('%s outputs all that stay of 420 in pages of 20, each once', async (operation, parameters, form = (page) => page) => {
		let list = Array.from({ length: 420 }, (_, at) => ({ id: `r${at}`, text_body: 'x' }));
		const { baseUrl, requests } = await rig.answering(({ path, body }) => {
			const asked = body ? (JSON.parse(body) as { page?: number; display?: { page?: number } }) : {};
			const page = Number(asked.display?.page ?? asked.page ?? new URL(path, 'http://x').searchParams.get('page') ?? 1);
			const answer = counted(list.slice((page - 1) * 20, page * 20), page, 20, list.length);
			list = list.slice(1);
			return bytesOf(json(form(answer)));
		});
		const outputs = await rig.node(operation, { ...parameters, returnAll: true, options: {} }, baseUrl)();
		const ids = new Set(outputs.map(({ json }) => json.id));
		expect([list.filter(({ id }) => !ids.has(id)), outputs.length - ids.size]).toEqual([[], 0]);
		expect(requests().length).toBeLessThan(60);
	});
});

it('two records with one ID in one answer are both output', async () => {
	const data = [
		{ id: '5', type: 'message' },
		{ id: '5', type: 'note' },
	];
	const { baseUrl } = await rig.answering([bytesOf(json({ data, links: { next: null, prev: null } }))]);
	const outputs = await rig.node('message.getMany', { conversationId: byId('c1'), returnAll: true, options: { simplify: false } }, baseUrl)();
	expect(outputs.map(({ json }) => json)).toEqual(data);
});

describe('two tags of five', () => {
	const data = [
		{ id: 't1', name: 'a' },
		{ id: 't2', name: 'b' },
	];
	const getTags = async (beside: object, headers: Array<[string, string]>) => {
		const { baseUrl } = await rig.answering([
			bytesOf({ ...json({ data, ...beside }), headers: [['Content-Type', 'application/json'], ...headers] }),
		]);
		return await rig.node('tag.getMany', { returnAll: true }, baseUrl)();
	};

	it.each<[object, Array<[string, string]>]>([
		[{ message: 'Showing 1 to 2 of 5 results' }, []],
		[{ meta: { info: '1-2 of 5' } }, []],
		[{ notice: '2 of 5' }, []],
		[{ '@odata.count': 5 }, []],
		[{ tags_count: 5 }, []],
		[{ meta: { page: { of: 3 } } }, []],
		[{ marker: 'abc' }, []],
		[{}, [['X-WP-Total', '5']]],
		[{}, [['Pagination-Count', '5']]],
		[{}, [['Pagination-Total', '5']]],
		[{}, [['Pagination-Page-Count', '3']]],
		[{}, [['Total', '5']]],
	])('are an error, not the whole list, where the answer says so: %j %j', async (beside, headers) => {
		const [item] = await getTags(beside, headers);
		expect(item!.json.error).toContain('in an unexpected form');
	});

	it.each<[object, Array<[string, string]>]>([
		[{ message: 'Showing 1 to 2 of 2 results' }, []],
		[{ unread_count: 9, conversations_count: 90 }, []],
		[{ '@odata.count': 2, tags_count: 2 }, [['Total', '2']]],
		[
			{},
			[
				['X-WP-Total', '2'],
				['X-WP-TotalPages', '1'],
			],
		],
	])('are all where it does not: %j %j', async (beside, headers) => {
		expect(await getTags(beside, headers)).toHaveLength(2);
	});
});

describe('a download that is redirected', () => {
	const file = Buffer.from('the file');
	const download: INodeParameters = { method: 'GET', path: '/files/a', pageMode: 'none', options: { download: true } };
	const found = bytesOf({ status: 200, headers: [['Content-Type', 'image/png']], body: file });
	const to = (location: string) => `HTTP/1.1 302 Found\r\nLocation: ${location}\r\nContent-Length: 0\r\n\r\n`;
	const contentOf = ([item]: INodeExecutionData[]) => Buffer.from(item?.binary?.data?.data ?? '', 'base64').toString();

	it.each(['/v1/files/b', 'b', './b', '//{host}/v1/files/b', 'http://{host}/v1/files/b'])('follows a relative Location: %s', async (location) => {
		const { baseUrl, requests } = await rig.answering(({ path, headers }) =>
			path.endsWith('/b') ? found : to(location.replace('{host}', headers.host!)),
		);
		expect(contentOf(await rig.node('apiRequest.send', download, baseUrl)())).toBe('the file');
		expect(requests().map(({ path }) => path)).toEqual(['/v1/files/a', '/v1/files/b']);
	});

	it('in a loop ends with an error', async () => {
		const { baseUrl, requests } = await rig.answering(({ path }) => to(path.endsWith('/b') ? 'a' : 'b'));
		const [item] = await rig.node('apiRequest.send', download, baseUrl)();
		expect(item!.json.error).toBeDefined();
		expect(requests().length).toBeLessThan(60);
	});

	it('to another host takes no token there, over several hops', async () => {
		const other = await rig.answering(({ path }) => (path.endsWith('/c') ? found : to('c')));
		const { baseUrl } = await rig.answering([to(`http://127.0.0.1:${other.server.port}/b`)]);
		expect(contentOf(await rig.node('apiRequest.send', download, baseUrl)())).toBe('the file');
		expect(other.requests().map(({ path }) => path)).toEqual(['/b', '/c']);
		expect(JSON.stringify(other.requests())).not.toContain(TOKEN);
	});

	it('to the API takes a permit for each hop', async () => {
		const { baseUrl, requests } = await rig.answering(({ path }) => (path.endsWith('/b') ? found : to('b')));
		const run = { credential: { accessToken: TOKEN, baseUrl, requestsPerMinute: 4 }, items: Array.from({ length: 4 }, () => ({ json: {} })) };
		const began = rig.clock.now();
		const outputs = await rig.node('apiRequest.send', download, baseUrl, run)();
		expect([outputs.length, requests().length]).toEqual([4, 8]);
		expect(rig.clock.now() - began).toBeGreaterThanOrEqual(60_000);
	});

	it.each(['ftp://127.0.0.1/x', 'file:///etc/passwd', `javascript:${CUSTOMER_TEXT}`, 'http://'])(
		'to what is no web address is told as a redirect: %s',
		async (location) => {
			const { baseUrl, requests } = await rig.answering([to(location)]);
			const [item] = await rig.node('apiRequest.send', download, baseUrl)();
			expect(item!.json.error).toContain('redirect');
			expect(requests()).toHaveLength(1);
		},
	);
});
