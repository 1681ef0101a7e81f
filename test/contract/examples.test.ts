import type { INode } from 'n8n-workflow';

import { exampleNames, readExample } from '../n8n/support/workflows';

/** Nodes that only compute, and a model's answer. */
const COMPUTES =
	/\.(aggregate|code|convertToFile|crypto|filter|if|limit|merge|set|sort|splitOut|summarize|switch|chainLlm|guardrails)$/;

const onlyReads = ({ type, parameters: { operation } }: INode): boolean =>
	(type === 'n8n-nodes-helpdesk.helpdesk' && /^get|Download$/.test(String(operation))) ||
	operation === 'rowNotExists';

it.each(exampleNames)('in the example %s, a busy n8n drops no item: steps that compute or read retry', async (name) => {
	const { nodes } = await readExample(name);
	const repeatable = nodes.filter((node) => COMPUTES.test(node.type) || onlyReads(node));
	expect(repeatable.filter(({ retryOnFail }) => !retryOnFail).map((node) => node.name)).toEqual([]);
});
