import type { IDataObject } from 'n8n-workflow';

import { lastMessageAt, lastWriter, messageKey } from '../../../nodes/shared/lastMessage';
import { waitFigures, waitsSince, type WaitRules } from '../../../nodes/shared/waiting';

const AT = '2026-03-02T09:00:00Z';
const RULES: WaitRules = { closed: ['closed'], marks: ['contact'] };
const RECORD: IDataObject = {
	status: 'Active',
	is_snoozed: false,
	is_spam: false,
	deleted_at: null,
	last_message_by: 'contact',
	last_message_created_at: AT,
};

it('a customer waits since the last message, where the customer wrote it', () => {
	expect(waitsSince(RECORD, RULES)).toBe(Date.parse(AT));
});

it.each<[string, IDataObject]>([
	['is closed', { status: ' CLOSED ' }],
	['is snoozed', { is_snoozed: true }],
	['is spam', { is_spam: true }],
	['is in the trash, as "deleted_at" says', { deleted_at: AT }],
	['was answered last', { last_message_by: 'user' }],
])('nobody waits in a conversation that %s', (_, changes) => {
	expect(waitsSince({ ...RECORD, ...changes }, RULES)).toBeUndefined();
});

it('a wait is told in whole minutes, of all hours and of those that count, and in none before it began', () => {
	const since = Date.parse(AT);
	const hours = { days: [1], opens: 9 * 60 + 1, closes: 17 * 60, holidays: [], zone: 'utc' };
	const told = (waiting_minutes: number, waiting_business_minutes: number) => ({
		waiting_since: '2026-03-02T09:00:00.000Z',
		waiting_minutes,
		waiting_business_minutes,
	});
	expect(waitFigures(since, since + 239_999, {})).toEqual(told(3, 3));
	expect(waitFigures(since, since + 240_000, { hours })).toEqual(told(4, 3));
	expect(waitFigures(since, since - 60_000, {})).toEqual(told(0, 0));
	expect(waitFigures(undefined, since, {})).toEqual({ waiting_since: null, waiting_minutes: null, waiting_business_minutes: null });
});

it.each<[IDataObject, string]>([
	[{ last_message: { record_type: 'Internal_Note' }, last_message_by: 'contact' }, 'nobody'],
	[{ last_message: { status: 'Draft', direction: 'outgoing' } }, 'nobody'],
	[{ last_message: { status: 'scheduled' }, last_message_by: 'agent' }, 'nobody'],
	[{ last_message: { status: 'pending', scheduled_at: '2026-03-01' }, last_message_by: 'agent' }, 'nobody'],
	[{ last_message: { status: 'sent', direction: 'outgoing' } }, 'teammate'],
	[{ last_message: { status: 'draft', direction: 'incoming' }, last_message_by: 'contact' }, 'customer'],
	[{ last_message: { direction: ' Contact ' } }, 'customer'],
	[{ last_message: { direction: 'outgoing' } }, 'teammate'],
	[{ last_message_by: ' CONTACT' }, 'customer'],
	[{ last_message_by: 7, contact: { id: '7' } }, 'customer'],
	[{ last_message_by: 'Anna@x.example', contact: { email: 'anna@X.example ' } }, 'customer'],
	[{ last_message_by: 'Anna', contact: { name: 'anna' } }, 'customer'],
	[{ last_message_by: 'Bert', contact: { name: 'Anna' } }, 'teammate'],
	[{ last_message: { direction: 'outgoing' }, contact: { name: '' } }, 'teammate'],
	[{ last_message: {}, last_message_by: {}, contact: { id: 'c1' } }, 'unknown'],
	[{ last_message_by: ' ' }, 'unknown'],
	[{}, 'unknown'],
])('who wrote last in %j: %s', (record, expected) => {
	expect(lastWriter(record, ['contact'])).toBe(expected);
});

it('a last message is known by its ID, else by its time, else by how many there are, and came no later than its conversation changed', () => {
	const all = { last_message: { id: 'm1', created_at: 'a' }, last_message_created_at: 'b', messages_count: 3 };
	expect(messageKey(all)).toBe('m1');
	expect(messageKey({ ...all, last_message: { created_at: 'a' } })).toBe('a');
	expect(messageKey({ ...all, last_message: null })).toBe('b');
	expect(messageKey({ messages_count: 3 })).toBe('3');
	const times = ['2026-03-01', '2026-03-02', '2026-03-03', '2026-03-04'];
	const [one, two, three, four] = times;
	const record = { last_message_created_at: one, last_message: { created_at: two }, updated_at: three, created_at: four } as IDataObject;
	expect(lastMessageAt(record)).toBe(Date.parse(one!));
	expect(lastMessageAt({ ...record, last_message_created_at: 'x' })).toBe(Date.parse(two!));
	expect(lastMessageAt({ ...record, last_message_created_at: null, last_message: null })).toBe(Date.parse(three!));
	expect(lastMessageAt({ created_at: four! })).toBe(Date.parse(four!));
});
