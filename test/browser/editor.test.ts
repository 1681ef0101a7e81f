import { helpdeskCredential } from '../../tools/n8n/workflow';
import { connect } from '../n8n/support/n8n';
import { describeVisit, picture } from './support/browser';
import { Editor } from './support/editor';

/** A unique name, because other test files leave credentials in the same n8n. */
const CREDENTIAL = 'Our helpdesk';

describeVisit("in n8n's editor, a person", {}, (visit) => {
	const { step } = visit;
	let editor: Editor;
	beforeAll(async () => {
		const n8n = await connect();
		await n8n.client.createCredential({
			...helpdeskCredential(visit.sandbox.baseUrl, visit.sandbox.tokens.personal),
			name: CREDENTIAL,
		});
		editor = new Editor(visit.page, n8n.url);
	});

	const lastRequest = () => visit.sandbox.requests().at(-1)!;

	step(
		'adds the trigger as "help desk", chooses event and inboxes from lists, and fetches the newest ticket',
		async () => {
			await editor.signInToNewWorkflow();
			await editor.add('help desk', 'Helpdesk', 'On customer message');
			await editor.chooseCredential(CREDENTIAL);
			// Several events can be chosen, so the palette's event is removed.
			await editor.choose('event', 'Customer Message', 'Conversation Created');
			await editor.choose('inboxIds', 'Support', 'Orders');
			await editor.executeStep('success');
			await editor.showAsSchema();
			const newest = visit.sandbox.store.sortedConversations({ inboxId: 'inbox_support' }, 'newest')[0]!.record;
			expect(await editor.output.innerText()).toContain(newest.id);
			await editor.backToCanvas();
		},
	);

	step(
		'adds the node by one of its actions, picks a conversation from the list, and reads it in the output',
		async () => {
			await editor.add('helpdesk', 'Helpdesk', 'Get contact');
			await editor.chooseCredential(CREDENTIAL);
			await editor.choose('resource', 'Conversation');
			await editor.choose('operation', 'Get');
			const rows = await editor.openList('conversationId');
			const row = rows.filter({ hasText: 'Refund for order' }).first();
			const label = (await row.innerText()).trim();
			await row.click();
			expect(await editor.chosen('conversationId')).toBe(label);
			await editor.executeStep('success');
			await editor.showAsSchema();
			expect(lastRequest().path).toMatch(/^\/conversation\//);
			expect(await editor.output.innerText()).toContain('Refund for order');
		},
	);

	step('types an unknown value into a dropdown, and sends it', async () => {
		const issues = visit.page.getByTestId('parameter-issues');
		await editor.choose('operation', 'Set Priority');
		await editor.typeAsExpression('priority', 'Urgent');
		expect(await issues.count()).toBe(0);
		await editor.backToFixed('priority');
		expect(await visit.page.getByTestId('parameter-input-priority').locator('input').inputValue()).toBe('Urgent');
		expect(await issues.count()).toBe(0);
		await editor.executeStep('success');
		expect(lastRequest()).toMatchObject({ method: 'PUT', body: { priority: 'Urgent' } });
	});

	step('enters a revoked token, and reads what is wrong and what to do', async () => {
		const dialog = await editor.changeCredential('accessToken', visit.sandbox.tokens.revoked);
		expect(dialog).toContain(
			'the access token is missing, expired or revoked, or your plan does not include the API',
		);
		await editor.choose('operation', 'Get');
		await editor.executeStep('danger');
		const text = await editor.output.innerText();
		expect(text).toContain(
			'the access token is missing, expired or revoked, or your plan does not include the API',
		);
		expect(text).toContain('enter it in the Helpdesk credential');
		await picture(visit.page, 'error');
	});
});
