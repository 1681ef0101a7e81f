import fc from 'fast-check';
import { DateTime } from 'luxon';

import { buildRequest } from '../../../nodes/Helpdesk/run/buildRequest';
import { readInput, type ParameterSource } from '../../../nodes/shared/readInput';
import { isNothing } from '../../../nodes/shared/values/nothing';
import { InputError } from '../../../transport';
import { withEndpoint } from '../../support/operations';

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
