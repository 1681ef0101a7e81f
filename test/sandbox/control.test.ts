import axios from 'axios';
import { pleasantWorld } from '../../contract/worlds';
import { malformedPages, type FaultRule } from '../../sandbox/faults';
import { RequestLog } from '../../sandbox/log';
import { defaultOptions } from '../../sandbox/settings';
import { anyConversation, startClient, type Client } from './client';

let client: Client;
beforeAll(async () => {
	client = await startClient({ limitPerMinute: 2 });
});
afterAll(() => client.sandbox.close());
beforeEach(() => client.sandbox.reset());

const control = async (method: string, path: string, data?: unknown) =>
	(await axios.request({ method, url: client.sandbox.controlUrl + path, data, validateStatus: () => true })).data;

test('the control interface is neither throttled nor logged', async () => {
	for (let count = 0; count < 5; count++) expect((await control('GET', '/settings')).limitPerMinute).toBe(2);
	expect(client.sandbox.requests()).toEqual([]);
	expect((await client.call('GET', '/me')).status).toBe(200);
});

test('it shows what a test needs to know of the seed', async () => {
	const overview = await control('GET', '');
	expect(overview).toMatchObject({ baseUrl: client.sandbox.baseUrl, tokens: client.sandbox.tokens, conversations: 132 });
	expect(overview.inboxes.map(({ id }: { id: string }) => id)).toEqual(['inbox_support', 'inbox_billing', 'inbox_orders', 'inbox_other']);
});

test('settings change at once, and a reset brings back those of the start', async () => {
	await control('PATCH', '/settings', { limitPerMinute: 0, world: { singleRecord: 'bare' } });
	for (let count = 0; count < 4; count++) expect((await client.call('GET', '/me')).data.id).toBe('user_ada');
	await control('POST', '/reset', { conversations: 24 });
	expect(client.sandbox.store.conversations.size).toBe(24 + 12);
	expect((await control('GET', '/settings')).world.singleRecord).toBe('wrapped');
	expect(client.sandbox.requests()).toEqual([]);
});

test('an unknown or wrong setting is refused', async () => {
	expect(await control('PATCH', '/settings', { limitPerHour: 1 })).toMatchObject({
		statusCode: 400,
		message: expect.stringContaining('additional'),
	});
	expect(await control('POST', '/reset', { conversations: 'many' })).toMatchObject({
		statusCode: 400,
		message: expect.stringContaining('conversations'),
	});
	expect(client.sandbox.service.settings).not.toHaveProperty('limitPerHour');
});

test('malformed JSON for the control interface does no harm', async () => {
	const url = `${client.sandbox.controlUrl}/reset`;
	const { status } = await axios.post(url, '{', {
		headers: { 'content-type': 'application/json' },
		transformRequest: [(text: string) => text],
		validateStatus: () => true,
	});
	expect(status).toBe(500);
	expect((await control('GET', '/settings')).limitPerMinute).toBe(2);
});

test('a reset gives the same records again', async () => {
	const before = JSON.stringify([...client.sandbox.store.conversations.values()]);
	await client.call('PATCH', `/conversation/${anyConversation(client).record.id}`, { subject: 'Changed' });
	expect(JSON.stringify([...client.sandbox.store.conversations.values()])).not.toBe(before);
	await control('POST', '/reset');
	expect(JSON.stringify([...client.sandbox.store.conversations.values()])).toBe(before);
});

test('faults are added and cleared', async () => {
	await control('POST', '/faults', { kind: 'status', status: 503, times: 0 });
	expect((await client.call('GET', '/me')).status).toBe(503);
	await control('DELETE', '/faults');
	expect((await client.call('GET', '/me')).status).toBe(200);
});

test('a fault of an unknown kind, or one that says too little, is refused', async () => {
	expect(await control('POST', '/faults', { kind: 'explosion' })).toMatchObject({ message: expect.stringContaining('kind') });
	expect(await control('POST', '/faults', { kind: 'redirect' })).toMatchObject({ message: expect.stringContaining("'to'") });
	expect((await client.call('GET', '/me')).status).toBe(200);
});

test.each([
	['/faults', 'how', { kind: 'malformedPage', how: 'upsideDown' }],
	['/faults', 'when', { kind: 'drop', when: 'later' }],
	['/faults', 'status', { kind: 'status', status: 99 }],
	['/faults', 'ms', { kind: 'slow', ms: -1 }],
	['/faults', 'probability', { kind: 'drop', probability: 2 }],
	['/reset', 'singleRecord', { world: { singleRecord: 'twice' } }],
	['/reset', 'clientHeader', { clientHeader: 7 }],
	['/reset', 'replyDraft', { fieldNames: { replyText: 'message' } }],
	['/reset', 'conversations', { conversations: '24' }],
	['/faults', 'how', { kind: 'malformedPage' }],
	['/faults', 'ms', { kind: 'slow' }],
	['/faults', 'bytes', { kind: 'file' }],
	['/faults', "'status'", { kind: 'status' }],
	['/faults', 'additional', { kind: 'drop', colour: 'red' }],
	['/faults', 'when', { kind: 'drop', when: '' }],
	['/conversations', 'additional', { colour: 'red' }],
	['/settings', 'additional', { world: { colour: 'red' } }],
	['/settings', 'additional', { fieldNames: { ...defaultOptions.fieldNames, colour: 'red' } }],
])('what is sent to %s with a wrong %s is refused', async (path, name, body) => {
	expect(await control(path === '/settings' ? 'PATCH' : 'POST', path, body)).toMatchObject({
		statusCode: 400,
		message: expect.stringContaining(name),
	});
	expect((await client.call('GET', '/me')).status).toBe(200);
});

test('the log has each request with its times and its answer, and never a token', async () => {
	await client.call('GET', '/contacts?page=2&q=a%20b');
	client.clock.pass(1500);
	await client.call('PATCH', '/conversation/a%2Fb', { status: 'Closed' });
	await client.call('GET', '/me', undefined, { headers: { authorization: 'Bearer secret-of-someone' } });
	const log = await control('GET', '/requests');
	expect(log).toEqual(JSON.parse(JSON.stringify(client.sandbox.requests())));
	expect(
		log.map(({ number, method, path, query, body, status, token }: Record<string, unknown>) => ({
			number,
			method,
			path,
			query,
			body,
			status,
			token,
		})),
	).toEqual([
		{ number: 1, method: 'GET', path: '/contacts', query: { page: '2', q: 'a b' }, body: undefined, status: 200, token: 'personal' },
		{ number: 2, method: 'PATCH', path: '/conversation/a%2Fb', query: {}, body: { status: 'Closed' }, status: 404, token: 'personal' },
		{ number: 3, method: 'GET', path: '/me', query: {}, body: undefined, status: 429, token: 'unknown' },
	]);
	expect(log[1].arrivedAt - log[0].arrivedAt).toBe(1500);
	expect(JSON.stringify(log)).not.toContain('secret');
	expect((await control('GET', '/requests?after=2')).map(({ number }: { number: number }) => number)).toEqual([3]);
	await control('DELETE', '/requests');
	expect(await control('GET', '/requests')).toEqual([]);
});

test('the log keeps the last requests only', () => {
	const log = new RequestLog(100);
	const entry = { method: 'GET', path: '/me' } as Parameters<RequestLog['add']>[0];
	for (let count = 0; count < 1010; count++) log.add(entry);
	expect(log.list().map(({ number }) => number)).toEqual(Array.from({ length: 100 }, (_, index) => 911 + index));
});

test('a conversation is shown with its thread, tags and what waits in it', async () => {
	const { record, events } = anyConversation(client);
	await client.call('POST', `/conversation/${record.id}/draft`, { message: 'Draft' });
	const shown = await control('GET', `/conversations/${record.id}`);
	expect(shown).toMatchObject({ id: record.id, tags: expect.any(Array), drafts: { user_ada: { message: 'Draft' } }, scheduled: [], snooze: null });
	expect(shown.events).toHaveLength(events.length);
	expect(await control('GET', '/conversations/conv_missing')).toMatchObject({ message: 'no such conversation', statusCode: 404 });
});

test('conversations appear, at a time of choice, and vanish', async () => {
	const created = await control('POST', '/conversations', { subject: 'Help', message: '<p>Now!</p>', created_at: '2026-03-02T08:59:58Z' });
	expect(created).toMatchObject({ inbox_id: 'inbox_support', subject: 'Help', status: 'Active', created_at: '2026-03-02T08:59:58.000000Z' });
	expect((await client.call('GET', `/conversation/${created.id}`)).data.data.excerpt).toBe('Now!');
	await control('DELETE', `/conversations/${created.id}`);
	expect((await client.call('GET', `/conversation/${created.id}`)).status).toBe(404);
});

test('a conversation in an unknown inbox is refused', async () => {
	expect(await control('POST', '/conversations', { inbox_id: 'inbox_missing' })).toMatchObject({
		message: expect.stringContaining('inbox_missing'),
	});
});

test('the contact writes: a closed conversation opens, a snooze until a reply ends', async () => {
	const { record } = anyConversation(client, (each) => each.record.status === 'Closed');
	const until = new Date(client.clock.ms + 3_600_000).toISOString();
	await client.call('PUT', `/conversation/${record.id}/snooze`, { snoozed_until: until, type: 'if_no_reply' });
	await control('POST', `/conversations/${record.id}/messages`, { message: '<p>Any news?</p>' });
	expect(record).toMatchObject({ status: 'Active', closed_at: null, is_snoozed: false, last_message_by: 'contact', excerpt: 'Any news?' });
	expect(record.last_message).toMatchObject({ direction: 'incoming', status: 'received' });
	const { events } = await control('GET', `/conversations/${record.id}`);
	expect(events.at(-1)).toMatchObject({ action: 'replied', actor_type: 'contact', actor: { id: record.contact.id } });
});

test('the contact writes: what is pending stays so, and so does a snooze until a time', async () => {
	const { record } = anyConversation(client, (each) => each.record.status === 'Pending');
	const until = new Date(client.clock.ms + 3_600_000).toISOString();
	await client.call('PUT', `/conversation/${record.id}/snooze`, { snoozed_until: until, type: 'always' });
	await control('POST', `/conversations/${record.id}/messages`);
	expect(record).toMatchObject({ status: 'Pending', is_snoozed: true, excerpt: 'Hello again' });
});

test('every kind of fault is taken, with all that may be said of it', async () => {
	const meets = { method: 'GET', path: '/me', times: 1, skip: 0, probability: 0 };
	const faults: FaultRule[] = [
		{ kind: 'status', status: 429, message: 'No.', retryAfter: 'soon', when: 'before', ...meets },
		{ kind: 'html', status: 200, when: 'after', ...meets },
		{ kind: 'drop' },
		{ kind: 'slow', ms: 0 },
		{ kind: 'redirect', to: 'https://elsewhere.example' },
		{ kind: 'file', bytes: 'AAAA', name: 'a.bin', type: 'text/plain' },
		...malformedPages.map((how) => ({ kind: 'malformedPage', how }) as const),
	];
	for (const fault of faults) expect([fault, await control('POST', '/faults', fault)]).toEqual([fault, { message: 'Fault added.' }]);
	await control('DELETE', '/faults');
});

test('every setting is taken, and shown but for what belongs to the process', async () => {
	const changes = {
		limitPerMinute: 7,
		latencyMs: 0,
		missing: ['listTags'],
		clientHeader: 'x-client',
		world: { ...pleasantWorld, idType: 'number' },
	};
	const { fieldNames } = client.sandbox.service.settings;
	const shown = await control('PATCH', '/settings', { ...changes, fieldNames });
	expect(shown).toEqual({ ...changes, fieldNames, seed: 1, conversations: 120 });
	expect(await control('PATCH', '/settings', { clientHeader: null })).toEqual({ ...shown, clientHeader: null });
	client.sandbox.settings({ world: { idType: 'text' } });
	expect((await client.call('GET', '/settings/tags')).status).toBe(404);
});

test('what is not said of a new conversation is chosen', async () => {
	const [contact, another] = client.sandbox.store.contactsOf('org_acme');
	expect(await control('POST', '/conversations')).toMatchObject({
		...{ inbox_id: 'inbox_support', contact: { id: contact?.id }, subject: 'A new conversation', excerpt: 'Hello' },
		created_at: client.sandbox.store.now(),
	});
	expect(await control('POST', '/conversations', { inbox_id: 'inbox_billing', contact_id: another?.id })).toMatchObject({
		...{ inbox_id: 'inbox_billing', contact: { id: another?.id } },
	});
});

test('the overview has the records that tests go by', async () => {
	const { teammates, tags, contacts } = await control('GET', '');
	expect(teammates.map(({ id, name }: { id: string; name: string }) => [id, name])).toEqual([
		['user_ada', 'Ada Lindqvist'],
		['user_ben', 'Ben Okoye'],
		['user_chloe', 'Chloe Martin'],
		['user_dev', 'Dev Patel'],
		['user_zoe', 'Zoe Zimmer'],
	]);
	expect(tags.find(({ id }: { id: string }) => id === 'tag_bug')).toEqual({ id: 'tag_bug', name: 'Bug', color: '#38c' });
	expect(contacts).toBe(270);
});

test('what is done is said', async () => {
	const { id } = await control('POST', '/conversations');
	const said = [];
	for (const path of ['/faults', '/requests', `/conversations/${id}`]) said.push((await control('DELETE', path)).message);
	expect(said).toEqual(['Faults cleared.', 'Log cleared.', 'Conversation forgotten.']);
});
