import { NodeHelpers, type INode, type INodeParameters, type INodeType } from 'n8n-workflow';

import { canWrite } from '../../../nodes/Helpdesk/fields/once';
import { COLLECTIONS } from '../../../nodes/shared/field';
import { resources } from '../../../nodes/Helpdesk/resources';
import { operations } from '../../support/operations';
import { helpdeskNode, helpdeskType } from '../../support/runNode';

/** The most that OpenAI takes as the description of a tool, in characters: it refuses the whole request otherwise. */
const MAX_LENGTH = 1024;

const description = { ...helpdeskType.description, name: 'helpdeskTool' };

/** What n8n tells a model of the node with these parameters, as its workflow completes them. */
function toldToTheModel(key: string, parameters: INodeParameters = {}): string {
	const [resource, operation] = key.split('.') as [string, string];
	const node: INode = { ...helpdeskNode({}), type: 'n8n-nodes-helpdesk.helpdeskTool' };
	const stored = { resource, operation, ...parameters };
	const completed = NodeHelpers.getNodeParameters(description.properties, stored, true, false, node, description)!;
	return NodeHelpers.getToolDescriptionForNode({ ...node, parameters: completed }, { description } as INodeType);
}

const all = operations.map(([key, operation]) => [key, operation] as const);
const keys = all.map(([key]) => key);

test.each(all)(
	'%s as a tool tells what it does, what that does to the world and whether it can be taken back, and what it returns',
	(key, operation) => {
		const told = toldToTheModel(key);
		expect(told).toMatch(new RegExp(`^${operation.description.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`));
		expect(told.includes('only reads')).toBe(!canWrite(operation));
		if (canWrite(operation)) expect(told).toMatch(/take.? it (back|away)|taken back|no way back/);
		expect(told).toMatch(/Returns .*(id|record|helpdesk)/);
		expect(told).not.toMatch(/\.\.(?!\.)|[^.]$/);
		expect(told.length).toBeLessThanOrEqual(MAX_LENGTH);
	},
);

test('the tools whose effect is final are the ones that say so', () => {
	const final = keys.filter((key) => /cannot be taken back|cannot be undone/.test(toldToTheModel(key)));
	expect(final.sort()).toEqual(
		[
			...['automation.delete', 'conversation.merge', 'conversation.split', 'message.deleteDraft', 'message.forward', 'message.reply'],
			...['savedReply.delete', 'scheduledReply.cancel', 'scheduledReply.sendNow', 'tag.delete', 'tag.deleteMany', 'tag.merge'],
		].sort(),
	);
});

test('what takes back the effect of a tool is another operation of the same resource', () => {
	const undone = resources.flatMap((resource) => resource.operations.map((operation) => ({ resource, operation })));
	const named = undone.filter(({ operation }) => operation.undo?.endsWith('takes it back'));
	expect(named.length).toBeGreaterThan(15);
	for (const { resource, operation } of named) {
		const names = resource.operations.filter(({ name }) => operation.undo!.startsWith(`${name} `));
		expect([operation.value, names.length > 0]).toEqual([operation.value, true]);
	}
});

/** For which the description has no room. */
const NO_ROOM: Record<string, string[]> = { 'message.reply': ['Only Once Per', 'Receipt'], 'apiRequest.send': ['Dry Run', 'Receipt'] };

test('every field that a model fills is explained so that its name and the sentence are enough, in collections too', () => {
	const explained = new Set<string>();
	for (const [key, operation] of all) {
		const told = toldToTheModel(key);
		const unexplained: string[] = [];
		for (const collection of ['fields', ...COLLECTIONS] as const)
			for (const { property } of operation[collection] ?? []) {
				const { displayName, displayOptions: { show = {} } = {} } = property;
				// The names that the API has for things, and the rules of Computed Fields, are for whoever sets up the tool.
				if (displayName.startsWith('Advanced: ') || show.computedFields || show['@tool']?.[0] === false) continue;
				const [, meaning] = new RegExp(` ${displayName.replace(/[()]/g, '\\$&')}: (.{15,}?)\\.`).exec(told) ?? [];
				if (meaning === undefined) unexplained.push(displayName);
				else explained.add(`${collection} ${displayName}`);
				expect([key, property.name, meaning]).toEqual([
					key,
					property.name,
					expect.not.stringMatching(/one above|<a |Expression|expression|Contacts show it/),
				]);
			}
		expect([key, unexplained]).toEqual([key, NO_ROOM[key] ?? []]);
	}
	expect(explained.size).toBeGreaterThan(60);
	for (const collection of COLLECTIONS) expect([...explained].filter((each) => each.startsWith(`${collection} `)).length).toBeGreaterThan(0);
	expect(toldToTheModel('conversation.setPriority')).toContain('Priority: The priority to set (High, Low, Normal)');
	expect(toldToTheModel('message.reply')).toContain('Conversation: The conversation (ticket) to work on, by ID.');
});

test('what the user writes as the description of a tool stays; one that was set automatically before is the new one', () => {
	expect(toldToTheModel('message.reply', { descriptionType: 'manual', toolDescription: 'Only for refunds' })).toBe('Only for refunds');
	expect(toldToTheModel('message.reply', { descriptionType: 'auto' })).toBe(toldToTheModel('message.reply'));
	expect(toldToTheModel('message.reply')).toContain('cannot be taken back');
});

test('a step of a workflow has no description for models', () => {
	const step = NodeHelpers.getNodeParameters(
		helpdeskType.description.properties,
		{ resource: 'message', operation: 'reply' },
		true,
		false,
		helpdeskNode({}),
		helpdeskType.description,
	);
	expect(step).not.toHaveProperty('toolDescription');
});
