import { byId, startNodeBench, type NodeBench } from '../../support/nodeBench';
import { unconfirmedList } from '../../../nodes/Helpdesk/run/unconfirmedList';
import type { Send } from '../../../transport';

describe('an operation whose endpoint is not confirmed', () => {
	let bench: NodeBench;
	beforeAll(async () => (bench = await startNodeBench({ conversations: 60 })));
	beforeEach(() => bench.sandbox.reset({ provisional: false }));
	afterAll(async () => await bench.sandbox.close());

	it('says so where the helpdesk does not have it, and leads to the API Request', async () => {
		const error = await bench.failure('tag.getMany', { returnAll: false, limit: 3 });
		expect(error.message).toContain('not confirmed for this service');
		expect(error.description).toContain('GET /settings/tags is provisional');
		expect(error.description).toContain('API Request');
		bench.sandbox.reset();
		bench.sandbox.fault({ kind: 'status', status: 405, times: 0 });
		expect((await bench.failure('tag.delete', { tagId: byId('tag_bug') })).message).toContain('not confirmed for this service');
	});
});

describe('a list of which nobody has seen an answer', () => {
	const read = async (body: unknown, input: object) => {
		const send = (async () => ({ status: 200, headers: {}, body })) as Send;
		const never = async () => undefined;
		const items = await unconfirmedList()({ send, request: { method: 'GET', path: '/x' }, input: { ...input }, toBinary: never, sleep: never });
		return items.map(({ json }) => json.id);
	};
	const rows = [{ id: 'a' }, { id: 'b' }, { id: 'c' }];

	it.each([[rows], [{ data: rows }]])('is taken whole where it has no pages', async (body) => {
		expect(await read(body, { returnAll: true })).toEqual(['a', 'b', 'c']);
		expect(await read(body, { returnAll: false, limit: 2 })).toEqual(['a', 'b']);
	});

	it.each([[{ data: rows, meta: { cursor: 'x' } }], [{ data: rows, next_cursor: 'x' }]])('is refused with the form of its pages, and gives one answer with Return All off', async (body) => {
		await expect(read(body, { returnAll: true })).rejects.toThrow(/form that is not known, \{data: list of 3/);
		expect(await read(body, { returnAll: false, limit: 2 })).toEqual(['a', 'b']);
	});

	it('is refused with the form of the answer where there is no list', async () => {
		await expect(read({ items: { id: 1 } }, { returnAll: false, limit: 2 })).rejects.toThrow('got {items: {id: number}}');
	});
});
