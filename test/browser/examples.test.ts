import { NodeHelpers, type INode, type INodeParameters } from 'n8n-workflow';

import { Helpdesk } from '../../nodes/Helpdesk/Helpdesk.node';
import { HelpdeskTrigger } from '../../nodes/HelpdeskTrigger/HelpdeskTrigger.node';
import { withCredential, type SavedCredential, type WorkflowInput } from '../../tools/n8n/workflow';
import { connect, quickCredential, type SharedN8n } from '../n8n/support/n8n';
import { exampleNames, readExample } from '../n8n/support/workflows';
import { describeVisit } from './support/browser';
import { Editor } from './support/editor';

const types = Object.fromEntries(
	[new Helpdesk(), new HelpdeskTrigger()].map((type) => [`n8n-nodes-helpdesk.${type.description.name}`, type]),
);
const isOurs = ({ type }: INode) => type in types;

/** Returns the parameters of the pack's nodes with all defaults, which n8n does not save. */
const valuesOf = ({ nodes }: WorkflowInput): Array<[string, INodeParameters | null]> =>
	nodes.filter(isOurs).map((node) => {
		const { description } = types[node.type]!;
		return [
			node.name,
			NodeHelpers.getNodeParameters(description.properties, node.parameters, true, false, node, description),
		];
	});

describeVisit('the examples in the editor', { conversations: 20, limitPerMinute: 0 }, (visit) => {
	const { step } = visit;
	let n8n: SharedN8n;
	let credential: SavedCredential;
	let editor: Editor;
	beforeAll(async () => {
		n8n = await connect();
		credential = await quickCredential(n8n.client, visit.sandbox);
		editor = new Editor(visit.page, n8n.url);
	});

	step('open for a signed-in person', async () => await editor.signInToNewWorkflow());

	for (const name of exampleNames)
		step(`${name} is the same after each of its Helpdesk steps was opened`, async () => {
			const example = withCredential(await readExample(name), credential);
			const workflow = await n8n.client.createWorkflow(example);
			await editor.openWorkflow(workflow.id);
			for (const node of example.nodes.filter(isOurs)) {
				await editor.openNode(node.name);
				await visit.page.waitForLoadState('networkidle');
				await editor.backToCanvas();
			}
			await editor.save();
			expect(valuesOf(await n8n.client.savedWorkflow(workflow))).toEqual(valuesOf(example));
			await n8n.client.deleteWorkflow(workflow);
		});
});
