import type { Resolver } from '../field';
import type { Condition } from '../fields/filter';
import type { Kind, KindName } from '../values/kind';
import type { Name } from '../values/people';
import type { FieldValue } from '../values/rows';
import { keysOf, valuesByKey } from './customFields';
import { tagIdsOf } from './tags';
import { teammateIdOf } from './teammates';

const byKey: Resolver = async (values: FieldValue[], input, lookup) => await valuesByKey(values, input, lookup);

/** What turns names into IDs, by kind of value. */
const RESOLVERS: Partial<Record<KindName, Resolver>> = {
	assignee: async (given: string, _, lookup) => await teammateIdOf(given, lookup),
	conditions: async (conditions: Condition[], input, lookup, label) => {
		const named = conditions.map(async ({ kind, values, ...condition }) => {
			const resolve = resolverOf(kind);
			const ids = resolve ? ((await resolve(values as never, input, lookup, label)) as unknown[]) : values;
			return { ...condition, values: ids.map((value) => ({ value })) };
		});
		return await Promise.all(named);
	},
	customField: async (field: Name, input, lookup) => (await keysOf([field], input, lookup))[0],
	customFieldFilter: byKey,
	customFields: byKey,
	customFieldsJson: byKey,
	tag: async (tag: Name, input, lookup) => (await tagIdsOf([tag], input, lookup))[0],
	tags: async (tags: Name[], input, lookup) => await tagIdsOf(tags, input, lookup),
	teammate: async (given: string, _, lookup) => await teammateIdOf(given, lookup),
	teammates: async (given: string[], _, lookup) => [
		...new Set(await Promise.all(given.map(async (each) => await teammateIdOf(each, lookup)))),
	],
};

export function resolverOf({ name }: Pick<Kind, 'name'>): Resolver | undefined {
	return RESOLVERS[name];
}
