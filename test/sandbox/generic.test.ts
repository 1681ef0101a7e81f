import { pleasantWorld } from '../../contract/worlds';
import type { Call } from '../../sandbox/call';
import { contractApi, type ContractApi, type ContractRoute } from '../../sandbox/contractRoutes';
import { genericAnswer } from '../../sandbox/generic';
import { type Envelope, readAll, readAnyList, type Send } from '../../transport';
import { pageIn } from '../../transport/paging';

let api: ContractApi;
beforeAll(async () => (api = await contractApi()));

function ask(route: ContractRoute, query: Record<string, unknown> = {}) {
	return genericAnswer(route, {
		query,
		settings: { world: pleasantWorld },
		url: 'http://helpdesk.example/v1',
	} as Call);
}

describe('an endpoint without a handler', () => {
	it.each([
		['listUsers', [20, 45]],
		['listContacts', [20, 45]],
		['listMyConversations', [45, undefined]],
	])('%s returns pages only if the endpoint has a page parameter', (operationId, expected) => {
		const route = api.routes.find((each) => each.operationId === operationId)!;
		const { data, meta } = ask(route, { page: 1, 'per-page': 20 }) as { data: unknown[]; meta?: { total: number } };
		expect([data.length, meta?.total]).toEqual(expected);
	});

	it('returns records with the fields from both parts of their schema', () => {
		const route = api.routes.find((each) => each.operationId === 'listContacts')!;
		expect((ask(route, { page: 1 }) as { data: unknown[] }).data[0]).toHaveProperty('email');
	});

	it.each<[string, Envelope | 'any']>([
		['listContacts', 'counting'],
		['listInboxTags', 'simple'],
		['search', 'wrapped'],
		['listUsers', 'any'],
		['listMyConversations', 'any'],
		['listMessages', 'any'],
	])('%s returns each record exactly once over all pages', async (operationId, form) => {
		const route = api.routes.find((each) => each.operationId === operationId)!;
		const send: Send = async ({ query }) => ({
			status: 200,
			headers: {},
			body: ask(route, { ...(query as object), 'per-page': 20 }),
		});
		const listing = {
			request: { method: 'GET', path: route.path },
			atPage: pageIn.query,
			limit: Infinity,
		} as const;
		const ids: unknown[] = [];
		for await (const record of form === 'any'
			? readAnyList(send, listing)
			: readAll(send, { ...listing, envelope: form }))
			ids.push((record as { id: string }).id);
		expect(ids).toHaveLength(45);
		expect(new Set(ids).size).toBe(45);
	});
});
