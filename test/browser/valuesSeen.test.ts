import { helpdeskCredential } from '../../n8n/workflow';
import { startSandbox, type Sandbox } from '../../sandbox';
import { connect } from '../n8n/support/n8n';
import { describeInBrowser, openPage, type OpenPage } from './support/browser';
import { Editor } from './support/editor';

jest.setTimeout(90_000);

describeInBrowser('a dropdown of values that were seen', () => {
	let sandbox: Sandbox;
	let open: OpenPage;
	let editor: Editor;

	beforeAll(async () => {
		const n8n = await connect();
		sandbox = await startSandbox({ conversations: 60 });
		await n8n.client.createCredential(helpdeskCredential(sandbox.baseUrl, sandbox.tokens.personal));
		open = await openPage();
		editor = new Editor(open.page, n8n.url);
		await editor.signIn();
		await editor.newWorkflow();
		await editor.searchPalette('helpdesk');
		await editor.clickInPalette('Helpdesk');
		await editor.clickInPalette('Set the priority of a conversation');
		await editor.chooseCredential('Simulated helpdesk');
	});

	afterAll(async () => {
		await open?.browser.close();
		await sandbox?.close();
	});

	const priority = () => open.page.getByTestId('parameter-input-priority');

	it('takes any other value typed as an expression, keeps it as a fixed one, and sends it', async () => {
		await (await editor.openList('conversationId')).first().click();
		await editor.typeAsExpression('priority', 'Urgent');
		expect(await open.page.getByTestId('parameter-issues').count()).toBe(0);
		await editor.backToFixed('priority');
		expect(await priority().locator('input').inputValue()).toBe('Urgent');
		expect(await open.page.getByTestId('parameter-issues').count()).toBe(0);
		await editor.executeStep('success');
		expect(sandbox.requests().at(-1)).toMatchObject({ method: 'PUT', body: { priority: 'Urgent' } });
	});
});
