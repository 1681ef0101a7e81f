import { byId, useNodeRig } from '../../support/nodeRig';

describe('an editor list', () => {
	const rig = useNodeRig({ conversations: 200 });
	beforeEach(async () => await rig.clock.sleep(600_000));

	const anyConversation = () =>
		[...rig.sandbox.store.conversations.values()].find(({ record }) => record.inbox_id === 'inbox_billing')!.record
			.id;

	it('sends no request while you type in a fully loaded list or reopen it within seconds', async () => {
		const parameters = { conversationId: byId(anyConversation()) };
		for (const filter of ['', 'u', 'ur', 'urg', 'urge', '']) await rig.list('tags', { parameters, filter });
		await rig.choices('tags', { parameters });
		expect(rig.sandbox.requests()).toHaveLength(2);
		await rig.clock.sleep(10_000);
		await rig.list('tags', { parameters });
		expect(rig.sandbox.requests()).toHaveLength(4);
	});

	it('shares one request with equal lists that are opened at the same time', async () => {
		const parameters = { inboxId: byId('inbox_orders') };
		await Promise.all([1, 2, 3].map(async () => await rig.list('automations', { parameters })));
		expect(rig.sandbox.requests()).toHaveLength(1);
	});

	it('sends at most seven requests for conversations, and one for other records', async () => {
		const parameters = { inboxId: byId('inbox_orders') };
		await rig.list('conversations', { parameters });
		expect(rig.sandbox.requests().length).toBeLessThanOrEqual(7);
		for (const picker of ['contacts', 'automations', 'inboxes', 'teammates'] as const) {
			rig.sandbox.reset();
			await rig.list(picker, { parameters });
			expect(rig.sandbox.requests()).toHaveLength(1);
		}
	});

	it('does not share requests between two accounts', async () => {
		const parameters = { inboxId: byId('inbox_orders') };
		for (const token of ['personal', 'colleague'] as const) {
			const credential = rig.credential({ accessToken: rig.sandbox.tokens[token] });
			expect((await rig.list('tags', { credential, parameters })).results).toHaveLength(3);
		}
		expect(rig.sandbox.requests().map(({ token }) => token)).toEqual(['personal', 'colleague']);
	});
});
