import { byId, useNodeRig } from '../../support/nodeRig';

describe('a dropdown', () => {
	const rig = useNodeRig({ conversations: 240 });
	beforeEach(async () => await rig.clock.sleep(60_000));

	const sent = () => rig.sandbox.requests().map(({ method, path }) => `${method} ${path}`);
	const conversationIn = (inboxId: string) =>
		[...rig.sandbox.store.conversations.values()].find(({ record }) => record.inbox_id === inboxId)!.record;

	it('offers my five conversations first, then the newest of their inboxes, once each', async () => {
		const { results } = await rig.list('conversations');
		const mine = [...rig.sandbox.store.conversations.values()]
			.filter(({ record }) => record.assignable_id === 'user_ada')
			.sort((a, b) => (a.record.last_message_created_at < b.record.last_message_created_at ? 1 : -1))
			.slice(0, 5)
			.map(({ record }) => ({
				name: `#${record.ticket_id} ${record.subject} (${record.contact.name})`,
				value: record.id,
			}));
		expect(results.slice(0, 5)).toEqual(mine);
		expect(results.length).toBeGreaterThanOrEqual(100);
		expect(new Set(results.map(({ value }) => value)).size).toBe(results.length);
	});

	it('finds a conversation by words of its subject, by ticket number and by customer', async () => {
		const { record } = [...rig.sandbox.store.conversations.values()]
			.filter(({ record }) => record.assignable_id === 'user_ada')
			.at(-1)!;
		const bySubject = await rig.list('conversations', { filter: ` ${record.subject.toUpperCase()}` });
		expect(bySubject.results.map(({ value }) => value)).toContain(record.id);
		expect(bySubject.results.every(({ name }) => name.includes(record.subject))).toBe(true);
		const byNumber = await rig.list('conversations', { filter: String(record.ticket_id) });
		expect(byNumber.results.map(({ value }) => value)).toContain(record.id);
		const byCustomer = await rig.list('conversations', { filter: String(record.contact.name).toLowerCase() });
		expect(byCustomer.results.map(({ value }) => value)).toContain(record.id);
	});

	it('shows recent conversations with the typed words, then older ones found by the helpdesk, once each', async () => {
		const known = (await rig.list('conversations')).results.map(({ value }) => value);
		const all = [...rig.sandbox.store.conversations.values()].map(({ record }) => record);
		const recent = all.find(({ id }) => id === known[3])!;
		const old = all.find(({ id, inbox_id: inboxId }) => inboxId && !known.includes(id))!;
		for (const record of [recent, old]) record.subject = 'A pump of old';
		const shown = [recent, old].map(({ id, ticket_id: number, contact }) => ({
			name: `#${number} A pump of old (${contact.name})`,
			value: id,
		}));
		await rig.clock.sleep(60_000);
		expect((await rig.list('conversations', { filter: 'pump of' })).results).toEqual(shown);
		expect((await rig.list('conversations', { filter: '#pump of' })).results).toEqual(shown);
		expect(sent().filter((each) => each === 'POST /search')).toHaveLength(1);
	});

	it('shows the conversation with the typed number before others with that number in their texts', async () => {
		const { results } = await rig.list('conversations');
		const [first, last] = [results[0]!, results.at(-1)!].map(
			({ value }) => rig.sandbox.store.conversations.get(String(value))!.record,
		);
		first!.subject = `Order ${last!.ticket_id}`;
		await rig.clock.sleep(60_000);
		const typed = await rig.list('conversations', { filter: `${last!.ticket_id}` });
		expect(typed.results.map(({ value }) => value).slice(0, 2)).toEqual([last!.id, first!.id]);
	});

	it("finds an old ticket number with the helpdesk's search", async () => {
		const known = (await rig.list('conversations')).results.map(({ value }) => value);
		const all = [...rig.sandbox.store.conversations.values()].map(({ record }) => record);
		const { id, ticket_id: number } = all.find((record) => !known.includes(record.id))!;
		for (const filter of [`${number}`, `#${number}`])
			expect((await rig.list('conversations', { filter })).results).toContainEqual(
				expect.objectContaining({ value: id }),
			);
	});

	it('searches contacts in the helpdesk, page by page, including those without conversations', async () => {
		const first = await rig.list('contacts');
		expect(first.results).toHaveLength(50);
		const all = [...first.results];
		for (let token = first.paginationToken; token;) {
			const next = await rig.list('contacts', { paginationToken: token });
			all.push(...next.results);
			token = next.paginationToken;
		}
		expect(new Set(all.map(({ value }) => value)).size).toBe(rig.sandbox.store.contactsOf('org_acme').length);
		const [someone] = rig.sandbox.store.contactsOf('org_acme');
		const found = await rig.list('contacts', { filter: someone!.email });
		expect(found).toEqual({ results: [{ name: `${someone!.name} (${someone!.email})`, value: someone!.id }] });
		expect(rig.sandbox.requests().at(-1)!.query).toMatchObject({ q: someone!.email });
	});

	it('offers the automations of the chosen inbox by name, and says which are inactive', async () => {
		const { results } = await rig.list('automations', { parameters: { inboxId: byId('inbox_billing') } });
		expect(results).toEqual([
			{ name: 'Close after two weeks of silence (inactive)', value: 'automation_billing_2' },
			{ name: 'Tag urgent conversations', value: 'automation_billing_1' },
		]);
		expect(await rig.list('automations')).toEqual({ results: [] });
	});

	it("offers the tags of the conversation's own inbox, for one tag and for several", async () => {
		const parameters = { conversationId: byId(conversationIn('inbox_billing').id) };
		const { results } = await rig.list('tags', { parameters });
		expect(results.map(({ name }) => name)).toEqual(['Chargeback', 'Invoice', 'Urgent billing', 'VAT']);
		expect(await rig.choices('tags', { parameters })).toEqual(results);
		expect((await rig.list('tags', { parameters, filter: 'URG' })).results).toEqual([
			{ name: 'Urgent billing', value: 'tag_urgent_billing' },
		]);
	});

	it.each([null, '={{ $json.id }}', ''])(
		"offers the organization's tags if the conversation is not known yet (%j)",
		async (value) => {
			const parameters = { conversationId: byId(value as string) };
			expect((await rig.list('tags', { parameters })).results).toEqual(
				expect.arrayContaining([{ name: 'Refund', value: 'tag_refund' }]),
			);
			expect(sent()).toEqual(['GET /settings/tags']);
		},
	);

	it('shows an inbox without a name by its address', async () => {
		Object.assign(rig.sandbox.store.inboxes.get('inbox_orders')!, { name: '' });
		expect((await rig.list('inboxes')).results).toContainEqual({
			name: 'orders@acme.example',
			value: 'inbox_orders',
		});
	});

	it("offers the custom fields of the conversation's own inbox, by their names, in two requests", async () => {
		rig.sandbox.store.inboxes.get('inbox_orders')!.customFields = [
			{ id: 'f2', key: 'parcel', name: 'Parcel', type: 'text' },
			{ id: 'f1', key: 'carrier', name: '', type: 'text' },
		];
		const parameters = { conversationId: byId(conversationIn('inbox_orders').id) };
		const expected = [
			{ name: 'carrier', value: 'carrier' },
			{ name: 'Parcel', value: 'parcel' },
		];
		expect((await rig.list('customFieldKeys', { parameters })).results).toEqual(expected);
		expect((await rig.list('customFieldKeys', { parameters, filter: 'PAR' })).results).toEqual([expected[1]]);
		expect(sent()).toEqual([
			`GET /conversation/${conversationIn('inbox_orders').id}`,
			'GET /inboxes/inbox_orders/custom-fields',
		]);
	});

	it('offers the custom fields of recent conversations if the helpdesk does not list any', async () => {
		const parameters = { conversationId: byId(conversationIn('inbox_orders').id) };
		const inUse = ['order_number', 'plan', 'vip'];
		rig.sandbox.settings({ world: { provisionalEndpoints: 'none' } });
		expect((await rig.list('customFieldKeys', { parameters })).results.map(({ value }) => value)).toEqual(inUse);
		rig.sandbox.reset();
		await rig.clock.sleep(60_000);
		rig.sandbox.store.inboxes.get('inbox_orders')!.customFields = [
			{ id: 'f1', name: 'Parcel', type: 'text' } as never,
		];
		expect((await rig.list('customFieldKeys', { parameters })).results.map(({ value }) => value)).toEqual(inUse);
	});
});
