import { resolvePlainPaths } from '../../../nodes/shared/readInput';

const json = { id: 'c1', count: 3, vip: true, contact: { email: 'a@b.example' }, list: ['x'], none: null };

describe('a parameter that is only a path into the item', () => {
	it.each([
		['={{ $json.id }}', 'c1'],
		['={{$json.count}}', 3],
		['={{ $json.vip }}', true],
		['={{ $json.contact.email }}', 'a@b.example'],
		['={{ $json.list }}', ['x']],
		['={{ $json.none }}', null],
		['c1', 'c1'],
		[7, 7],
		[{ value: null }, { value: null }],
		[
			{ __rl: true, mode: 'id', value: '={{ $json.id }}' },
			{ __rl: true, mode: 'id', value: 'c1' },
		],
		[{ condition: [{ values: '={{ $json.id }}' }] }, { condition: [{ values: 'c1' }] }],
		[JSON.parse('{ "__proto__": "={{ $json.id }}", "constructor": "x" }'), JSON.parse('{ "__proto__": "c1", "constructor": "x" }')],
	])('%j is resolved without asking n8n', (raw, value) => expect(resolvePlainPaths(raw, json)).toEqual({ value }));

	it.each([
		'={{ $json.missing }}',
		'={{ $json.none.deeper }}',
		'={{ $json.id.length }}',
		'={{ $json.constructor }}',
		'={{ $json.id + 1 }}',
		'=c-{{ $json.id }}',
		'=c={{ $json.id }}',
		'={{ $json["id"] }}',
		'={{ $json.list[0] }}',
		'={{ $node["x"].json.id }}',
		'=c1',
		'={{ $json.id }}{{ $json.id }}',
	])('%s is left to n8n', (raw) => {
		expect(resolvePlainPaths(raw, json)).toBeUndefined();
		expect(resolvePlainPaths({ some: 'text', other: [raw] }, json)).toBeUndefined();
	});
});
