import { pleasantWorld } from '../../contract/worlds';
import type { Call } from '../../sandbox/call';
import { contractApi, type ContractApi, type ContractRoute } from '../../sandbox/contractRoutes';
import { genericAnswer } from '../../sandbox/generic';
import { readAll, readAnyList, type Envelope, type Send } from '../../transport';
import { pageIn } from '../../transport/pageIn';

let api: ContractApi;
beforeAll(async () => (api = await contractApi()));

/** What a request of an endpoint is answered without anything that simulates it. */
function ask(route: ContractRoute, query: Record<string, unknown> = {}): unknown {
	return genericAnswer(route, { query, settings: { world: pleasantWorld }, url: 'http://helpdesk.example/v1' } as Call);
}

describe('without anything that simulates it', () => {
	it('every endpoint is answered in the form that the contract promises', () => {
		for (const route of api.routes) {
			const { errors } = api.validator.validateResponse(ask(route, { page: 1 }), route.operation, route.success);
			expect([route.operationId, errors]).toEqual([route.operationId, null]);
		}
	});

	it.each([
		['listUsers', [20, 45]],
		['listContacts', [20, 45]],
		['listMyConversations', [45, undefined]],
	])('%s comes in pages just where the endpoint takes one', (operationId, expected) => {
		const route = api.routes.find((each) => each.operationId === operationId)!;
		const { data, meta } = ask(route, { page: 1, 'per-page': 20 }) as { data: unknown[]; meta?: { total: number } };
		expect([data.length, meta?.total]).toEqual(expected);
	});

	it.each<[string, Envelope | 'any']>([
		['listContacts', 'counting'],
		['listInboxTags', 'simple'],
		['search', 'wrapped'],
		['listUsers', 'any'],
		['listMyConversations', 'any'],
		['listMessages', 'any'],
	])('%s gives each of its records once, read to the end', async (operationId, form) => {
		const route = api.routes.find((each) => each.operationId === operationId)!;
		const send: Send = async ({ query }) => ({ status: 200, headers: {}, body: ask(route, { ...(query as object), 'per-page': 20 }) });
		const listing = { request: { method: 'GET', path: route.path }, atPage: pageIn.query, limit: Infinity } as const;
		const ids: unknown[] = [];
		for await (const record of form === 'any' ? readAnyList(send, listing) : readAll(send, { ...listing, envelope: form }))
			ids.push((record as { id: string }).id);
		expect(ids).toHaveLength(45);
		expect(new Set(ids).size).toBe(45);
	});
});

describe('what is made up for a schema', () => {
	const made = (schema: object, paged = false) => {
		const operation = { responses: { 200: { content: { 'application/json': { schema } } } } };
		return ask({ operation, success: 200, paged } as unknown as ContractRoute);
	};
	const object = (field: object) => ({ type: 'object', properties: { field } });

	it.each<[object, unknown]>([
		[{ type: 'string' }, 'Example'],
		[{ type: 'string', format: 'email' }, 'someone@example.com'],
		[{ type: 'string', format: 'date-time' }, '2026-01-01T09:00:00Z'],
		[{ type: 'string', format: 'uri' }, 'https://example.com'],
		[{ type: 'string', format: 'odd' }, 'Example'],
		[{ type: 'string', example: '' }, ''],
		[{ type: ['string', 'null'] }, null],
		[{ type: 'boolean' }, false],
		[{ type: 'integer' }, 0],
		[{ type: 'number' }, 0],
		[{ type: 'array' }, []],
		[{ type: 'array', items: { type: 'boolean' } }, [false]],
		[object({ type: 'number' }), { field: 0 }],
		[{ allOf: [object({ type: 'string' }), { properties: { other: { type: 'boolean' } } }] }, { field: 'Example', other: false }],
		[
			{ allOf: [object({ properties: { a: { type: 'string' } } }), object({ properties: { b: { type: 'string' } } })] },
			{ field: { a: 'Example', b: 'Example' } },
		],
	])('%j', (field, expected) => {
		expect(made(object(field))).toEqual({ field: expected });
	});

	it('a record of no known form has an id, a name and a message', () => {
		expect(made({})).toEqual({ data: { id: 'example_1', name: 'Example 1', message: 'Done.' } });
	});

	it('a list has forty-five records of its schema, with ids and names of their own', () => {
		const { data } = made({ type: 'array', items: object({ type: 'number' }) }) as { data: unknown[] };
		expect([data.length, data[0], data[44]]).toEqual([
			45,
			{ id: 'example_1', name: 'Example 1', field: 0 },
			{ id: 'example_45', name: 'Example 45', field: 0 },
		]);
	});

	it('a page has the records that its data names, also in a part of the schema', () => {
		const pageOf = (meta: object) =>
			made({ properties: { data: { allOf: [{ items: object({ type: 'number' }) }] }, meta } }) as { data: object[]; meta: object };
		const counting = pageOf({ properties: { last_page: {} } });
		expect([counting.data.length, counting.data[0], 'last_page' in counting.meta]).toEqual([
			20,
			{ id: 'example_1', name: 'Example 1', field: 0 },
			true,
		]);
		expect(pageOf({ properties: {} }).meta).not.toHaveProperty('last_page');
	});
});
