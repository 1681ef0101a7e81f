import type { INodeProperties } from 'n8n-workflow';

import { Helpdesk } from '../../../nodes/Helpdesk/Helpdesk.node';
import type { PickerName } from '../../../nodes/shared/pickers';
import { openChoices, openList } from '../../support/loadOptions';
import { byId, startNodeRig, type NodeRig } from '../../support/nodeRig';

/** What the lists that only a provisional endpoint gives are asked for. */
const provisional: Array<[PickerName, string]> = [
	['inboxes', '/inboxes'],
	['teammates', '/settings/users'],
	['savedReplies', '/saved-replies'],
	['knowledgeBases', '/knowledgebases'],
	['tags', '/settings/tags'],
];

describe('the lists of the editor where the helpdesk has no provisional endpoint', () => {
	let rig: NodeRig;
	beforeAll(async () => (rig = await startNodeRig({ conversations: 120 })));
	beforeEach(async () => {
		rig.sandbox.reset();
		await rig.clock.sleep(60_000);
	});
	afterAll(async () => await rig.sandbox.close());

	const credential = () => ({ accessToken: rig.sandbox.tokens.personal, baseUrl: rig.sandbox.baseUrl });
	const open = async (picker: PickerName, parameters = {}) =>
		(await openList(rig.transport, picker, { credential: credential(), parameters })).results;
	const asked = () => rig.sandbox.requests().map(({ path, status }) => [path, status]);

	it.each(provisional)('%s: empty and no error, after one question', async (picker, path) => {
		expect((await open(picker, { resource: 'tag' })).length).toBeGreaterThan(0);
		rig.sandbox.reset({ world: { provisionalEndpoints: 'none' } });
		await rig.clock.sleep(60_000);
		expect(await open(picker, { resource: 'tag' })).toEqual([]);
		expect(asked()).toEqual([[path, 404]]);
	});

	it.each(['inboxes', 'tags', 'teammates'] as const)('%s to choose several from: nothing to choose from and no error', async (picker) => {
		rig.sandbox.reset({ world: { provisionalEndpoints: 'none' } });
		expect(await openChoices(rig.transport, picker, { credential: credential(), parameters: { resource: 'tag' } })).toEqual([]);
	});

	it('all others hold what they held', async () => {
		const conversation = [...rig.sandbox.store.conversations.values()].find(({ record }) => record.inbox_id === 'inbox_support')!;
		const parameters = { inboxId: byId('inbox_support'), conversationId: byId(conversation.record.id) };
		const others: PickerName[] = ['automations', 'contacts', 'conversations', 'tags'];
		const all = async () => await Promise.all(others.map(async (picker) => await open(picker, parameters)));
		const before = await all();
		rig.sandbox.reset({ world: { provisionalEndpoints: 'none' } });
		await rig.clock.sleep(60_000);
		expect(await all()).toEqual(before);
		expect(before.filter(({ length }) => length === 0)).toEqual([]);
		expect(asked().filter(([, status]) => status !== 200)).toEqual([]);
	});
});

describe('every field with such a list', () => {
	const { properties } = new Helpdesk().description;
	const nested = (property: INodeProperties): INodeProperties[] => [
		property,
		...((property.options ?? []) as INodeProperties[]).flatMap((each) => ('type' in each ? nested(each) : [])),
	];
	const all = properties.flatMap(nested);
	const lists = provisional.map(([picker]) => picker as string);
	const locators = all.filter(({ modes = [] }) => modes.some(({ typeOptions }) => lists.includes(typeOptions?.searchListMethod ?? '')));
	const choices = all.filter(({ typeOptions }) => lists.includes((typeOptions?.loadOptionsMethod ?? '') as string));

	it('takes an ID too, and its hint says what to do where the list is empty', () => {
		expect(new Set(locators.map(({ name }) => name))).toEqual(
			new Set(['inboxId', 'inbox', 'userId', 'savedReplyId', 'knowledgebaseId', 'tagId', 'assignTo']),
		);
		for (const { name, modes = [] } of locators) {
			const list = modes.find(({ type }) => type === 'list')!;
			expect([name, modes.map((mode) => mode.name)]).toEqual([name, expect.arrayContaining(['list', 'id'])]);
			expect([name, list.hint]).toEqual([name, expect.stringMatching(/^No .+ in the list\?.* choose By (ID|Name)\./)]);
		}
	});

	it('takes IDs by an expression where several are chosen, and its hint says so', () => {
		expect(choices.map(({ name }) => name)).toEqual(expect.arrayContaining(['tags', 'mentionedIds']));
		for (const { name, hint, allowArbitraryValues } of choices) {
			expect([name, hint, allowArbitraryValues]).toEqual([name, expect.stringContaining('click Expression and type the IDs'), true]);
		}
	});
});

describe("the list of the organization's tags, where the tags themselves are worked on", () => {
	let rig: NodeRig;
	beforeAll(async () => (rig = await startNodeRig({ conversations: 20 })));
	afterAll(async () => await rig.sandbox.close());

	it('holds the tags of all inboxes by name, and finds one by a part of it', async () => {
		const credential = { accessToken: rig.sandbox.tokens.personal, baseUrl: rig.sandbox.baseUrl };
		const parameters = { resource: 'tag', inboxId: byId('inbox_billing') };
		const own = [...rig.sandbox.store.tags.values()].filter(({ organizationId }) => organizationId === 'org_acme').map(({ record }) => record);
		const { results } = await openList(rig.transport, 'tags', { credential, parameters });
		expect(results).toEqual(own.map(({ id, name }) => ({ name, value: id })).sort((a, b) => a.name.localeCompare(b.name)));
		const found = await openList(rig.transport, 'tags', { credential, parameters, filter: 'chargeb' });
		expect(found.results.map(({ name }) => name)).toEqual(['Chargeback']);
		expect(rig.sandbox.requests().map(({ path }) => path)).toEqual(['/settings/tags']);
	});
});
