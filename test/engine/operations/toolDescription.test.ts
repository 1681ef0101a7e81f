import { NodeHelpers, type INode, type INodeParameters, type INodeType } from 'n8n-workflow';

import { canWrite, isWrittenOnce } from '../../../nodes/Helpdesk/fields/writes';
import type { Field } from '../../../nodes/shared/field';
import { resources } from '../../../nodes/Helpdesk/resources';
import { operations } from '../../support/operations';
import { helpdeskNode, helpdeskType } from '../../support/runNode';

/** Maximum length of a tool's description for OpenAI, which refuses requests with longer ones. */
const MAX_LENGTH = 1024;

const description = { ...helpdeskType.description, name: 'helpdeskTool' };

function toldToTheModel(key: string, parameters: INodeParameters = {}) {
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
		expect(text.includes('Reads only.')).toBe(!canWrite(operation));
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

test('the tool description explains every required field and no option, and names known values', () => {
	for (const [key, operation] of all) {
		const text = toldToTheModel(key);
		const named = (fields: Field[] = []) =>
			fields
				.filter(({ property }) => text.includes(` ${property.displayName}: `))
				.map(({ property }) => property.name);
		const needed = (operation.fields ?? []).filter(
			({ property }) => property.required && !property.displayName.startsWith('Advanced: '),
		);
		expect([key, named(needed)]).toEqual([key, needed.map(({ property }) => property.name)]);
		const others = [...(operation.options ?? []), ...(operation.additionalFields ?? [])];
		const names = new Set(
			[...needed, ...(operation.updateFields ?? [])].map(({ property }) => property.displayName),
		);
		expect([key, named(others.filter(({ property }) => !names.has(property.displayName)))]).toEqual([key, []]);
		expect(text).not.toMatch(/one above|<a |Expression|expression|Contacts show it|Return All|Unassign/);
		expect([key, text.includes('Do not repeat it.')]).toEqual([key, isWrittenOnce(operation)]);
	}
	expect(toldToTheModel('conversation.setPriority')).toContain('Priority: High, Low, Normal.');
	expect(toldToTheModel('conversation.getMany')).toMatch(
		/Arguments that this tool may lack: Statuses: Active, Closed, Pending, Spam\..*Priorities: /,
	);
	expect(toldToTheModel('message.reply')).toContain("Conversation: 'id' of a conversation list or search");
	expect(toldToTheModel('conversation.getContext')).toContain('Returns text.');
});

/**
 * Estimates the tokens that a model reads of tools (names, descriptions, required fields), at four characters a token.
 */
function tokensOf(keys: string[]) {
	const told = keys.map((key) => {
		const { fields = [] } = operations.find(([name]) => name === key)![1];
		const needed = fields.filter(({ property }) => property.required);
		const properties = Object.fromEntries(
			needed.map(({ property }) => [property.displayName.replaceAll(' ', '_'), { type: 'string' }]),
		);
		const parameters = {
			type: 'object',
			properties,
			required: Object.keys(properties),
			additionalProperties: false,
		};
		return JSON.stringify({
			type: 'function',
			function: { name: key, description: toldToTheModel(key), parameters },
		});
	});
	return told.join().length / 4;
}

test('the descriptions of six tools have at most 900 tokens, of nineteen at most 2,800', () => {
	const six = ['search', 'getMany', 'getContext', 'addTag', 'setPriority'].map((name) => `conversation.${name}`);
	expect(tokensOf([...six, 'message.addNote'])).toBeLessThanOrEqual(900);
	const most = all.filter(([key]) => /^(conversation|message)\./.test(key)).slice(0, 19);
	expect(tokensOf(most.map(([key]) => key))).toBeLessThanOrEqual(2_800);
});

test('a tool description by the user is not overwritten', () => {
	expect(toldToTheModel('message.reply', { descriptionType: 'manual', toolDescription: 'Only for refunds' })).toBe(
		'Only for refunds',
	);
	expect(toldToTheModel('message.reply', { descriptionType: 'auto' })).toBe(toldToTheModel('message.reply'));
	expect(toldToTheModel('message.reply')).toContain('The node cannot undo it');
});
