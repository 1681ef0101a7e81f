import type { INodeParameters } from 'n8n-workflow';

import { byId } from '../../support/locator';
import { bytesOf } from './support/reply';
import { json } from './support/helpdesk';
import type { RawRequest } from '../../support/rawServer';
import { HostileRig } from './support/hostileRig';

const rig = new HostileRig();

describe('endless pages', () => {
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

	it('a list whose "next" never ends is not read forever', async () => {
		const outputs = await endless('apiRequest.send', tags, (number) => ({
			data: [{ name: 'same' }],
			links: { next: 'https://x/?page=2' },
			meta: { current_page: number },
		}));
		expect(outputs[0]!.json.error).toBeDefined();
	});

	it('a list that claims a million million pages is not read forever', async () => {
		const outputs = await endless('conversation.getMany', inbox, (number) => ({
			data: [{ name: 'same' }],
			links: {},
			meta: { current_page: number, last_page: 1e12 },
		}));
		expect(outputs[0]!.json.error).toBeDefined();
	});

	it('records with "id": null are all output', async () => {
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

	it.each([[''], [true]])('a last page of %j is an error', async (last_page) => {
		const { baseUrl } = await rig.answering([
			bytesOf(json({ data: [{ id: 'c1' }], links: { next: 'https://x/?page=2' }, meta: { current_page: 1, last_page } })),
		]);
		const [item] = await rig.node('conversation.getMany', inbox, baseUrl)();
		expect(item!.json.error).toBeDefined();
	});
});

describe('a list that loses its first record after each answer', () => {
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
		['unconfirmed.inboxGetMany', {}],
		['message.getMany', { conversationId: byId('c1') }],
		['apiRequest.send', { method: 'GET', path: '/things', pageMode: 'counting' }],
	])('%s outputs every remaining record of 420 once', async (operation, parameters, form = (page) => page) => {
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
