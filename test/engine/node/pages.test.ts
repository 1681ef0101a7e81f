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
	const malformed = async (how: 'dataNotArray') => {
		rig.sandbox.fault({ kind: 'malformedPage', how, times: 0 });
		return await rig.failure('conversation.getMany', all());
	};

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

	it('sends conditions as a filter tree, several values and "any" included', async () => {
		const condition = [{ attribute: 'status', comparison: 'eq', values: 'Active, Pending' }];
		const parameters = { ...all(), filterMode: 'conditions', conditions: { condition }, combine: 'or', returnAll: false, limit: 3 };
		await rig.run('conversation.getMany', parameters);
		expect(rig.sandbox.requests()[0]!.body).toEqual({
			filters: { condition: 'or', groups: [{ attribute: 'status', comparison: 'eq', values: [{ value: 'Active' }, { value: 'Pending' }] }] },
			display: { sort: 'newest', page: 1, per_page: 3 },
		});
	});

	it('simplifies unless it is switched off', async () => {
		const one = { ...all(), returnAll: false, limit: 1 };
		const [simple] = await rig.run('conversation.getMany', one);
		const [whole] = await rig.run('conversation.getMany', { ...one, options: { simplify: false } });
		expect(Object.keys(simple!.json)).not.toContain('has_inline_attachment');
		expect(Object.keys(whole!.json)).toContain('has_inline_attachment');
	});

	it.each(['dataNotArray', 'missingData', 'missingMeta', 'truncatedJson', 'emptyBody'] as const)(
		'refuses a page that is malformed (%s) with a clear error and outputs nothing of it',
		async (how) => {
			const error = await malformed(how as 'dataNotArray');
			expect(error.message).toMatch(
				/^Could not get many conversations: (the helpdesk answered in an unexpected form|a web page came back instead of data)$/,
			);
		},
	);

	it('reads contacts by their own page size name', async () => {
		const output = await rig.run('contact.getMany', { returnAll: false, limit: 120 });
		expect(output.length).toBe(120);
		expect(rig.sandbox.requests().map(({ query }) => query)).toEqual([
			{ page: '1', per_page: '100' },
			{ page: '2', per_page: '100' },
		]);
	});
});
