import { withCredential, helpdeskCredential, type SavedWorkflow, type WorkflowInput } from '../../tools/n8n/workflow';
import { startSandbox, type Sandbox } from '../../sandbox';
import { Approval } from '../n8n/support/approval';
import { readExample } from '../n8n/support/examples';
import { startModel, type ScriptedModel } from '../n8n/support/model';
import { connect, type SharedN8n } from '../n8n/support/n8n';
import { describeInBrowser, openPage, type OpenPage } from './support/browser';
import { Editor } from './support/editor';
import { picture } from './support/picture';
import { stepsOn } from './support/steps';

jest.setTimeout(120_000);

/** The pictures show the same tickets whenever they are taken. */
const MORNING = { now: () => Date.UTC(2026, 5, 1, 9) };

/** The tags that people gave, by the subject; the others were not tagged. */
const PEOPLE: Array<[RegExp, string]> = [
	[/urgent/i, 'tag_urgent'],
	[/refund|parcel/i, 'tag_refund'],
	[/cannot log in/i, 'tag_login'],
];

// A team tries it out first, and a person has the last word.
describeInBrowser('a team that lets a workflow write', () => {
	let n8n: SharedN8n;
	let sandbox: Sandbox;
	let model: ScriptedModel;
	let open: OpenPage;
	let editor: Editor;
	const step = stepsOn(() => open.page);

	beforeAll(async () => {
		n8n = await connect();
		[sandbox, model] = [await startSandbox({ clock: MORNING, conversations: 1_000, limitPerMinute: 0 }), await startModel()];
		const newest = sandbox.store.sortedConversations({ inboxId: 'inbox_support' }, 'newest');
		newest.forEach((each, index) => {
			const [, tag] = PEOPLE.find(([words]) => words.test(each.record.subject)) ?? [];
			each.tagIds = tag !== undefined && index % 9 > 0 ? [tag] : [];
		});
		open = await openPage();
		editor = new Editor(open.page, n8n.url);
	});

	afterAll(async () => {
		await open?.browser.close();
		await Promise.all([sandbox?.close(), model?.close()]);
	});

	/** The example without its note, which the picture would show in small letters. */
	const withoutNote = ({ nodes, ...rest }: WorkflowInput) => ({ ...rest, nodes: nodes.filter(({ type }) => type !== 'n8n-nodes-base.stickyNote') });
	const saved = async (example: string): Promise<SavedWorkflow> => {
		const { data, ...named } = helpdeskCredential(sandbox.baseUrl, sandbox.tokens.personal);
		const credential = await n8n.client.createCredential({ ...named, data: { ...data, requestsPerMinute: 100_000 } });
		return await n8n.client.createWorkflow(withCredential(withoutNote(await readExample(example)), credential));
	};

	step('rehearses triage: a table shows for each tag how often people and workflow agree, and nothing was written', async () => {
		const workflow = await saved('rehearse-triage');
		await editor.signInToNewWorkflow();
		await editor.openWorkflow(workflow.id);
		await editor.runWorkflow('Agreement');
		await editor.openNode('Agreement');
		await editor.showAsTable();
		for (const text of ['only_triage', 'Urgent', 'Refund', 'no tag']) await editor.output.getByText(text, { exact: true }).first().waitFor();
		await picture(open.page, 'rehearsal');
		expect(sandbox.requests().filter(({ method, path }) => method !== 'GET' && path !== '/inboxes/inbox_support')).toEqual([]);
		await editor.backToCanvas();
	});

	step('sees in the editor how a reply goes from the model to a person and to the customer', async () => {
		const workflow = await saved('approve-reply');
		await editor.openWorkflow(workflow.id);
		await open.page.getByText('Wait for a decision').waitFor();
		await editor.showWhole();
		await picture(open.page, 'approve');
	});

	for (const example of ['who-waits-too-long', 'ledger', 'once-in-a-table', 'tell-the-team']) {
		step(`sees in the editor all steps of the example ${example}`, async () => {
			const workflow = await saved(example);
			await editor.openWorkflow(workflow.id);
			for (const { name } of workflow.nodes) await open.page.getByText(name, { exact: true }).first().waitFor();
			await editor.showWhole();
			await picture(open.page, example);
		});
	}

	step('reads the draft on the page that the link in the ticket opens, chooses, and presses the button', async () => {
		const approval = await Approval.publish(n8n.client, sandbox, model);
		model.play('Hello Alice,\n\nyour lamp left our warehouse this morning and should be with you on Wednesday.\n\nKind regards\nThe team');
		const conversation = approval.customerWrites();
		await open.page.goto(await approval.link(conversation));
		await open.page.getByText('your lamp left our warehouse').waitFor();
		await open.page.getByRole('combobox').selectOption('Send it');
		await picture(open.page, 'approve-page');
		expect(approval.replies(conversation)).toEqual([]);
		await open.page.getByRole('button', { name: 'Submit' }).click();
		await open.page.getByText('Your decision was recorded').waitFor();
		expect(await approval.outcome(conversation)).toMatch(/^Sent: draft/);
		await n8n.client.deactivate(approval.workflow);
	});
});
