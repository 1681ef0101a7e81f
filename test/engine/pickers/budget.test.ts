import { openChoices, openList } from '../../support/loadOptions';
import { byId } from '../../support/nodeBench';
import { startBench, type Bench } from '../../support/transport';

describe('what lists cost', () => {
	let bench: Bench;
	beforeAll(async () => {
		bench = await startBench({ conversations: 200 });
	});
	beforeEach(async () => {
		bench.sandbox.reset();
		await bench.clock.sleep(600_000);
	});
	afterAll(async () => await bench.sandbox.close());

	const credential = () => ({ accessToken: bench.sandbox.tokens.personal, baseUrl: bench.sandbox.baseUrl, requestsPerMinute: 300 });
	const anyConversation = () =>
		[...bench.sandbox.store.conversations.values()].find(({ record }) => record.inbox_id === 'inbox_billing')!.record.id;

	it('is nothing for typing in a list that is loaded whole, and for opening it again within seconds', async () => {
		const opened = { credential: credential(), parameters: { conversationId: byId(anyConversation()) } };
		for (const filter of ['', 'u', 'ur', 'urg', 'urge', '']) await openList(bench.transport, 'tags', { ...opened, filter });
		await openChoices(bench.transport, 'tags', opened);
		expect(bench.sandbox.requests()).toHaveLength(2);
		await bench.clock.sleep(10_000);
		await openList(bench.transport, 'tags', opened);
		expect(bench.sandbox.requests()).toHaveLength(4);
	});

	it('is one request for lists that are opened at the same moment', async () => {
		const opened = { credential: credential(), parameters: { inboxId: byId('inbox_orders') } };
		await Promise.all([1, 2, 3].map(async () => await openList(bench.transport, 'automations', opened)));
		expect(bench.sandbox.requests()).toHaveLength(1);
	});

	it('is at most seven requests for conversations, one for contacts, automations, inboxes and teammates', async () => {
		const opened = { credential: credential(), parameters: { inboxId: byId('inbox_orders') } };
		await openList(bench.transport, 'conversations', opened);
		expect(bench.sandbox.requests().length).toBeLessThanOrEqual(7);
		for (const picker of ['contacts', 'automations', 'inboxes', 'teammates'] as const) {
			bench.sandbox.reset();
			await openList(bench.transport, picker, opened);
			expect(bench.sandbox.requests()).toHaveLength(1);
		}
	});

	it('is asked for apart by two accounts', async () => {
		const parameters = { inboxId: byId('inbox_orders') };
		const other = { ...credential(), accessToken: bench.sandbox.tokens.colleague };
		expect((await openList(bench.transport, 'tags', { credential: credential(), parameters })).results).toHaveLength(3);
		expect((await openList(bench.transport, 'tags', { credential: other, parameters })).results).toHaveLength(3);
		expect(bench.sandbox.requests().map(({ token }) => token)).toEqual(['personal', 'colleague']);
	});

	it('comes before bulk work that waits for the limit', async () => {
		const send = bench.sender();
		const bulk = async (count: number) =>
			await Promise.all(Array.from({ length: count }, async () => await send({ method: 'GET', path: '/me' })));
		await bulk(300);
		const path = '/inboxes/inbox_orders/automations';
		const turns = jest.spyOn(bench.transport.queues, 'run');
		let all: Promise<unknown> = Promise.resolve();
		// Time stands still until the list waits behind the bulk work.
		await bench.clock.during(async () => {
			all = Promise.all([
				bulk(100),
				openList(bench.transport, 'automations', { credential: credential(), parameters: { inboxId: byId('inbox_orders') } }),
			]);
			while (!turns.mock.calls.some((call) => call[1] === path)) await new Promise(setImmediate);
		});
		await all;
		// In the order of asking it would be the last, number 400.
		const order = bench.sandbox
			.requests()
			.map((request) => request.path)
			.indexOf(path);
		expect([order < 350, bench.sandbox.requests().length]).toEqual([true, 401]);
	});
});
