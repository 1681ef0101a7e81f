import { openChoices, openList } from '../../support/loadOptions';
import { byId } from '../../support/nodeRig';
import { startRig, type Rig } from '../../support/transport';

describe('the number of requests of an editor list', () => {
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

	it('is zero for typing in a fully loaded list, and for opening it again within seconds', async () => {
		const opened = { credential: credential(), parameters: { conversationId: byId(anyConversation()) } };
		for (const filter of ['', 'u', 'ur', 'urg', 'urge', '']) await openList(rig.transport, 'tags', { ...opened, filter });
		await openChoices(rig.transport, 'tags', opened);
		expect(rig.sandbox.requests()).toHaveLength(2);
		await rig.clock.sleep(10_000);
		await openList(rig.transport, 'tags', opened);
		expect(rig.sandbox.requests()).toHaveLength(4);
	});

	it('is one for lists that are opened at the same time', async () => {
		const opened = { credential: credential(), parameters: { inboxId: byId('inbox_orders') } };
		await Promise.all([1, 2, 3].map(async () => await openList(rig.transport, 'automations', opened)));
		expect(rig.sandbox.requests()).toHaveLength(1);
	});

	it('is at most seven for conversations, and one for other lists', async () => {
		const opened = { credential: credential(), parameters: { inboxId: byId('inbox_orders') } };
		await openList(rig.transport, 'conversations', opened);
		expect(rig.sandbox.requests().length).toBeLessThanOrEqual(7);
		for (const picker of ['contacts', 'automations', 'inboxes', 'teammates'] as const) {
			rig.sandbox.reset();
			await openList(rig.transport, picker, opened);
			expect(rig.sandbox.requests()).toHaveLength(1);
		}
	});

	it('is not shared between two accounts', async () => {
		const parameters = { inboxId: byId('inbox_orders') };
		const other = { ...credential(), accessToken: rig.sandbox.tokens.colleague };
		expect((await openList(rig.transport, 'tags', { credential: credential(), parameters })).results).toHaveLength(3);
		expect((await openList(rig.transport, 'tags', { credential: other, parameters })).results).toHaveLength(3);
		expect(rig.sandbox.requests().map(({ token }) => token)).toEqual(['personal', 'colleague']);
	});
});
