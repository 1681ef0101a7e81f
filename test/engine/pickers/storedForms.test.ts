import {
	type INodeParameters,
	type INodeProperties,
	type INodePropertyCollection,
	type INodePropertyOptions,
} from 'n8n-workflow';

import { Helpdesk } from '../../../nodes/Helpdesk/Helpdesk.node';
import { HelpdeskTrigger } from '../../../nodes/HelpdeskTrigger/HelpdeskTrigger.node';
import { byId, useNodeRig } from '../../support/nodeRig';

const fromList = (value: string) =>
	({ __rl: true, mode: 'list', value, cachedResultName: 'Shown name' }) as unknown as INodeParameters;

describe('stored values of a field with a dropdown', () => {
	const rig = useNodeRig({ conversations: 200 });
	let conversationId: INodeParameters;
	beforeAll(() => (conversationId = byId(rig.ids()[0]!)));

	const bodyOf = async (operation: string, parameters: INodeParameters) => {
		const items = [{ json: { ids: ['user_ben', 'user_chloe'], id: 'user_ben' } }];
		await rig.run(operation, { conversationId, ...parameters }, { items });
		return rig.requests().at(-1)!.body;
	};

	it.each([
		fromList('user_ben'),
		byId('user_ben'),
		byId('={{ $json.id }}'),
		'user_ben',
		' user_ben ',
		'={{ $json.id }}',
	])('an assignee may be chosen, typed or given by an expression: %j', async (assignTo) => {
		expect(await bodyOf('conversation.update', { updateFields: { assignTo } })).toEqual({ assign_to: 'user_ben' });
	});

	it.each([
		[fromList('inbox_orders'), 'inbox_orders'],
		['inbox_orders', 'inbox_orders'],
		[fromList(''), undefined],
	])('an inbox filter may be chosen, typed or empty: %j', async (inbox, expected) => {
		await rig.run('contact.getMany', { returnAll: false, limit: 1, filters: { inbox } });
		expect(rig.requests().at(-1)!.query.inbox).toBe(expected);
	});

	it.each([fromList('plan'), 'plan'])('a custom field key may be chosen or typed: %j', async (key) => {
		const parameters = { customFieldsMode: 'fields', customFields: { field: [{ key, value: 'team' }] } };
		expect(await bodyOf('conversation.setCustomFields', parameters)).toEqual({ plan: 'team' });
	});
});

describe('the dropdowns of node and trigger', () => {
	const all = (
		properties: Array<INodeProperties | INodePropertyOptions | INodePropertyCollection>,
	): INodeProperties[] =>
		properties.flatMap((property) => {
			if ('values' in property) return all(property.values);
			return 'type' in property ? [property, ...all(property.options ?? [])] : [];
		});
	const node = new Helpdesk();
	const trigger = new HelpdeskTrigger();
	const properties = [node, trigger].flatMap(({ description }) => all(description.properties));

	it('have one loading method each', () => {
		const searched = properties
			.flatMap(({ modes }) => modes ?? [])
			.flatMap(({ typeOptions }) => typeOptions?.searchListMethod ?? []);
		const loaded = properties.flatMap(({ typeOptions }) => typeOptions?.loadOptionsMethod ?? []);
		expect([...new Set(searched)].sort()).toEqual(Object.keys(node.methods.listSearch));
		expect([...new Set(loaded)].sort()).toEqual(
			Object.keys({ ...node.methods.loadOptions, ...trigger.methods.loadOptions }).sort(),
		);
	});

	it('always accept an ID or an expression instead', () => {
		const locators = properties.filter(({ type }) => type === 'resourceLocator');
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
