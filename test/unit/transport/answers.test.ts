import { formOf } from '../../../transport/anyList';
import { identified, draftIdIn } from '../../../transport/answers/record';
import { isId, malformed, textsWithin } from '../../../transport/answers/shape';

test('the outermost draft_id of a response is used', () => {
	expect(draftIdIn({ a: null, c: [{ draft_id: 1 }], draft_id: 0 })).toBe(0);
	expect(draftIdIn({ a: null, c: [{ d: 1 }, { draft_id: 1 }] })).toBe(1);
	expect([{ a: 'draft_id' }, 'draft_id', null, undefined].map(draftIdIn)).toEqual(Array(4).fill(undefined));
});

test('records are distinguished by ID, and records without one are reported', () => {
	expect(identified({ id: 7 })).toEqual({ id: 7 });
	expect(() => identified({ id: '' })).toThrow('a record came without an ID');
	expect(() => identified('text', 'tag')).toThrow('a tag came without an ID');
	expect([isId('a'), isId(0), isId(''), isId(null), isId(true)]).toEqual([true, true, false, false, false]);
});

test.each([
	[[1, 2, 3], 'a list of 3'],
	[{ 'anna@x.example': 'secret' }, 'another object'],
	['secret', 'text'],
	[7, 'number'],
	['', 'nothing'],
	[null, 'nothing'],
	[undefined, 'nothing'],
])('an error about the answer %j shows only its kind', (body, kind) => {
	expect(malformed(body, 'a record').message).toBe(`expected a record, got ${kind}`);
});

test('the texts of a response come in the order of their depth, the outermost first', () => {
	const body = { a: { b: { c: 'deep' } }, d: 'one', e: ['two'], f: null };
	expect(textsWithin(body)).toEqual(['one', 'two', 'deep']);
	expect(textsWithin('alone')).toEqual(['alone']);
});

const row = { id: 'm1' };
const rows = { rows: [row], showsMore: false };

test.each([
	[{ items: [row] }, rows],
	[{ items: [row], meta: [], links: [row], pagination: [row], paging: [row] }, rows],
	[{ metadata: { items: [row] } }, rows],
	[{ a: { b: { data: [row] } } }, rows],
	[{ data: { items: [row] }, others: [row] }, rows],
	[{ data: ['name', 7] }, { rows: ['name', 7], showsMore: false }],
	[
		{ data: [row], links: { next: null } },
		{ pages: { within: [], records: 'data', kind: 'simple', unnumbered: true } },
	],
	[{ name: 'x', info: {}, items: [row] }, rows],
	[{ name: 'x', info: {}, wrapper: { items: [row] } }, rows],
	[
		{ items: [row], meta: { current_page: 1, last_page: 2 } },
		{ pages: { within: [], records: 'items', kind: 'counting' } },
	],
	[
		{ a: { items: [row], links: { next: null } } },
		{ pages: { within: ['a'], records: 'items', kind: 'simple', unnumbered: true } },
	],
	[{ items: [row], meta: { current_page: 1 } }, rows],
	[{ items: [row], meta: { last_page: 1 } }, rows],
	...[
		{ next: '/x' },
		{ total: 2 },
		{ has_more: true },
		{ paging: { next_cursor: 'a' } },
		{ pageInfo: { hasNextPage: true } },
		{ pagination: { total_pages: 2 } },
		{ meta: { total: 2 } },
		{ meta: { to: 2 } },
		{ meta: { last_page: '2' } },
	].map(
		(beside) =>
			[
				{ items: [row], ...beside },
				{ ...rows, showsMore: true },
			] satisfies [unknown, object],
	),
	[
		{ items: [row], links: { next: '/x' }, meta: { last_page: 1 } },
		{ pages: { within: [], records: 'items', kind: 'simple', unnumbered: true } },
	],
	[{ items: [row], next: null, total: 1 }, rows],
	[{ items: [row], unread_total: 9, unread_count: 9 }, rows],
])('the list found in %j is %j', (body, expected) => {
	expect(formOf(body)).toMatchObject(expected);
});

test.each([
	[{ a: { b: { c: { data: [row] } } } }],
	[{ a: [row], b: [row] }],
	[{ id: 'm1', items: [row] }],
	[{ a: { success: false, items: [row] } }],
	[{ data: [[row]] }],
	[{ data: [row, null] }],
	[{ data: { data: { data: { data: [row] } } } }],
	[{ items: [row], hashlinks: [row] }],
	[[null]],
	['text'],
])('%j has no single list', (body) => {
	expect(() => formOf(body)).toThrow('expected one list of records, bare, in "data" or under one other name');
});
