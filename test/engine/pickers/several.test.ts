import type { INodeParameters } from 'n8n-workflow';

import { openChoices } from '../../support/loadOptions';
import { byId, startNodeRig, type NodeRig } from '../../support/nodeRig';

describe('several conversations or tags', () => {
	let rig: NodeRig;
	let ids: string[];
	beforeAll(async () => {
		rig = await startNodeRig({ conversations: 120 });
		ids = [...rig.sandbox.store.conversations.values()]
			.filter(({ record }) => record.inbox_id === 'inbox_support')
			.map(({ record }) => record.id);
	});
	beforeEach(() => rig.sandbox.reset());
	afterAll(async () => await rig.sandbox.close());

	const credential = () => ({ accessToken: rig.sandbox.tokens.personal, baseUrl: rig.sandbox.baseUrl });
	const open = async (list: 'severalConversations' | 'tags', parameters: INodeParameters = {}) =>
		await openChoices(rig.transport, list, { credential: credential(), parameters });

	it('are the conversations of the chosen inbox, by number and subject', async () => {
		const choices = await open('severalConversations', { inboxId: byId('inbox_support') });
		expect(choices.map(({ value }) => value).sort()).toEqual([...ids].sort());
		for (const { name } of choices) expect(name).toMatch(/^#\d+ ./);
	});

	it("are those that can be merged: of the conversation's inbox and mine, without itself", async () => {
		const [own, ...others] = ids;
		const values = (await open('severalConversations', { conversationId: byId(own!) })).map(({ value }) => value);
		expect(values).toEqual(expect.arrayContaining(others));
		expect(values).not.toContain(own);
	});

	it('are tags of each inbox that the trigger watches, once, and of the organization where none is chosen', async () => {
		const names = async (inboxIds: string[]) => (await open('tags', { inboxIds })).map(({ name }) => name);
		const [support, billing] = [await names(['inbox_support']), await names(['inbox_billing'])];
		expect((await names(['inbox_support', 'inbox_billing'])).sort()).toEqual([...new Set([...support, ...billing])].sort());
		expect([support.length > 0, billing.length > 0]).toEqual([true, true]);
		expect(await names([])).toEqual(expect.arrayContaining([...support, ...billing]));
	});

	const forms = (some: string[]): unknown[] => [some, some.join(', '), `=${some.join(', ')}`, '={{ $json.ids }}', '={{ $json.ids.join(",") }}'];
	const bodyOf = async (key: string, parameters: object, some: string[]) => {
		await rig.run(key, parameters as INodeParameters, { items: [{ json: { ids: some } }], onError: 'continueRegularOutput' });
		return rig.sandbox.requests().at(-1)!.body;
	};

	it.each(['updateMany', 'deleteMany', 'restoreMany'])(
		'conversations of %s are chosen, text with commas, or given by an expression',
		async (operation) => {
			const some = ids.slice(0, 2);
			for (const conversationIds of forms(some)) {
				const parameters = { inboxId: byId('inbox_support'), conversationIds, updateFields: { subject: 'x' } };
				expect(await bodyOf(`conversation.${operation}`, parameters, some)).toMatchObject({ conversation_ids: some });
			}
		},
	);

	it('conversations to merge are too', async () => {
		const some = ids.slice(1, 3);
		for (const mergeableConversationIds of forms(some)) {
			rig.sandbox.reset();
			const parameters = { conversationId: byId(ids[0]!), mergeableConversationIds };
			expect(await bodyOf('conversation.merge', parameters, some)).toMatchObject({ mergeable_conversation_ids: some });
		}
	});

	it.each(['merge', 'updateMany', 'deleteMany'])('tags of %s are too', async (operation) => {
		const some = ['tag_login', 'tag_refund'];
		for (const tagIds of forms(some)) {
			rig.sandbox.reset();
			const parameters = { tagId: byId('tag_bug'), tagIds, updateFields: { additionalBody: '{"color": "#123"}' } };
			expect(await bodyOf(`tag.${operation}`, parameters, some)).toMatchObject({ tag_ids: some });
		}
	});

	it('the tag to keep may not be among those to merge into it, and the text names both as the editor does', async () => {
		const error = await rig.failure('tag.merge', { tagId: byId('tag_bug'), tagIds: ['tag_login', 'tag_bug'] });
		expect(error.message).toBe("'Tags to Merge Into It' has the tag to keep");
		const missing = await rig.failure('tag.merge', { tagId: byId(''), tagIds: ['tag_login'] });
		expect(missing.message).toBe("'Keep This Tag' is empty");
		expect(rig.sandbox.requests()).toEqual([]);
	});
});
