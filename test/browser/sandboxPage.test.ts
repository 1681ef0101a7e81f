import axios from 'axios';

import { freePort } from '../../n8n/ports';
import { startSandbox, type Sandbox } from '../../sandbox';
import { describeInBrowser, openPage, type OpenPage } from './support/browser';
import { picture } from './support/picture';

jest.setTimeout(60_000);

/** The pictures show the same tickets and times whenever they are taken. */
const START = Date.UTC(2026, 5, 1, 9);

describeInBrowser('the sandbox\'s own page', () => {
	let sandbox: Sandbox;
	let open: OpenPage;
	let now = START;

	beforeAll(async () => {
		sandbox = await startSandbox({ port: await freePort(5680), clock: { now: () => now } });
		open = await openPage();
		await open.page.goto(sandbox.pageUrl);
	});

	afterAll(async () => {
		await open?.browser.close();
		await sandbox?.close();
	});

	const send = async (method: string, path: string, data?: unknown) =>
		await axios.request({
			method,
			url: sandbox.baseUrl + path,
			data,
			headers: { authorization: `Bearer ${sandbox.tokens.personal}` },
			validateStatus: () => true,
		});
	const newestTicket = () => sandbox.store.sortedConversations({ inboxId: 'inbox_support' }, 'newest')[0]!.record;

	it('shows the tickets, and each change while it happens', async () => {
		const { id } = newestTicket();
		const row = open.page.locator(`tr[data-ticket="${id}"]`);
		await row.getByText('Active', { exact: true }).waitFor();
		now += 5_000;
		await send('PATCH', `/conversation/${id}`, { status: 'Pending' });
		await send('PUT', `/conversation/${id}/update/priority`, { priority: 'High' });
		await send('POST', `/conversation/${id}/tags`, { tag: 'tag_urgent' });
		await send('POST', `/conversation/${id}/note`, { message: 'Ask the warehouse today' });
		await row.getByText('Pending', { exact: true }).waitFor();
		await row.getByText('Ask the warehouse today').waitFor();
		expect(await open.page.locator('tbody tr').first().getAttribute('data-ticket')).toBe(id);
	});

	it('plots the requests against the limit, refused ones apart', async () => {
		for (let second = 0; second < 228; second += 4) {
			now += 4_000;
			const most = second > 150 ? 32 : 8 + (second % 12);
			await Promise.all(Array.from({ length: most }, () => send('GET', '/me')));
		}
		const legend = open.page.locator('.u-legend');
		await open.page.getByText('429 GET /me').first().waitFor();
		expect(await legend.innerText()).toContain('Refused');
		expect(await open.page.locator('#plot canvas').evaluate(colorsOf)).toBeGreaterThan(3);
		await picture(open.page, 'sandbox');
	});

	it('says so when the sandbox is gone, and has nothing else to complain about', async () => {
		expect(open.complaints).toEqual([]);
		await sandbox.close();
		await open.page.getByText('The sandbox does not answer').waitFor();
	});
});

/** Runs in the page: how many colors are drawn on a canvas. */
function colorsOf(element: unknown): number {
	const canvas = element as { width: number; height: number; getContext(kind: '2d'): { getImageData(...box: number[]): { data: Uint8ClampedArray } } };
	const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
	return new Set(Array.from({ length: data.length / 4 }, (_, pixel) => data.slice(pixel * 4, pixel * 4 + 3).join())).size;
}
