import { NodeHelpers, type INodeParameters, type INodeProperties } from 'n8n-workflow';

import { Helpdesk } from '../../../nodes/Helpdesk/Helpdesk.node';
import { COLLECTIONS, type Field } from '../../../nodes/shared/field';
import { resources } from '../../../nodes/Helpdesk/resources';
import { buildRequest } from '../../../nodes/Helpdesk/run/buildRequest';

const { description } = new Helpdesk();
const { properties } = description;
const operations = resources.flatMap((resource) =>
	resource.operations.map((operation) => [`${resource.value}.${operation.value}`, resource.value, operation] as const),
);

/** Names that n8n's display conditions cannot say once, each defined twice; one a third time, with another default. */
const repeatedFor: Record<string, string> = {
	conversationId: 'message.getMany takes it, conversation.getMany does not',
	inboxId: 'automation.get takes it, conversation.get does not',
	tagId: 'tag.update takes it, conversation.update does not',
	options: 'automation.delete takes them, automation.get does not',
	contactId: 'contact.update takes it, conversation.update does not',
	returnAll: 'apiRequest.send shows it by its page mode, and message.getMany has it on by default',
	limit: 'apiRequest.send shows it by its page mode',
};

test('every parameter name is defined once, but for those that have a reason: each definition costs time for every item', () => {
	const count = new Map<string, number>();
	for (const { name } of properties) count.set(name, (count.get(name) ?? 0) + 1);
	const repeated = Object.fromEntries([...count].filter(([, times]) => times > 1));
	expect(repeated).toEqual({ operation: resources.length, ...Object.fromEntries(Object.keys(repeatedFor).map((name) => [name, 2])), returnAll: 3 });
});

test('no name is defined twice in a collection', () => {
	for (const { name, type, options = [] } of properties.filter(({ type }) => type === 'collection')) {
		const names = options.map((option) => option.name);
		expect([name, type, names.length]).toEqual([name, 'collection', new Set(names).size]);
	}
});

const namesOf = (fields: Field[] = []) => fields.map(({ property }) => property.name);

/** Names shown by n8n, whatever the other parameters say. */
function shown(all: INodeProperties[], values: INodeParameters, path: string): string[] {
	const ofChoice = (property: INodeProperties) => {
		const show = Object.entries(property.displayOptions?.show ?? {}).filter(([name]) => /^\/?(resource|operation)$/.test(name));
		return { ...property, displayOptions: { show: Object.fromEntries(show) } };
	};
	const isShown = (property: INodeProperties) => NodeHelpers.displayParameterPath(values, ofChoice(property), path, { typeVersion: 1 }, description);
	return all.filter(isShown).map(({ name }) => name);
}

test.each(operations)('%s shows its own fields, in its order, and no other', (_, resource, operation) => {
	const values: INodeParameters = { resource, operation: operation.value };
	const collections = COLLECTIONS.filter((name) => operation[name]);
	for (const name of collections) values[name] = {};
	expect(shown(properties, values, '')).toEqual(['resource', 'operation', ...namesOf(operation.fields), ...collections]);
	for (const name of collections) {
		const options = properties.find((property) => property.name === name)!.options as INodeProperties[];
		expect(shown(options, values, name).sort()).toEqual(namesOf(operation[name]).sort());
	}
});

const onlyConversation = operations.filter(([, , { fields, updateFields }]) => !updateFields && namesOf(fields).join() === 'conversationId');

test.each(onlyConversation)('%s, which only names a conversation, sends no body', (_, __, operation) => {
	expect(buildRequest(operation, { conversationId: 'c1' }, 'https://api.example.com/v1').body).toBeUndefined();
});

test('every operation is described so that a user or a model can choose rightly', () => {
	const actions = operations.map(([, , { action }]) => action);
	expect(new Set(actions).size).toBe(actions.length);
	for (const [key, , operation] of operations) {
		expect([key, operation.description]).toEqual([key, expect.stringMatching(/^[A-Z].{15,}/)]);
	}
	const irreversible = ['message.reply', 'message.forward', 'scheduledReply.sendNow', 'conversation.merge', 'conversation.split', 'scheduledReply.cancel', 'conversation.delete'];
	for (const [key, , operation] of operations.filter(([key]) => irreversible.includes(key))) {
		expect([key, operation.description]).toEqual([key, expect.stringMatching(/cannot be taken back|no way to undo it|is lost|takes it back/)]);
	}
});

test('every parameter has a description', () => {
	const nested = properties.flatMap(({ options = [] }) => options as INodeProperties[]).filter(({ type }) => type);
	const undescribed = [...properties, ...nested].filter(({ name, type, description }) => !description && !/^(resource|operation)$/.test(name) && type !== 'collection');
	expect(undescribed.map(({ name }) => name)).toEqual([]);
});
