import { endpointOf, methodAndPath } from '../../../nodes/shared/endpoint';
import { resources } from '../../../nodes/Helpdesk/resources';
import { anyList } from '../../../nodes/Helpdesk/run/outputs';
import type { Send } from '../../../transport';
import { byId, startNodeRig, type NodeRig } from '../../support/nodeRig';
import { operationAt, operations, withEndpoint } from '../../support/operations';
import { samples } from '../../support/samples';

const provisional = withEndpoint.filter(([, , { provisional }]) => provisional).map(([key, , endpoint]) => [key, methodAndPath(endpoint)] as const);
const lists = withEndpoint.filter(([, , { provisional, readOnly, paged }]) => provisional && readOnly && paged).map(([key]) => key);
const withInstead = operations.flatMap(([key, { instead }]) => (instead ? [[key, instead] as const] : []));

describe('an operation whose endpoint is not confirmed', () => {
	let rig: NodeRig;
	beforeAll(async () => (rig = await startNodeRig({ conversations: 60 })));
	beforeEach(() => rig.sandbox.reset());
	afterAll(async () => await rig.sandbox.close());

	const typical = (key: string) => samples[key]!(rig.sandbox).parameters;

	it.each(provisional)('%s says so where the helpdesk does not have it, and leads to the API Request', async (key, endpoint) => {
		rig.sandbox.reset({ world: { provisionalEndpoints: 'none' } });
		// Otherwise it looks for the tag first.
		const parameters = key === 'tag.create' ? { ...typical(key), options: { ifTagExists: 'create' } } : typical(key);
		rig.sandbox.fault({ kind: 'status', status: 405, skip: 1 });
		const [missing, otherMethod] = [await rig.failure(key, parameters), await rig.failure(key, parameters)];
		expect(rig.sandbox.requests().map(({ status }) => status)).toEqual([404, 405]);
		for (const { message, description } of [missing, otherMethod]) {
			expect(message).toMatch(/^Could not .+: this endpoint is not confirmed for this service, and the helpdesk does not know it$/);
			expect(description).toMatch(new RegExp(`${endpoint.replace(/\{\w+\}/g, '[^/ ]+')} is provisional: it is not in the API documentation`));
			expect(description).toContain("do it with 'Resource' set to API Request: 'Method', 'Path' and 'Body (JSON)'");
		}
		const asksByNothing = endpoint.startsWith('GET ') && !endpoint.includes('{');
		expect([missing.description!.includes('check the ID'), otherMethod.description!.includes('check the ID')]).toEqual([!asksByNothing, false]);
	});

	it.each(withInstead)('%s leads first to what the API documentation has in its place', async (key, instead) => {
		rig.sandbox.reset({ world: { provisionalEndpoints: 'none' } });
		const { description } = await rig.failure(key, typical(key));
		expect(description).toContain(`In its place: ${instead}. Or look up how your helpdesk does this`);
	});

	it('has in its place an operation that there is, and that is in the API documentation', () => {
		expect(withInstead.length).toBeGreaterThanOrEqual(10);
		for (const [, instead] of withInstead) {
			const [, resource, operation] = /^([\w ]+) → ([\w ]+), /.exec(instead) ?? [];
			const named = resources.find(({ name }) => name === resource)?.operations.find(({ name }) => name === operation);
			expect([instead, named && endpointOf(named)?.provisional]).toEqual([instead, undefined]);
			expect(named).toBeDefined();
		}
	});

	it('that was seen to work once says of a missing record only that it is not found, on this helpdesk alone', async () => {
		const parameters = typical('savedReply.delete');
		const missing = { ...parameters, savedReplyId: byId('missing1') };
		expect((await rig.failure('savedReply.delete', missing)).message).toContain('not confirmed');
		await rig.run('savedReply.delete', parameters);
		const { message, description } = await rig.failure('savedReply.delete', missing);
		expect(message).toMatch(/^Could not delete saved reply: not found/);
		expect(`${message} ${description}`).not.toMatch(/endpoint|confirmed|provisional|API Request/);
		const other = await startNodeRig();
		other.transport = rig.transport;
		expect((await other.failure('savedReply.delete', missing)).message).toContain('not confirmed');
		expect((await rig.failure('savedReply.update', { ...missing, updateFields: { name: 'x' } })).message).toContain('not confirmed');
		await other.sandbox.close();
	});

	it('that is documented does not speak of it', async () => {
		rig.sandbox.fault({ kind: 'status', status: 404 });
		const { message, description } = await rig.failure('conversation.get', typical('conversation.get'));
		expect(`${message} ${description}`).not.toMatch(/confirmed|provisional/);
	});
});

describe('a list of which nobody has seen an answer', () => {
	const read = async (body: unknown, input: object, output = anyList()) => {
		const send = (async () => ({ status: 200, headers: {}, body })) as Send;
		const never = async () => undefined;
		const items = await output({
			send,
			lookup: undefined as never,
			request: { method: 'GET', path: '/x' },
			timezone: 'UTC',
			input: { simplify: false, ...input },
			toBinary: never,
			readFile: never as never,
			sleep: never,
			now: () => 0,
			origin: '',
			run: {},
		});
		return items.map(({ json }) => json.id);
	};
	const rows = [{ id: 'a' }, { id: 'b' }, { id: 'c' }];

	it('is there, for the tags of the organization among others', () => expect(lists).toContain('tag.getMany'));

	it.each(lists)('%s takes it whole where it has no pages', async (key) => {
		for (const body of [rows, { data: rows }]) {
			expect(await read(body, { returnAll: true }, operationAt(key).output)).toEqual(['a', 'b', 'c']);
			expect(await read(body, { returnAll: false, limit: 2 }, operationAt(key).output)).toEqual(['a', 'b']);
		}
	});

	it.each(lists)('%s refuses it with the form of its pages, and gives one answer with Return All off', async (key) => {
		for (const body of [
			{ data: rows, meta: { cursor: 'x' } },
			{ data: rows, next_cursor: 'x' },
			{ data: rows, links: { more: 'x' } },
		]) {
			await expect(read(body, { returnAll: true }, operationAt(key).output)).rejects.toThrow(/form that is not known, \{data: list of 3/);
			expect(await read(body, { returnAll: false, limit: 2 }, operationAt(key).output)).toEqual(['a', 'b']);
		}
	});

	it('is refused with the form of the answer where there is no list', async () => {
		await expect(read({ items: { id: 1 } }, { returnAll: false, limit: 2 })).rejects.toThrow('got {items: {id: number}}');
	});
});
