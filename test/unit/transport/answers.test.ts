import { savedItem } from '../../../nodes/Helpdesk/run/outputs';
import { formOf } from '../../../transport/anyList';
import { identified, messageOf, draftIdIn, recordIn, unwrap } from '../../../transport/answers/record';
import { isId, isListOfObjects, shapeOf, textsWithin, wholeNumber } from '../../../transport/answers/shape';

test.each<[unknown, unknown]>([
	[{ data: { a: 1 } }, { a: 1 }],
	[{ data: [1], meta: {} }, [1]],
	[{ data: 'text' }, { data: 'text' }],
	[{ data: null }, { data: null }],
	[
		{ id: 'a', data: {} },
		{ id: 'a', data: {} },
	],
	['', {}],
	[null, {}],
	[undefined, {}],
	['text', 'text'],
	[[1], [1]],
])('the answer %j is unwrapped to %j', (body, expected) => {
	expect(unwrap(body)).toEqual(expected);
});

test('an answer with only a message becomes the ID and the message', () => {
	expect(savedItem({ id: 'c1', body: { data: { id: 'c2', a: 1 } } }, {}).json).toEqual({ id: 'c2', a: 1 });
	expect(savedItem({ id: 'c1', body: { data: { a: 1 }, message: 'Saved.' } }, {}).json).toEqual({
		id: 'c1',
		a: 1,
		message: 'Saved.',
	});
	expect(savedItem({ id: 'c1', body: { data: [7] } }, {}).json).toEqual({ id: 'c1', message: 'Done' });
	expect(savedItem({ id: 'c1', body: 'text' }, {}).json).toEqual({ id: 'c1', message: 'Done' });
	expect(savedItem({ id: 'c1', body: '' }, {}).json).toEqual({ id: 'c1', message: 'Done' });
	expect(messageOf({ message: 7, data: { message: 'Sent.' } })).toBe('Sent.');
	expect(messageOf(null)).toBe('Done');
	expect(recordIn({ data: { a: 1 } })).toEqual({ a: 1 });
	for (const none of [{}, [1], 'text'])
		expect(() => recordIn(none)).toThrow(`expected a record, got ${shapeOf(none)}`);
});

test('a draft_id is found at any depth, the outermost first', () => {
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

test('the form of an answer shows field names and types, but no content', () => {
	expect(shapeOf({ data: { id: 1, meta: { page: 1 }, 'anna@x.example': 'secret' }, total: null, ok: [1, 2] })).toBe(
		'{data: {id: number, meta: object, ?: string}, total: null, ?: list of 2}',
	);
	expect(shapeOf(Object.fromEntries(Array.from({ length: 13 }, (_, at) => [`n${at}`, 1]))).split(',')).toHaveLength(
		12,
	);
	expect([shapeOf('secret'), shapeOf(undefined)]).toEqual(['string', 'undefined']);
});

test('numbers are read only if they are whole, exact and at least 0, as numbers or text', () => {
	expect(['0', '999999999999999', 0, Number.MAX_SAFE_INTEGER].map(wholeNumber)).toEqual([
		0,
		999999999999999,
		0,
		Number.MAX_SAFE_INTEGER,
	]);
	expect(['', 'a1', '1a', '1.5', '1000000000000000', -1, 1.5, 2 ** 53, null].map(wholeNumber)).toEqual(
		Array(9).fill(undefined),
	);
	expect([
		isListOfObjects([{}, {}]),
		isListOfObjects([{}, []]),
		isListOfObjects([null]),
		isListOfObjects({}),
	]).toEqual([true, false, false, false]);
});

test('texts are searched from the outside in', () => {
	const body = { a: { b: { c: 'deep' } }, d: 'one', e: ['two'], f: null };
	expect(textsWithin(body)).toEqual(['one', 'two', 'deep']);
	expect(textsWithin('alone')).toEqual(['alone']);
});

const row = { id: 'm1' };
const rows = { rows: [row], hasNext: false };

test.each<[unknown, object]>([
	[{ items: [row] }, rows],
	[{ items: [row], meta: [], links: [row], pagination: [row], paging: [row] }, rows],
	[{ metadata: { items: [row] } }, rows],
	[{ a: { b: { data: [row] } } }, rows],
	[{ data: { items: [row] }, others: [row] }, rows],
	[{ data: ['name', 7] }, { rows: ['name', 7], hasNext: false }],
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
		[{ next: '/x' }, { hasNext: true }],
		[{ total: 2 }, { total: 2 }],
		[{ has_more: true }, { hasNext: true }],
		[{ paging: { next_cursor: 'a' } }, { hasNext: true }],
		[{ pageInfo: { hasNextPage: true } }, { hasNext: true }],
		[{ pagination: { total_pages: 2 } }, { lastPage: 2 }],
		[
			{ links: { next: '/x' }, meta: { last_page: 1 } },
			{ pages: { within: [], records: 'items', kind: 'simple', unnumbered: true } },
		],
		[{ meta: { total: 2 } }, { total: 2 }],
		[{ meta: { to: 2 } }, { total: 2 }],
		[{ meta: { last_page: '2' } }, { lastPage: 2 }],
	].map(([beside, shown]) => [{ items: [row], ...beside }, shown] as [unknown, object]),
	[
		{ items: [row], next: null, total: 1 },
		{ ...rows, total: 1 },
	],
	[
		{ items: [row], unread_total: 9, unread_count: 9 },
		{ ...rows, total: 0 },
	],
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
