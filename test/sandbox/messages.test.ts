import { receiveMessage } from '../../sandbox/incoming';
import type { StoredConversation } from '../../sandbox/records';
import { anyConversation, as, startClient, type Client } from './client';

let client: Client;
let conversation: StoredConversation;
let path: string;
beforeAll(async () => {
	client = await startClient();
});
afterAll(() => client.sandbox.close());
beforeEach(() => {
	client.sandbox.reset();
	conversation = anyConversation(client, ({ record, events }) => record.status === 'Active' && events.length > 2);
	path = `/conversation/${conversation.record.id}`;
	client.clock.pass(5000);
});

const hour = 3_600_000;
const inAnHour = () => new Date(client.clock.ms + hour).toISOString();
const last = () => conversation.events.at(-1);

test('a reply goes to the end of the thread and applies its status and assignee', async () => {
	const { messages_count: count } = conversation.record;
	const { status } = await client.call('POST', `${path}/reply`, {
		message: '<p>Hi &amp; bye</p>',
		status: 'Closed',
		assign_to: 'user_ben',
		cc: ['a@example.com'],
		action: 'send_and_next_active',
	});
	expect(status).toBe(200);
	expect(last()).toMatchObject({
		action: 'replied',
		actor_type: 'user',
		actor: { id: 'user_ada' },
		message: { direction: 'outgoing', text_body: 'Hi & bye', cc: ['a@example.com'] },
	});
	expect(conversation.record).toMatchObject({
		status: 'Closed',
		assignable_id: 'user_ben',
		messages_count: count + 1,
		last_message_by: 'user',
		excerpt: 'Hi & bye',
	});
	expect(conversation.record.last_message).toBe(last()?.message);
});

test('the text of a message has a line for each line of its HTML', async () => {
	await client.call('POST', `${path}/reply`, { message: '<div>One<br>Two<br />Three</div><ul><li>Four</li><li>&quot;5&quot; &lt; 6</li></ul>' });
	expect(last()?.message.text_body).toBe('One\nTwo\nThree\nFour\n"5" < 6');
});

test('an excerpt is the first 80 letters of the text', async () => {
	await client.call('POST', `${path}/reply`, { message: `<p>${'0123456789'.repeat(9)}</p>` });
	expect([conversation.record.excerpt, last()?.message.excerpt.length]).toEqual(['0123456789'.repeat(8), 80]);
});

test('a note is internal: it is no message to the contact', async () => {
	const { messages_count: count, last_message } = conversation.record;
	expect((await client.call('POST', `${path}/note`, { message: 'Look, <b>', mentioned_ids: ['user_ben'] })).status).toBe(200);
	expect(last()).toMatchObject({ action: 'note', message: { html_body: 'Look, <b>', extra: { mentioned_ids: ['user_ben'] } } });
	expect(conversation.record).toMatchObject({ messages_count: count, updated_at: client.sandbox.store.now() });
	expect(conversation.record.last_message).toBe(last_message);
});

test('the thread is read whole, or one event of it by its message id', async () => {
	const whole = await client.call('GET', `${path}/messages`);
	expect(whole.data.data.map(({ id }: { id: string }) => id)).toEqual(conversation.events.map(({ id }) => id));
	const id = conversation.events[1]?.message.id;
	const one = await client.call('GET', `${path}/messages?event_id=${id}`);
	expect(one.data.data.map(({ event }: { event: { id: string } }) => event.id)).toEqual([id]);
	expect(one.data.data[0]).toMatchObject({ action: expect.any(String), event: { html_body: expect.any(String), downloadable_attachments: [] } });
});

test('there is one draft per user and conversation, and a reply takes it', async () => {
	const save = (message: string, token: string) => client.call('POST', `${path}/draft`, { message }, as(token));
	const { personal, colleague } = client.sandbox.tokens;
	const first = (await save('One', personal)).data.draft_id;
	expect(first).toMatch(/^draft_/);
	expect((await save('Two', personal)).data.draft_id).toBe(first);
	expect((await save('Three', colleague)).data.draft_id).not.toBe(first);
	expect(conversation.drafts.user_ada).toMatchObject({ id: first, message: 'Two' });
	expect(conversation.record.is_draft).toBe(true);
	expect((await client.call('POST', `${path}/reply`, { draft_id: first }, as(colleague))).status).toBe(422);
	expect((await client.call('POST', `${path}/reply`, { draft_id: first })).status).toBe(200);
	expect(last()?.message).toMatchObject({ html_body: 'Two', cc: [] });
	expect([Object.keys(conversation.drafts), conversation.record.is_draft]).toEqual([['user_ben'], true]);
});

test('a forward stands in the thread with its addresses', async () => {
	const body = { body: 'See below', message_id: conversation.events[0]?.message.id, to: ['other@example.com'] };
	expect((await client.call('POST', `${path}/forward`, body)).status).toBe(200);
	expect(last()).toMatchObject({ action: 'forwarded', message: { extra: { to: ['other@example.com'] } } });
	const { status, data } = await client.call('POST', `${path}/forward`, { ...body, to: [] });
	expect([status, data.errors]).toEqual([422, { to: ['The to field is required.'] }]);
});

describe('a scheduled reply', () => {
	const schedule = (more: object = {}) =>
		client.call('POST', `${path}/reply/schedule`, { message: '<p>Later</p>', scheduled_at: inAnHour(), ...more });
	const messageId = async () => {
		const { data } = await client.call('GET', `${path}/messages`);
		return data.data.find(({ event }: { event: { status: string } }) => event.status === 'scheduled')?.event.id as string;
	};

	test('is seen in the thread, and sent when its time comes', async () => {
		const count = conversation.events.length;
		expect((await schedule({ status: 'Closed' })).status).toBe(200);
		expect([conversation.record.is_scheduled, conversation.events.length, conversation.record.status]).toEqual([true, count, 'Active']);
		expect(await messageId()).toMatch(/^msg_/);
		expect(conversation.scheduled[0]?.event.message).toMatchObject({ direction: 'outgoing', status: 'scheduled' });
		client.clock.pass(hour);
		await client.call('GET', '/me');
		expect(last()).toMatchObject({
			action: 'replied',
			message: { html_body: '<p>Later</p>', status: 'sent', created_at: client.sandbox.store.now() },
		});
		expect(conversation.record).toMatchObject({ is_scheduled: false, status: 'Closed' });
	});

	test('is cancelled, and then unknown', async () => {
		await schedule();
		const cancel = `${path}/reply/unschedule/${await messageId()}`;
		expect((await client.call('DELETE', cancel)).status).toBe(200);
		expect([conversation.record.is_scheduled, conversation.scheduled]).toEqual([false, []]);
		expect((await client.call('DELETE', cancel)).status).toBe(404);
	});

	test('is changed', async () => {
		await schedule();
		const id = await messageId();
		const change = { message: 'Changed', scheduled_at: new Date(client.clock.ms + 2 * hour).toISOString(), status: 'Pending' };
		expect((await client.call('PATCH', `${path}/scheduled/${id}`, change)).status).toBe(200);
		client.clock.pass(hour);
		await client.call('GET', '/me');
		expect(conversation.scheduled).toHaveLength(1);
		client.clock.pass(hour);
		await client.call('GET', '/me');
		expect([last()?.message.html_body, conversation.record.status]).toEqual(['Changed', 'Pending']);
	});

	test('is sent at once with the same message id', async () => {
		await schedule();
		const id = await messageId();
		expect((await client.call('POST', `${path}/scheduled/${id}/send-now`)).status).toBe(200);
		expect([last()?.message.id, conversation.scheduled]).toEqual([id, []]);
	});

	test('if_no_reply is sent when the contact has been silent since', async () => {
		expect(conversation.events.some(({ actor_type }) => actor_type === 'contact')).toBe(true);
		await schedule({ type: 'if_no_reply' });
		client.clock.pass(hour);
		await client.call('GET', '/me');
		expect(last()?.message.html_body).toBe('<p>Later</p>');
	});

	test('if_no_reply is dropped when the contact has written since', async () => {
		await schedule({ type: 'if_no_reply' });
		client.clock.pass(1000);
		receiveMessage(client.sandbox.store, conversation, 'Wait!');
		client.clock.pass(hour);
		await client.call('GET', '/me');
		expect([last()?.message.html_body, conversation.scheduled]).toEqual(['Wait!', []]);
	});
});

test('merge moves the messages in, in order of time, and puts the others into the trash', async () => {
	const other = anyConversation(
		client,
		({ events, record }) => events.some(({ action }) => action === 'note') && record.id !== conversation.record.id,
	);
	const ours = conversation.events.length;
	const moving = other.events.filter(({ action }) => action !== 'note').length;
	const staying = other.events.length - moving;
	const body = { mergeable_conversation_ids: [other.record.id], include_notes: false, include_merge_summary: true };
	expect((await client.call('POST', `${path}/merge`, body)).status).toBe(200);
	expect(conversation.events).toHaveLength(ours + moving + 1);
	expect(last()).toMatchObject({ action: 'merged', message: { text_body: expect.stringContaining(`#${other.record.ticket_id}`) } });
	const times = conversation.events.map(({ created_at }) => created_at);
	expect(times).toEqual([...times].sort());
	expect(other.record.deleted_at).not.toBeNull();
	expect(other.events.map(({ action }) => action)).toEqual(Array(staying).fill('note'));
});

test('merge takes notes along when asked, and refuses a conversation with itself', async () => {
	const other = anyConversation(
		client,
		({ events, record }) => events.some(({ action }) => action === 'note') && record.id !== conversation.record.id,
	);
	const body = { mergeable_conversation_ids: [other.record.id, other.record.id], include_notes: true };
	const all = conversation.events.length + other.events.length;
	const { contact } = other.record;
	const { conversations_count: count } = contact;
	expect((await client.call('POST', `${path}/merge`, body)).status).toBe(200);
	expect([conversation.events.length, other.events.length, contact.conversations_count]).toEqual([all, 0, count - 1]);
	expect((await client.call('POST', `${path}/merge`, { mergeable_conversation_ids: [conversation.record.id] })).status).toBe(422);
});

test('split makes a new conversation of a message and all after it', async () => {
	const [first, second, ...rest] = conversation.events.map(({ id }) => id);
	const known = new Set(client.sandbox.store.conversations.keys());
	const body = { thread_event_id: second, direction: 'after', subject: 'Second half', status: 'Pending' };
	expect((await client.call('POST', `${path}/split`, body)).status).toBe(200);
	expect(conversation.events.map(({ id }) => id)).toEqual([first]);
	const created = [...client.sandbox.store.conversations.values()].filter(({ record }) => !known.has(record.id));
	expect(created.map(({ record, events }) => [record.subject, record.status, record.contact.id, events.map(({ id }) => id)])).toEqual([
		['Second half', 'Pending', conversation.record.contact.id, [second, ...rest]],
	]);
});

test('split refuses to leave nothing behind, and an unknown direction', async () => {
	const [first] = conversation.events;
	expect((await client.call('POST', `${path}/split`, { thread_event_id: first?.id, direction: 'after' })).status).toBe(422);
	expect((await client.call('POST', `${path}/split`, { thread_event_id: first?.id, direction: 'sideways' })).status).toBe(422);
	expect((await client.call('POST', `${path}/split`, { thread_event_id: first?.id, direction: 'before' })).status).toBe(200);
});

test('a scheduled reply is shown with what is planned for it, and an event is also found by its own id', async () => {
	await client.call('POST', `${path}/reply/schedule`, { message: '<p>Later</p>', scheduled_at: inAnHour(), type: 'if_no_reply' });
	const { data } = (await client.call('GET', `${path}/messages`)).data;
	const { action, event } = data.at(-1);
	expect([action, event.status, event.excerpt, event.extra]).toEqual([
		'scheduled',
		'scheduled',
		'Later',
		{ scheduled_at: client.sandbox.store.time(client.clock.ms + hour), type: 'if_no_reply', status: null },
	]);
	for (const { id } of [conversation.events[1]!, conversation.scheduled[0]!.event]) {
		const one = (await client.call('GET', `${path}/messages?event_id=${id}`)).data.data;
		expect(one.map((each: { id: string }) => each.id)).toEqual([id]);
	}
});

test('a change of a scheduled reply leaves what it does not name', async () => {
	await client.call('POST', `${path}/reply/schedule`, { message: 'Later', scheduled_at: inAnHour(), status: 'Closed' });
	const [reply] = conversation.scheduled;
	const id = reply!.event.message.id;
	const before = structuredClone(reply);
	expect((await client.call('PATCH', `${path}/scheduled/${id}`, {})).status).toBe(200);
	expect(reply).toEqual(before);
	await client.call('PATCH', `${path}/scheduled/${id}`, { message: `<p>${'x'.repeat(90)}</p>` });
	expect(reply).toMatchObject({
		status: 'Closed',
		scheduledAt: before?.scheduledAt,
		event: { message: { text_body: 'x'.repeat(90), excerpt: 'x'.repeat(80) } },
	});
	const over = await client.call('PATCH', `${path}/scheduled/${id}`, { scheduled_at: '2020-01-01T00:00:00Z' });
	expect([over.status, Object.keys(over.data.errors)]).toEqual([422, ['scheduled_at']]);
	expect((await client.call('PATCH', `${path}/scheduled/${id}`, { status: 'Solved' })).status).toBe(409);
	expect((await client.call('POST', `${path}/reply/schedule`, { message: 'x', scheduled_at: inAnHour(), status: 'Solved' })).status).toBe(409);
});

test('a reply takes the copies of the draft that it names, and leaves one that it does not', async () => {
	const { draft_id } = (await client.call('POST', `${path}/draft`, { message: 'Draft', cc: ['a@example.com'] })).data;
	await client.call('POST', `${path}/reply`, { message: 'Other' });
	expect([last()?.message.html_body, last()?.message.cc, conversation.record.is_draft, conversation.record.has_attachment]).toEqual([
		'Other',
		[],
		true,
		false,
	]);
	await client.call('POST', `${path}/reply`, { draft_id });
	expect([last()?.message.html_body, last()?.message.cc, conversation.record.is_draft]).toEqual(['Draft', ['a@example.com'], false]);
});

test('notes and forwards are kept as such, and a forward may name an event', async () => {
	await client.call('POST', `${path}/note`, { message: 'Look' });
	expect(last()?.message).toMatchObject({ record_type: 'note', direction: 'internal', extra: { mentioned_ids: [] } });
	const id = conversation.events[0]!.id;
	await client.call('POST', `${path}/forward`, { body: 'See', message_id: id, to: ['a@example.com'] });
	expect(last()?.message).toMatchObject({ record_type: 'forward', direction: 'internal', extra: { to: ['a@example.com'], message_id: id } });
});
