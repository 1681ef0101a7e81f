import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { Workflow, type IDataObject, type INode, type INodeParameters, type INodeTypes } from 'n8n-workflow';

const EXAMPLE = join(__dirname, '..', '..', '..', 'examples', 'approve-reply.json');
const { nodes } = JSON.parse(readFileSync(EXAMPLE, 'utf8')) as { nodes: INode[] };
const { assignments } = nodes.find(({ name }) => name === 'As it is shown')!.parameters.assignments as {
	assignments: INodeParameters[];
};

/** Evaluates a value of the example's node with n8n's expressions. The item has the conversation. */
function valueOf(name: string, json: IDataObject): unknown {
	const expression = String(assignments.find((each) => each.name === name)!.value).replace(
		"$('Read the conversation').first().json",
		'$json',
	);
	const node = { id: 'n', name: 'n', type: 'set', typeVersion: 1, position: [0, 0], parameters: {} } as INode;
	const nodeTypes = { getByNameAndVersion: () => ({ description: { properties: [] } }) } as unknown as INodeTypes;
	const workflow = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes });
	return workflow.expression.getParameterValue(expression, null, 0, 0, 'n', [{ json }], 'internal', {});
}

describe('the example in which a person approves a reply', () => {
	it('shows invisible characters by their code, and sends the text unchanged', () => {
		const text = 'Pay\u202e 001\u200b \u{e0049}now\u2028at\u00ad once\ufe0f\u2800 <b>\n\tÄ 語';
		expect(valueOf('shown', { text })).toBe(
			'Pay[U+202E] 001[U+200B] [U+E0049]now[U+2028]at[U+00AD] once[U+FE0F][U+2800] &lt;b&gt;\n\tÄ 語',
		);
		expect(valueOf('text', { text })).toBe(text);
	});

	const whole = { is_cut: false, messages_left_out: 0, messages: [{ is_clipped: false }] };
	it.each([
		['the model read everything', {}, ''],
		['a budget cut the conversation', { is_cut: true }, 'The model has read only a part'],
		['messages were left out', { messages_left_out: 2 }, 'The model has read only a part'],
		['the helpdesk clipped a message', { messages: [{ is_clipped: true }] }, 'The model has read only a part'],
	])('shows the approver whether the model read only a part: %s', (_, changes, says) => {
		expect(String(valueOf('part', { ...whole, ...changes })).slice(0, 30)).toBe(says);
	});
});
