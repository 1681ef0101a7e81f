import seedData from '../../sandbox/data/seed.json';
import { receiveMessage } from '../../sandbox/incoming';
import type { StoredConversation } from '../../sandbox/records';
import { plainText } from '../../sandbox/thread';
import { anyConversation, as, useClient } from './client';

const HOUR = 3_600_000;
const client = useClient();
let conversation: StoredConversation;
let path: string;
beforeEach(() => {
	const suits = ({ record, events, drafts }: StoredConversation) =>
		record.status === 'Active' && events.length > 2 && Object.keys(drafts).length === 0 && !record.has_attachment;
	conversation = anyConversation(client, suits);
	path = `/conversation/${conversation.record.id}`;
	client.clock.pass(5_000);
});

const post = (endpoint: string, body: object, token = client.sandbox.tokens.personal) =>
	client.call('POST', `${path}/${endpoint}`, body, as(token));
const last = () => conversation.events.at(-1)!;
const thread = async (query = '') => (await client.call('GET', `${path}/messages${query}`)).data.data;
/** Lets time pass, and makes the service apply what is due. */
async function pass(ms: number) {
	client.clock.pass(ms);
	await client.call('GET', '/me');
}

test('the thread can be read whole, or one entry by its ID or its message ID', async () => {
	const entries = conversation.events;
	expect((await thread()).map(({ id }: { id: string }) => id)).toEqual(entries.map(({ id }) => id));
	const { id, message } = entries[1]!;
	for (const eventId of [id, message.id])
		expect(await thread(`?event_id=${eventId}`)).toMatchObject([{ id, event: { id: message.id } }]);
});

test('a teammate has only one draft in a conversation, which a reply uses up', async () => {
	const { personal, colleague } = client.sandbox.tokens;
	const save = async (message: string, token: string) =>
		(await post('draft', { message, cc: ['a@example.com'] }, token)).data.draft_id;
	const first = await save('One', personal);
	expect([await save('Two', personal), (await save('Three', colleague)) === first]).toEqual([first, false]);
	expect((await thread()).slice(-2)).toMatchObject([
		{ event: { html_body: 'Two', record_type: 'Draft', direction: null } },
		{ action: 'draft' },
	]);
	expect((await post('reply', { draft_id: first }, colleague)).status).toBe(422);
	await post('reply', { message: 'Other' });
	expect([last().message.html_body, last().message.cc]).toEqual(['Other', []]);
	await post('reply', { draft_id: first });
	expect([last().message.html_body, last().message.cc, Object.keys(conversation.drafts)]).toEqual([
		'Two',
		['a@example.com'],
		['user_ben'],
	]);
	await post('draft/delete', {}, colleague);
	expect([conversation.drafts, conversation.record.is_draft]).toEqual([{}, false]);
});

describe('a scheduled reply', () => {
	const inHours = (hours: number) => new Date(client.clock.ms + hours * HOUR).toISOString();
	const schedule = (more: object = {}) =>
		post('reply/schedule', { message: '<p>Later</p>', scheduled_at: inHours(1), ...more });
	const messageId = () => conversation.scheduled[0]!.event.message.id;

	test('is in the thread, is sent at its time, and keeps its scheduled_at', async () => {
		await schedule({ status: 'Closed', type: 'if_no_reply' });
		const extra = { scheduled_at: client.sandbox.store.time(client.clock.ms + HOUR), type: 'if_no_reply' };
		expect((await thread()).at(-1)).toMatchObject({ action: 'replied', event: { id: messageId(), extra } });
		expect(conversation.record).toMatchObject({ is_scheduled: true, status: 'Active' });
		await pass(HOUR);
		expect(last()).toMatchObject({
			action: 'replied',
			message: { html_body: '<p>Later</p>', created_at: client.sandbox.store.now(), extra },
		});
		expect(conversation.record).toMatchObject({ is_scheduled: false, status: 'Closed' });
	});

	test('keeps fields that an update omits, and keeps its message ID when it is sent', async () => {
		await schedule({ status: 'Closed' });
		const id = messageId();
		const change = (body: object) => client.call('PATCH', `${path}/scheduled/${id}`, body);
		expect((await change({ message: 'Changed', scheduled_at: inHours(2) })).status).toBe(200);
		expect([
			(await change({ scheduled_at: '2020-01-01T00:00:00Z' })).status,
			(await change({ status: 'Solved' })).status,
		]).toEqual([422, 409]);
		await pass(HOUR);
		expect(conversation.scheduled).toMatchObject([
			{ status: 'Closed', event: { message: { text_body: 'Changed' } } },
		]);
		await post(`scheduled/${id}/send-now`, {});
		expect([last().message.id, last().message.extra.scheduled_at, conversation.scheduled]).toEqual([
			id,
			client.sandbox.store.now(),
			[],
		]);
	});

	test.each([
		['if_no_reply', true, 'Wait!'],
		['if_no_reply', false, '<p>Later</p>'],
		['always', true, '<p>Later</p>'],
	])(
		'with type %s is sent or cancelled (customer wrote: %s): the thread ends with %s',
		async (type, writes, expected) => {
			await schedule({ type });
			client.clock.pass(1_000);
			if (writes) receiveMessage(client.sandbox.store, conversation, 'Wait!');
			await pass(HOUR);
			expect([last().message.html_body, conversation.scheduled]).toEqual([expected, []]);
		},
	);
});

test.each(['if_no_reply', 'always'])(
	'a customer message reopens a closed conversation, and ends a snooze of type if_no_reply only: %s',
	async (type) => {
		await post('reply', { message: 'Bye', status: 'Closed' });
		await client.call('PUT', `${path}/snooze`, { snoozed_until: '2026-07-01T10:00:00Z', type });
		receiveMessage(client.sandbox.store, conversation, '<p>Any news?</p>');
		expect(conversation.record).toMatchObject({
			status: 'Active',
			closed_at: null,
			is_snoozed: type === 'always',
			last_message_by: 'contact',
			excerpt: 'Any news?',
		});
	},
);

test.each([
	['<p>a</p><p>b</p>', 'a\nb'],
	['a<br/>b<BR  />c<br>d', 'a\nb\nc\nd'],
	['<a href="x">link</a> <i>soft</i>', 'link soft'],
	['&lt;b&gt; &quot;x&quot; &amp;lt; &amp;', '<b> "x" &lt; &'],
])('the HTML %s becomes the text %j', (html, text) => expect(plainText(html)).toBe(text));

test('an attachment is refused for an unknown draft and without a file', async () => {
	const { draft_id } = (await post('draft', { message: 'Hi' })).data;
	const upload = async (body: unknown, config?: object) =>
		(await client.call('POST', '/attachments', body, config)).status;
	expect([
		await upload({ draft_id, file: 'AAAA' }, as(client.sandbox.tokens.colleague)),
		await upload({ draft_id }),
	]).toEqual([422, 422]);
});

test('the seed contains automatic replies, files, drafts as last messages, and scheduled replies that were sent', () => {
	const all = [...client.sandbox.store.conversations.values()];
	const entries = all.flatMap(({ events }) => events);
	expect(
		entries.some(({ actor, message }) => actor === null && message.html_body.includes(seedData.automaticReply)),
	).toBe(true);
	expect(entries.some(({ attachments = [] }) => attachments.length > 0)).toBe(true);
	expect(entries.some(({ message }) => message.extra.scheduled_at !== undefined)).toBe(true);
	expect(all.some(({ record }) => record.is_draft && record.last_message.record_type === 'Draft')).toBe(true);
});
