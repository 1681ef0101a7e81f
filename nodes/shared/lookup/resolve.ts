import { ApiError, InputError } from '../../../transport';
import { fieldsOf, Input, Inputs } from '../field';
import { quoted } from '../names';
import { Condition, Name } from '../values';
import { idCalled } from './byName';
import { allInboxes } from './conversations';
import { keysOf, outputFieldsCalled, valuesByKey } from './customFields';
import { askTwice, Lookup } from './lookup';
import { idsAndNames, tagIdsOf } from './tags';
import { teammateIdOf } from './teammates';

type Resolver = (value: never, input: Input, lookup: Lookup) => Promise<unknown>;

const teammateId: Resolver = (given: string, _, lookup) => teammateIdOf(given, lookup);

const RESOLVERS: Record<string, Resolver | undefined> = {
	assignee: teammateId,
	comparedTags: idsAndNames,
	conditions: async (conditions: Condition[], input, lookup) => {
		const named = conditions.map(async ({ kind, values, ...condition }) => {
			const resolve = RESOLVERS[kind.name];
			const ids = resolve ? ((await resolve(values as never, input, lookup)) as unknown[]) : values;
			return { ...condition, values: ids.map((value) => ({ value })) };
		});
		return await Promise.all(named);
	},
	customField: async (field: Name, input, lookup) => (await keysOf([field], input, lookup))[0],
	customFieldFilter: valuesByKey,
	customFields: valuesByKey,
	customFieldsJson: valuesByKey,
	inbox: (given: string, _, lookup) => idCalled(given, 'inbox', lookup),
	inboxes: (given: string[], _, lookup) => Promise.all(given.map((each) => idCalled(each, 'inbox', lookup))),
	outputFields: outputFieldsCalled,
	// Otherwise, the inboxes are in `inboxIds` or `inboxId`.
	searchIn: async (choice: string, _, lookup) => (choice === 'all' ? await allInboxes(lookup) : undefined),
	tag: async (tag: Name, input, lookup) => (await tagIdsOf([tag], input, lookup))[0],
	tags: tagIdsOf,
	teammate: teammateId,
	teammates: async (given: string[], _, lookup) => [
		...new Set(await Promise.all(given.map((each) => teammateIdOf(each, lookup)))),
	],
};

/** Replaces names by IDs. Throws {InputError} for an unknown name. */
export async function resolveInput(inputs: Inputs, input: Input, lookup: Lookup) {
	for (const { property, kind } of fieldsOf(inputs)) {
		const { name, displayName } = property;
		const resolve = RESOLVERS[kind.name];
		if (!resolve || input[name] === undefined) continue;
		const value = input[name] as never;
		input[name] = await askTwice(lookup, (from) => resolve(value, input, from)).catch((error: unknown) => {
			if (error instanceof ApiError)
				error.task = {
					action: actionOf(error, kind.name === 'searchIn' ? 'the inboxes' : quoted(displayName)),
				};
			if (error instanceof InputError) error.field ??= name;
			throw error;
		});
	}
}

/** A look-up may have to read the conversation first. */
function actionOf({ request }: ApiError, label: string) {
	return request.path.startsWith('/conversation/') ? 'Find the conversation' : `Look up ${label}`;
}
