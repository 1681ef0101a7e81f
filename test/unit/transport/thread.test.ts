import { mayBeMessage, threadEntry } from '../../../transport/answers/message';
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
	['a message of the contact, by the address', { id: 'm1', body: 'Hi', from: { email: 'Anna@X.example' } }, ['m1', 'customer', 'message']],
])('%s', (_, row, expected) => {
	const { id, writer, kind } = threadEntry(row, { id: 'c1', email: 'anna@x.example' });
	expect([id, writer, kind]).toEqual(expected);
});

test('a text is HTML where it has tags, whatever it is called', () => {
	expect(threadEntry({ html_body: '<p>a</p>', text_body: 'a' }).texts).toEqual({ html: '<p>a</p>', text: 'a' });
	expect(threadEntry({ html_body: 'a\nb', text_body: 'a\nb' }).texts).toEqual({ text: 'a\nb' });
	expect(threadEntry({ message: 'a\nb' }).texts).toEqual({ text: 'a\nb' });
	expect(threadEntry({ body: 'a<br>b' }).texts).toEqual({ html: 'a<br>b', text: undefined });
	expect(threadEntry({ html_body: 'a &amp; b' }).texts).toEqual({ html: 'a &amp; b', text: undefined });
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
});
