import { helpdeskCredential } from '../../tools/n8n/workflow';
import { startSandbox, type Sandbox } from '../../sandbox';
import { connect } from '../n8n/support/n8n';
import { describeInBrowser, openPage, type OpenPage } from './support/browser';
import { Editor } from './support/editor';
import { picture } from './support/picture';
import { stepsOn } from './support/steps';

jest.setTimeout(90_000);

/** The pictures show the same tickets and times whenever they are taken. */
const MORNING = { now: () => Date.UTC(2026, 5, 1, 9) };
const TRIGGER = 'Helpdesk Trigger';
const NODE = 'Get conversation';
/** Its own name: the other files of this level leave credentials in the same n8n. */
const CREDENTIAL = 'Our helpdesk';

// One visit to the editor, told in steps.
describeInBrowser("in n8n's editor, a person", () => {
	let sandbox: Sandbox;
	let open: OpenPage;
	let editor: Editor;
	const step = stepsOn(() => open.page);

	beforeAll(async () => {
		const n8n = await connect();
		sandbox = await startSandbox({ clock: MORNING });
		await n8n.client.createCredential({ ...helpdeskCredential(sandbox.baseUrl, sandbox.tokens.personal), name: CREDENTIAL });
		open = await openPage();
		editor = new Editor(open.page, n8n.url);
	});

	afterAll(async () => {
		await open?.browser.close();
		await sandbox?.close();
	});

	const lastRequest = () => sandbox.requests().at(-1)!;
	const newestTicket = () => sandbox.store.sortedConversations({ inboxId: 'inbox_support' }, 'newest')[0]!.record;

	step('logs in and begins a workflow', async () => {
		await editor.signInToNewWorkflow();
	});

	step('finds the pack in the palette: what can start a workflow, and every action', async () => {
		await editor.searchPalette('help desk');
		await editor.clickInPalette('Helpdesk');
		await open.page.getByText('On conversation created').waitFor();
		await editor.expandActions();
		await open.page.getByText('Add tag to conversation').waitFor();
		await picture(open.page, 'palette');
	});

	step('adds the trigger, chooses the event and from their list the inboxes', async () => {
		await editor.clickInPalette('On customer message');
		await editor.chooseCredential(CREDENTIAL);
		// Several can be chosen: the one of the palette is taken off.
		await editor.choose('event', 'Customer Message', 'Conversation Created');
		await editor.choose('inboxIds', 'Support', 'Orders');
	});

	step('fetches a test event: the newest ticket', async () => {
		await editor.executeStep('success');
		await editor.showAsSchema();
		expect(await editor.output.innerText()).toContain(newestTicket().id);
		expect(sandbox.requests().map(({ path }) => path)).toEqual(expect.arrayContaining(['/inboxes/inbox_support', '/inboxes/inbox_orders']));
		await picture(open.page, 'trigger');
		await editor.backToCanvas();
	});

	step('adds the node by one of its actions', async () => {
		await editor.searchPalette('helpdesk');
		await editor.clickInPalette('Helpdesk');
		await editor.clickInPalette('Get contact');
		await editor.chooseCredential(CREDENTIAL);
		expect(await open.page.getByTestId('node-parameters').innerText()).toContain('Contact');
	});

	step('chooses resource and operation by mouse', async () => {
		await editor.choose('resource', 'Conversation');
		await editor.choose('operation', 'Get');
		await open.page.getByTestId('resource-locator-conversationId').waitFor();
	});

	step('picks a conversation from the list', async () => {
		const rows = await editor.openList('conversationId');
		const row = rows.filter({ hasText: 'Refund for order' }).first();
		await row.waitFor();
		const label = (await row.innerText()).trim();
		await picture(open.page, 'list');
		await row.click();
		expect(await editor.chosen('conversationId')).toBe(label);
	});

	step('runs the step and reads the conversation in its output', async () => {
		await editor.executeStep('success');
		await editor.showAsSchema();
		const { path } = lastRequest();
		expect(path).toMatch(/^\/conversation\//);
		await editor.output.getByText(path.split('/').at(-1)!).first().waitFor();
		expect(await editor.output.innerText()).toContain('Refund for order');
		await picture(open.page, 'node');
		await editor.backToCanvas();
	});

	step('sees the icons of trigger and node in the light and in the dark theme, with what each does', async () => {
		for (const [colorScheme, file] of [
			['light', '/helpdesk.svg'],
			['dark', '/helpdesk.dark.svg'],
		] as const) {
			await open.page.emulateMedia({ colorScheme });
			for (const name of [TRIGGER, NODE]) await editor.hasIcon(name, file);
		}
		await open.page.emulateMedia({ colorScheme: 'light' });
		await open.page.getByText('conversation created', { exact: true }).waitFor();
		await open.page.getByText('get: conversation', { exact: true }).waitFor();
		await picture(open.page, 'workflow');
	});

	step('types a value that was not seen into a dropdown, keeps it as a fixed one, and sends it', async () => {
		await editor.openNode(NODE);
		await editor.choose('operation', 'Set Priority');
		await editor.typeAsExpression('priority', 'Urgent');
		await expectNoIssues();
		await editor.backToFixed('priority');
		expect(await open.page.getByTestId('parameter-input-priority').locator('input').inputValue()).toBe('Urgent');
		await expectNoIssues();
		await editor.executeStep('success');
		expect(lastRequest()).toMatchObject({ method: 'PUT', body: { priority: 'Urgent' } });

		async function expectNoIssues() {
			expect(await open.page.getByTestId('parameter-issues').count()).toBe(0);
		}
	});

	step('breaks the token and reads what is wrong and what to do', async () => {
		const dialog = await editor.changeCredential('accessToken', sandbox.tokens.revoked);
		expect(dialog).toContain('Couldn’t connect with these settings');
		expect(dialog).toContain('the access token is missing, expired or revoked');
		await editor.choose('operation', 'Get');
		await editor.executeStep('danger');
		const text = await editor.output.innerText();
		expect(text).toContain('the access token is missing, expired or revoked');
		expect(text).toContain('enter it in the Helpdesk credential');
		await picture(open.page, 'error');
	});
});
