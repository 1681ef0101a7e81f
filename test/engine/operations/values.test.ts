import { inputs as triggerInputs } from '../../../nodes/HelpdeskTrigger/fields';
import { COLLECTIONS, type Field, type Inputs } from '../../../nodes/shared/field';
import { readInput, type ParameterSource } from '../../../nodes/shared/readInput';
import type { Origin } from '../../../nodes/shared/values/kind';
import { InputError } from '../../../transport';
import { operations } from '../../support/operations';

type Place = 'fields' | (typeof COLLECTIONS)[number];

const all: Array<[string, Place, Field, Inputs]> = [
	...operations.map(([key, operation]) => [key, operation] as const),
	['trigger', triggerInputs] as const,
].flatMap(([key, inputs]: readonly [string, Inputs]) =>
	(['fields', ...COLLECTIONS] as const).flatMap((place) =>
		(inputs[place] ?? []).map((field): [string, Place, Field, Inputs] => [key, place, field, inputs]),
	),
);

const NOW = Date.parse('2026-11-27T12:00:00Z');
const EXPRESSIONS: Record<Exclude<Origin, 'panel'>, string> = {
	expression: '={{ $json.a ?? $json.b }}',
	model: "={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('It', `what it is`, 'string') }}",
};

/** Reads a field alone. `origin`: how the user gave the value. */
function read(place: Place, field: Field, origin: Origin, value: unknown, options: object = {}) {
	const { name, type } = field.property;
	const stored = (each: unknown) => (type === 'resourceLocator' ? { __rl: true, mode: 'id', value: each } : each);
	const own = { [name]: stored(value) };
	const raw = origin === 'panel' ? own : { [name]: stored(EXPRESSIONS[origin]) };
	const source = {
		getTimezone: () => 'UTC',
		getInputData: () => ({ json: {} }),
		getNodeParameter: (parameter: string, _: unknown, { rawExpressions }: { rawExpressions?: boolean } = {}) => {
			const values = rawExpressions ? raw : own;
			if (parameter === 'options' && place !== 'options') return options;
			return parameter === place ? { ...values, ...(place === 'options' && options) } : values[parameter];
		},
	} as unknown as ParameterSource;
	const alone = { ...field, property: { ...field.property, displayOptions: undefined } };
	const ignore = all.find(([, , { property }]) => property.name === 'ignoreEmptyFilters')![2];
	const inputs = { [place]: [alone], ...(place === 'filters' && { options: [ignore] }), finds: 'conversation' };
	return readInput(source, inputs, { now: NOW, isTool: origin === 'model' })[name];
}

const REFUSED = 'refused';

function outcome(...call: Parameters<typeof read>) {
	try {
		return read(...call);
	} catch (error) {
		if (error instanceof InputError && error.message.includes(`'${call[1].property.displayName}'`)) return REFUSED;
		throw error;
	}
}

/** Kinds of fields with rows. Each part of a row has a value of its own. */
const OF_ROWS = ['conditions', 'customFields', 'customFieldFilter', 'queryRows'];
const GUARDS = ['onlyOncePer', 'onlyIfUnchangedSince', 'notIfAlreadyThere', 'dryRun'];
const NOTHINGS = [undefined, null, '', ' \u00a0', '\u200b', [], [null, ' ']];

const hasDefault = ({ property: { type, default: usual } }: Field) =>
	type !== 'resourceLocator' && usual !== '' && !(Array.isArray(usual) && usual.length === 0);

/** Returns the effect by the table in docs/values.md. */
function expected(place: Place, field: Field, origin: Origin, nothing: unknown): 'refused' | 'left out' | 'default' {
	const { property, blank } = field;
	if (blank && origin === 'panel') return 'left out';
	if (GUARDS.includes(property.name)) return 'refused';
	if (place === 'filters') return origin === 'expression' ? 'refused' : 'left out';
	if (place === 'fields') {
		const isRequired = Boolean(property.required) || hasDefault(field);
		if (isRequired) return origin === 'model' && !property.required ? 'default' : 'refused';
		return origin === 'expression' && nothing !== null ? 'refused' : 'left out';
	}
	if (origin === 'panel') return 'refused';
	return origin === 'model' || nothing === null ? 'left out' : 'refused';
}

test('an empty value has the effect that docs/values.md describes', () => {
	const visited = all.filter(([, , { kind }]) => !OF_ROWS.includes(kind.name));
	expect(visited.length).toBeGreaterThan(500);
	const wrong = visited.flatMap(([key, place, field]) =>
		(['panel', 'expression', 'model'] as const).flatMap((origin) =>
			NOTHINGS.flatMap((nothing) => {
				// A body may be an empty list.
				if (field.kind.name === 'json' && Array.isArray(nothing)) return [];
				const is = outcome(place, field, origin, nothing);
				const should = expected(place, field, origin, nothing);
				const isRight =
					should === 'refused'
						? is === REFUSED
						: should === 'default'
							? is !== REFUSED && is !== undefined
							: is === undefined || (Array.isArray(is) && is.length === 0);
				return isRight ? [] : [[key, field.property.name, origin, nothing, should, is]];
			}),
		),
	);
	expect(wrong).toEqual([]);
});

test('Ignore Empty Filters leaves out every filter whose expression has no value', () => {
	const filters = all.filter(([, place]) => place === 'filters');
	expect(filters.length).toBeGreaterThan(15);
	for (const [, place, field] of filters)
		for (const nothing of NOTHINGS)
			expect(outcome(place, field, 'expression', nothing, { ignoreEmptyFilters: true })).toBeUndefined();
});

const id: Array<[unknown, unknown]> = [
	[' \u200ba1 ', 'a1'],
	[7, '7'],
	['null', REFUSED],
	['undefined', REFUSED],
	['{}', REFUSED],
	['a b', REFUSED],
	['"a"', REFUSED],
	[{}, REFUSED],
	[true, REFUSED],
	['a\u0000', REFUSED],
];
const list: Array<[unknown, unknown]> = [
	['["a","b"]', ['a', 'b']],
	['a, b', ['a', 'b']],
	[
		['a', 'b'],
		['a', 'b'],
	],
	[['a', {}], REFUSED],
	[['a', 'undefined'], REFUSED],
];
const time: Array<[unknown, unknown]> = [
	[1_812_960_000, '2027-06-14T08:00:00Z'],
	['1812960000000', '2027-06-14T08:00:00Z'],
	['2027-06-14T08:00', '2027-06-14T08:00:00Z'],
	[46_000, REFUSED],
	['undefined', REFUSED],
	['tomorrow', REFUSED],
	[{}, REFUSED],
];
const named = (entries: typeof list) =>
	entries.map(([value, read]): [unknown, unknown] => [
		value,
		Array.isArray(read) ? read.map((text) => expect.objectContaining({ text })) : read,
	]);

const words: Array<[unknown, unknown]> = [
	['["A"]', [expect.stringMatching(/^a$/i)]],
	['"a, b"', ['a, b']],
	['a, null', REFUSED],
];

/** Odd values of each kind, and what they become. A new kind needs an entry. */
const ODD: Record<string, Array<[unknown, unknown]>> = {
	address: [
		['Anna B <anna@x.example>', 'anna@x.example'],
		['mailto:anna@x.example', 'anna@x.example'],
		['Anna', REFUSED],
		['null', REFUSED],
	],
	addresses: [
		['"Lee, Jo" <jo@x.example>; kim@x.example', ['jo@x.example', 'kim@x.example']],
		['["jo@x.example"]', ['jo@x.example']],
		['jo@x.example, Kim', REFUSED],
	],
	assignee: [...id, ['Nobody', 'nobody'], ['Kim <kim@x.example>', 'kim@x.example']],
	choice: [
		['undefined', REFUSED],
		[{}, REFUSED],
	],
	choices: [
		['undefined', REFUSED],
		[[{}], REFUSED],
	],
	comparedTags: named(list),
	conditions: [[{ condition: [] }, REFUSED]],
	conversation: [...id, ['#42', REFUSED], ['kim@x.example', REFUSED]],
	conversations: [...list, ['a, #42', REFUSED]],
	customField: [
		['Order  number', expect.objectContaining({ text: 'Order number' })],
		['null', REFUSED],
	],
	customFieldFilter: [[{ field: [] }, REFUSED]],
	customFields: [[{ field: [] }, REFUSED]],
	customFieldsJson: [
		['{}', REFUSED],
		['{"a":null}', [[expect.objectContaining({ text: 'a' }), null]]],
	],
	days: [
		['["2026-12-25"]', ['2026-12-25']],
		['25.12.2026', REFUSED],
	],
	file: [...id, ['https://a.example/b', 'https://a.example/b']],
	filterTree: [
		['[]', REFUSED],
		['{"groups":{}}', REFUSED],
	],
	futureTime: [...time, ['2020-01-01', REFUSED]],
	id,
	ids: list,
	inbox: id,
	inboxes: list,
	idOrTime: [
		['m1', { id: 'm1' }],
		['2026-01-05T08:00:00Z', { at: Date.parse('2026-01-05T08:00:00Z') }],
		['null', REFUSED],
	],
	json: [
		['{"a":1}', { a: 1 }],
		['{', REFUSED],
		['"a"', REFUSED],
	],
	jsonObject: [
		['{"a":1}', { a: 1 }],
		['{', REFUSED],
		['[1]', REFUSED],
	],
	number: [
		['5', expect.anything()],
		[NaN, REFUSED],
		['many', REFUSED],
	],
	pastDays: [
		['5', expect.stringMatching(/^\d{4}-.*Z$/)],
		[0, REFUSED],
		['many', REFUSED],
	],
	queryRows: [[{ parameter: [{ name: '', value: 'x' }] }, REFUSED]],
	searchIn: [
		['all', 'all'],
		['everywhere', REFUSED],
		[{}, REFUSED],
	],
	switch: [
		['true', true],
		[true, true],
		['maybe', REFUSED],
		['off', REFUSED],
		[7, REFUSED],
		[NaN, REFUSED],
		[{}, REFUSED],
		[[true], REFUSED],
	],
	tag: [
		['Very\u00a0 urgent', expect.objectContaining({ text: 'Very urgent' })],
		['undefined', REFUSED],
	],
	tags: named(list),
	teammate: [...id, ['Me', 'me'], ['Kim <kim@x.example>', 'kim@x.example']],
	teammates: [...list, ['Me, kim@x.example', ['me', 'kim@x.example']]],
	text: [
		['half \ud83c', 'half \ufffd'],
		[0, '0'],
		['a\u0000', REFUSED],
		[{}, REFUSED],
		[[{}], REFUSED],
		[NaN, REFUSED],
		[Infinity, REFUSED],
		[() => 'x', REFUSED],
		[new Date(NaN), REFUSED],
	],
	time,
	timeOfDay: [
		['9:05', 545],
		['25:00', REFUSED],
	],
	word: [
		[' Very\u00a0 odd\u200b', 'Very odd'],
		['undefined', REFUSED],
		[['a'], REFUSED],
	],
	outputFields: words,
	words,
	zone: [
		[' Europe/Berlin', 'Europe/Berlin'],
		['Berlin', REFUSED],
	],
};

/** Kinds for which a model may give a name. It is looked up later. */
const NAMED_BY_MODEL = ['assignee', 'inbox', 'inboxes', 'teammate', 'teammates'];

test('every parameter reads unusual values by its kind, from panel, expression and model', () => {
	const wrong = all.flatMap(([key, place, field]) =>
		(['panel', 'expression', 'model'] as const).flatMap((origin) =>
			ODD[field.kind.name]!.flatMap(([value, should]) => {
				const is = outcome(place, field, origin, value);
				if (field.kind.name === 'number') {
					if (
						should === REFUSED
							? is === REFUSED
							: typeof is === 'number' || Array.isArray(is) || is === REFUSED
					)
						return [];
				}
				const { type, options = [], allowArbitraryValues } = field.property;
				// From a fixed list, a model may only choose a listed value.
				if (origin === 'model' && options.length > 0 && !allowArbitraryValues && is === REFUSED) return [];
				if (origin === 'model' && place === 'filters' && value === 0 && is === undefined && type === 'number')
					return [];
				const mayBeName = origin === 'model' && NAMED_BY_MODEL.includes(field.kind.name);
				if (mayBeName && should === REFUSED && [is].flat().every((each) => typeof each === 'string')) return [];
				try {
					expect(is).toEqual(should);
					return [];
				} catch {
					return [[key, field.property.name, origin, value, should, is]];
				}
			}),
		),
	);
	expect(wrong).toEqual([]);
});

test('every kind of value is used by a parameter', () => {
	const used = new Set(all.map(([, , { kind }]) => kind.name));
	expect(Object.keys(ODD).filter((name) => !used.has(name))).toEqual([]);
});
