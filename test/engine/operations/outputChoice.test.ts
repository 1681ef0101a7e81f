import { Helpdesk } from '../../../nodes/Helpdesk/Helpdesk.node';
import { useNodeRig } from '../../support/nodeRig';
import { operationAt, operations } from '../../support/operations';

const rig = useNodeRig({ conversations: 20 });

const simple = operations.filter(([, { output }]) => output.form.simple);

test.each(simple)('%s outputs at most ten flat fields with Simplify', async (key) => {
	const [item] = await rig.run(key, rig.typical(key));
	const fields = Object.fromEntries(
		Object.entries(item!.json).filter(([name]) => !['created', 'is_draft'].includes(name)),
	);
	expect(Object.keys(fields).length).toBeLessThanOrEqual(10);
	expect(Object.keys(fields).length).toBeGreaterThan(1);
	expect(Object.keys(fields)[0]).toBe('id');
	expect(
		Object.values(fields).filter((value) => typeof value === 'object' && value !== null && !Array.isArray(value)),
	).toEqual([]);
});

test('a tool outputs simplified, raw or selected fields as chosen in Output', async () => {
	const parameters = rig.typical('conversation.get');
	const fieldsOf = async (options: object) => {
		const [item] = await rig.run(
			'conversation.get',
			{ ...parameters, options: options as never },
			{ asTool: true },
		);
		return Object.keys(item!.json);
	};
	expect(await fieldsOf({ output: 'simplified', simplify: false })).toEqual(
		Object.keys(operationAt('conversation.get').output.form.simple!),
	);
	expect((await fieldsOf({ output: 'raw' })).length).toBeGreaterThan(25);
	expect(await fieldsOf({ output: 'selected' })).toEqual(['id']);
	expect(await fieldsOf({ output: 'selected', outputFields: ['subject', 'contact_email', 'is_spam'] })).toEqual([
		'id',
		'subject',
		'contact_email',
		'is_spam',
	]);
	expect(await fieldsOf({ output: 'selected', outputFields: '={{ "excerpt, tags" }}' })).toEqual([
		'id',
		'excerpt',
		'tags',
	]);
});

test('the list of fields starts with those of Simplify, and for conversations ends with custom fields', async () => {
	const listed = async (resource: string) =>
		(await rig.choices('outputFields', { parameters: { resource, operation: 'get' } })).map(({ value }) => value);
	const names = await listed('conversation');
	expect(names.slice(0, 3)).toEqual(['ticket_id', 'subject', 'status']);
	expect(names).toEqual(expect.arrayContaining(['contact_name', 'contact', 'assignee_name', 'url', 'excerpt']));
	expect(names.slice(-3)).toEqual(['order_number', 'plan', 'vip']);
	expect(new Set(names).size).toBe(names.length);
	expect(await listed('contact')).toEqual(expect.arrayContaining(['name', 'email', 'company', 'avatar']));
});

test('steps have Simplify, tools have Output, both have Fields to Output', () => {
	const options = new Helpdesk().description.properties
		.filter(({ name }) => name === 'options')
		.flatMap(({ options = [] }) => options);
	const shownTo = (name: string) =>
		options
			.filter((option) => option.name === name)
			.map((option) => (option as never as { displayOptions: { show: object } }).displayOptions.show);
	expect(shownTo('simplify')).toEqual([expect.objectContaining({ '@tool': [false] })]);
	expect(shownTo('output')).toEqual([expect.objectContaining({ '@tool': [true] })]);
	expect(shownTo('outputFields')).toEqual([expect.not.objectContaining({ '@tool': expect.anything() })]);
});
