import type { IDataObject } from 'n8n-workflow';

import { lastEntry, lastMessageAt, lastWriter, messageKey } from '../../../nodes/shared/conversation';
import { threadEntry, threadOf } from '../../../nodes/shared/thread';
import { msOf } from '../../../transport';

const at = (minute: number) => `2026-03-02T09:0${minute}:00.000000Z`;
const NOW = Date.parse(at(5));
const CONTACT = { id: 'c1', email: 'anna@x.example', name: 'Anna' };
const USER = 'App\\Models\\User';
const NOBODY = { actor_type: null, actor: null };
const entryOf = (row: IDataObject) => threadEntry(row, CONTACT, NOW);

test.each([
	[
		'an inbound direction means the customer',
		{ direction: ' INBOUND', actor_type: USER, actor: { id: 'u1' } },
		'customer',
		'message',
	],
	[
		'an inbound message is a message, even of another type',
		{ direction: 'Inbound', record_type: 'Draft note' },
		'customer',
		'message',
	],
	[
		'an outbound message without an actor is from an automation',
		{ direction: 'Outbound', ...NOBODY },
		'automation',
		'message',
	],
	[
		'an outbound message whose actor is not shown is from a teammate',
		{ direction: 'outgoing' },
		'teammate',
		'message',
	],
	[
		'an outbound message of a contact is from a teammate',
		{ direction: 'Outbound', actor_type: 'Contact', actor: null },
		'teammate',
		'message',
	],
	[
		'the class name of the actor means the customer',
		{ actor_type: 'App\\Models\\Contact', text_body: 'x' },
		'customer',
		'message',
	],
	['the class name of the actor means a teammate', { actor_type: USER, text_body: 'x' }, 'teammate', 'message'],
	[
		'the type of the actor wins over the ID of the actor',
		{ actor_type: 'agent', actor: { id: 'c1' }, text_body: 'x' },
		'teammate',
		'message',
	],
	[
		'an actor with the ID of the contact means the customer',
		{ actor: { id: 'C1' }, text_body: 'x' },
		'customer',
		'message',
	],
	[
		'the address of the contact means the customer',
		{ actor: { id: 'p7', email: 'Anna@X.example' }, text_body: 'x' },
		'customer',
		'message',
	],
	[
		'an actor with only the name of the contact means the customer',
		{ actor: { name: 'anna ' }, text_body: 'x' },
		'customer',
		'message',
	],
	[
		'an actor with the name of the contact but another ID is unknown',
		{ actor: { id: 'u1', name: 'Anna' }, text_body: 'x' },
		'unknown',
		'message',
	],
	[
		'a message without writer fields is from an unknown writer',
		{ ...NOBODY, actor_type: 'constructor', text_body: 'x' },
		'unknown',
		'message',
	],
	['a note is from a teammate', { record_type: 'Note', direction: null, text_body: 'x' }, 'teammate', 'note'],
	[
		'a note without an actor is from a teammate',
		{ record_type: 'Note', ...NOBODY, text_body: 'x' },
		'teammate',
		'note',
	],
	[
		'a note is recognized by its action',
		{ action: 'note', actor_type: USER, event: { text_body: 'x', status: 'Active' } },
		'teammate',
		'note',
	],
	[
		'a draft is recognized by its type',
		{ record_type: 'Draft', status: 'Active', direction: 'Outbound' },
		'teammate',
		'unsent',
	],
	[
		'a draft is recognized by its action',
		{ action: 'draft', event: { direction: 'Outbound', status: 'Active' } },
		'teammate',
		'unsent',
	],
	[
		'an entry with a future time is unsent',
		{ direction: 'Outbound', extra: { scheduled_at: at(6) } },
		'teammate',
		'unsent',
	],
	[
		'an entry with a past time was sent',
		{ action: 'scheduled', status: 'Pending', direction: 'Outbound', scheduled_at: at(4) },
		'teammate',
		'message',
	],
	[
		'a scheduled reply without a time is unsent',
		{ action: 'scheduled', direction: 'Outbound' },
		'teammate',
		'unsent',
	],
	[
		'an entry without a message is an event',
		{ action: 'status_updated', actor_type: USER, event: null, excerpt: 'x' },
		'teammate',
		'event',
	],
	[
		'an entry with an empty message is an event',
		{ action: 'tagged', actor_type: USER, event: { id: 'm1', text_body: null } },
		'teammate',
		'event',
	],
	[
		'an unknown action with a text is a message',
		{ action: 'imported', event: { html_body: '<p>x</p>' } },
		'unknown',
		'message',
	],
	[
		'an entry without an actor and direction is from an automation',
		{ ...NOBODY, event: { text_body: 'x' } },
		'automation',
		'message',
	],
	['a reply that could not be sent is unsent', { direction: 'Outbound', status: 'Failed' }, 'teammate', 'unsent'],
])('%s', (_, row, writer, kind) => {
	expect(entryOf(row)).toMatchObject({ writer, kind });
});

test.each([
	[
		'the direction wins over the class name',
		{ last_message: { direction: 'Inbound' }, last_message_by: USER },
		'customer',
	],
	[
		'an outbound message is from a teammate',
		{ last_message: { direction: 'Outbound' }, last_message_by: 'App\\Models\\Contact' },
		'teammate',
	],
	["a name other than the contact's is unknown", { last_message_by: 'Ada' }, 'unknown'],
	['an empty record is unknown', { last_message: {}, last_message_by: null }, 'unknown'],
	[
		'a note has no writer',
		{ last_message: { record_type: 'Note', direction: null }, last_message_by: 'App\\Models\\Contact' },
		'nobody',
	],
	[
		'a draft has no writer',
		{ last_message: { record_type: 'Draft', status: 'Active' }, last_message_by: USER },
		'nobody',
	],
	[
		'a scheduled reply has no writer',
		{ last_message: { direction: 'Outbound', extra: { scheduled_at: at(6) } } },
		'nobody',
	],
	[
		'a reply after its scheduled time is from a teammate',
		{ last_message: { direction: 'Outbound', extra: { scheduled_at: at(4) } } },
		'teammate',
	],
])('for the last writer in a list, %s', (_, record, expected) => {
	expect(lastWriter({ contact: CONTACT, ...record }, NOW)).toBe(expected);
});

test('no writer counts as the customer if the contact is unknown', () => {
	expect(lastEntry({ last_message_by: 'Anna', last_message: { created_at: at(1) } }, NOW)).toMatchObject({
		writer: 'unknown',
		at: Date.parse(at(1)),
	});
	expect(threadEntry({ actor: { name: '' }, text_body: 'x' }, { id: '' }, NOW).writer).toBe('unknown');
});

test('an entry takes fields from its message first', () => {
	const file = { id: 7, name: 'a.pdf', url: 'https://x.example/a', size: 3 };
	const event = { id: 'm1', html_body: '<p>Hi</p>', text_body: ' ', downloadable_attachments: [file, {}] };
	const row = { id: 9, actor: { name: 'Anna' }, created_at: at(1), is_clipped: true, scheduled_at: at(2), event };
	expect(entryOf(row)).toMatchObject({
		id: 'm1',
		ids: ['m1', '9'],
		name: 'Anna',
		// The reply was sent at its scheduled time.
		at: Date.parse(at(2)),
		scheduledAt: Date.parse(at(2)),
		isClipped: true,
	});
	expect(entryOf(row).texts).toEqual({ html: '<p>Hi</p>' });
	expect(entryOf(row).files).toEqual([{ ...file, id: '7' }, expect.anything()]);
	expect(entryOf({ id: 'm1', text_body: 'Hi' })).toMatchObject({
		ids: ['m1'],
		isClipped: false,
		files: [],
		texts: { text: 'Hi' },
	});
	expect(entryOf({ id: '', downloadable_attachments: 'x' })).toMatchObject({
		id: undefined,
		ids: [],
		name: undefined,
		at: undefined,
		files: [],
	});
});

test.each([
	['a tag', '<p>a</p>', true],
	['an entity', 'a&#x27;s &amp; b', true],
	['an end tag of a known element', 'a</b>', true],
	['an attribute', '<font color="red">a', true],
	['a document type', '<!doctype html>a', true],
	['neither', 'a < b\nc', false],
	['an e-mail address in brackets', 'Ada <ada@x.example> wrote:\n> a', false],
	['words in brackets', 'Your <address>, <your link>, <title>\nor List<String> --> <!-- a', false],
])('a body with %s is HTML: %s', (_, html_body, isHtml) => {
	expect(entryOf({ html_body }).texts).toEqual(isHtml ? { html: html_body } : { text: html_body });
	expect(entryOf({ html_body, text_body: 'a' }).texts).toEqual(
		isHtml ? { html: html_body, text: 'a' } : { text: 'a' },
	);
});

test.each([
	['2026-03-02T09:00:00', 9],
	['2026-03-02 09:00:00', 9],
	['2026-03-02T09:00:00.000000z', 9],
	['2026-03-02T09:00:00+02:00', 7],
	[`2026-03-02T09:00:00.${'0'.repeat(20)}Z`, undefined],
	['yesterday', undefined],
	[2026, undefined],
	[null, undefined],
])('the time %j has the UTC hour %s', (text, hour) => {
	expect(msOf(text)).toBe(hour === undefined ? undefined : Date.UTC(2026, 2, 2) + hour * 3_600_000);
});

describe('a thread', () => {
	/** Returns rows from text: each entry is an ID and the minute of its time, if any. */
	const rowsOf = (entries: string) =>
		entries.split(' ').map(([id = '', minute]) => ({ id, ...(minute && { created_at: at(Number(minute)) }) }));
	test.each([
		['sorted oldest first', 'a1 b2 c2 d3', 'abcd', 'abcd', true],
		['sorted newest first', 'd3 c2 b2 a1', 'abcd', 'abcd', true],
		['without any order', 'a1 c3 b2 d4', 'abcd', 'acbd', true],
		['with entries without a time', 'a b1 c3 d e2', 'abecd', 'abcde', false],
		['sorted newest first, with one entry without a time', 'c3 b a1', 'abc', 'abc', false],
		['without times', 'a b', 'ab', 'ab', false],
		['whose entries have the same time', 'a1 b1', 'ab', 'ab', true],
		['of one entry', 'a', 'a', 'a', true],
	])('%s is output oldest first', (_, rows, entries, listed, isOrdered) => {
		const thread = threadOf(rowsOf(rows), CONTACT, NOW);
		const ids = [thread.entries, thread.listed].map((each) => each.map(({ id }) => id).join(''));
		expect([...ids, thread.isOrdered]).toEqual([entries, listed, isOrdered]);
	});

	test('is refused if an entry is not a record', () => {
		expect(() => threadOf(['text'], undefined, NOW)).toThrow('an entry of the conversation is no record');
	});
});

describe('a message dated in the future', () => {
	const row = (id: string, minute: number, more: IDataObject = {}) => ({ id, created_at: at(minute), ...more });
	const timesOf = (rows: IDataObject[], changedAt?: number) =>
		threadOf(rows, CONTACT, NOW, changedAt).entries.map((entry) => [entry.id, (entry.at! - NOW) / 60_000 + 5]);
	test.each([
		[
			'keeps its place',
			[row('a', 1), row('f', 9), row('b', 3)],
			undefined,
			[
				['a', 1],
				['f', 3],
				['b', 3],
			],
		],
		[
			'keeps its place in a list that begins with the newest',
			[row('b', 3), row('f', 9), row('a', 1)],
			undefined,
			[
				['a', 1],
				['f', 3],
				['b', 3],
			],
		],
		[
			'is the last of two',
			[row('f', 9), row('a', 1)],
			undefined,
			[
				['a', 1],
				['f', 5],
			],
		],
		[
			'is not later than the last change',
			[row('a', 1), row('f', 9), row('g', 8)],
			Date.parse(at(4)),
			[
				['a', 1],
				['f', 4],
				['g', 4],
			],
		],
		[
			'has the time of its entry',
			[{ ...row('x', 2), event: row('f', 9) }, row('b', 3)],
			undefined,
			[
				['f', 2],
				['b', 3],
			],
		],
	])('%s', (_, rows, changedAt, times) => expect(timesOf(rows, changedAt)).toEqual(times));

	test('in a list, ignores times in the future, and gets now if no other is left', () => {
		const record = { last_message_created_at: at(9), last_message: { created_at: at(9) }, created_at: at(1) };
		const times = [{ ...record, updated_at: at(4) }, record, { ...record, updated_at: at(8) }];
		expect(times.map((each) => lastMessageAt(each, NOW))).toEqual([Date.parse(at(4)), NOW, NOW]);
		expect(lastMessageAt({ ...record, last_message: { created_at: at(3) } }, NOW)).toBe(Date.parse(at(3)));
	});
});

test('a last message is identified by ID, time or number', () => {
	const all = { last_message: { id: 'm1', created_at: 'a' }, last_message_created_at: 'b', messages_count: 3 };
	const others = [
		{ ...all, last_message: { created_at: 'a' } },
		{ ...all, last_message: null },
		{ messages_count: 3 },
	];
	expect([all, ...others].map(messageKey)).toEqual(['m1', 'a', 'b', '3']);
	const record = {
		last_message_created_at: at(1),
		last_message: { created_at: at(2) },
		updated_at: at(3),
		created_at: at(4),
	};
	const less = [
		{ ...record, last_message_created_at: 'x' },
		{ ...record, last_message_created_at: null, last_message: null },
		{ created_at: at(4) },
	];
	expect([record, ...less].map((each) => lastMessageAt(each, NOW))).toEqual(
		[1, 2, 3, 4].map((minute) => Date.parse(at(minute))),
	);
});
