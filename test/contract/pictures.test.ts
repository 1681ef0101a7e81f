import { NodeHelpers, type INode } from 'n8n-workflow';

import texts from '../../docs/images/texts.json';
import { Helpdesk } from '../../nodes/Helpdesk/Helpdesk.node';
import { outputSchemas } from '../../tools/docs/schemas';
import { exampleNames, readExample } from '../n8n/support/workflows';
import { operationAt } from '../support/operations';

// "npm run docs:pictures" writes each picture's texts beside it. If a test fails, run that command again.

/** What n8n itself writes in the panel of a node. */
const OF_N8N = /^(Credential|Fixed|Expression|\{\{ .* \}\}|No properties|I wish this node would\.\.\.)$/;

const isNote = ({ type }: INode) => type === 'n8n-nodes-base.stickyNote';

test('drag.png shows the current panel of Add Tag and fields of Get Many', () => {
	const { description } = new Helpdesk();
	const stored = { resource: 'conversation', operation: 'addTag' };
	const node = { typeVersion: 1 };
	const values = NodeHelpers.getNodeParameters(description.properties, stored, true, false, node, description)!;
	const panel = description.properties.filter(
		(property) =>
			!['hidden', 'notice'].includes(property.type) &&
			!property.isNodeSetting &&
			NodeHelpers.displayParameter(values, property, node, description),
	);
	// n8n shows no hint below an expression.
	const isDragged = (name: string) => name === 'conversationId';
	const lines = panel.flatMap(({ name, displayName, hint, modes }) => [
		displayName,
		...(isDragged(name) ? [] : [modes?.[0]!.hint ?? hint ?? []]),
	]);
	expect(texts.drag.panel.filter((line) => !OF_N8N.test(line))).toEqual(lines.flat());
	const schema = outputSchemas()['nodes/Helpdesk/__schema__/v1.0.0/conversation/getMany.json']!;
	const fields = Object.keys((JSON.parse(schema) as { properties: object }).properties);
	expect(texts.drag.input).toEqual(fields.slice(0, texts.drag.input.length));
});

test('pictures of a canvas show the current names of the steps', async () => {
	const keys = ['conversation.getMany', 'conversation.addTag', 'message.addNote', 'conversation.setPriority'];
	for (const [name, { canvas }] of Object.entries(texts as Record<string, { canvas?: string[]; panel?: string[] }>)) {
		if (!canvas || !(name === 'built' || exampleNames.includes(name))) continue;
		const steps =
			name === 'built'
				? keys.map((key) => operationAt(key).action)
				: (await readExample(name)).nodes.filter((node) => !isNote(node)).map((node) => node.name);
		expect([name, steps.filter((step) => !canvas.includes(step))]).toEqual([name, []]);
	}
});
