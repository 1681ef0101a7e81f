import { byId, startNodeRig, type NodeRig } from '../../support/nodeRig';

describe('Get Many', () => {
	let rig: NodeRig;
	let inbox: string;
	let total: number;
	beforeAll(async () => {
		rig = await startNodeRig();
		const perInbox = new Map<string, number>();
		for (const { record } of rig.sandbox.store.conversations.values()) {
			perInbox.set(record.inbox_id, (perInbox.get(record.inbox_id) ?? 0) + 1);
		}
		[inbox, total] = [...perInbox.entries()].sort((a, b) => b[1] - a[1])[0]!;
	});
	beforeEach(() => rig.sandbox.reset());
	afterAll(async () => await rig.sandbox.close());

	const all = () => ({ inboxId: byId(inbox), filterMode: 'none', returnAll: true });
	const pagesAsked = () => rig.sandbox.requests().map(({ body }) => (body as { display: { page: number } }).display.page);

	it('returns every conversation once with one request for each hundred', async () => {
		const output = await rig.run('conversation.getMany', all());
		expect(output.length).toBe(total);
		expect(new Set(output.map(({ json }) => json.id)).size).toBe(total);
		expect(rig.sandbox.requests().length).toBe(Math.ceil(total / 100));
	});

	it('keeps the order of the server although pages are fetched in parallel', async () => {
		rig.sandbox.fault({ kind: 'slow', ms: 40, times: 2, skip: 1 });
		const output = await rig.run('conversation.getMany', { ...all(), options: { simplify: false }, sorting: { sort: 'oldest' } });
		const created = output.map(({ json }) => json.created_at as string);
		expect(created[0]).toMatch(/^20/);
		expect(created).toEqual([...created].sort());
	});

	it('fetches all pages after the first at the same time', async () => {
		rig.sandbox.settings({ latencyMs: 1_500 });
		await rig.run('conversation.getMany', all());
		const [, ...rest] = rig.sandbox.requests();
		const lastArrival = Math.max(...rest.map(({ arrivedMonotonic }) => arrivedMonotonic));
		const firstAnswer = Math.min(...rest.map(({ answeredMonotonic }) => answeredMonotonic!));
		expect(rest.length).toBe(9);
		expect(lastArrival).toBeLessThan(firstAnswer);
	});

	it('stops at the limit without fetching a page too many', async () => {
		const limited = async (limit: number) => await rig.run('conversation.getMany', { ...all(), returnAll: false, limit });
		expect((await limited(7)).length).toBe(7);
		expect((await limited(150)).length).toBe(150);
		expect(pagesAsked()).toEqual([1, 1, 2]);
	});
});
