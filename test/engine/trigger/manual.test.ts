import { startTriggerRig, type TriggerRig } from './support/triggerRig';

describe('a test run of the trigger in the editor', () => {
	let rig: TriggerRig;
	beforeAll(async () => {
		rig = await startTriggerRig();
	});
	beforeEach(() => rig.sandbox.reset());
	afterAll(async () => await rig.sandbox.close());

	const manual = (parameters: object) => rig.trigger({ mode: 'manual', parameters: { inboxIds: 'inbox_support, inbox_orders', ...parameters } });

	it('shows the newest conversation of all inboxes and changes no state', async () => {
		await rig.minute();
		const { record } = rig.arrives({ inboxId: 'inbox_orders' });
		const trigger = manual({ event: 'conversationCreated' });
		expect(await trigger.poll()).toEqual([
			{ json: expect.objectContaining({ id: record.id, subject: 'Hello', contact_email: expect.stringContaining('@') }) },
		]);
		expect(await trigger.poll()).toHaveLength(1);
		expect(trigger.staticData).toEqual({});
	});

	it.each(['upTo100', 'clamp20', 'refuseOver50'] as const)(
		'looks at the newest 100 of an inbox, however few the helpdesk serves at once: %s',
		async (pageSize) => {
			const small = await startTriggerRig({ conversations: 200, world: { newestGoesBy: 'updated', pageSize } });
			try {
				const { record } = small.arrives({ inboxId: 'inbox_support' });
				const older = [...small.sandbox.store.conversations.values()].filter(
					(each) => each.record.inbox_id === 'inbox_support' && each.record.id !== record.id,
				);
				await small.minute();
				const later = new Date(small.sandbox.store.now()).toISOString();
				older.slice(0, 90).forEach((each) => Object.assign(each.record, { updated_at: later }));
				const options = { mode: 'manual', parameters: { event: 'conversationCreated', inboxIds: 'inbox_support' } } as const;
				const [item] = await small.trigger(options).poll();
				expect([older.length >= 90, item?.json.id]).toEqual([true, record.id]);
				expect(small.sandbox.requests().length).toBeLessThanOrEqual(7);
			} finally {
				await small.sandbox.close();
			}
		},
	);

	it('shows what a change looks like', async () => {
		const [item] = await manual({ event: 'conversationUpdated', watchFields: ['status', 'tags'] }).poll();
		expect(item?.json.changes).toEqual({ status: { from: null, to: item?.json.status } });
	});

	it('shows a customer message', async () => {
		const [item] = await manual({ event: 'customerMessage' }).poll();
		expect(item?.json).toMatchObject({ last_message: { direction: 'incoming' } });
	});

	it('shows a contact', async () => {
		const [item] = await manual({ event: 'contactCreated' }).poll();
		expect(item?.json).toMatchObject({ id: expect.any(String), email: expect.any(String) });
	});

	it('shows the newest contact where the list shows when they were created: the oldest was shown', async () => {
		const contacts = rig.sandbox.store.contactsOf('org_acme');
		contacts.forEach((contact, index) => Object.assign(contact, { created_at: new Date(Date.UTC(2026, 0, 1) + index * 1_000).toISOString() }));
		const [item] = await manual({ event: 'contactCreated', options: { simplify: false } }).poll();
		expect(item?.json.created_at).toBe(new Date(Date.UTC(2026, 0, 1) + (contacts.length - 1) * 1_000).toISOString());
	});

	it('does not fail for one missing inbox of two', async () => {
		const [item] = await manual({ event: 'conversationCreated', inboxIds: 'inbox_gone, inbox_orders' }).poll();
		expect(item?.json.inbox_id).toBe('inbox_orders');
		expect((await manual({ event: 'conversationCreated', inboxIds: 'inbox_gone' }).failure()).message).toContain('not found');
	});

	it('shows what the other inboxes have where one is out of order, and fails where all are', async () => {
		rig.sandbox.fault({ kind: 'status', status: 500, times: 0, path: '/inboxes/inbox_support' });
		const [item] = await manual({ event: 'conversationCreated' }).poll();
		expect(item?.json.inbox_id).toBe('inbox_orders');
		expect((await manual({ event: 'conversationCreated', inboxIds: 'inbox_support' }).failure()).message).toContain(
			'something went wrong inside',
		);
	});

	it('says why an inbox was not read where the others have nothing that matches', async () => {
		const [some] = rig.sandbox.store.inboxes.values();
		rig.sandbox.store.inboxes.set('inbox_empty', { ...some!, id: 'inbox_empty' });
		rig.sandbox.fault({ kind: 'status', status: 500, times: 0, path: '/inboxes/inbox_support' });
		const failure = manual({ event: 'conversationCreated', inboxIds: 'inbox_empty, inbox_support' }).failure();
		expect((await failure).message).toBe('Could not look for new conversations in inbox inbox_support: something went wrong inside the helpdesk');
	});

	it.each([
		[['inbox_support', 'inbox_orders', 'inbox_support']],
		['inbox_support, inbox_orders'],
		['={{ ["inbox_support", "inbox_orders"] }}'],
		['={{ "inbox_support," + "inbox_orders" }}'],
	])('takes inboxes from the list or by an expression, each once: %j', async (inboxIds) => {
		await manual({ event: 'conversationCreated', inboxIds }).poll();
		expect(rig.sandbox.requests().map(({ path }) => path)).toEqual(['/inboxes/inbox_support', '/inboxes/inbox_orders']);
	});

	it('says so when nothing matches', async () => {
		const [some] = rig.sandbox.store.inboxes.values();
		rig.sandbox.store.inboxes.set('inbox_empty', { ...some!, id: 'inbox_empty' });
		expect((await manual({ event: 'conversationCreated', inboxIds: 'inbox_empty' }).failure()).message).toBe(
			'Nothing in the helpdesk matches yet',
		);
	});
});
