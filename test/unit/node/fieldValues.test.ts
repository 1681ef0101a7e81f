import { queryParameters } from '../../../nodes/Helpdesk/fields/apiRequest';
import { customFieldRows } from '../../../nodes/Helpdesk/fields/customFields';
import { onlyIfUnchangedSince } from '../../../nodes/Helpdesk/fields/writes';
import type { Field, ReadContext } from '../../../nodes/shared/field';

const context: ReadContext = { label: "'Field'", timezone: 'Europe/Berlin' };

/** What a field makes of a value: what it gives, or the words with which it refuses it. */
function readBy({ read }: Pick<Field, 'read'>, value: unknown): unknown {
	try {
		return read(value, context);
	} catch (error) {
		return `refused: ${(error as Error).message}`;
	}
}

const rows = (...values: unknown[]) => ({ parameter: values });
const noNameOrValue = (row: number) => `refused: 'Field': row ${row} needs a name and a value`;

test.each<[string, unknown, string]>([
	['nothing', undefined, ''],
	['no rows', {}, ''],
	['what is no list', { parameter: 'abc' }, ''],
	['an empty row among others', rows({ name: 'a', value: '1' }, { name: '', value: '' }, { name: 'a', value: '2' }), 'a=1&a=2'],
	['a value that is empty', rows({ name: 'a', value: '' }), 'a='],
	['a number, true and false', rows({ name: 'a', value: 7 }, { name: 'b', value: true }, { name: 'c', value: false }), 'a=7&b=true&c=false'],
	['a value without a name', rows({ name: 'a', value: '1' }, { name: '', value: 'x' }), noNameOrValue(2)],
	['a name without a value', rows({ name: 'a' }), noNameOrValue(1)],
	['a name that is no text', rows({ name: 7, value: 'x' }), noNameOrValue(1)],
	['a list as a value', rows({ name: 'a', value: ['x'] }), noNameOrValue(1)],
	['what is no row', rows('a=1'), noNameOrValue(1)],
])('query parameters: %s', (_, value, expected) => {
	expect(String(readBy(queryParameters, value))).toBe(expected);
});

const at = (iso: string) => ({ at: Date.parse(iso) });

test.each<[string, unknown, unknown]>([
	['nothing', undefined, undefined],
	['what shows nothing', ' ', undefined],
	['an ID', ' m1 ', { id: 'm1' }],
	['a number, which may be an ID', '20260331', { id: '20260331' }],
	['an ID that begins as a time does', '2026-03-31-7', { id: '2026-03-31-7' }],
	['an ID that ends as a time does', 'm2026-03-31', { id: 'm2026-03-31' }],
	['an ID that has letters where a time has digits', '2026-03-31Ta', { id: '2026-03-31Ta' }],
	['a day', '2026-03-31', at('2026-03-30T22:00:00Z')],
	['a time with its zone', '2026-03-31T09:00:00Z', at('2026-03-31T09:00:00Z')],
	['a time without a zone east of UTC: the earlier one, here', '2026-03-31T09:00', at('2026-03-31T07:00:00Z')],
	['a time between spaces', ' 2026-03-31T09:00:00Z ', at('2026-03-31T09:00:00Z')],
	['a time with a space', '2026-03-31 09:00', at('2026-03-31T07:00:00Z')],
	['a date from an expression', new Date('2026-03-31T09:00:00Z'), at('2026-03-31T09:00:00Z')],
	['no time and no ID', 'a b', "refused: 'Field' is not a valid ID"],
])('Only If Unchanged Since takes %s', (_, value, expected) => {
	expect(readBy(onlyIfUnchangedSince, value)).toEqual(expected);
});

test('a time without a zone west of UTC is read as UTC, the earlier one', () => {
	expect(onlyIfUnchangedSince.read('2026-03-31T09:00', { ...context, timezone: 'America/New_York' })).toEqual(at('2026-03-31T09:00:00Z'));
});

test.each<[string, unknown, unknown]>([
	['nothing', undefined, "refused: 'Field' has no field"],
	['what is no list', { field: 'abc' }, "refused: 'Field' has no field"],
	['a field between spaces', { field: [{ key: ' plan ', value: 'x' }] }, { plan: 'x' }],
	['null, which empties it', { field: [{ key: 'plan', value: null }] }, { plan: null }],
	['what is no row', { field: ['plan'] }, "refused: 'Field': row 1 has no field"],
	['one without a field', { field: [{ key: 'a', value: 1 }, { value: 'x' }] }, "refused: 'Field': row 2 has no field"],
	['one without a value', { field: [{ key: 'plan' }] }, "refused: 'Field': row 1 has no value"],
	[
		'a field twice',
		{
			field: [
				{ key: 'a', value: 1 },
				{ key: 'a ', value: 1 },
			],
		},
		"refused: 'Field': row 2 repeats the field 'a'",
	],
	['a field that is none', { field: [{ key: {}, value: 1 }] }, "refused: 'Field' in row 1 of 'Field' got an object, not text"],
	['a value that JSON cannot hold', { field: [{ key: 'a', value: [NaN] }] }, "refused: 'Value' in row 1 of 'Field' has NaN in it"],
])('rows of custom fields: %s', (_, value, expected) => {
	expect(readBy({ read: customFieldRows }, value)).toEqual(expected);
});
