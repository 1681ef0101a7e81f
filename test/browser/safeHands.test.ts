import { withCredential } from '../../tools/n8n/workflow';
import { connect, quickCredential, type SharedN8n } from '../n8n/support/n8n';
import { readExample } from '../n8n/support/workflows';
import { describeVisit, picture } from './support/browser';
import { Editor } from './support/editor';

/** The tags that people gave to subjects. */
const PEOPLE: Array<[RegExp, string]> = [
	[/urgent/i, 'tag_urgent'],
	[/refund|parcel/i, 'tag_refund'],
	[/cannot log in/i, 'tag_login'],
];

/** The examples with a picture in docs/examples.md. */
const PICTURED = [
	...['instead-of-polling', 'tag-by-model', 'personal-data', 'duplicates', 'monday-report'],
	...['approve-reply', 'who-waits-too-long', 'ledger', 'once-in-a-table', 'tell-the-team'],
];

describeVisit('a team that lets a workflow write', { conversations: 1_000, limitPerMinute: 0 }, (visit) => {
	const { step } = visit;
	let n8n: SharedN8n;
	let editor: Editor;
	beforeAll(async () => {
		n8n = await connect();
		visit.sandbox.store.sortedConversations({ inboxId: 'inbox_support' }, 'newest').forEach((each, index) => {
			const [, tag] = PEOPLE.find(([words]) => words.test(each.record.subject)) ?? [];
			each.tagIds = tag !== undefined && index % 9 > 0 ? [tag] : [];
		});
		editor = new Editor(visit.page, n8n.url);
	});

	/** Saves an example without its note, whose text would be too small in the picture. */
	const saved = async (example: string) => {
		const { nodes, ...rest } = withCredential(
			await readExample(example),
			await quickCredential(n8n.client, visit.sandbox),
		);
		return await n8n.client.createWorkflow({
			...rest,
			nodes: nodes.filter(({ type }) => type !== 'n8n-nodes-base.stickyNote'),
		});
	};

	step('rehearses triage, and reads in a table how often people and workflow agree on each tag', async () => {
		const workflow = await saved('rehearse-triage');
		await editor.signInToNewWorkflow();
		await editor.openWorkflow(workflow.id);
		await editor.runWorkflow('Agreement');
		await editor.openNode('Agreement');
		await editor.showAsTable();
		for (const text of ['only_triage', 'Urgent', 'Refund', 'no tag'])
			await editor.output.getByText(text, { exact: true }).first().waitFor();
		await picture(visit.page, 'rehearsal');
		await editor.backToCanvas();
	});

	step('sees all steps of the examples in the editor', async () => {
		for (const example of PICTURED) {
			const workflow = await saved(example);
			await editor.openWorkflow(workflow.id);
			for (const node of workflow.nodes) await visit.page.getByText(node.name, { exact: true }).first().waitFor();
			await editor.showWhole();
			await picture(visit.page, example);
		}
	});
});
