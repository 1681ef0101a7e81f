import axios from 'axios';
import { traffic } from '../../sandbox/page/traffic';
import { anyConversation, startClient, type Client } from './client';

let client: Client;
beforeAll(async () => {
	client = await startClient({ limitPerMinute: 3 });
});
afterAll(() => client.sandbox.close());
beforeEach(() => client.sandbox.reset());

const get = async (path: string) => await axios.get(new URL(path, client.sandbox.pageUrl).href);
const state = async () => (await get('/__sandbox/page')).data;

test("the page at the sandbox's address has every file that it asks for", async () => {
	const { data, headers } = await get('/');
	expect(headers['content-type']).toContain('text/html');
	const asked = [...data.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, path]) => path);
	expect(asked.length).toBeGreaterThan(3);
	// A browser runs no script, and applies no style, that is called something else.
	const types = { js: 'text/javascript', css: 'text/css', svg: 'image/svg+xml' };
	for (const path of asked) {
		const { status, headers: own } = await get(path);
		expect([path, status, own['content-type']]).toEqual([path, 200, `${types[path.split('.').at(-1) as 'js']}; charset=utf-8`]);
	}
});

test('a ticket that was changed comes first, with its status, priority, tags and notes', async () => {
	const { record } = anyConversation(client, ({ tagIds }) => tagIds.length === 0);
	client.clock.pass(5_000);
	await client.call('PUT', `/conversation/${record.id}/update/priority`, { priority: 'High' });
	await client.call('POST', `/conversation/${record.id}/tags`, { tag: 'tag_urgent' });
	await client.call('POST', `/conversation/${record.id}/note`, { message: 'Ask the warehouse' });
	const { tickets } = await state();
	expect(tickets[0]).toMatchObject({
		id: record.id,
		subject: record.subject,
		status: record.status,
		priority: 'High',
		tags: [{ id: 'tag_urgent', name: expect.any(String), color: expect.any(String) }],
		notes: expect.arrayContaining(['Ask the warehouse']),
	});
	expect(tickets[0].updatedAt > tickets[1].updatedAt).toBe(true);
});

test('requests let through and refused are counted over the last minute, the latest first', async () => {
	for (let count = 0; count < 5; count++) await client.call('GET', '/me');
	const { traffic, requests, limitPerMinute } = await state();
	expect(limitPerMinute).toBe(3);
	expect([traffic.letThrough.at(-1), traffic.refused.at(-1)]).toEqual([3, 2]);
	expect(requests.map(({ status }: { status: number }) => status)).toEqual([429, 429, 200, 200, 200]);
	client.clock.pass(60_000);
	expect((await state()).traffic.letThrough.slice(-2)).toEqual([3, 0]);
});

test('the page is neither throttled nor logged', async () => {
	for (let count = 0; count < 5; count++) await state();
	expect(client.sandbox.requests()).toEqual([]);
});

test('the first point of the plot counts the minute before it', () => {
	const at = (second: number) => ({ arrivedAt: second * 1000, status: 200 }) as Parameters<typeof traffic>[0][number];
	const plotted = traffic([at(940), at(941), at(1000), at(1060)], 1_060_000, 1);
	expect(plotted.seconds).toHaveLength(61);
	expect([plotted.seconds[0], plotted.letThrough[0]]).toEqual([1000, 2]);
	expect(plotted.letThrough.at(-1)).toBe(1);
});

test('what is counted lies in the minutes that are plotted, and what is refused is apart', () => {
	const at = (second: number, status = 200) => ({ arrivedAt: second * 1000 + 999, status }) as Parameters<typeof traffic>[0][number];
	const plotted = traffic([at(939), at(940), at(999, 429), at(1061)], 1_060_500, 1);
	expect(plotted.seconds.at(-1)).toBe(1060);
	expect([Math.max(...plotted.letThrough), Math.max(...plotted.refused)]).toEqual([0, 1]);
	expect(plotted.refused.filter((count) => count === 1)).toHaveLength(59);
	expect([plotted.letThrough, plotted.refused].map(({ length }) => length)).toEqual([61, 61]);
});

test('a ticket is told in few words', async () => {
	const { store } = client.sandbox;
	const conversation = anyConversation(client, ({ record }) => record.status === 'Active' && !record.is_spam);
	const { record } = conversation;
	conversation.tagIds = ['tag_bug', 'tag_gone'];
	client.clock.pass(5_000);
	const path = `/conversation/${record.id}`;
	await client.call('POST', `${path}/reply`, { message: 'Hello' });
	const notes = conversation.events.filter(({ action }) => action === 'note').map(({ message }) => message.text_body);
	const replies = conversation.events.filter(({ message }) => message.direction === 'outgoing').length;
	const first = async () => (await state()).tickets[0];
	expect(await first()).toEqual({
		...{ id: record.id, ticketId: record.ticket_id, subject: record.subject, contact: record.contact.name, inbox: 'Support', status: 'Active' },
		...{ priority: record.priority, tags: [{ id: 'tag_bug', name: 'Bug', color: '#38c' }], notes, replies, updatedAt: store.now() },
	});
	for (const [change, status] of [
		[{ is_snoozed: true }, 'Snoozed'],
		[{ is_spam: true }, 'Spam'],
		[{ deleted_at: store.now() }, 'Trash'],
	] as const) {
		store.touch(conversation, change);
		expect((await first()).status).toBe(status);
	}
});

test('the page shows the forty tickets that changed last, the latest eight requests and how much there is', async () => {
	client.sandbox.settings({ limitPerMinute: 0 });
	client.clock.pass(5_000);
	const touched = [...client.sandbox.store.conversations.values()].slice(3, 6);
	for (const each of touched) client.sandbox.store.touch(each);
	for (let count = 0; count < 9; count++) await client.call('GET', count === 8 ? '/contacts' : '/me');
	const { tickets, requests, conversations, baseUrl, now } = await state();
	expect([tickets.length, requests.length, conversations, baseUrl, now]).toEqual([40, 8, 132, client.sandbox.baseUrl, client.clock.ms]);
	expect(tickets.slice(0, 3).map(({ id }: { id: string }) => id)).toEqual(touched.map(({ record }) => record.id).reverse());
	const times = tickets.map(({ updatedAt }: { updatedAt: string }) => updatedAt);
	expect(times).toEqual([...times].sort().reverse());
	expect(requests[0]).toEqual({ number: 9, method: 'GET', path: '/contacts', status: 200 });
});
