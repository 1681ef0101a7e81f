import axios from 'axios';

import { describeVisit } from './support/browser';

let now = Date.UTC(2026, 5, 1, 9);

describeVisit("the sandbox's own page", { clock: { now: () => now } }, (visit) => {
	const { step } = visit;
	beforeAll(async () => void (await visit.page.goto(visit.sandbox.pageUrl)));

	const send = async (method: string, path: string, data?: unknown) => {
		const headers = { authorization: `Bearer ${visit.sandbox.tokens.personal}` };
		await axios.request({ method, url: visit.sandbox.baseUrl + path, data, headers, validateStatus: () => true });
	};
	let id = '';
	const row = () => visit.page.locator(`tr[data-ticket="${id}"]`);

	step('shows the tickets and each change, the last changed first', async () => {
		const newest = visit.sandbox.store.sortedConversations({ inboxId: 'inbox_support' }, 'newest');
		id = newest.find(({ record }) => record.status === 'Active' && !record.is_spam && !record.is_snoozed)!.record
			.id;
		await row().getByText('Active', { exact: true }).waitFor();
		now += 5_000;
		await send('PATCH', `/conversation/${id}`, { status: 'Pending' });
		await send('POST', `/conversation/${id}/note`, { message: 'Ask the warehouse today' });
		await row().getByText('Pending', { exact: true }).waitFor();
		await row().getByText('Ask the warehouse today').waitFor();
		expect(await visit.page.locator('tbody tr').first().getAttribute('data-ticket')).toBe(id);
	});

	step('opens the thread of a ticket, with its scheduled replies and the end of its snooze', async () => {
		const isOpen = async () => await row().getAttribute('aria-expanded');
		expect(await isOpen()).toBe('false');
		await row().click();
		const thread = visit.page.locator('tr.thread');
		await thread.getByText('Customer', { exact: true }).first().waitFor();
		const at = (ms: number) => new Date(now + ms).toISOString();
		const reply = {
			message: '<p>Is all well?</p>',
			scheduled_at: at(86_400_000),
			type: 'if_no_reply',
			status: 'Active',
		};
		await send('POST', `/conversation/${id}/reply/schedule`, reply);
		await send('PUT', `/conversation/${id}/snooze`, { snoozed_until: at(3_600_000), type: 'if_no_reply' });
		for (const text of ['Ask the warehouse today', 'Scheduled reply', 'Is all well?', 'Snoozed'])
			await thread.getByText(text).first().waitFor();
		expect(await isOpen()).toBe('true');
		await row().click();
		await thread.waitFor({ state: 'detached' });
	});

	step('counts the requests against the limit, and refused requests separately', async () => {
		for (let count = 0; count < 310; count += 10)
			await Promise.all(Array.from({ length: 10 }, async () => await send('GET', '/me')));
		await visit.page.getByText(/^300 of 300 in the last minute, \d+ refused$/).waitFor();
		await visit.page.getByText('429 GET /me').first().waitFor();
		expect(await visit.page.locator('#plot canvas').count()).toBe(1);
	});

	step('reports a stopped sandbox', async () => {
		expect(visit.complaints).toEqual([]);
		await visit.sandbox.close();
		await visit.page.getByText('The sandbox does not answer').waitFor();
	});
});
