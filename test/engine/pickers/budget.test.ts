import { openChoices, openList } from '../../support/loadOptions';
import { byId } from '../../support/nodeRig';
import { startRig, type Rig } from '../../support/transport';

describe('what lists cost', () => {
	let rig: Rig;
	beforeAll(async () => {
		rig = await startRig({ conversations: 200 });
	});
	beforeEach(async () => {
		rig.sandbox.reset();
		await rig.clock.sleep(600_000);
	});
	afterAll(async () => await rig.sandbox.close());

	const credential = () => ({ accessToken: rig.sandbox.tokens.personal, baseUrl: rig.sandbox.baseUrl, requestsPerMinute: 300 });
	const anyConversation = () => [...rig.sandbox.store.conversations.values()].find(({ record }) => record.inbox_id === 'inbox_billing')!.record.id;

	it('is nothing for typing in a list that is loaded whole, and for opening it again within seconds', async () => {
		const opened = { credential: credential(), parameters: { conversationId: byId(anyConversation()) } };
		for (const filter of ['', 'u', 'ur', 'urg', 'urge', '']) await openList(rig.transport, 'tags', { ...opened, filter });
		await openChoices(rig.transport, 'tags', opened);
		expect(rig.sandbox.requests()).toHaveLength(2);
		await rig.clock.sleep(10_000);
		await openList(rig.transport, 'tags', opened);
		expect(rig.sandbox.requests()).toHaveLength(4);
	});

	it('is one request for lists that are opened at the same moment', async () => {
		const opened = { credential: credential(), parameters: { inboxId: byId('inbox_orders') } };
		await Promise.all([1, 2, 3].map(async () => await openList(rig.transport, 'automations', opened)));
		expect(rig.sandbox.requests()).toHaveLength(1);
	});

	it('is at most seven requests for conversations, one for contacts, automations, inboxes and teammates', async () => {
		const opened = { credential: credential(), parameters: { inboxId: byId('inbox_orders') } };
		await openList(rig.transport, 'conversations', opened);
		expect(rig.sandbox.requests().length).toBeLessThanOrEqual(7);
		for (const picker of ['contacts', 'automations', 'inboxes', 'teammates'] as const) {
			rig.sandbox.reset();
			await openList(rig.transport, picker, opened);
			expect(rig.sandbox.requests()).toHaveLength(1);
		}
	});

	it('is asked for apart by two accounts', async () => {
		const parameters = { inboxId: byId('inbox_orders') };
		const other = { ...credential(), accessToken: rig.sandbox.tokens.colleague };
		expect((await openList(rig.transport, 'tags', { credential: credential(), parameters })).results).toHaveLength(3);
		expect((await openList(rig.transport, 'tags', { credential: other, parameters })).results).toHaveLength(3);
		expect(rig.sandbox.requests().map(({ token }) => token)).toEqual(['personal', 'colleague']);
	});

	it('comes before bulk work that waits for the limit', async () => {
		const send = rig.sender();
		const bulk = async (count: number) =>
			await Promise.all(Array.from({ length: count }, async () => await send({ method: 'GET', path: '/me' })));
		await bulk(300);
		const path = '/inboxes/inbox_orders/automations';
		const turns = jest.spyOn(rig.transport.queues, 'run');
		let all: Promise<unknown> = Promise.resolve();
		// Time stands still until the list waits behind the bulk work.
		await rig.clock.during(async () => {
			all = Promise.all([
				bulk(100),
				openList(rig.transport, 'automations', { credential: credential(), parameters: { inboxId: byId('inbox_orders') } }),
			]);
			while (!turns.mock.calls.some((call) => call[1] === path)) await new Promise(setImmediate);
		});
		await all;
		// In the order of asking it would be the last, number 400.
		const order = rig.sandbox
			.requests()
			.map((request) => request.path)
			.indexOf(path);
		expect([order < 350, rig.sandbox.requests().length]).toEqual([true, 401]);
	});
});
