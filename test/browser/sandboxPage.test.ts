import axios from 'axios';
import type { Page } from 'playwright-core';

import { freePort } from '../../tools/n8n/ports';
import { startSandbox, type Sandbox } from '../../sandbox';
import { describeInBrowser, openPage, type OpenPage } from './support/browser';
import { picture } from './support/picture';
import { stepsOn } from './support/steps';

jest.setTimeout(60_000);

/** The pictures show the same tickets and times whenever they are taken. */
const START = Date.UTC(2026, 5, 1, 9);

/** The ids of the tickets that are marked as changed just now, once per cell. */
const MARKED = `document.getAnimations().filter(({ playState }) => playState === 'running').map(({ effect }) => effect.target.parentElement.dataset.ticket)`;

const DRAWN = `document.querySelector('#plot canvas').toDataURL()`;

describeInBrowser("the sandbox's own page", () => {
	let sandbox: Sandbox;
	let open: OpenPage;
	let now = START;
	const step = stepsOn(() => open.page);

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

	step('shows the tickets, and each change while it happens', async () => {
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

	step('opens a ticket to its whole thread: customer, reply, note, what is scheduled and how long it is snoozed', async () => {
		const { id } = newestTicket();
		const row = open.page.locator(`tr[data-ticket="${id}"]`);
		await row.click();
		const thread = open.page.locator('tr.thread');
		await thread.getByText('Customer', { exact: true }).first().waitFor();
		await send('POST', `/conversation/${id}/draft`, { message: '<p>On its way</p>', cc: [] });
		await send('POST', `/conversation/${id}/reply/schedule`, {
			message: '<p>Is all well?</p>',
			scheduled_at: new Date(now + 86_400_000).toISOString(),
			type: 'if_no_reply',
			status: 'Active',
		});
		await send('PUT', `/conversation/${id}/snooze`, { snoozed_until: new Date(now + 3_600_000).toISOString(), type: 'if_no_reply' });
		for (const text of ['Ask the warehouse today', 'Scheduled reply', 'Is all well?', 'Snoozed']) await thread.getByText(text).first().waitFor();
		await row.click();
		await thread.waitFor({ state: 'detached' });
	});

	step('marks a new ticket, and not those that it moves down', async () => {
		// The marks of the steps before have run out.
		await open.page.waitForFunction(`${MARKED}.length === 0`);
		now += 5_000;
		const { data } = await axios.post(new URL('/__sandbox/conversations', sandbox.pageUrl).href, { subject: 'Where is my lamp?' });
		await open.page.locator(`tr[data-ticket="${data.id}"]`).waitFor();
		const marked = [...new Set(await open.page.evaluate<string[]>(MARKED))];
		expect(marked).toEqual([data.id]);
	});

	step('draws the plot anew where the computer changes to dark', async () => {
		const light = await open.page.evaluate(DRAWN);
		await open.page.emulateMedia({ colorScheme: 'dark' });
		await open.page.waitForFunction(`${DRAWN} !== ${JSON.stringify(light)}`);
		await open.page.emulateMedia({ colorScheme: 'light' });
	});

	step('plots the requests against the limit, refused ones apart and in red', async () => {
		const ids = [...sandbox.store.conversations.keys()];
		/** Some requests every two seconds, of the kinds that a workflow sends. */
		const busy = async (seconds: number, every2Seconds: number) => {
			for (let second = 0; second < seconds; second += 2) {
				now += 2_000;
				const paths = Array.from({ length: every2Seconds }, (_, index) =>
					index ? `/conversation/${ids[(second * 8 + index) % ids.length]}` : '/me',
				);
				await Promise.all(paths.map(async (path) => await send('GET', path)));
			}
		};
		await busy(100, 5);
		await open.page.getByText('150 of 300 in the last minute', { exact: true }).waitFor();
		expect(await redPixels(open.page)).toBe(0);
		now += 60_000;
		await busy(56, 14);
		await open.page.getByText('300 of 300 in the last minute, 92 refused', { exact: true }).waitFor();
		expect(await redPixels(open.page)).toBeGreaterThan(20);
		await open.page.getByText(`429 GET /conversation/`).first().waitFor();
		await picture(open.page, 'sandbox');
	});

	step('says so when the sandbox is gone, and has nothing else to complain about', async () => {
		expect(open.complaints).toEqual([]);
		await sandbox.close();
		await open.page.getByText('The sandbox does not answer').waitFor();
	});
});

/** How much of the plot is in the color of what was refused. */
async function redPixels(page: Page): Promise<number> {
	return await page.locator('#plot canvas').evaluate((element) => {
		const canvas = element as unknown as {
			width: number;
			height: number;
			getContext(kind: '2d'): { getImageData(...box: number[]): { data: Uint8ClampedArray } };
		};
		const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
		const pixels = Array.from({ length: data.length / 4 }, (_, pixel) => data.slice(pixel * 4, pixel * 4 + 4));
		return pixels.filter(([red, green, blue, solid]) => solid! > 200 && red! > 150 && green! < 90 && blue! < 90).length;
	});
}
