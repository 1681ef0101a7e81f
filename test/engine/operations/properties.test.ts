import fc from 'fast-check';
import { DateTime } from 'luxon';

import { COLLECTIONS, type Field, type Inputs, type ReadContext } from '../../../nodes/shared/field';
import { customFieldObject, customFieldRows } from '../../../nodes/Helpdesk/fields/customFields';
import { utcDate } from '../../../nodes/shared/fields/date';
import { filterConditions, filterTree } from '../../../nodes/shared/fields/filter';
import { htmlMessage } from '../../../nodes/Helpdesk/fields/message';
import { emailList, text, textList } from '../../../nodes/shared/fields/readers';
import { buildRequest } from '../../../nodes/Helpdesk/run/buildRequest';
import { readInput, type ParameterSource } from '../../../nodes/shared/readInput';
import { InputError } from '../../../transport';
import { inputs as triggerInputs } from '../../../nodes/HelpdeskTrigger/fields';
import { operationAt, operations, withEndpoint } from '../../support/operations';

const context: ReadContext = { label: 'Field', timezone: 'UTC' };

/** What an expression can give. */
const anyValue = fc.oneof(
	fc.jsonValue({ maxDepth: 3 }),
	fc.string({ unit: 'binary' }),
	fc.constantFrom(undefined, null, '', NaN, Infinity, '..', 'a/../b', '__proto__', 'true'),
	fc.date({ noInvalidDate: false }),
	fc.integer({ min: 0, max: 4e12 }).map((ms) => DateTime.fromMillis(ms)),
) as fc.Arbitrary<unknown>;

/** The result, or undefined where the input is refused in the user's words; anything else thrown fails the test. */
function accepted<T>(read: () => T): T | undefined {
	try {
		return read();
	} catch (error) {
		if (error instanceof InputError && error.message !== '' && error.description !== '') return undefined;
		throw error;
	}
}

const check = <Ts extends [unknown, ...unknown[]]>(runs: number, property: fc.IRawProperty<Ts>) => fc.assert(property, { numRuns: runs });

test('whatever stands in the parameters, an operation refuses it or sends to its own endpoint (3,000 cases)', () => {
	const names = [
		...new Set(
			withEndpoint.flatMap(([, { fields = [], additionalFields = [], updateFields = [], filters = [], options = [] }]) =>
				[...fields, ...additionalFields, ...updateFields, ...filters, ...options].map(({ property }) => property.name),
			),
		),
	];
	const values = fc.dictionary(fc.constantFrom(...names), fc.oneof(anyValue, fc.constantFrom('a', 'a@b.example', 'text', '2999-01-01')), {
		maxKeys: 60,
		size: 'max',
	});
	check(
		3_000,
		fc.property(fc.constantFrom(...withEndpoint), values, values, ([, operation, { method, path }], top, collection) => {
			const usable = Object.fromEntries((operation.fields ?? []).map(({ property }) => [property.name, top[property.name] ?? 'x']));
			const source = {
				getTimezone: () => 'Europe/Berlin',
				getInputData: () => ({ json: {} }),
				getNodeParameter: (name: string, fallback: unknown) =>
					/Fields$|^filters$|^options$/.test(name) && name !== 'customFields' ? collection : (usable[name] ?? fallback),
			} as unknown as ParameterSource;
			const request = accepted(() => buildRequest(operation, readInput(source, operation), 'https://api.example.com/v1'));
			if (!request) return;
			const { pathname, search, hash } = new URL(`https://api.example.com/v1${request.path}`);
			expect([request.method, search, hash]).toEqual([method, '', '']);
			// The path of what is assumed altogether is the user's to change, below the base URL.
			const isChanged = [...(operation.options ?? [])].some(
				({ property: { name } }) => /Path$/.test(name) && text(collection[name], context) !== undefined,
			);
			expect(pathname).toMatch(isChanged ? /^\/v1\// : new RegExp(`^/v1${path.replace(/\{\w+\}/g, '[^/]+')}$`));
		}),
	);
});

/** Every field of every operation and of the trigger of which the editor shows this type, once each, with where it stands. */
function fieldsOfType(type: 'string' | 'boolean'): Array<[place: keyof Inputs, field: Field]> {
	const all = [...operations.map(([, operation]) => operation), triggerInputs];
	const placed = all.flatMap((inputs: Inputs) =>
		(['fields', ...COLLECTIONS] as const).flatMap((place) => (inputs[place] ?? []).map((field) => [field, place] as const)),
	);
	return [...new Map(placed)].filter(([{ property }]) => property.type === type).map(([field, place]) => [place, field]);
}

/** What the operation reads where this one field holds the value, or nothing at all. */
function readAlone([place, { property, ...field }]: [keyof Inputs, Field], stored: { value?: unknown }): unknown {
	const values = 'value' in stored ? { [property.name]: stored.value } : {};
	const source = {
		getTimezone: () => 'Europe/Berlin',
		getInputData: () => ({ json: {} }),
		getNodeParameter: (name: string, fallback: unknown) => (place === name ? values : name in values ? values[name] : fallback),
	} as unknown as ParameterSource;
	return readInput(source, { [place]: [{ ...field, property: { ...property, displayOptions: undefined } }] })[property.name];
}

test('no text field of any operation sends what is no text: it is refused by its name', () => {
	const wrong = [NaN, Infinity, -Infinity, {}, { a: 1 }, [{}], [NaN], [[]], () => 'x', new Date(NaN)];
	// It takes an object and a list: they are JSON.
	const fields = fieldsOfType('string').filter(([, { property }]) => property.name !== 'jsonBody');
	expect(fields.length).toBeGreaterThan(30);
	for (const each of fields) {
		const name = `'${each[1].property.displayName}'`;
		for (const value of wrong)
			expect([name, value, said(() => readAlone(each, { value }))]).toEqual([name, value, expect.stringContaining(name)]);
		// A list of texts is what several fields take.
		expect([name, said(() => readAlone(each, { value: [] }))]).toEqual([name, expect.stringMatching(/^$|got a list|is empty|is not a /)]);
	}
});

test('no switch of any operation takes for off what is neither on nor off, and one that was never set has its default', () => {
	const fields = fieldsOfType('boolean');
	expect(fields.length).toBeGreaterThan(10);
	for (const each of fields) {
		const { displayName, default: usual } = each[1].property;
		for (const value of ['TRUE', 'yes', '', 'off', 7, NaN, null, undefined, {}, [], [true], () => true])
			expect([value, said(() => readAlone(each, { value }))]).toEqual([value, `'${displayName}' is neither on nor off`]);
		const [on, off] = [true, false].map((value) => readAlone(each, { value }));
		expect([displayName, readAlone(each, { value: 'true' }), readAlone(each, { value: 'false' })]).toEqual([displayName, on, off]);
		expect([on, off ?? false]).toEqual([true, false]);
		expect([displayName, readAlone(each, {})]).toEqual([displayName, each[0] === 'fields' ? usual : undefined]);
	}
});

/** The words of a refusal; nothing where nothing would be sent. */
function said(read: () => unknown): string {
	try {
		const value = read();
		return value === undefined || (Array.isArray(value) && value.length === 0) ? '' : `sends ${String(value)}`;
	} catch (error) {
		expect(error).toBeInstanceOf(InputError);
		return (error as Error).message;
	}
}

test('an id reaches the server as it is, or is refused (2,000 cases)', () => {
	const get = operationAt('contact.get');
	const id = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: fc.constantFrom('.', '/', '\\', '%', '2', 'F', '?', '#', ' ', 'a') }));
	check(
		2_000,
		fc.property(id, (contactId) => {
			const request = accepted(() => buildRequest(get, { contactId }, 'https://api.example.com/v1'));
			if (!request) return;
			const { pathname } = new URL(`https://api.example.com/v1${request.path}`);
			const [empty, v1, contacts, segment, ...more] = pathname.split('/');
			expect([empty, v1, contacts, decodeURIComponent(segment!), more]).toEqual(['', 'v1', 'contacts', contactId.trim(), []]);
		}),
	);
});

describe('filters', () => {
	// Some characters show nothing, as a zero-width space: a text of them alone is empty.
	const shows = (text: string): boolean => /[^\s\p{Default_Ignorable_Code_Point}]/u.test(text);
	const word = fc.string({ minLength: 1 }).filter(shows);
	const leaf = fc.record({ attribute: word, comparison: word, values: fc.array(fc.record({ value: word }), { minLength: 1, maxLength: 3 }) });
	const { tree } = fc.letrec((tie) => ({
		tree: fc.record({ condition: word, groups: fc.array(fc.oneof({ maxDepth: 4 }, leaf, tie('tree')), { minLength: 1, maxLength: 3 }) }),
	}));

	test('a tree is sent whole, as JSON text and as an object (800 cases)', () => {
		check(
			800,
			fc.property(tree, (value) => {
				expect(filterTree(JSON.stringify(value), context)).toEqual(value);
				expect(filterTree(value, context)).toEqual(value);
			}),
		);
	});

	type Node = Record<string, unknown>;
	const isText = (value: unknown): boolean => typeof value === 'string' && shows(value);
	const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value);
	const isFull = (value: unknown, each: (entry: unknown) => boolean): boolean => Array.isArray(value) && value.length > 0 && value.every(each);
	const isLeaf = (node: Node) => isText(node.attribute) && isText(node.comparison) && (node.values === undefined || isListOfValues(node.values));
	const isListOfValues = (value: unknown) => Array.isArray(value) && value.every((entry) => isNode(entry) && typeof entry.value === 'string');
	const isTree = (value: unknown): boolean =>
		isNode(value) && (!('groups' in value) ? isLeaf(value) : isText(value.condition) && isFull(value.groups, isTree));
	/** Every place of a tree, as what holds it and its name there. */
	const placesOf = (value: unknown): Array<[holder: Node, name: string]> =>
		typeof value !== 'object' || value === null
			? []
			: Object.keys(value).flatMap((name) => [[value as Node, name], ...placesOf((value as Node)[name])] as Array<[Node, string]>);

	test('a tree of which one place is anything else is refused, or is still a tree and sent whole (1,500 cases)', () => {
		const counts = { sent: 0, refused: 0 };
		check(
			1_500,
			fc.property(tree, fc.nat(), anyValue, (whole, which, value) => {
				const spoiled = structuredClone(whole) as Node;
				const places = placesOf(spoiled);
				const [holder, name] = places[which % places.length]!;
				holder[name] = value;
				const sent = accepted(() => filterTree(spoiled, context));
				expect(sent !== undefined).toBe('groups' in spoiled && isTree(spoiled));
				if (sent) expect(sent).toEqual(spoiled);
				counts[sent ? 'sent' : 'refused'] += 1;
			}),
		);
		expect(Math.min(counts.sent, counts.refused)).toBeGreaterThan(30);
	});

	test('whatever stands in place of conditions or of a tree is refused in words (800 cases)', () => {
		check(
			800,
			fc.property(anyValue, (value) => {
				expect(accepted(() => filterTree(value, context))).toBeUndefined();
				expect(accepted(() => filterConditions(value, context))).toBeUndefined();
				accepted(() => filterConditions({ condition: value }, context));
			}),
		);
	});

	test('every row and every value of the conditions is sent (500 cases)', () => {
		const plain = fc.stringMatching(/^[a-z][a-z .]{0,5}[a-z]$/);
		const row = fc.record({ attribute: plain, comparison: plain, values: fc.array(plain, { minLength: 1, maxLength: 4 }) });
		check(
			500,
			fc.property(fc.array(row, { minLength: 1, maxLength: 5 }), (rows) => {
				const condition = rows.map((each) => ({ ...each, values: each.values.join(' \n ') }));
				expect(filterConditions({ condition }, context)).toEqual(
					rows.map((each) => ({ ...each, values: each.values.map((value) => ({ value })) })),
				);
			}),
		);
	});
});

describe('dates', () => {
	const zones = [
		'Europe/Berlin',
		'America/New_York',
		'America/St_Johns',
		'Asia/Kolkata',
		'Australia/Lord_Howe',
		'Africa/Cairo',
		'Pacific/Apia',
		'UTC',
	];
	const wallClock = fc
		.date({ min: new Date('1990-01-01'), max: new Date('2090-01-01'), noInvalidDate: true })
		.map((date) => date.toISOString().slice(0, 19));

	test('a wall-clock time is kept to the second in its zone, or refused where the zone skips it (1,500 cases)', () => {
		check(
			1_500,
			fc.property(wallClock, fc.constantFrom(...zones), (text, timezone) => {
				const utc = accepted(() => utcDate(text, { ...context, timezone }));
				const shown = DateTime.fromISO(utc ?? text, { zone: timezone }).toFormat("yyyy-MM-dd'T'HH:mm:ss");
				expect(shown === text).toBe(utc !== undefined);
			}),
		);
	});

	test('anything else is a moment in UTC, nothing, or refused (1,000 cases)', () => {
		check(
			1_000,
			fc.property(anyValue, (value) => {
				const utc = accepted(() => utcDate(value, context));
				if (utc !== undefined) expect(utc).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?Z$/);
			}),
		);
	});
});

describe('lists', () => {
	const blank = fc.constantFrom('', ' ', ', ', ',\n');

	test('every address of a list is sent, however it is typed; one wrong is refused by its position (1,000 cases)', () => {
		const addresses = fc.array(
			fc.emailAddress({ size: 'small' }).filter((address) => !/["<>;,]/.test(address)),
			{ minLength: 1, maxLength: 6 },
		);
		check(
			1_000,
			fc.property(addresses, blank, fc.nat(), (list, space, place) => {
				expect(emailList(list.join(`${space},${space}`), context)).toEqual(list);
				expect(emailList(list, context)).toEqual(list);
				const wrong = [...list];
				wrong.splice(place % (list.length + 1), 0, 'nobody');
				expect(() => emailList(wrong.join(','), context)).toThrow(`address number ${(place % (list.length + 1)) + 1} is not`);
			}),
		);
	});

	test('no entry of a list of ids gets lost unseen (800 cases)', () => {
		check(
			800,
			fc.property(fc.array(anyValue), (list) => {
				const ids = accepted(() => textList(list, context));
				if (list.length > 0 && ids) expect(ids).toEqual(list.map((entry) => String(entry).trim()));
			}),
		);
	});
});

test('every custom field is sent with its value and type, or the row is refused (1,000 cases)', () => {
	const row = fc.record({
		key: fc.oneof(fc.constantFrom('a', 'b', '__proto__', 'constructor', ' '), fc.string()),
		value: fc.option(fc.jsonValue(), { nil: undefined }),
	});
	check(
		1_000,
		fc.property(fc.array(row, { maxLength: 4 }), (field) => {
			const sent = accepted(() => customFieldRows({ field }, context));
			if (sent) expect(Object.entries(sent)).toEqual(expect.arrayContaining(field.map(({ key, value }) => [key.trim(), value])));
			if (sent) expect(Object.keys(sent).length).toBe(field.length);
			const json = JSON.stringify(sent ?? {});
			expect(JSON.stringify(accepted(() => customFieldObject(json, context)) ?? {})).toBe(json);
		}),
	);
});

test('a typed message can be read back from its HTML, which has no markup of its own (500 cases)', () => {
	const entities: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&amp;': '&', '<br>': '\n' };
	check(
		500,
		fc.property(fc.string({ unit: fc.constantFrom('<', '>', '&', '"', "'", '\n', 'b', 'r', ';', 'ü') }), (message) => {
			const html = htmlMessage({ message, messageFormat: 'text' });
			expect(html.replaceAll('<br>', '')).not.toMatch(/[<>"']/);
			expect(html.replace(/&\w+;|&#39;|<br>/g, (entity) => entities[entity]!)).toBe(message);
		}),
	);
});
