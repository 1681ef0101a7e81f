import type { INode } from 'n8n-workflow';

import { exampleNames, readExample } from '../n8n/support/workflows';

/** Steps that neither compute, read nor write, or that retry by themselves (models and tools). */
const NEITHER =
	/(Trigger|\.webhook|\.stickyNote|\.wait|\.noOp|\.stopAndError|\.splitInBatches|\.executeWorkflow|\.lmChatOpenAi|helpdeskTool)$/;

/** Steps that write: of the Helpdesk node, into a table or a file, and to a chat. */
const writes = ({ type, parameters: { operation, method } }: INode) =>
	(type.endsWith('.helpdesk') && !/^(get|search|send$)|Download$/.test(String(operation))) ||
	(type.endsWith('.dataTable') && /^(create|insert|update)$/.test(String(operation))) ||
	(type.endsWith('.readWriteFile') && operation === 'write') ||
	(type.endsWith('.httpRequest') && method === 'POST');

it.each(exampleNames)('in the example %s, each step that computes or reads has Retry On Fail', async (name) => {
	const { nodes } = await readExample(name);
	const repeatable = nodes.filter((node) => !NEITHER.test(node.type) && !writes(node));
	expect(repeatable.filter(({ retryOnFail }) => !retryOnFail).map((node) => node.name)).toEqual([]);
});
