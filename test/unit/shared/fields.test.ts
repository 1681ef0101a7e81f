import type { INodeProperties } from 'n8n-workflow';

import type { Field } from '../../../nodes/shared/field';
import {
	automationId,
	contactId,
	conversationId,
	fromListOr,
	inboxId,
	knowledgebaseId,
	savedReplyId,
	severalFromList,
	tagId,
	userId,
} from '../../../nodes/shared/fields/locators';
import { limit, returnAll, returnAllByDefault, simplify, sort } from '../../../nodes/shared/fields/paging';
import { TagName } from '../../../nodes/shared/lookup/tags';

const context = { label: "'It'", timezone: 'UTC' };

it.each<[Field, Partial<INodeProperties>, unknown, unknown, false | undefined]>([
	[returnAll, { name: 'returnAll', type: 'boolean', default: false }, 'true', true, false],
	[returnAllByDefault, { name: 'returnAll', type: 'boolean', default: true }, 'false', false, false],
	[
		limit,
		{ name: 'limit', type: 'number', default: 50, typeOptions: { minValue: 1 }, displayOptions: { show: { returnAll: [false] } } },
		'7',
		7,
		false,
	],
	[simplify, { name: 'simplify', type: 'boolean', default: true }, 'false', false, false],
	[sort, { name: 'sort', type: 'options', default: 'newest' }, 'priority', 'priority', undefined],
])('what stored workflows have of a list stays what it was: %#', (field, property, value, read, sent) => {
	expect(field.property).toMatchObject(property);
	expect([field.read(value, context), field.sent]).toEqual([read, sent]);
});

it('a list comes in one of three orders', () => {
	expect(sort.property.options!.map((option) => 'value' in option && option.value)).toEqual(['newest', 'oldest', 'priority']);
});

it.each<[Field, string, string]>([
	[conversationId, 'conversationId', 'conversations'],
	[contactId, 'contactId', 'contacts'],
	[inboxId, 'inboxId', 'inboxes'],
	[userId, 'userId', 'teammates'],
	[automationId, 'automationId', 'automations'],
	[savedReplyId, 'savedReplyId', 'savedReplies'],
	[knowledgebaseId, 'knowledgebaseId', 'knowledgeBases'],
	[tagId, 'tagId', 'tags'],
])('a record is chosen from its list or by its ID: %#', ({ property, read }, name, searchListMethod) => {
	expect(property).toMatchObject({ name, type: 'resourceLocator', required: true, default: { mode: 'list', value: '' } });
	const [list, id] = property.modes!;
	expect(list).toMatchObject({
		name: 'list',
		type: 'list',
		typeOptions: { searchListMethod, searchable: true, slowLoadNotice: { timeout: 5000 } },
	});
	expect(list!.hint).toMatch(/./);
	expect(id).toMatchObject({ name: 'id', type: 'string' });
	expect(read({ mode: 'id', value: ' x ' }, context)).toBe('x');
});

it('a tag alone is chosen by its name too, which is looked up', () => {
	expect(tagId.property.modes!.map(({ name, type }) => [name, type])).toEqual([
		['list', 'list'],
		['id', 'string'],
		['name', 'string'],
	]);
	expect(tagId.read({ mode: 'name', value: 'Urgent' }, context)).toEqual(new TagName('Urgent'));
	expect([tagId.resolve, conversationId.resolve]).toEqual([expect.any(Function), undefined]);
	expect(() => conversationId.read({ mode: 'id', value: '#7' }, context)).toThrow('ticket number');
});

it('what is typed in place of the list has the form that its field needs', () => {
	const typed = { displayName: 'By Key', name: 'key', placeholder: 'e.g. plan' };
	const property = fromListOr(typed, { displayName: 'Field', name: 'field', description: 'Of it' }, { picker: 'customFieldKeys', hint: 'x' });
	expect(property.modes![1]).toEqual({ ...typed, type: 'string' });
});

it('several records are chosen from a list, and what is stored stays valid where the list lacks it', () => {
	const { property, read } = severalFromList('tags', { name: 'tags', displayName: 'Tags', what: 'Which', dependsOn: ['inboxId.value'] });
	expect(property).toMatchObject({
		name: 'tags',
		displayName: 'Tags',
		type: 'multiOptions',
		typeOptions: { loadOptionsMethod: 'tags', loadOptionsDependsOn: ['inboxId.value'] },
		allowArbitraryValues: true,
		default: [],
	});
	expect(property.required).toBeUndefined();
	expect(severalFromList('tags', { name: 'x', displayName: 'X', what: 'x', required: true }).property.required).toBe(true);
	expect(read('a, b', context)).toEqual(['a', 'b']);
});
