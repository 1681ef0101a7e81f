import { cancelReply, settle } from '../../sandbox/due';
import { receiveMessage } from '../../sandbox/incoming';
import type { StoredConversation } from '../../sandbox/records';
import { appendEvent, newEvent, newMessage } from '../../sandbox/thread';
import { seededStore } from './client';

const hour = 3_600_000;

/** A conversation with a contact who wrote and a teammate who will, on a clock moved by hand. */
function rig() {
	const { store, clock } = seededStore();
	const conversation = [...store.conversations.values()].find(({ record }) => record.status === 'Active') as StoredConversation;
	const ada = store.teammates.get('user_ada')!;
	clock.pass(5_000);
	const schedule = (hours: number, html: string, type: string | null = null, status: string | null = null) => {
		const event = newEvent(store, 'scheduled', ada, newMessage(store, { html, direction: 'outgoing', status: 'scheduled' }));
		const reply = { event, scheduledAt: store.time(clock.ms + hours * hour), type, status };
		conversation.scheduled.push(reply);
		store.touch(conversation, { is_scheduled: true });
		store.waiting.add(conversation);
		return reply;
	};
	const pass = (ms: number) => (clock.pass(ms), settle(store));
	const sent = () =>
		conversation.events.filter(({ actor, action }) => actor.id === 'user_ada' && action === 'replied').map(({ message }) => message.text_body);
	const before = sent().length;
	return { store, conversation, ada, schedule, pass, sent: () => sent().slice(before) };
}

it('several replies of one conversation go out each at its own time, beside a snooze', () => {
	const { store, conversation, schedule, pass, sent } = rig();
	for (const hours of [2, 1, 4]) schedule(hours, `After ${hours}`);
	conversation.snooze = { until: store.time(store.nowMs + 3 * hour), type: 'always' };
	const seen = [1, 2, 3, 4].map(() => (pass(hour), [sent().length, conversation.record.is_scheduled, conversation.snooze !== null]));
	expect(seen).toEqual([
		[1, true, true],
		[2, true, true],
		[2, true, false],
		[3, false, false],
	]);
	expect([sent(), store.waiting.size]).toEqual([['After 1', 'After 2', 'After 4'], 0]);
});

it('one of two is cancelled, and the other still waits', () => {
	const { store, conversation, schedule, pass, sent } = rig();
	const [first] = [schedule(1, 'First'), schedule(1, 'Second')];
	cancelReply(store, conversation, first);
	expect(conversation.record.is_scheduled).toBe(true);
	pass(hour);
	expect([sent(), conversation.record.is_scheduled]).toEqual([['Second'], false]);
});

it('a reply without a status leaves that of the conversation, and one with a status sets it', () => {
	const { conversation, schedule, pass } = rig();
	schedule(1, 'First');
	schedule(2, 'Second', null, 'Closed');
	pass(hour);
	expect(conversation.record.status).toBe('Active');
	pass(hour);
	expect(conversation.record).toMatchObject({ status: 'Closed', is_scheduled: false });
});

describe('who writes in the meantime', () => {
	it('does not stop a reply that is sent in any case', () => {
		const { store, conversation, schedule, pass, sent } = rig();
		schedule(1, 'Anyway');
		pass(1_000);
		receiveMessage(store, conversation, 'Wait!');
		pass(hour);
		expect(sent()).toEqual(['Anyway']);
	});

	it('stops one that waits for no reply only as the contact, and not in the second in which it was scheduled', () => {
		const { store, conversation, ada, schedule, pass, sent } = rig();
		receiveMessage(store, conversation, 'Hello?');
		schedule(1, 'No reply', 'if_no_reply');
		pass(1_000);
		appendEvent(store, conversation, newEvent(store, 'note', ada, newMessage(store, { html: 'Psst', direction: 'internal' })));
		pass(hour);
		expect(sent()).toEqual(['No reply']);
		schedule(1, 'Too late', 'if_no_reply');
		pass(1_000);
		receiveMessage(store, conversation, 'Yes!');
		pass(hour);
		expect([sent(), conversation.scheduled]).toEqual([['No reply'], []]);
	});
});
