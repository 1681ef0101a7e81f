import { helpdeskCredential } from '../../n8n/workflow';
import { startSandbox, type Sandbox } from '../../sandbox';
import { connect } from '../n8n/support/n8n';
import { describeInBrowser, openPage, type OpenPage } from './support/browser';
import { Editor } from './support/editor';
import { picture } from './support/picture';

jest.setTimeout(90_000);

/** The pictures show the same tickets and times whenever they are taken. */
const MORNING = { now: () => Date.UTC(2026, 5, 1, 9) };
const NODE = 'Get a contact';

// One visit to the editor, told in steps: each begins where the one before it ended.
describeInBrowser('in n8n\'s editor, a person', () => {
	let sandbox: Sandbox;
	let open: OpenPage;
	let editor: Editor;

	beforeAll(async () => {
		const n8n = await connect();
		sandbox = await startSandbox({ clock: MORNING });
		await n8n.client.createCredential(helpdeskCredential(sandbox.baseUrl, sandbox.tokens.personal));
		open = await openPage();
		editor = new Editor(open.page, n8n.url);
		await editor.signIn();
		await editor.newWorkflow();
	});

	afterAll(async () => {
		await open?.browser.close();
		await sandbox?.close();
	});

	it('finds the node in the palette, with every action it can do', async () => {
		await editor.searchPalette('helpdesk');
		await editor.clickInPalette('Helpdesk');
		await open.page.getByText('Send an API request').waitFor();
		await picture(open.page, 'palette');
	});

	it('adds it by one of its actions', async () => {
		await editor.clickInPalette(NODE);
		await editor.chooseCredential('Simulated helpdesk');
		expect(await open.page.getByTestId('node-parameters').innerText()).toContain('Contact');
	});

	it('chooses resource and operation by mouse', async () => {
		await editor.choose('resource', 'Conversation');
		await editor.choose('operation', 'Get');
		await open.page.getByTestId('resource-locator-conversationId').waitFor();
	});

	it('picks a conversation from the list', async () => {
		const rows = await editor.openList('conversationId');
		const row = rows.filter({ hasText: 'Cannot log in' }).first();
		await row.waitFor();
		const label = (await row.innerText()).trim();
		await picture(open.page, 'list');
		await row.click();
		expect(await editor.chosen('conversationId')).toBe(label);
	});

	it('runs the step and reads the conversation in its output', async () => {
		await editor.executeStep('success');
		const { path } = sandbox.requests().at(-1)!;
		expect(path).toMatch(/^\/conversation\//);
		await open.page.getByTestId('output-panel').getByText('JSON', { exact: true }).click();
		await editor.output.getByText(path.split('/').at(-1)!).first().waitFor();
		expect(await editor.output.innerText()).toContain('Cannot log in');
		await picture(open.page, 'node');
	});

	it('sees the node\'s icon in the light and in the dark theme', async () => {
		await editor.backToCanvas();
		const icon = editor.icon('Get a conversation');
		await expectLoaded('/helpdesk.svg');
		await open.page.emulateMedia({ colorScheme: 'dark' });
		await open.page.locator('[data-test-id=canvas-node] img[src$="/helpdesk.dark.svg"]').waitFor();
		await expectLoaded('/helpdesk.dark.svg');
		await open.page.emulateMedia({ colorScheme: 'light' });

		async function expectLoaded(file: string) {
			expect(await icon.getAttribute('src')).toContain(file);
			expect(await icon.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth)).toBeGreaterThan(0);
		}
	});

	it('breaks the token and reads what is wrong and what to do', async () => {
		await editor.openNode('Get a conversation');
		const dialog = await editor.changeCredential('accessToken', sandbox.tokens.revoked);
		expect(dialog).toContain('Couldn’t connect with these settings');
		await editor.backToCanvas();
		await editor.openNode('Get a conversation');
		await editor.executeStep('danger');
		const text = await editor.output.innerText();
		expect(text).toContain('the access token is missing, expired or revoked');
		expect(text).toContain('enter it in the Helpdesk credential');
		await picture(open.page, 'error');
	});
});
