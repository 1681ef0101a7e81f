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

	it('shows a change', async () => {
		const [item] = await manual({ event: 'conversationUpdated', watchFields: ['status', 'tags'] }).poll();
		expect(item?.json.changes).toEqual({ status: { from: null, to: item?.json.status } });
	});

	it('shows a customer message', async () => {
		const [item] = await manual({ event: 'customerMessage' }).poll();
		expect(item?.json).toMatchObject({ last_message: { direction: 'Inbound' } });
	});

	it('shows a contact', async () => {
		const [item] = await manual({ event: 'contactCreated' }).poll();
		expect(item?.json).toMatchObject({ id: expect.any(String), email: expect.any(String) });
	});

	it('shows the newest contact if the list shows their creation times', async () => {
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

	it('shows the other inboxes if one fails, and fails if all do', async () => {
		rig.sandbox.fault({ kind: 'status', status: 500, times: 0, path: '/inboxes/inbox_support' });
		const [item] = await manual({ event: 'conversationCreated' }).poll();
		expect(item?.json.inbox_id).toBe('inbox_orders');
		expect((await manual({ event: 'conversationCreated', inboxIds: 'inbox_support' }).failure()).message).toContain(
			'something went wrong inside',
		);
	});

	it('reports why an inbox was not read if the others have no match', async () => {
		const [some] = rig.sandbox.store.inboxes.values();
		rig.sandbox.store.inboxes.set('inbox_empty', { ...some!, id: 'inbox_empty' });
		rig.sandbox.fault({ kind: 'status', status: 500, times: 0, path: '/inboxes/inbox_support' });
		const failure = manual({ event: 'conversationCreated', inboxIds: 'inbox_empty, inbox_support' }).failure();
		expect((await failure).message).toBe(
			'Could not check for Conversation Created in inbox inbox_support: something went wrong inside the helpdesk',
		);
	});

	it.each([
		[['inbox_support', 'inbox_orders', 'inbox_support']],
		['inbox_support, inbox_orders'],
		['={{ ["inbox_support", "inbox_orders"] }}'],
		['={{ "inbox_support," + "inbox_orders" }}'],
	])('accepts inboxes from the list or an expression, each once: %j', async (inboxIds) => {
		await manual({ event: 'conversationCreated', inboxIds }).poll();
		expect(rig.sandbox.requests().map(({ path }) => path)).toEqual(['/inboxes/inbox_support', '/inboxes/inbox_orders']);
	});

	it('reports that nothing matches', async () => {
		const [some] = rig.sandbox.store.inboxes.values();
		rig.sandbox.store.inboxes.set('inbox_empty', { ...some!, id: 'inbox_empty' });
		expect((await manual({ event: 'conversationCreated', inboxIds: 'inbox_empty' }).failure()).message).toBe(
			'Nothing in the helpdesk matches yet',
		);
	});
});
