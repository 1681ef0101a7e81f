import { ApiError } from '../../../transport';
import { fieldsOf, type Input, type Inputs } from '../field';
import { quoted } from '../names';
import type { Condition, Name, FieldValue } from '../values';
import { keysOf, valuesByKey } from './customFields';
import type { Lookup } from './lookup';
import { idsAndNames, tagIdsOf } from './tags';
import { teammateIdOf } from './teammates';

/** @param label the field's name in the editor, in quotation marks */
type Resolver = (value: never, input: Input, lookup: Lookup, label: string) => Promise<unknown>;

const byKey: Resolver = async (values: FieldValue[], input, lookup) => await valuesByKey(values, input, lookup);

/** What turns names into IDs, by kind of value. */
const RESOLVERS: Record<string, Resolver | undefined> = {
	assignee: async (given: string, _, lookup) => await teammateIdOf(given, lookup),
	comparedTags: async (tags: Name[], input, lookup) => await idsAndNames(tags, input, lookup),
	conditions: async (conditions: Condition[], input, lookup, label) => {
		const named = conditions.map(async ({ kind, values, ...condition }) => {
			const resolve = RESOLVERS[kind.name];
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

/** Replaces names by IDs. Throws {InputError} for an unknown name. */
export async function resolveInput(inputs: Inputs, input: Input, lookup: Lookup): Promise<void> {
	for (const { property, kind } of fieldsOf(inputs)) {
		const { name, displayName } = property;
		const resolve = RESOLVERS[kind.name];
		if (!resolve || input[name] === undefined) continue;
		const label = quoted(displayName);
		input[name] = await resolve(input[name] as never, input, lookup, label).catch((error: unknown) => {
			if (error instanceof ApiError) error.task = { action: actionOf(error, label) };
			throw error;
		});
	}
}

/** A look-up may read the conversation first, and its ID may be the wrong one. */
function actionOf({ request }: ApiError, label: string): string {
	return request.path.startsWith('/conversation/') ? 'Find the conversation' : `Look up ${label}`;
}
