import { NodeHelpers, type INodeParameters, type INodeProperties, type INodePropertyCollection, type INodePropertyOptions } from 'n8n-workflow';

import { Helpdesk } from '../../../nodes/Helpdesk/Helpdesk.node';
import { HelpdeskTrigger } from '../../../nodes/HelpdeskTrigger/HelpdeskTrigger.node';
import { byId, startNodeRig, type NodeRig } from '../../support/nodeRig';
import { helpdeskNode } from '../../support/runNode';

const fromList = (value: string) => ({ __rl: true, mode: 'list', value, cachedResultName: 'Shown name' }) as unknown as INodeParameters;

describe('what a field with a list stores', () => {
	let rig: NodeRig;
	let conversationId: INodeParameters;
	beforeAll(async () => {
		rig = await startNodeRig({ conversations: 200 });
		conversationId = byId([...rig.sandbox.store.conversations.keys()][0]!);
	});
	beforeEach(() => rig.sandbox.reset());
	afterAll(async () => await rig.sandbox.close());

	const bodyOf = async (operation: string, parameters: INodeParameters) => {
		const items = [{ json: { ids: ['user_ben', 'user_chloe'], id: 'user_ben' } }];
		await rig.run(operation, { conversationId, ...parameters }, { items });
		return rig.sandbox.requests().at(-1)!.body;
	};

	it.each([fromList('user_ben'), byId('user_ben'), byId('={{ $json.id }}'), 'user_ben', ' user_ben ', '={{ $json.id }}'])(
		'an assignee is chosen, entered or given by an expression: %j',
		async (assignTo) => {
			expect(await bodyOf('conversation.update', { updateFields: { assignTo } })).toEqual({ assign_to: 'user_ben' });
		},
	);

	it.each([
		{ mentionedIds: ['user_ben', 'user_chloe'] },
		{ mentionedIds: 'user_ben, user_chloe' },
		{ mentionedIds: '=user_ben, user_chloe' },
		{ mentionedIds: '={{ $json.ids }}' },
		{ mentionedIds: '={{ $json.ids.join(",") }}' },
	])('several teammates are an array or text with commas: %j', async (additionalFields) => {
		const body = await bodyOf('message.addNote', { message: 'x', additionalFields });
		expect(body).toEqual({ message: 'x', mentioned_ids: ['user_ben', 'user_chloe'] });
	});

	it.each([
		[fromList('inbox_orders'), 'inbox_orders'],
		['inbox_orders', 'inbox_orders'],
		[fromList(''), undefined],
	])('an inbox to filter by is chosen, text alone, or left open: %j', async (inbox, expected) => {
		await rig.run('contact.getMany', { returnAll: false, limit: 1, filters: { inbox } });
		expect(rig.sandbox.requests().at(-1)!.query.inbox).toBe(expected);
	});

	it.each([fromList('plan'), 'plan'])('a custom field key is chosen, entered or text alone: %j', async (key) => {
		const parameters = { customFieldsMode: 'fields', customFields: { field: [{ key, value: 'team' }] } };
		expect(await bodyOf('conversation.setCustomFields', parameters)).toEqual({ plan: 'team' });
	});
});

describe('the lists of node and trigger', () => {
	const all = (properties: Array<INodeProperties | INodePropertyOptions | INodePropertyCollection>): INodeProperties[] =>
		properties.flatMap((property) => {
			if ('values' in property) return all(property.values);
			return 'type' in property ? [property, ...all(property.options ?? [])] : [];
		});
	const node = new Helpdesk();
	const trigger = new HelpdeskTrigger();
	const properties = [node, trigger].flatMap(({ description }) => all(description.properties));

	it('each have a method, and each method a list', () => {
		const searched = properties.flatMap(({ modes }) => modes ?? []).flatMap(({ typeOptions }) => typeOptions?.searchListMethod ?? []);
		const loaded = properties.flatMap(({ typeOptions }) => typeOptions?.loadOptionsMethod ?? []);
		expect([...new Set(searched)].sort()).toEqual(Object.keys(node.methods.listSearch));
		expect([...new Set(loaded)].sort()).toEqual(Object.keys({ ...node.methods.loadOptions, ...trigger.methods.loadOptions }).sort());
	});

	it('always leave another way: a locator what is typed, a choice of several an expression', () => {
		const locators = properties.filter(({ type }) => type === 'resourceLocator');
		expect(new Set(locators.map(({ name }) => name))).toEqual(
			new Set([
				'conversationId',
				'contactId',
				'inboxId',
				'tagId',
				'userId',
				'automationId',
				'savedReplyId',
				'knowledgebaseId',
				'messageId',
				'assignTo',
				'inbox',
				'key',
			]),
		);
		for (const { name, modes } of locators) {
			expect(modes![0]).toMatchObject({ name: 'list', hint: expect.any(String) });
			expect(modes![1]!.name).toBe(name === 'key' ? 'key' : 'id');
		}
		const several = properties.filter(({ type }) => type === 'multiOptions');
		expect(several.map(({ name, hint }) => [name, hint?.includes('Expression')])).toEqual(
			expect.arrayContaining([
				['tags', true],
				['mentionedIds', true],
				['inboxIds', true],
			]),
		);
	});
});

describe('what was stored before there was a list', () => {
	const { description } = new Helpdesk();
	/** As n8n opens a stored node: what it does not keep would be lost with the next save. */
	const opened = (parameters: INodeParameters) => {
		const node = helpdeskNode(parameters);
		node.parameters = NodeHelpers.getNodeParameters(description.properties, parameters, true, false, node, description)!;
		return { kept: node.parameters, issues: NodeHelpers.getNodeParametersIssues(description.properties, node, description) };
	};

	it.each([
		{ attribute: 'status', values: ['Active', 'On Hold'] },
		{ attribute: 'status', values: 'Active, Pending' },
		{ attribute: 'tag', values: '={{ $json.tags }}' },
		{ attribute: 'contact_email', values: 'anna@example.com' },
		{ attribute: '={{ $json.attribute }}', values: 'x' },
		{ attribute: 'subject', values: 'Hello, Anna' },
		{ attribute: 'other', attributeName: 'contact_email', values: 'x' },
	])('is kept in a condition, and is no issue: %j', (row) => {
		const condition = [{ comparison: 'eq', ...row }];
		const { kept, issues } = opened({
			resource: 'conversation',
			operation: 'getMany',
			inboxId: byId('i1'),
			filterMode: 'conditions',
			conditions: { condition },
		});
		expect([kept.conditions, issues]).toEqual([{ condition: [expect.objectContaining(row)] }, null]);
	});

	it.each<[string, INodeParameters]>([
		['conversation.merge', { conversationId: byId('c1'), mergeableConversationIds: 'c2, c3' }],
		['conversation.deleteMany', { inboxId: byId('i1'), conversationIds: 'c2, c3' }],
		['tag.merge', { tagId: byId('t1'), tagIds: 't2, t3' }],
		['tag.deleteMany', { tagIds: ['t2'] }],
		['scheduledReply.cancel', { conversationId: byId('c1'), messageId: 'm1' }],
		['scheduledReply.cancel', { conversationId: byId('c1'), messageId: '={{ $json.message_id }}' }],
	])('is kept in %s, and is no issue: %j', (key, parameters) => {
		const [resource, operation] = key.split('.') as [string, string];
		const { kept, issues } = opened({ resource, operation, ...parameters });
		expect([kept, issues]).toEqual([expect.objectContaining(parameters), null]);
	});
});
