import { byId, useNodeRig } from '../../support/nodeRig';

describe("a 'Resource' or 'Operation' that does not exist", () => {
	const rig = useNodeRig({ conversations: 5 });

	it.each([
		['an unknown resource', { resource: '={{ "tickets" }}' }],
		['an unknown operation', { operation: '={{ "explode" }}' }],
		['an operation of another resource', { operation: '={{ "reply" }}' }],
		['an expression without a value', { operation: '={{ $json.missing }}' }],
	])('%s is refused before anything is sent', async (_, parameters) => {
		const error = await rig.failure('conversation.get', { conversationId: byId('c1'), ...parameters });
		expect(error.message).toBe("'Resource' or 'Operation' has an unknown value");
		expect(error.description).toMatch(
			/^Nothing was sent\. Choose both from their lists, or correct the expression/,
		);
		expect(rig.sandbox.requests()).toEqual([]);
	});
});
