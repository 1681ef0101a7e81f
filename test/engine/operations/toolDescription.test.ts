import { NodeHelpers, type INode, type INodeParameters, type INodeType } from 'n8n-workflow';

import { canWrite } from '../../../nodes/Helpdesk/fields/writes';
import { COLLECTIONS, type Field } from '../../../nodes/shared/field';
import { resources } from '../../../nodes/Helpdesk/resources';
import { operations } from '../../support/operations';
import { helpdeskNode, helpdeskType } from '../../support/runNode';

/** Maximum length of a tool's description for OpenAI, which refuses the whole request otherwise. */
const MAX_LENGTH = 1024;

const description = { ...helpdeskType.description, name: 'helpdeskTool' };

/** Returns the tool description that n8n gives a model for these parameters. */
function toldToTheModel(key: string, parameters: INodeParameters = {}): string {
	const [resource, operation] = key.split('.') as [string, string];
	const node: INode = { ...helpdeskNode({}), type: 'n8n-nodes-helpdesk.helpdeskTool' };
	const stored = { resource, operation, ...parameters };
	const completed = NodeHelpers.getNodeParameters(description.properties, stored, true, false, node, description)!;
	return NodeHelpers.getToolDescriptionForNode({ ...node, parameters: completed }, { description } as INodeType);
}

/** Ask for Approval is a review step of an agent, not a tool. */
const all = operations.filter(([key]) => key !== 'message.sendAndWait');

test.each(all)(
	'the tool description of %s names its effect, whether it can be undone, and its output',
	(key, operation) => {
		const text = toldToTheModel(key);
		expect(text).toMatch(new RegExp(`^${operation.description.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`));
		expect(text.includes('It changes nothing.')).toBe(!canWrite(operation));
		if (canWrite(operation)) expect(text).toMatch(/undo|undone/);
		expect(text).toMatch(/Returns .*(id|record|helpdesk)/);
		expect(text).not.toMatch(/\.\.(?!\.)|[^.]$/);
		expect(text.length).toBeLessThanOrEqual(MAX_LENGTH);
	},
);

test('the tool description names an existing operation of the resource as undo', () => {
	const undone = resources.flatMap((resource) => resource.operations.map((operation) => ({ resource, operation })));
	const named = undone.filter(({ operation }) => operation.undo?.endsWith('undoes it'));
	expect(named.length).toBeGreaterThan(15);
	for (const { resource, operation } of named) {
		const names = resource.operations.filter(({ name }) => operation.undo!.startsWith(`${name} `));
		expect([operation.value, names.length > 0]).toEqual([operation.value, true]);
	}
});

test('the tool description explains every field that a model fills, and no option', () => {
	for (const [key, operation] of all) {
		const text = toldToTheModel(key);
		const named = (fields: Field[] = []) =>
			fields
				.filter(({ property }) => text.includes(` ${property.displayName}: `))
				.map(({ property }) => property.name);
		const filled = [...(operation.fields ?? []), ...(operation.updateFields ?? [])].filter(
			({ property }) => !property.displayName.startsWith('Advanced: '),
		);
		expect([key, named(filled)]).toEqual([key, filled.map(({ property }) => property.name)]);
		const names = new Set(filled.map(({ property }) => property.displayName));
		const others = COLLECTIONS.flatMap((collection) => operation[collection] ?? []).filter(
			({ property }) => !names.has(property.displayName),
		);
		expect([key, named(others)]).toEqual([key, []]);
		expect(text).not.toMatch(/one above|<a |Expression|expression|Contacts show it/);
	}
	expect(toldToTheModel('conversation.setPriority')).toContain('Priority: The priority to set (High, Low, Normal)');
	expect(toldToTheModel('message.reply')).toContain('Conversation: The conversation (ticket), by ID.');
	expect(toldToTheModel('conversation.getContext')).toContain('Returns for each record: text.');
});

test('a tool description that the user wrote is kept', () => {
	expect(toldToTheModel('message.reply', { descriptionType: 'manual', toolDescription: 'Only for refunds' })).toBe(
		'Only for refunds',
	);
	expect(toldToTheModel('message.reply', { descriptionType: 'auto' })).toBe(toldToTheModel('message.reply'));
	expect(toldToTheModel('message.reply')).toContain('The node cannot undo it');
});
