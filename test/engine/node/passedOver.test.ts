import { resources } from '../../../nodes/Helpdesk/resources';
import { byId, startNodeBench, type NodeBench } from '../../support/nodeBench';

describe("an n8n that passes over the node's pagination function", () => {
	let bench: NodeBench;
	beforeAll(async () => {
		bench = await startNodeBench({ conversations: 60 });
	});
	afterAll(async () => await bench.sandbox.close());

	const operations = resources.flatMap(({ value, operations }) => operations.map((operation) => `${value}.${operation.value}`));

	it.each(operations)('%s sends nothing, such as DELETE /conversation/%%7Bconversation_id%%7D, and says so', async (operation) => {
		const error = await bench.failure(operation, { conversationId: byId('c1'), path: '/me', method: 'GET' }, { passesOverPagination: true });
		expect(error.message).toBe('n8n passed over the part of the Helpdesk node that makes the request');
		expect(error.description).toBe('Nothing was sent. Update n8n and the package n8n-nodes-helpdesk to their newest versions.');
		expect(bench.sandbox.requests()).toEqual([]);
	});
});
