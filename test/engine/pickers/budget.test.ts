import { byId, useNodeRig } from '../../support/nodeRig';
import { Cache } from '../../../transport/cache';
import { VirtualClock } from '../../support/virtualClock';

describe('a dropdown', () => {
	const rig = useNodeRig({ conversations: 200 });
	beforeEach(async () => await rig.clock.sleep(600_000));

	const anyConversation = () =>
		rig.conversations().find(({ record }) => record.inbox_id === 'inbox_billing')!.record.id;

	it('sends no request while you type in a fully loaded dropdown or reopen it within seconds', async () => {
		const parameters = { conversationId: byId(anyConversation()) };
		for (const filter of ['', 'u', 'ur', 'urg', 'urge', '']) await rig.list('tags', { parameters, filter });
		await rig.choices('tags', { parameters });
		expect(rig.requests()).toHaveLength(2);
		await rig.clock.sleep(10_000);
		await rig.list('tags', { parameters });
		expect(rig.requests()).toHaveLength(4);
	});

	it('shares one request with equal dropdowns that are opened at the same time', async () => {
		const parameters = { inboxId: byId('inbox_orders') };
		await Promise.all([1, 2, 3].map(async () => await rig.list('automations', { parameters })));
		expect(rig.requests()).toHaveLength(1);
	});

	it('sends at most seven requests for conversations, and one for other records', async () => {
		const parameters = { inboxId: byId('inbox_orders') };
		await rig.list('conversations', { parameters });
		expect(rig.requests().length).toBeLessThanOrEqual(7);
		for (const picker of ['contacts', 'automations', 'inboxes', 'teammates'] as const) {
			rig.sandbox.reset();
			await rig.list(picker, { parameters });
			expect(rig.requests()).toHaveLength(1);
		}
	});

	it('does not share requests between two accounts', async () => {
		const parameters = { inboxId: byId('inbox_orders') };
		for (const token of ['personal', 'colleague'] as const) {
			const credential = rig.credential({ accessToken: rig.sandbox.tokens[token] });
			expect((await rig.list('tags', { credential, parameters })).results).toHaveLength(3);
		}
		expect(rig.requests().map(({ token }) => token)).toEqual(['personal', 'colleague']);
	});
});

describe('the look-up cache', () => {
	const clock = new VirtualClock();
	const wanted = { maxAgeMs: 5_000 };
	let calls: number;
	const ask = async () => (calls += 1);
	beforeEach(() => (calls = 0));

	it('shares a pending request within a run, not with other runs', async () => {
		const cache = new Cache(clock);
		const one = { ...wanted, signal: new AbortController().signal };
		const other = { ...wanted, signal: new AbortController().signal };
		let drop: (error: Error) => void = () => {};
		const dropped = cache.recall('a', one, () => new Promise((_, reject) => (drop = reject)));
		const inSameRun = cache.recall('a', one, ask);
		const inOtherRun = cache.recall('a', other, ask);
		drop(new Error('dropped'));
		await expect(dropped).rejects.toThrow('dropped');
		await expect(inSameRun).rejects.toThrow('dropped');
		expect(await inOtherRun).toBe(1);
		expect(await cache.recall('a', one, ask)).toBe(1);
	});

	it('is limited in size, and forgets values unused for ten minutes', async () => {
		const cache = new Cache(clock);
		for (let index = 0; index < 10_500; index += 1) cache.learn(`k${index}`, index);
		expect(cache.size).toBe(10_000);
		expect(await cache.recall('k10499', wanted, ask)).toBe(10_499);
		expect(await cache.recall('k0', wanted, ask)).toBe(1);
		await clock.sleep(600_000);
		cache.learn('new', 'x');
		expect(cache.size).toBe(1);
	});
});
