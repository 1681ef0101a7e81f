import type { INodeParameters } from 'n8n-workflow';

import { byId, useNodeRig } from '../../support/nodeRig';

describe('a tag given by its name', () => {
	const rig = useNodeRig({ conversations: 480 });
	beforeEach(async () => await rig.clock.sleep(600_000));

	const named = (value: string) => ({ __rl: true, mode: 'name', value }) as unknown as INodeParameters;
	const count = (start: string) =>
		rig.requests().filter(({ method, path }) => `${method} ${path}`.startsWith(start)).length;
	const inInbox = (inboxId: string) =>
		rig
			.conversations()
			.filter(({ record }) => record.inbox_id === inboxId)
			.map(({ record }) => record.id);
	const tagsOf = (id: string) => rig.sandbox.store.conversations.get(id)!.tagIds;
	const addTag = async (id: string, tag: string) =>
		await rig.run('conversation.addTag', { conversationId: byId(id), tagId: named(tag) });
	const failure = async (id: string, tag: string, run = {}) =>
		await rig.failure('conversation.addTag', { conversationId: byId(id), tagId: named(tag) }, run);

	it("is found in the conversation's inbox, regardless of case and surrounding space", async () => {
		const [id] = inInbox('inbox_billing');
		await addTag(id!, '  chargeBACK ');
		expect(tagsOf(id!)).toContain('tag_chargeback');
		await rig.run('conversation.removeTag', { conversationId: byId(id!), tagId: named('Chargeback') });
		expect(tagsOf(id!)).not.toContain('tag_chargeback');
	});

	it('needs one look-up per inbox and conversation for any number of items', async () => {
		const ids = inInbox('inbox_orders');
		const items = [...ids, ...ids].map((id) => ({ json: { id } }));
		const output = await rig.run(
			'conversation.addTag',
			{ conversationId: byId('={{ $json.id }}'), tagId: named('Wrong item') },
			{ items },
		);
		expect([ids.length, output.length]).toEqual([20, 40]);
		expect(count('GET /inboxes/')).toBe(1);
		expect(count('GET /conversation/')).toBe(20);
		expect(count('POST /conversation/')).toBe(40);
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

	it('is found right after it was created, despite the cache', async () => {
		const [id] = inInbox('inbox_orders');
		await addTag(id!, 'Wrong item');
		rig.sandbox.store.tags.set('tag_new', {
			organizationId: 'org_acme',
			record: { id: 'tag_new', name: 'Brand new', color: '#000' },
		});
		rig.sandbox.store.inboxes.get('inbox_orders')!.tagIds.push('tag_new');
		await rig.clock.sleep(11_000);
		await addTag(id!, 'Brand new');
		expect(tagsOf(id!)).toContain('tag_new');
	});

	it('is looked up in the new inbox of a moved conversation', async () => {
		const [id] = inInbox('inbox_orders');
		await addTag(id!, 'Wrong item');
		await rig.run('conversation.move', { conversationId: byId(id!), inboxId: byId('inbox_billing') });
		await addTag(id!, 'Invoice');
		expect(tagsOf(id!)).toContain('tag_invoice');
		expect((await failure(id!, 'Wrong item')).message).toBe(
			'No tag of the conversation\'s inbox is named "Wrong item"',
		);
	});

	it('is refused if no tag has it, and the error lists the existing names', async () => {
		const [id] = inInbox('inbox_support');
		const error = await failure(id!, 'Urgnt');
		expect(error.message).toBe('No tag of the conversation\'s inbox is named "Urgnt"');
		expect(error.description).toMatch(/^It has "Bug", .*"Urgent"/);
		expect(count('POST')).toBe(0);
	});

	it('is the one with exactly this name; several that differ in capitals are refused with their IDs', async () => {
		const [id] = inInbox('inbox_billing');
		rig.sandbox.store.tags.set('tag_twin', {
			organizationId: 'org_acme',
			record: { id: 'tag_twin', name: 'vat', color: '#000' },
		});
		rig.sandbox.store.inboxes.get('inbox_billing')!.tagIds.push('tag_twin');
		await addTag(id!, 'VAT');
		const error = await failure(id!, 'Vat');
		expect(error.message).toBe('2 tags of the conversation\'s inbox are named "Vat"');
		expect(error.description).toBe('Enter one by its ID: tag_vat, tag_twin.');
		expect(count('POST')).toBe(1);
	});

	it('fails only for the item whose look-up failed', async () => {
		const [first, second] = inInbox('inbox_billing');
		const items = [first, 'unknown', second].map((id) => ({ json: { id: id! } }));
		const parameters = { conversationId: byId('={{ $json.id }}'), tagId: named('VAT') };
		const output = await rig.run('conversation.addTag', parameters, { items, onError: 'continueRegularOutput' });
		expect(output.map(({ json, pairedItem }) => [json.id ?? json.error, pairedItem])).toEqual([
			[first, { item: 0 }],
			['Could not find the conversation: not found', { item: 1 }],
			[second, { item: 2 }],
		]);
		expect(output[1]!.json.details).toMatchObject({ statusCode: 404, mayHaveBeenApplied: false });
	});

	it('is looked up in the organization if there is no conversation', async () => {
		await rig.run('tag.update', { tagId: named(' urgent'), updateFields: { name: 'Very urgent' } });
		expect(rig.requests().map(({ method, path }) => `${method} ${path}`)).toEqual([
			'GET /settings/tags',
			'PUT /settings/tags/tag_urgent',
		]);
	});

	it('needs no look-up if the tag is chosen from the dropdown or given by UUID', async () => {
		const [id] = inInbox('inbox_billing');
		const uuid = '01890c5e-7b3a-4c1d-9e2f-0123456789ab';
		rig.sandbox.store.inboxes.get('inbox_billing')!.tagIds.push(uuid);
		rig.sandbox.store.tags.set(uuid, {
			organizationId: 'org_acme',
			record: { id: uuid, name: 'New', color: '#000' },
		});
		for (const tagId of [{ __rl: true, mode: 'list', value: 'tag_vat' }, byId(uuid)] as INodeParameters[]) {
			await rig.run('conversation.addTag', { conversationId: byId(id!), tagId });
		}
		expect(rig.requests().map(({ method }) => method)).toEqual(['POST', 'POST']);
	});

	it.each(['tag.create', 'tag.update'])(
		'is found after %s has set it, although the list of tags is cached',
		async (operation) => {
			const rename = async () =>
				await rig.run('tag.update', { tagId: named('Brand new'), updateFields: { name: 'Renamed' } });
			await expect(rename()).rejects.toThrow('No tag of the organization is named "Brand new"');
			const [[id]] = rig.sandbox.store.tags as unknown as [[string]];
			const given = { name: 'Brand new', tagId: byId(id), updateFields: { name: 'Brand new' } };
			await rig.run(operation, given);
			await rename();
			expect([...rig.sandbox.store.tags.values()].map(({ record }) => record.name)).toContain('Renamed');
		},
	);
});
