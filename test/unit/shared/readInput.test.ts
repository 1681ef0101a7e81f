import type { IDataObject } from 'n8n-workflow';

import type { Field, Inputs } from '../../../nodes/shared/field';
import { fieldsOf, readInput, type ParameterSource } from '../../../nodes/shared/readInput';

const field = (name: string, property: Partial<Field['property']> = {}, more: Partial<Field> = {}): Field => ({
	property: { displayName: name.toUpperCase(), name, type: 'string', default: 'usual', ...property },
	read: (value, { label, timezone }) => (value === undefined ? undefined : [value, label, timezone]),
	...more,
});
const asRead = (name: string, value: unknown) => [value, `'${name.toUpperCase()}'`, 'Asia/Tokyo'];

/** n8n gives what is stored, or resolved where it is an expression. */
function source(stored: Record<string, unknown>, json: IDataObject = {}): ParameterSource & { asked: string[] } {
	const asked: string[] = [];
	const getNodeParameter = (name: string, fallback: unknown, options?: { rawExpressions?: boolean }) => {
		const value = name in stored ? stored[name] : fallback;
		if (options?.rawExpressions) return value;
		asked.push(name);
		return `n8n's ${String(value)}`;
	};
	return { getTimezone: () => 'Asia/Tokyo', getInputData: () => ({ json }), getNodeParameter, asked } as never;
}

it('a field is read with label, time zone and default', () => {
	const inputs: Inputs = { fields: [field('a'), field('b'), field('c')] };
	expect(readInput(source({ a: 'x', c: null }), inputs)).toEqual({ a: asRead('a', 'x'), b: asRead('b', 'usual'), c: undefined });
	expect(readInput(source({}), {})).toEqual({});
});

it('a plain path is resolved without n8n, other expressions by n8n', () => {
	const given = source({ a: '={{ $json.name }}', b: '={{ 1 + 1 }}' }, { name: 'Ada' });
	expect(readInput(given, { fields: [field('a'), field('b')] })).toEqual({ a: asRead('a', 'Ada'), b: asRead('b', "n8n's ={{ 1 + 1 }}") });
	expect(given.asked).toEqual(['b']);
});

it('hidden fields are not read', () => {
	const kind = field('kind', {}, { read: (value) => value });
	const several = field('several', {}, { read: (value) => value });
	const onX = field('a', { displayOptions: { show: { kind: ['x', 'y'], several: ['one'] } } });
	const names = (stored: Record<string, unknown>) => Object.keys(readInput(source(stored), { fields: [kind, several, onX] }));
	expect(names({ kind: 'y', several: ['two', 'one'] })).toContain('a');
	expect(names({ kind: 'z', several: ['one'] })).not.toContain('a');
	expect(names({ kind: 'x', several: ['two'] })).not.toContain('a');
	expect(names({ kind: 'x', several: [] })).not.toContain('a');
});

it.each([[undefined], [''], [' ']])('a required field that is %p is refused', (value) => {
	const required = field('a', { required: true }, { read: (given) => (String(given ?? '').trim() === '' ? undefined : given) });
	expect(() => readInput(source({ a: value }), { fields: [required] })).toThrow("'A' is empty");
	expect(() => readInput(source({ options: { a: value } }), { options: [required] })).toThrow("'A' is empty");
	expect(readInput(source({ options: {} }), { options: [required] })).toEqual({});
	expect(readInput(source({ a: 'x' }), { fields: [required] })).toEqual({ a: 'x' });
});

it.each(['additionalFields', 'updateFields', 'filters', 'options', 'sorting'] as const)('%s reads only added fields', (name) => {
	const inputs: Inputs = { [name]: [field('a'), field('b'), field('c')] };
	expect(readInput(source({ [name]: { a: 'x', c: undefined } }), inputs)).toStrictEqual({ a: asRead('a', 'x') });
	expect(readInput(source({}), inputs)).toEqual({});
	expect(fieldsOf({})).toEqual([]);
	expect(fieldsOf({ ...inputs, fields: [field('z')] }).map(({ property }) => property.name)).toEqual(['z', 'a', 'b', 'c']);
});

it('empty filters are ignored', () => {
	const inputs: Inputs = { filters: ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => field(name)) };
	const filters = { a: '', b: ' ', c: null, d: { mode: 'id', value: '' }, e: { other: '' }, f: 0 };
	expect(Object.keys(readInput(source({ filters }), inputs))).toEqual(['e', 'f']);
	expect(Object.keys(readInput(source({ options: filters }), { options: inputs.filters }))).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
});

it('a switch whose expression gives nothing is read, not taken as off', () => {
	const seen: unknown[] = [];
	const read = (value: unknown) => seen.push(value) && true;
	const onOff = field('a', { type: 'boolean' }, { read });
	for (const name of ['options', 'filters'] as const) {
		for (const value of [undefined, null, '']) expect(readInput(source({ [name]: { a: value } }), { [name]: [onOff] })).toEqual({ a: true });
		expect(readInput(source({ [name]: {} }), { [name]: [onOff] })).toEqual({});
	}
	expect(seen).toEqual([undefined, undefined, '', undefined, undefined, '']);
});
