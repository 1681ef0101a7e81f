import { resources } from '../../../nodes/Helpdesk/resources';
import { byId, useNodeRig } from '../../support/nodeRig';

describe("an n8n version that does not call the node's pagination function", () => {
	const rig = useNodeRig({ conversations: 5 });

	const operations = resources.flatMap(({ value, operations }) =>
		operations.map((operation) => `${value}.${operation.value}`),
	);

	it.each(operations)('%s sends nothing and asks for an update', async (operation) => {
		const error = await rig.failure(
			operation,
			{ conversationId: byId('c1'), path: '/me', method: 'GET' },
			{ passesOverPagination: true },
		);
		expect(error.message).toBe('n8n passed over the part of the Helpdesk node that makes the request');
		expect(error.description).toBe(
			'Nothing was sent. Update n8n and the package n8n-nodes-helpdesk to their newest versions.',
		);
		expect(rig.sandbox.requests()).toEqual([]);
	});
});

describe("a 'Resource' or 'Operation' that does not exist", () => {
	const rig = useNodeRig({ conversations: 5 });

	it.each([
		['an unknown resource', { resource: '={{ "tickets" }}' }],
		['an unknown operation', { operation: '={{ "explode" }}' }],
		['an operation of another resource', { operation: '={{ "reply" }}' }],
		['an expression without a value', { operation: '={{ $json.missing }}' }],
	])('%s is refused before anything is sent', async (_, parameters) => {
		const error = await rig.failure('conversation.get', { conversationId: byId('c1'), ...parameters });
		expect(error.message).toBe("'Resource' or 'Operation' has a value that does not exist");
		expect(error.description).toMatch(
			/^Nothing was sent\. Choose both from their lists, or correct the expression/,
		);
		expect(rig.sandbox.requests()).toEqual([]);
	});
});
