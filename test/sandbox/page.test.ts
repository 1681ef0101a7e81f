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
