import { invalid } from './errors';
import type { StoredConversation } from './records';

export interface FilterLeaf {
	attribute: string;
	comparison: string;
	values: Array<{ value: string }>;
}
export interface FilterTree {
	condition: string;
	groups: Array<FilterLeaf | FilterTree>;
}
type Predicate = (conversation: StoredConversation) => boolean;

const present = (value: string | null) => (value === null ? [] : [value]);

/** Attributes that can be compared. The specification shows `status` only; this sandbox chose the others. */
const attributes: Record<string, (conversation: StoredConversation) => ReadonlyArray<string>> = {
	id: ({ record }) => [record.id],
	status: ({ record }) => [record.status],
	priority: ({ record }) => present(record.priority),
	subject: ({ record }) => [record.subject],
	assignable_id: ({ record }) => present(record.assignable_id),
	contact_id: ({ record }) => [record.contact.id],
	contact_email: ({ record }) => [record.contact.email],
	tag: ({ tagIds }) => tagIds,
	is_spam: ({ record }) => [String(record.is_spam)],
	is_snoozed: ({ record }) => [String(record.is_snoozed)],
	created_at: ({ record }) => [record.created_at],
	updated_at: ({ record }) => [record.updated_at],
	last_message_created_at: ({ record }) => [record.last_message_created_at],
};

/** The specification shows `eq` only; this sandbox chose the others. Several values mean any of them. */
const comparisons: Record<string, (actual: ReadonlyArray<string>, wanted: string[]) => boolean> = {
	eq: (actual, wanted) => wanted.some((value) => actual.includes(value)),
	neq: (actual, wanted) => !wanted.some((value) => actual.includes(value)),
	contains: (actual, wanted) =>
		wanted.some((value) => actual.some((text) => text.toLowerCase().includes(value.toLowerCase()))),
	gt: (actual, wanted) => wanted.some((value) => actual.some((text) => text > value)),
	lt: (actual, wanted) => wanted.some((value) => actual.some((text) => text < value)),
};

/** Compiles a filter tree to a function. Throws 422 with the path of an unknown condition, attribute or comparison. */
export function compileFilter(node: FilterTree | FilterLeaf, place = 'filters'): Predicate {
	if (!('groups' in node)) return compileLeaf(node, place);
	if (node.condition !== 'and' && node.condition !== 'or') {
		throw invalid({ [`${place}.condition`]: ['The selected condition is invalid.'] });
	}
	const parts = node.groups.map((group, index) => compileFilter(group, `${place}.groups.${index}`));
	if (node.condition === 'and') return (conversation) => parts.every((part) => part(conversation));
	return (conversation) => parts.length === 0 || parts.some((part) => part(conversation));
}

function compileLeaf(leaf: FilterLeaf, place: string): Predicate {
	const read = Object.hasOwn(attributes, leaf.attribute) ? attributes[leaf.attribute] : undefined;
	if (!read) throw invalid({ [`${place}.attribute`]: ['The selected attribute is invalid.'] });
	const compare = Object.hasOwn(comparisons, leaf.comparison) ? comparisons[leaf.comparison] : undefined;
	if (!compare) throw invalid({ [`${place}.comparison`]: ['The selected comparison is invalid.'] });
	const wanted = leaf.values.map(({ value }) => value);
	return (conversation) => compare(read(conversation), wanted);
}
