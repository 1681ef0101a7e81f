import axios from 'axios';

import { pleasantWorld } from '../../contract/worlds';
import { startSandbox, type Sandbox } from '../../sandbox';
import { defaultOptions } from '../../sandbox/settings';
import { plant } from '../support/plant';
import { anyConversation, useClient } from './client';

const client = useClient({ limitPerMinute: 3 });

const control = async (method: string, path: string, data?: unknown) =>
	(await axios.request({ method, url: client.sandbox.controlUrl + path, data, validateStatus: () => true })).data;
const textsOf = ({ store }: Sandbox) =>
	JSON.stringify(Object.values(store).flatMap((part) => (part instanceof Map ? [[...part]] : [])));

test('requests to the control API and the page are neither throttled nor logged', async () => {
	for (let count = 0; count < 5; count++)
		expect((await control('GET', count % 2 ? '/page' : '/settings')).limitPerMinute).toBe(3);
	expect(client.sandbox.requests()).toEqual([]);
	expect((await client.call('GET', '/me')).status).toBe(200);
});

test('settings apply at once, and a reset restores the first records and settings', async () => {
	const before = textsOf(client.sandbox);
	await client.call('PATCH', `/conversation/${anyConversation(client).record.id}`, { subject: 'Changed' });
	const world = { ...pleasantWorld, timeFormat: 'seconds' };
	const changes = {
		limitPerMinute: 7,
		latencyMs: 0,
		missing: ['listTags'],
		clientHeader: 'x-client',
		world,
		fieldNames: defaultOptions.fieldNames,
	};
	expect(await control('PATCH', '/settings', changes)).toEqual({ ...changes, seed: 1, conversations: 120 });
	expect((await client.call('GET', '/settings/tags')).status).toBe(404);
	expect(textsOf(client.sandbox)).not.toBe(before);
	await control('POST', '/reset');
	expect([textsOf(client.sandbox) === before, (await control('GET', '/settings')).world]).toEqual([
		true,
		pleasantWorld,
	]);
	await control('POST', '/reset', { seed: 2, conversations: 24 });
	expect([client.sandbox.store.conversations.size, textsOf(client.sandbox) === before]).toEqual([24 + 12, false]);
});

test.each([
	['/faults', 'kind', { kind: 'explosion' }],
	['/faults', 'how', { kind: 'malformedPage', how: 'upsideDown' }],
	['/faults', 'when', { kind: 'drop', when: 'later' }],
	['/faults', "'status'", { kind: 'status' }],
	['/faults', "'to'", { kind: 'redirect' }],
	['/faults', 'additional', { kind: 'drop', colour: 'red' }],
	['/reset', 'singleRecord', { world: { singleRecord: 'twice' } }],
	['/reset', 'replyDraft', { fieldNames: { replyText: 'message' } }],
	['/reset', 'conversations', { conversations: '24' }],
	['/conversations', 'additional', { colour: 'red' }],
	['/conversations', 'inbox_missing', { inbox_id: 'inbox_missing' }],
	['/settings', 'additional', { limitPerHour: 1 }],
	['/settings', 'additional', { world: { colour: 'red' } }],
])('the control API refuses a wrong request to %s, and names %s', async (path, name, body) => {
	expect(await control(path === '/settings' ? 'PATCH' : 'POST', path, body)).toMatchObject({
		message: expect.stringContaining(name),
	});
});

test('the log contains each request with its times and response, but no token', async () => {
	await client.call('GET', '/contacts?page=2&q=a%20b');
	client.clock.pass(1500);
	await client.call('PATCH', '/conversation/a%2Fb', { status: 'Closed' });
	await client.call('GET', '/me', undefined, { headers: { authorization: 'Bearer secret-of-someone' } });
	const log = await control('GET', '/requests');
	expect(log).toMatchObject([
		{ number: 1, method: 'GET', path: '/contacts', query: { page: '2', q: 'a b' }, status: 200, token: 'personal' },
		{
			number: 2,
			method: 'PATCH',
			path: '/conversation/a%2Fb',
			query: {},
			body: { status: 'Closed' },
			status: 404,
			token: 'personal',
		},
		{ number: 3, method: 'GET', path: '/me', query: {}, status: 401, token: 'unknown' },
	]);
	expect([log[1].arrivedAt - log[0].arrivedAt, JSON.stringify(log).includes('secret')]).toEqual([1500, false]);
	expect((await control('GET', '/requests?after=2')).map(({ number }: { number: number }) => number)).toEqual([3]);
	await control('DELETE', '/requests');
	expect(await control('GET', '/requests')).toEqual([]);
});

test('the control API creates, shows, continues and deletes a conversation', async () => {
	const { id, ...created } = await control('POST', '/conversations', {
		message: '<p>Now!</p>',
		created_at: '2026-03-02T08:59:58Z',
	});
	expect(created).toMatchObject({
		inbox_id: 'inbox_support',
		subject: 'A new conversation',
		created_at: '2026-03-02T08:59:58.000000Z',
	});
	await control('POST', `/conversations/${id}/messages`);
	await client.call('POST', `/conversation/${id}/draft`, { message: 'Draft' });
	const shown = await control('GET', `/conversations/${id}`);
	expect(shown).toMatchObject({
		id,
		excerpt: 'Draft',
		tags: [],
		drafts: { user_ada: { message: { html_body: 'Draft' } } },
		snooze: null,
	});
	expect(shown.events.map(({ event }: { event: { text_body: string } }) => event.text_body)).toEqual([
		'Now!',
		'Hello again',
	]);
	await control('DELETE', `/conversations/${id}`);
	expect((await client.call('GET', `/conversation/${id}`)).status).toBe(404);
	expect(await control('GET', '/conversations/conv_missing')).toMatchObject({
		message: 'no such conversation',
		statusCode: 404,
	});
});

test('the server has every file that the page loads', async () => {
	const get = async (path: string) => await axios.get(new URL(path, client.sandbox.pageUrl).href);
	const paths = [...(await get('/')).data.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, path]) => path as string);
	expect(paths.length).toBeGreaterThan(3);
	// A browser ignores scripts and styles with another content type.
	const types: Record<string, string> = { js: 'text/javascript', css: 'text/css', svg: 'image/svg+xml' };
	for (const path of paths)
		expect((await get(path)).headers['content-type']).toBe(`${types[path.split('.').at(-1)!]}; charset=utf-8`);
});

test('the page shows the last changes, the latest requests and the traffic of each minute', async () => {
	const { record } = anyConversation(
		client,
		(each) =>
			each.tagIds.length === 0 &&
			each.record.status === 'Active' &&
			!each.record.is_spam &&
			each.record.assignable_id === null,
	);
	client.clock.pass(5_000);
	await client.call('POST', `/conversation/${record.id}/tags`, { tag: 'tag_bug' });
	await client.call('POST', `/conversation/${record.id}/note`, { message: 'Ask' });
	for (let count = 0; count < 3; count++) await client.call('GET', '/me');
	const { tickets, traffic: seen, requests } = await control('GET', '/page');
	expect([tickets.length, requests.map(({ status }: { status: number }) => status)]).toEqual([
		40,
		[429, 429, 200, 200, 200],
	]);
	expect([seen.letThrough.at(-1), seen.refused.at(-1)]).toEqual([3, 2]);
	expect(tickets[0]).toEqual({
		...{
			id: record.id,
			ticketId: record.ticket_id,
			subject: record.subject,
			contact: record.contact.name,
			inbox: 'Support',
			status: 'Active',
			marks: [],
			assignee: '',
		},
		...{
			priority: record.priority,
			tags: [{ id: 'tag_bug', name: 'Bug', color: '#38c' }],
			notes: expect.arrayContaining(['Ask']),
		},
		updatedAt: client.sandbox.store.now(),
	});
	for (const [change, status, ...marks] of [
		[{ status: 'Closed', is_spam: true }, 'Closed', 'Spam'],
		[{ is_snoozed: true }, 'Closed', 'Snoozed', 'Spam'],
		[{ deleted_at: client.sandbox.store.now(), assignable_id: 'user_ben' }, 'Closed', 'Snoozed', 'Spam', 'Trash'],
	] as const) {
		client.sandbox.store.touch(client.sandbox.store.conversations.get(record.id)!, change);
		expect((await control('GET', '/page')).tickets[0]).toMatchObject({ status, marks });
	}
	expect((await control('GET', '/page')).tickets[0].assignee).toBe('Ben Okoye');
});

test('a change in one helpdesk does not appear in another one or in one that starts later', async () => {
	const [changed, other] = [await startSandbox({ conversations: 60 }), await startSandbox({ conversations: 60 })];
	expect(plant(changed.store).words.length).toBeGreaterThan(100);
	const later = await startSandbox({ conversations: 60 });
	expect([textsOf(changed), textsOf(other) + textsOf(later)].map((text) => /Secret\d+x/.test(text))).toEqual([
		true,
		false,
	]);
	await Promise.all([changed, other, later].map(async (sandbox) => await sandbox.close()));
});

test('the sandbox listens on 127.0.0.1 only', async () => {
	await expect(axios.get(client.sandbox.baseUrl.replace('127.0.0.1', '127.0.0.2'))).rejects.toMatchObject({
		code: 'ECONNREFUSED',
	});
});

test.each([1, 2, 3])('the seed %i has unique IDs, only past UTC times, and every status and priority', (seed) => {
	client.sandbox.reset({ seed });
	const all = [...client.sandbox.store.conversations.values()];
	const ids = all.flatMap(({ record, events }) => [
		record.id,
		...events.flatMap(({ id, message }) => [id, message.id]),
	]);
	expect(new Set(ids).size).toBe(ids.length);
	const times = all.flatMap(({ record }) => [record.created_at, record.updated_at, record.last_message_created_at]);
	expect(
		times.filter(
			(time) => !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.000000Z$/.test(time) || time > client.sandbox.store.now(),
		),
	).toEqual([]);
	expect([...new Set(all.map(({ record }) => record.status))].sort()).toEqual(['Active', 'Closed', 'Pending']);
	expect([...new Set(all.map(({ record }) => record.priority))].sort()).toEqual(['High', 'Low', 'Normal']);
});
