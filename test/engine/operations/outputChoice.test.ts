import { fieldsToChoose } from '../../../nodes/Helpdesk/fields/output';
import { Helpdesk } from '../../../nodes/Helpdesk/Helpdesk.node';
import { startNodeRig, type NodeRig } from '../../support/nodeRig';
import { operationAt, operations } from '../../support/operations';
import { samples } from '../../support/samples';

let rig: NodeRig;
beforeAll(async () => (rig = await startNodeRig({ conversations: 20 })));
afterAll(async () => await rig.sandbox.close());
beforeEach(() => rig.sandbox.reset());

const simple = operations.filter(([, { output }]) => output.form.simple);

test.each(simple)('%s has at most ten fields with Simplify, none of them nested', async (key) => {
	const [item] = await rig.run(key, samples[key]!(rig.sandbox).parameters);
	const fields = Object.fromEntries(Object.entries(item!.json).filter(([name]) => name !== 'created'));
	expect(Object.keys(fields).length).toBeLessThanOrEqual(10);
	expect(Object.keys(fields).length).toBeGreaterThan(1);
	expect(Object.keys(fields)[0]).toBe('id');
	expect(Object.values(fields).filter((value) => typeof value === 'object' && value !== null && !Array.isArray(value))).toEqual([]);
});

test('in a tool the output is chosen: simplified, raw, or the ID with the fields that are selected, also one of the ten and one by expression', async () => {
	const { parameters } = samples['conversation.get']!(rig.sandbox);
	const fieldsOf = async (options: object) => {
		const [item] = await rig.run('conversation.get', { ...parameters, options: options as never }, { asTool: true });
		return Object.keys(item!.json);
	};
	expect(await fieldsOf({ output: 'simplified', simplify: false })).toEqual(Object.keys(operationAt('conversation.get').output.form.simple!));
	expect((await fieldsOf({ output: 'raw' })).length).toBeGreaterThan(25);
	expect(await fieldsOf({ output: 'selected' })).toEqual(['id']);
	expect(await fieldsOf({ output: 'selected', outputFields: ['subject', 'contact_email', 'is_spam'] })).toEqual([
		'id',
		'subject',
		'contact_email',
		'is_spam',
	]);
	expect(await fieldsOf({ output: 'selected', outputFields: '={{ "excerpt, tags" }}' })).toEqual(['id', 'excerpt', 'tags']);
});

test('the list of fields has those of Simplify first and all others that the contract shows, each once, and asks the helpdesk nothing', async () => {
	const names = fieldsToChoose(operationAt('conversation.getMany')).map(({ value }) => value);
	expect(names.slice(0, 3)).toEqual(['ticket_id', 'subject', 'status']);
	expect(names).toEqual(expect.arrayContaining(['contact_name', 'contact', 'custom_field_values', 'excerpt']));
	expect(new Set(names).size).toBe(names.length);
	const chosen = { resource: 'conversation', operation: 'getMany' } as Record<string, string>;
	const { loadOptions } = new Helpdesk().methods;
	const listed = await loadOptions.outputFields!.call({ getCurrentNodeParameter: (name: string) => chosen[name] } as never);
	expect(listed.map(({ value }) => value)).toEqual(names);
	expect(rig.sandbox.requests()).toEqual([]);
});

test('Simplify is for steps, Output for tools: never both', () => {
	const options = new Helpdesk().description.properties.filter(({ name }) => name === 'options').flatMap(({ options = [] }) => options);
	const shownTo = (name: string) =>
		options
			.filter((option) => option.name === name)
			.map((option) => (option as never as { displayOptions: { show: object } }).displayOptions.show);
	expect(shownTo('simplify')).toEqual([expect.objectContaining({ '@tool': [false] })]);
	expect(shownTo('output')).toEqual([expect.objectContaining({ '@tool': [true] })]);
	expect(shownTo('outputFields')).toEqual([expect.objectContaining({ '@tool': [true], output: ['selected'] })]);
});

test.each(operations.filter(([, { name }]) => /^Delete/.test(name)))('%s outputs deleted with the ID of each', async (key, operation) => {
	const { parameters } = samples[key]!(rig.sandbox);
	const output = await rig.run(key, parameters);
	expect(output.length).toBeGreaterThan(0);
	for (const { json } of output) expect(json).toEqual({ id: expect.any(String), deleted: true });
	expect(operation.output.form.fields).toEqual({ id: 'string', deleted: 'boolean' });
});
