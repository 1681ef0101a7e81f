import type { INodeParameters } from 'n8n-workflow';

import { byId, useNodeRig } from '../../support/nodeRig';

describe('a field for several conversations or tags', () => {
	const rig = useNodeRig({ conversations: 120 });
	let ids: string[];
	beforeAll(
		() =>
			(ids = rig
				.conversations()
				.filter(({ record }) => record.inbox_id === 'inbox_support')
				.map(({ record }) => record.id)),
	);

	const open = async (list: 'severalConversations' | 'tags', parameters: INodeParameters) =>
		await rig.choices(list, { parameters });

	it('offers the conversations of the chosen inbox by number and subject', async () => {
		const choices = await open('severalConversations', { inboxId: byId('inbox_support') });
		expect(choices.map(({ value }) => value).sort()).toEqual([...ids].sort());
		for (const { name } of choices) expect(name).toMatch(/^#\d+ ./);
	});

	it('does not offer the conversation itself for a merge', async () => {
		const [own, ...others] = ids;
		const values = (await open('severalConversations', { conversationId: byId(own!) })).map(({ value }) => value);
		expect(values).toEqual(expect.arrayContaining(others));
		expect(values).not.toContain(own);
	});

	it('offers for a merge the other conversations of the same customer first, found by the email address', async () => {
		rig.sandbox.reset({ world: { provisionalEndpoints: 'none' } });
		await rig.clock.sleep(60_000);
		const { store } = rig.sandbox;
		const [kim, ...others] = [...store.conversations.values()].map(({ record }) => record);
		for (const record of others.slice(0, 3)) record.contact = kim!.contact;
		const isOfKim = ({ contact }: (typeof others)[number]) => contact.id === kim!.contact.id;
		others.find((record) => !isOfKim(record))!.subject = `About ${kim!.contact.email}`;
		store.version += 1;
		const expected = others.filter(isOfKim).map(({ id }) => id);
		const choices = await open('severalConversations', { conversationId: byId(kim!.id) });
		const values = choices.map(({ value }) => value);
		expect(values.slice(0, expected.length).sort()).toEqual(expected.sort());
		expect(values).not.toContain(kim!.id);
		expect(new Set(values).size).toBe(values.length);
	});

	it('offers the tags of each chosen inbox, or of the organization if none is chosen', async () => {
		const names = async (inboxIds: string[]) => (await open('tags', { inboxIds })).map(({ name }) => name);
		const [support, billing] = [await names(['inbox_support']), await names(['inbox_billing'])];
		expect((await names(['inbox_support', 'inbox_billing'])).sort()).toEqual(
			[...new Set([...support, ...billing])].sort(),
		);
		expect([support.length > 0, billing.length > 0]).toEqual([true, true]);
		expect(support.length).toBeLessThan((await names([])).length);
		expect(await names([])).toEqual(expect.arrayContaining([...support, ...billing]));
	});

	it('accepts conversations of Update Many as choices, text with commas or an expression', async () => {
		const some = ids.slice(0, 2);
		const forms = [some, some.join(', '), `=${some.join(', ')}`, '={{ $json.ids }}', '={{ $json.ids.join(",") }}'];
		for (const conversationIds of forms) {
			const parameters = { inboxId: byId('inbox_support'), conversationIds, updateFields: { subject: 'x' } };
			const items = [{ json: { ids: some } }];
			await rig.run('conversation.updateMany', parameters, { items, onError: 'continueRegularOutput' });
			expect(rig.requests().at(-1)!.body).toMatchObject({ conversation_ids: some });
		}
	});
});
