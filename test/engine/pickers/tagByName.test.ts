import type { INodeParameters } from 'n8n-workflow';

import { byId, startNodeRig, type NodeRig } from '../../support/nodeRig';

describe('a tag given by its name', () => {
	let rig: NodeRig;
	beforeAll(async () => {
		rig = await startNodeRig({ conversations: 480 });
	});
	beforeEach(async () => {
		rig.sandbox.reset();
		await rig.clock.sleep(600_000);
	});
	afterAll(async () => await rig.sandbox.close());

	const named = (value: string) => ({ __rl: true, mode: 'name', value }) as unknown as INodeParameters;
	const count = (start: string) => rig.sandbox.requests().filter(({ method, path }) => `${method} ${path}`.startsWith(start)).length;
	const inInbox = (inboxId: string) =>
		[...rig.sandbox.store.conversations.values()].filter(({ record }) => record.inbox_id === inboxId).map(({ record }) => record.id);
	const tagsOf = (id: string) => rig.sandbox.store.conversations.get(id)!.tagIds;
	const addTag = async (id: string, tag: string) => await rig.run('conversation.addTag', { conversationId: byId(id), tagId: named(tag) });
	const failure = async (id: string, tag: string, run = {}) =>
		await rig.failure('conversation.addTag', { conversationId: byId(id), tagId: named(tag) }, run);

	it("is the tag of that name in the conversation's own inbox; case and space around it make no difference", async () => {
		const [id] = inInbox('inbox_billing');
		await addTag(id!, '  chargeBACK ');
		expect(tagsOf(id!)).toContain('tag_chargeback');
		await rig.run('conversation.removeTag', { conversationId: byId(id!), tagId: named('Chargeback') });
		expect(tagsOf(id!)).not.toContain('tag_chargeback');
	});

	it('costs one look-up per inbox and one per conversation, however many items there are', async () => {
		const ids = inInbox('inbox_orders');
		const items = [...ids, ...ids].map((id) => ({ json: { id } }));
		const output = await rig.run('conversation.addTag', { conversationId: byId('={{ $json.id }}'), tagId: named('Wrong item') }, { items });
		expect([ids.length, output.length]).toEqual([20, 40]);
		expect(count('GET /inboxes/')).toBe(1);
		expect(count('GET /conversation/')).toBe(20);
		expect(count('POST /conversation/')).toBe(40);
	});

	it('costs no look-up of conversations that were listed before', async () => {
		const listed = await rig.run('conversation.getMany', { inboxId: byId('inbox_orders'), filterMode: 'none', returnAll: true });
		expect(listed).toHaveLength(20);
		await rig.run('conversation.addTag', { conversationId: byId('={{ $json.id }}'), tagId: named('Wrong item') }, { items: listed });
		expect(count('GET /conversation/')).toBe(0);
		expect(count('GET /inboxes/')).toBe(1);
	});

	it('is looked up again after five minutes', async () => {
		const [id] = inInbox('inbox_billing');
		await addTag(id!, 'VAT');
		await rig.clock.sleep(280_000);
		await addTag(id!, 'VAT');
		expect([count('GET /conversation/'), count('GET /inboxes/')]).toEqual([1, 1]);
		await rig.clock.sleep(20_000);
		await addTag(id!, 'VAT');
		expect([count('GET /conversation/'), count('GET /inboxes/')]).toEqual([2, 2]);
	});

	it('is found right after it was created, although the tags of the inbox are remembered', async () => {
		const [id] = inInbox('inbox_orders');
		await addTag(id!, 'Wrong item');
		rig.sandbox.store.tags.set('tag_new', { organizationId: 'org_acme', record: { id: 'tag_new', name: 'Brand new', color: '#000' } });
		rig.sandbox.store.inboxes.get('inbox_orders')!.tagIds.push('tag_new');
		await rig.clock.sleep(11_000);
		await addTag(id!, 'Brand new');
		expect(tagsOf(id!)).toContain('tag_new');
	});

	it('follows a conversation that is moved to another inbox', async () => {
		const [id] = inInbox('inbox_orders');
		await addTag(id!, 'Wrong item');
		await rig.run('conversation.move', { conversationId: byId(id!), inboxId: byId('inbox_billing') });
		await addTag(id!, 'Invoice');
		expect(tagsOf(id!)).toContain('tag_invoice');
		expect((await failure(id!, 'Wrong item')).message).toBe('No tag of the conversation\'s inbox is named "Wrong item"');
	});

	it('is refused with the nearest names where no tag has it, and nothing is tagged', async () => {
		const [id] = inInbox('inbox_support');
		const error = await failure(id!, 'Urgnt');
		expect(error.message).toBe('No tag of the conversation\'s inbox is named "Urgnt"');
		expect(error.description).toMatch(/^The nearest are "Urgent", "Bug", /);
		expect(error.description!.split('", "')).toHaveLength(5);
		for (const name of ['Login', 'Bug', 'Urgent']) expect((await failure(id!, `${name}x`)).description).toContain(`nearest are "${name}", `);
		expect(count('POST')).toBe(0);
	});

	it('is refused where several tags have it, with their IDs to choose from', async () => {
		const [id] = inInbox('inbox_billing');
		rig.sandbox.store.tags.set('tag_twin', { organizationId: 'org_acme', record: { id: 'tag_twin', name: 'vat', color: '#000' } });
		rig.sandbox.store.inboxes.get('inbox_billing')!.tagIds.push('tag_twin');
		const error = await failure(id!, 'VAT');
		expect(error.message).toBe('2 tags of the conversation\'s inbox are named "VAT"');
		expect(error.description).toBe('Choose one by its ID: "VAT" (tag_vat), "vat" (tag_twin).');
		expect(count('POST')).toBe(0);
	});

	it('is refused where the inbox has no tags, and where it is empty', async () => {
		const [id] = inInbox('inbox_billing');
		rig.sandbox.store.inboxes.get('inbox_billing')!.tagIds = [];
		expect((await failure(id!, 'VAT')).description).toBe('The inbox has no tags: create one in the helpdesk.');
		expect((await failure(id!, '  ')).message).toBe("'Tag' is empty");
	});

	it('is never answered from what another account has asked', async () => {
		const { store, tokens, baseUrl } = rig.sandbox;
		const [id] = inInbox('inbox_support');
		await addTag(id!, 'Urgent');
		const credential = { accessToken: tokens.otherOrganization, baseUrl };
		const error = await failure(id!, 'Urgent', { credential });
		expect(error.message).toBe("Could not look up 'Tag': not found");
		const [other] = inInbox('inbox_other');
		const parameters = { conversationId: byId(other!), tagId: named('Urgent') };
		await rig.run('conversation.addTag', parameters, { credential });
		expect(store.conversations.get(other!)!.tagIds).toContain('tag_urgent_org_other');
	});

	it('fails its own item where the look-up fails, and the other items go on', async () => {
		const [first, second] = inInbox('inbox_billing');
		const items = [first, 'unknown', second].map((id) => ({ json: { id: id! } }));
		const parameters = { conversationId: byId('={{ $json.id }}'), tagId: named('VAT') };
		const output = await rig.run('conversation.addTag', parameters, { items, onError: 'continueRegularOutput' });
		expect(output.map(({ json, pairedItem }) => [json.id ?? json.error, pairedItem])).toEqual([
			[first, { item: 0 }],
			["Could not look up 'Tag': not found", { item: 1 }],
			[second, { item: 2 }],
		]);
		expect(output[1]!.json.details).toMatchObject({ statusCode: 404, mayHaveBeenApplied: false });
	});

	it('says so where a tag of the inbox comes without an ID', async () => {
		const [id] = inInbox('inbox_billing');
		Object.assign(rig.sandbox.store.tags.get('tag_vat')!.record, { id: undefined });
		expect((await failure(id!, 'VAT')).description).toContain('a tag came without an ID');
		expect(count('POST')).toBe(0);
	});

	it('asks once more for the next item after a look-up that failed', async () => {
		const [id] = inInbox('inbox_billing');
		rig.sandbox.fault({ kind: 'status', status: 403, path: '/inboxes/*/tags' });
		expect((await failure(id!, 'VAT')).message).toBe("Could not look up 'Tag': the access token is not allowed to do this");
		await addTag(id!, 'VAT');
		expect(tagsOf(id!)).toContain('tag_vat');
	});

	it('is the tag of that name in the organization where there is no conversation', async () => {
		await rig.run('tag.update', { tagId: named(' urgent'), updateFields: { name: 'Very urgent' } });
		expect(rig.sandbox.requests().map(({ method, path }) => `${method} ${path}`)).toEqual([
			'GET /settings/tags',
			'PUT /settings/tags/tag_urgent',
		]);
	});

	it('is refused where the organization has no such tag, with the nearest names', async () => {
		const error = await rig.failure('tag.delete', { tagId: named('Urgnt') });
		expect(error.message).toBe('No tag of the organization is named "Urgnt"');
		expect(error.description).toMatch(/^The nearest are "Urgent", /);
		expect(count('DELETE')).toBe(0);
		rig.sandbox.store.tags.clear();
		await rig.clock.sleep(600_000);
		expect((await rig.failure('tag.delete', { tagId: named('Urgnt') })).description).toBe(
			'The organization has no tags: create one in the helpdesk.',
		);
	});

	it('asks for nothing where the tag is given by its ID', async () => {
		const [id] = inInbox('inbox_billing');
		for (const tagId of [byId('tag_vat'), 'tag_vat']) {
			await rig.run('conversation.addTag', { conversationId: byId(id!), tagId });
		}
		expect(rig.sandbox.requests().map(({ method }) => method)).toEqual(['POST', 'POST']);
	});
});
