import fc from 'fast-check';
import { DateTime } from 'luxon';

import { COLLECTIONS, type Field, type Inputs } from '../../../nodes/shared/field';
import { buildRequest } from '../../../nodes/Helpdesk/run/buildRequest';
import { readInput, type ParameterSource } from '../../../nodes/shared/readInput';
import { isNothing } from '../../../nodes/shared/values/nothing';
import { InputError } from '../../../transport';
import { inputs as triggerInputs } from '../../../nodes/HelpdeskTrigger/fields';
import { operations, withEndpoint } from '../../support/operations';

/** Values that an expression can return. */
const anyValue = fc.oneof(
	fc.jsonValue({ maxDepth: 3 }),
	fc.string({ unit: 'binary' }),
	fc.constantFrom(undefined, null, '', NaN, Infinity, '..', 'a/../b', '__proto__', 'true'),
	fc.date({ noInvalidDate: false }),
	fc.integer({ min: 0, max: 4e12 }).map((ms) => DateTime.fromMillis(ms)),
) as fc.Arbitrary<unknown>;

/** Returns the result, or undefined if the input is refused with an {InputError}. Throws any other error. */
function accepted<T>(read: () => T): T | undefined {
	try {
		return read();
	} catch (error) {
		if (error instanceof InputError && error.message !== '' && error.description !== '') return undefined;
		throw error;
	}
}

test('with any parameters, an operation refuses them or sends to its own endpoint (3,000 cases)', () => {
	const names = [
		...new Set(
			withEndpoint.flatMap(
				([, { fields = [], additionalFields = [], updateFields = [], filters = [], options = [] }]) =>
					[...fields, ...additionalFields, ...updateFields, ...filters, ...options].map(
						({ property }) => property.name,
					),
			),
		),
	];
	const values = fc.dictionary(
		fc.constantFrom(...names),
		fc.oneof(anyValue, fc.constantFrom('a', 'a@b.example', 'text', '2999-01-01')),
		{
			maxKeys: 60,
			size: 'max',
		},
	);
	fc.assert(
		fc.property(
			fc.constantFrom(...withEndpoint),
			values,
			values,
			([, operation, { method, path }], top, collection) => {
				const usable = Object.fromEntries(
					(operation.fields ?? []).map(({ property }) => [property.name, top[property.name] ?? 'x']),
				);
				const source = {
					getTimezone: () => 'Europe/Berlin',
					getInputData: () => ({ json: {} }),
					getNodeParameter: (name: string, fallback: unknown) =>
						/Fields$|^filters$|^options$/.test(name) && name !== 'customFields'
							? collection
							: (usable[name] ?? fallback),
				} as unknown as ParameterSource;
				const request = accepted(() =>
					buildRequest(operation, readInput(source, operation, { now: 0 }), 'https://api.example.com/v1'),
				);
				if (!request) return;
				const { pathname, search, hash } = new URL(`https://api.example.com/v1${request.path}`);
				expect([request.method, search, hash]).toEqual([method, '', '']);
				// The user can change an assumed path, but only below the base URL.
				const isChanged = [...(operation.options ?? [])].some(
					({ property: { name } }) => /Path$/.test(name) && !isNothing(collection[name]),
				);
				expect(pathname).toMatch(
					isChanged ? /^\/v1\// : new RegExp(`^/v1${path.replace(/\{\w+\}/g, '[^/]+')}$`),
				);
			},
		),
		{ numRuns: 3_000 },
	);
});

/** Returns each field of this type in operations and trigger once, with its place. */
function fieldsOfType(type: 'string' | 'boolean'): Array<[place: keyof Inputs, field: Field]> {
	const all = [...operations.map(([, operation]) => operation), triggerInputs];
	const placed = all.flatMap((inputs: Inputs) =>
		(['fields', ...COLLECTIONS] as const).flatMap((place) =>
			(inputs[place] ?? []).map((field) => [field, place] as const),
		),
	);
	return [...new Map(placed)]
		.filter(([{ property }]) => property.type === type)
		.map(([field, place]) => [place, field]);
}

/** Reads a single field with the given value, or without one. */
function readAlone([place, { property, ...field }]: [keyof Inputs, Field], stored: { value?: unknown }): unknown {
	const values = 'value' in stored ? { [property.name]: stored.value } : {};
	const source = {
		getTimezone: () => 'Europe/Berlin',
		getInputData: () => ({ json: {} }),
		getNodeParameter: (name: string, fallback: unknown) =>
			place === name ? values : name in values ? values[name] : fallback,
	} as unknown as ParameterSource;
	return readInput(
		source,
		{ [place]: [{ ...field, property: { ...property, displayOptions: undefined } }] },
		{ now: 0 },
	)[property.name];
}

test('every text field refuses a value that is not text, and the error names the field', () => {
	const wrong = [NaN, Infinity, -Infinity, {}, { a: 1 }, [{}], [NaN], [[]], () => 'x', new Date(NaN)];
	// `jsonBody` accepts objects and lists.
	const fields = fieldsOfType('string').filter(([, { property }]) => property.name !== 'jsonBody');
	expect(fields.length).toBeGreaterThan(30);
	for (const each of fields) {
		const name = `'${each[1].property.displayName}'`;
		for (const value of wrong.filter((value) => !isNothing(value)))
			expect([name, value, said(() => readAlone(each, { value }))]).toEqual([
				name,
				value,
				expect.stringContaining(name),
			]);
	}
});

test('every switch refuses a value that is neither on nor off, and has a default', () => {
	const fields = fieldsOfType('boolean');
	expect(fields.length).toBeGreaterThan(10);
	for (const each of fields) {
		const { displayName, default: usual } = each[1].property;
		for (const value of ['yes', 'off', 7, NaN, {}, [true], () => true])
			expect([value, said(() => readAlone(each, { value }))]).toEqual([
				value,
				`'${displayName}' is neither on nor off`,
			]);
		const [on, off] = [true, false].map((value) => readAlone(each, { value }));
		expect([displayName, readAlone(each, { value: 'true' }), readAlone(each, { value: 'false' })]).toEqual([
			displayName,
			on,
			off,
		]);
		expect([on, off ?? false]).toEqual([true, false]);
		expect([displayName, readAlone(each, {})]).toEqual([displayName, each[0] === 'fields' ? usual : undefined]);
	}
});

/** Returns the error of a refusal, the value that would be sent, or an empty text. */
function said(read: () => unknown): string {
	try {
		const value = read();
		return value === undefined || (Array.isArray(value) && value.length === 0) ? '' : `sends ${String(value)}`;
	} catch (error) {
		expect(error).toBeInstanceOf(InputError);
		return (error as Error).message;
	}
}
