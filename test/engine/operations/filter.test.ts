import { NodeHelpers, type INodeParameters } from 'n8n-workflow';

import { Helpdesk } from '../../../nodes/Helpdesk/Helpdesk.node';
import { HelpdeskTrigger } from '../../../nodes/HelpdeskTrigger/HelpdeskTrigger.node';
import { attribute, OTHER, values } from '../../../nodes/shared/fields/filter';
import { recordFields } from '../../../contract/endpoints';
import { byId, useNodeRig } from '../../support/nodeRig';

type Row = Record<string, unknown>;

describe('the filter mode Conditions', () => {
	const rig = useNodeRig();

	const parametersOf = (rows: Row[]) =>
		({
			inboxId: byId('inbox_support'),
			filterMode: 'conditions',
			conditions: { condition: rows.map((row) => ({ comparison: 'eq', ...row })) },
			combine: 'and',
			returnAll: true,
		}) as INodeParameters;
	const sent = async (...rows: Row[]) => {
		const items = [{ json: { several: ['a, b', 'c'], text: 'Closed', empty: '' } }];
		await rig.run('conversation.getMany', parametersOf(rows), { items, onError: 'continueRegularOutput' });
		const { body } = rig.requests().find(({ method }) => method === 'POST')!;
		return (
			body as { filters: { groups: Array<{ attribute: string; values: Array<{ value: string }> }> } }
		).filters.groups.map((leaf) => [leaf.attribute, leaf.values.map(({ value }) => value)]);
	};

	it.each<[string, Row, [string, string[]]]>([
		[
			'values from the list',
			{ attribute: 'status', values: ['Active', 'Pending'] },
			['status', ['Active', 'Pending']],
		],
		[
			'values stored as text with commas in the past',
			{ attribute: 'status', values: 'Active, Pending' },
			['status', ['Active', 'Pending']],
		],
		[
			'the names and IDs of tags from an expression',
			{ attribute: 'tag', values: '={{ "tag_bug, Urgent" }}' },
			['tag', ['tag_bug', 'tag_urgent']],
		],
		['yes or no', { attribute: 'is_spam', values: ['true'] }, ['is_spam', ['true']]],
		['a value with a comma', { attribute: 'subject', values: 'Hello, Anna' }, ['subject', ['Hello, Anna']]],
		[
			'several values, one per line',
			{ attribute: 'subject', values: 'Hello, Anna\n Refund \n\n' },
			['subject', ['Hello, Anna', 'Refund']],
		],
		[
			'a list from an expression',
			{ attribute: 'subject', values: '={{ $json.several }}' },
			['subject', ['a, b', 'c']],
		],
		['a number from an expression', { attribute: 'ticket_id', values: '={{ 42 }}' }, ['ticket_id', ['42']]],
		[
			'a value of a typed attribute',
			{ attribute: OTHER, attributeName: 'contact_email', values: 'a@b.c' },
			['contact_email', ['a@b.c']],
		],
		[
			'a value of an attribute that was typed in an older version',
			{ attribute: 'contact_email', values: 'a@b.c' },
			['contact_email', ['a@b.c']],
		],
		['an unknown status', { attribute: 'status', values: '={{ "Open" }}' }, ['status', ['Open']]],
	])('each value of a condition is sent separately: %s', async (_, row, expected) => {
		expect(await sent(row)).toEqual([expected]);
	});

	it('an expression without a value is refused, because a filter without values might match everything', async () => {
		const error = await rig.failure(
			'conversation.getMany',
			parametersOf([{ attribute: 'subject', values: '={{ $json.missing }}' }]),
		);
		expect(error.message).toBe(
			"'Values' in condition 1 of 'Conditions' has no value for this item, so every conversation would match",
		);
		expect(rig.requests()).toEqual([]);
	});

	it('Other without an attribute name is refused, and the error names the field', async () => {
		const error = await rig.failure('conversation.getMany', parametersOf([{ attribute: OTHER, values: 'x' }]));
		expect(error.message).toBe("'Attribute Name' in condition 1 of 'Conditions' is empty");
	});

	it('a condition in JSON may have no values, or empty text as a value', async () => {
		const groups = [
			{ attribute: 'status', comparison: 'eq' },
			{ attribute: 'status', comparison: 'eq', values: [] },
			{ attribute: 'status', comparison: 'eq', values: [{ value: '' }] },
		];
		const filterJson = JSON.stringify({ condition: 'and', groups });
		await rig.run(
			'conversation.getMany',
			{ ...parametersOf([]), filterMode: 'json', filterJson },
			{ onError: 'continueRegularOutput' },
		);
		expect(rig.requests()[0]!.body).toMatchObject({ filters: { groups } });
	});
});

describe('the fields of the filter', () => {
	it.each([
		['conditions', ['conditions', 'combine']],
		['json', ['filterJson']],
		['none', []],
	])('with the filter "%s", only its own fields are shown', (filterMode, expected) => {
		for (const { description } of [new Helpdesk(), new HelpdeskTrigger()]) {
			const values = NodeHelpers.getNodeParameters(
				description.properties,
				{ resource: 'conversation', operation: 'getMany', event: 'conversationCreated', filterMode },
				true,
				false,
				{ typeVersion: 1 },
				description,
			)!;
			const fields = description.properties.filter(({ name }) =>
				['conditions', 'combine', 'filterJson'].includes(name),
			);
			const shown = fields.filter((property) =>
				NodeHelpers.displayParameter(values, property, { typeVersion: 1 }, description),
			);
			expect(shown.map(({ name }) => name)).toEqual(expected);
		}
	});
});

describe('the dropdown of attributes', () => {
	const names = (attribute.options as Array<{ value: string }>).map(({ value }) => value);

	it('contains the attributes of a conversation in the contract, the tag, and Other', () => {
		expect(names).toEqual(expect.arrayContaining(['status', 'priority', 'assignable_id', 'tag', OTHER]));
		const unknown = names.filter((name) => !(recordFields.Conversation as readonly string[]).includes(name));
		expect(unknown.sort()).toEqual([OTHER, 'tag']);
	});

	it('an attribute with known values has a dropdown of them; others have free text', () => {
		const shown = (name: string) =>
			values.filter(({ displayOptions: { show, hide } = {} }) =>
				show ? show.attribute!.includes(name) : !hide!.attribute!.includes(name),
			);
		expect(names.map((name) => [name, shown(name).map(({ type }) => type)])).toEqual(
			names.map((name) => [name, [name === OTHER || name === 'subject' ? 'string' : 'multiOptions']]),
		);
		expect(shown('assignable_id')[0]!.typeOptions?.loadOptionsMethod).toBe('teammates');
		expect(shown('tag')[0]!.typeOptions?.loadOptionsMethod).toBe('tags');
		expect(shown('status')[0]!.options).toHaveLength(3);
	});
});
