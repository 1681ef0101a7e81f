import { leadThrough } from '../../tools/demo/firstMinutes';
import { connect } from '../n8n/support/n8n';
import { describeVisit, picture } from './support/browser';
import { Editor } from './support/editor';

describeVisit('the page of npm start', { conversations: 200 }, (visit) => {
	const { step } = visit;
	const next = () => visit.page.locator('#steps li:not(.done)').first();
	let n8nUrl: string;
	let editor: Editor;
	let publish: (on: boolean) => Promise<void>;

	step('shows the log-in data, and its link leads through the log-in to the workflow', async () => {
		const n8n = await connect();
		n8nUrl = n8n.url;
		const { workflow } = await leadThrough(n8n.client, n8nUrl, visit.sandbox);
		publish = async (on) => await n8n.client[on ? 'activate' : 'deactivate'](workflow);
		await visit.page.goto(visit.sandbox.pageUrl);
		await next().getByText('Log in to n8n').waitFor();
		const lines = await next()
			.locator('code')
			.evaluateAll((all) => all.map((each) => each.getClientRects().length));
		expect(lines).toEqual([1, 1]);
		const [tab] = await Promise.all([visit.page.context().waitForEvent('page'), next().getByRole('link').click()]);
		editor = new Editor(tab, n8nUrl);
		await editor.signIn();
	});

	step('shows three tickets triaged and the limit after one click on Execute workflow', async () => {
		await editor.execute();
		await visit.page.getByText('3 of the 3 new urgent tickets').waitFor();
		await next().getByText('Press Publish').waitFor();
		const rows = visit.page.locator('tbody tr').filter({ hasText: /urgent/i });
		for (const text of ['High', 'Urgent'])
			expect(await rows.nth(2).getByText(text, { exact: true }).count()).toBe(1);
		await visit.page.getByText(/^\d+ of 300 in the last minute$/).waitFor();
		await picture(visit.page, 'first-minutes');
		expect(visit.complaints).toEqual([]);
	});

	step('ticks the last step while the workflow is published', async () => {
		await publish(true);
		await next().waitFor({ state: 'detached' });
		await publish(false);
		await next().getByText('Press Publish').waitFor();
	});
});
