import { mayBeMessage, msOf, threadEntry } from '../../../transport/answers/message';
import { threadOf } from '../../../transport/answers/thread';

const at = (minute: number) => `2026-03-02T09:0${minute}:00Z`;

test.each([
	[
		'an event with its message',
		{ id: 'e1', action: 'replied', actor_type: 'contact', event: { id: 'm1', html_body: '<p>Hi</p>' } },
		['m1', 'customer', 'message'],
	],
	['a message itself', { id: 'm1', direction: 'inbound', text_body: 'Hi' }, ['m1', 'customer', 'message']],
	['a message that went out', { id: 'm1', direction: 'OUTGOING', text_body: 'Hi' }, ['m1', 'teammate', 'message']],
	[
		'a message of an automation, which writes as a teammate',
		{ id: 'm1', direction: 'outgoing', actor_type: 'automation', text_body: 'x' },
		['m1', 'automation', 'message'],
	],
	['a note by its record type', { id: 'm1', record_type: 'note', text_body: 'Hi' }, ['m1', 'teammate', 'internal']],
	['a note by its event', { id: 'e1', action: 'note', event: { id: 'm1', text_body: 'Hi' } }, ['m1', 'teammate', 'internal']],
	['a note by its direction', { id: 'm1', direction: 'internal', text_body: 'Hi' }, ['m1', 'teammate', 'internal']],
	['a message by its status alone', { id: 'm1', record_type: 'email', status: 'received', text_body: 'Hi' }, ['m1', 'customer', 'message']],
	['a scheduled reply', { id: 'm1', direction: 'outgoing', status: 'scheduled', text_body: 'Hi' }, ['m1', 'teammate', 'unsent']],
	['a draft', { id: 'm1', direction: 'outgoing', status: 'draft', text_body: 'Hi' }, ['m1', 'teammate', 'unsent']],
	['a deleted message', { id: 'm1', direction: 'outgoing', deleted_at: at(1), text_body: 'Hi' }, ['m1', 'teammate', 'deleted']],
	['what happened and is no message', { id: 'e1', action: 'closed', actor_type: 'user' }, ['e1', 'teammate', 'event']],
	['a message that says nothing of its writer', { id: 7, text_body: 'Hi' }, ['7', 'unknown', 'message']],
	[
		'an event whose text is nothing',
		{ id: 'e1', action: 'assigned', actor_type: 'user', event: { id: 'm1', text_body: null } },
		['m1', 'teammate', 'event'],
	],
	[
		'an event of which the entry says that it was deleted',
		{ deleted_at: at(1), event: { id: 'm1', text_body: 'Hi' } },
		['m1', 'unknown', 'deleted'],
	],
	['an event whose message was deleted', { status: 'new', event: { id: 'm1', status: 'deleted', text_body: 'Hi' } }, ['m1', 'unknown', 'deleted']],
	['an event whose message is a draft', { status: 'new', event: { id: 'm1', status: 'draft', text_body: 'Hi' } }, ['m1', 'unknown', 'unsent']],
	[
		'an event whose message a bot wrote',
		{ actor_type: 'user', event: { id: 'm1', record_type: 'bot', body: 'x' } },
		['m1', 'automation', 'message'],
	],
	[
		'a note of an automation on what came in',
		{ actor_type: 'automation', action: 'note', event: { id: 'm1', direction: 'inbound', body: 'x' } },
		['m1', 'automation', 'message'],
	],
	['a note by its type', { id: 'm1', type: 'note', direction: 'outgoing', text_body: 'Hi' }, ['m1', 'teammate', 'internal']],
	['what the entry calls private', { private: true, actor_type: 'user', event: { id: 'm1', text_body: 'Hi' } }, ['m1', 'teammate', 'internal']],
	['what is called internal', { id: 'm1', is_internal: true, author_type: 'agent', text_body: 'Hi' }, ['m1', 'teammate', 'internal']],
	['what is called neither', { id: 'm1', is_internal: false, private: false, text_body: 'Hi' }, ['m1', 'unknown', 'message']],
	['an answer of an automation', { id: 'm1', direction: 'outgoing', record_type: 'auto_reply', text_body: 'x' }, ['m1', 'automation', 'message']],
	['a reply of a teammate', { id: 'm1', direction: 'outgoing', record_type: 'user', text_body: 'x' }, ['m1', 'teammate', 'message']],
	['a message of a bot, by the person', { id: 'm1', text_body: 'x', sender: { type: 'Bot' } }, ['m1', 'automation', 'message']],
	['a message of the contact, by the ID', { id: 'm1', text_body: 'Hi', author: { id: 'C1' } }, ['m1', 'customer', 'message']],
	['a message of somebody else', { id: 'm1', text_body: 'Hi', from: { id: 'c2', email: 'b@x.example' } }, ['m1', 'unknown', 'message']],
	['a message of somebody with a name alone', { id: 'm1', text_body: 'Hi', from: { name: 'Anna' } }, ['m1', 'unknown', 'message']],
	['a message of the contact, by the address', { id: 'm1', body: 'Hi', from: { email: 'Anna@X.example' } }, ['m1', 'customer', 'message']],
])('%s', (_, row, expected) => {
	const { id, writer, kind } = threadEntry(row, { id: 'c1', email: 'anna@x.example' });
	expect([id, writer, kind]).toEqual(expected);
});

test('a person is nobody of a conversation whose contact is not known, and is known by a number as well', () => {
	const row = { id: 'm1', text_body: 'Hi', user: { name: 'Anna', id: 7 } };
	expect(threadEntry(row).writer).toBe('unknown');
	expect(threadEntry(row, { email: 'anna@x.example' }).writer).toBe('unknown');
	expect(threadEntry(row, { id: ' 7 ' }).writer).toBe('customer');
});

test('an entry is known by the ID of its message and by its own', () => {
	expect(threadEntry({ id: 9, event: { id: 'm1' } })).toMatchObject({ id: 'm1', ids: ['m1', '9'] });
	expect(threadEntry({ id: 'e1', message: { id: '' } })).toMatchObject({ id: 'e1', ids: ['e1'] });
	expect(threadEntry({ id: 'm1' }).ids).toEqual(['m1']);
	expect(threadEntry({ text_body: 'Hi' })).toMatchObject({ id: undefined, ids: [] });
});

test('name, time and note are those of the entry where its message shows none', () => {
	const event = { id: 'm1', text_body: 'Hi' };
	const shown = { name: 'Anna', at: Date.parse(at(1)), isNote: true, isClipped: true };
	expect(threadEntry({ action: 'note_added', actor: { name: 'Anna' }, created_at: at(1), is_clipped: true, event })).toMatchObject(shown);
	expect(threadEntry({ record_type: 'comment', from: { name: 'Anna' }, created_at: at(1), is_clipped: true })).toMatchObject(shown);
	expect(threadEntry({ action: 'replied', event })).toMatchObject({ name: undefined, at: undefined, isNote: false, isClipped: false });
});

test.each(['html_body', 'text_body', 'direction', 'record_type', 'cc', 'message', 'body', 'text', 'excerpt'])('what has "%s" is a message', (name) =>
	expect(threadEntry({ id: 'm1', [name]: 'x' }).kind).toBe('message'),
);

test.each(['not_internal', 'internal_and_external', 'keynote', 'notebook', 'non_private', 'privately', 'uncommented', 'commentary'])(
	'a word says what an entry is as a whole, and "%s" no note',
	(record_type) => expect(threadEntry({ record_type, text_body: 'Hi' }).kind).toBe('message'),
);

test.each(['overdraft', 'draft_sent', 'rescheduled', 'scheduled_and_sent', 'not_pending', 'queued_and_sent', 'undeleted', 'removed_from_spam'])(
	'a message whose status is "%s" is there',
	(status) => expect(threadEntry({ status, direction: 'outgoing', scheduled_at: at(1), text_body: 'Hi' }).kind).toBe('message'),
);

test.each(['deleted', 'trashed', 'Removed '])('a message whose status is "%s" is not', (status) => {
	expect(threadEntry({ status, text_body: 'Hi' }).kind).toBe('deleted');
});

test.each([
	['2026-03-02T09:00:00', 9],
	['2026-03-02 09:00:00', 9],
	['2026-03-02T09:00:00z', 9],
	['2026-03-02T09:00:00+02:00', 7],
	['2026-03-02T09:00:00-0230', 11.5],
	[`2026-03-02T09:00:00.${'0'.repeat(19)}Z`, 9],
	[`2026-03-02T09:00:00.${'0'.repeat(20)}Z`, undefined],
	['yesterday', undefined],
	[2026, undefined],
	[null, undefined],
])('the time %j is %s o’clock in UTC', (text, hour) => {
	expect(msOf(text)).toBe(hour === undefined ? undefined : Date.UTC(2026, 2, 2) + hour * 3_600_000);
});

test('a text is HTML where it has tags, whatever it is called', () => {
	expect(threadEntry({ html_body: '<p>a</p>', text_body: 'a' }).texts).toEqual({ html: '<p>a</p>', text: 'a' });
	expect(threadEntry({ html_body: 'a\nb', text_body: 'a\nb' }).texts).toEqual({ text: 'a\nb' });
	expect(threadEntry({ message: 'a\nb' }).texts).toEqual({ text: 'a\nb' });
	expect(threadEntry({ body: 'a<br>b' }).texts).toEqual({ html: 'a<br>b', text: undefined });
	expect(threadEntry({ text: '<h2>a</h2>' }).texts).toEqual({ html: '<h2>a</h2>', text: undefined });
	for (const html of ['a &amp; b', 'a&#8217;s', 'a&#9;b']) expect(threadEntry({ html_body: html }).texts).toEqual({ html, text: undefined });
	expect(threadEntry({ html_body: 'a &amp; b', text_body: 'a &amp; b' }).texts).toEqual({ text: 'a &amp; b' });
	expect(threadEntry({ html_body: ' ', text_body: 7, body: 'a' }).texts).toEqual({ text: 'a' });
});

const ids = (rows: unknown[]) => threadOf(rows).entries.map(({ id }) => id);

test('a thread is in order whichever way it is listed, also where some have one time', () => {
	const rows = [
		{ id: 'a', created_at: at(1), text_body: 'x' },
		{ id: 'b', created_at: at(2), text_body: 'x' },
		{ id: 'c', created_at: at(2), text_body: 'x' },
		{ id: 'd', created_at: at(3), text_body: 'x' },
	];
	expect(ids(rows)).toEqual(['a', 'b', 'c', 'd']);
	expect(ids([...rows].reverse())).toEqual(['a', 'b', 'c', 'd']);
	expect(threadOf(rows).isOrdered).toBe(true);
});

test('an entry without a time stays behind the one before it, whichever way the thread is listed', () => {
	const rows = [{ id: 'a' }, { id: 'b', created_at: at(1) }, { id: 'c', created_at: at(3) }, { id: 'd' }, { id: 'e', created_at: at(2) }];
	expect(ids(rows)).toEqual(['a', 'b', 'e', 'c', 'd']);
	expect(ids([{ id: 'c', created_at: at(3) }, { id: 'b' }, { id: 'a', created_at: at(1) }])).toEqual(['a', 'b', 'c']);
});

test('where no times tell, it is in the order of the listing and says that this is not certain', () => {
	expect(
		ids([
			{ id: 'a', text_body: 'x' },
			{ id: 'b', text_body: 'x' },
		]),
	).toEqual(['a', 'b']);
	expect(
		threadOf([
			{ id: 'a', text_body: 'x' },
			{ id: 'b', text_body: 'x' },
		]).isOrdered,
	).toBe(false);
	const oneTime = ['a', 'b'].map((id) => ({ id, created_at: at(1), text_body: 'x' }));
	expect(threadOf(oneTime).isOrdered).toBe(false);
	expect(threadOf(oneTime.slice(1)).isOrdered).toBe(true);
	expect(threadOf([{ id: 'a', created_at: at(1) }, { id: 'b', created_at: at(2) }, { id: 'c' }]).isOrdered).toBe(false);
});

test('an entry that is no record is refused', () => {
	expect(() => threadOf(['text'])).toThrow('an entry of the conversation is no record');
});

test.each([
	['comment', 'received'],
	['forward', 'received'],
	['private', 'sent'],
	['internal', 'sent'],
	['note', 'sent'],
	['auto_reply_note', 'new'],
	['message', 'pending'],
	['message', 'queued'],
	['message', 'scheduled'],
	['message', 'draft'],
])('what came in is a message of the customer, also called "%s" and "%s"', (record_type, status) => {
	const { writer, kind } = threadEntry({ id: 'm1', direction: 'Inbound', record_type, status, text_body: 'Hi' });
	expect([writer, kind]).toEqual(['customer', 'message']);
});

test('what came in is a message with every mark of a note, and by who wrote it alone', () => {
	for (const marks of [{ private: true }, { is_internal: true }, { type: 'note' }, { actor_type: 'automation', record_type: 'note' }])
		expect(threadEntry({ id: 'm1', direction: 'inbound', text_body: 'Hi', ...marks }).kind).toBe('message');
	expect(threadEntry({ id: 'm1', actor_type: 'contact', record_type: 'comment', text_body: 'Hi' }).kind).toBe('message');
	expect(threadEntry({ id: 'm1', direction: 'inbound', deleted_at: at(1), text_body: 'Hi' }).kind).toBe('deleted');
	expect(threadEntry({ id: 'e1', actor_type: 'contact', action: 'rated' }).kind).toBe('event');
});

test('a reply on its way is a message, one that waits for its time is none', () => {
	const reply = { id: 'm1', direction: 'outbound', text_body: 'Hi' };
	for (const status of ['pending', 'queued']) {
		expect(threadEntry({ ...reply, status }).kind).toBe('message');
		expect(threadEntry({ ...reply, status, scheduled_at: at(1) }).kind).toBe('unsent');
		expect(threadEntry({ ...reply, status, extra: { scheduled_at: at(1) } }).kind).toBe('unsent');
	}
});

test('of a comment that names no writer it cannot be told, of a note it can', () => {
	const told = (row: object) => mayBeMessage(threadEntry({ id: 'm1', text_body: 'Hi', ...row }));
	for (const record_type of ['comment', 'forward', 'private']) {
		expect([record_type, told({ record_type })]).toEqual([record_type, true]);
		expect([record_type, told({ record_type, direction: 'to_inbox', status: 'sent' })]).toEqual([record_type, true]);
		expect([record_type, told({ record_type, direction: 'outbound' })]).toEqual([record_type, false]);
	}
	expect(told({ record_type: 'note' })).toBe(false);
	expect(told({ record_type: 'note', status: 'sent' })).toBe(false);
	expect(told({ status: 'draft' })).toBe(false);
	expect(told({ direction: 'outbound' })).toBe(true);
});
