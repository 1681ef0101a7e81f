import { NodeOperationError } from 'n8n-workflow';

import { byId, useNodeRig } from '../../support/nodeRig';
import { helpdeskNode } from '../../support/runNode';

describe("the error message of an AI agent's tool", () => {
	const rig = useNodeRig({ conversations: 5 });

	const reply = { conversationId: byId('conv_nowhere'), message: 'Hello' };

	it('contains what to do next, which a step shows in its description', async () => {
		const step = await rig.failure('message.reply', reply);
		const tool = await rig.failure('message.reply', reply, { asTool: true });
		expect(step.description).toMatch(/conv_nowhere/);
		expect(tool.message).toBe(`${step.message}. ${step.description}`);
		expect(step.message).not.toContain(step.description);
	});

	it('says that a reply may have been sent, and asks to check the helpdesk first', async () => {
		const [id] = rig.sandbox.store.conversations.keys();
		rig.sandbox.fault({ kind: 'drop', when: 'before', path: `/conversation/${id}/reply` });
		const { message } = await rig.failure(
			'message.reply',
			{ ...reply, conversationId: byId(id!) },
			{ asTool: true },
		);
		expect(message).toMatch(/It may have been applied; not sent again.* [Ll]ook in the helpdesk/s);
		// Older agents wrap the error again, and n8n has its own text for codes such as ECONNRESET.
		const wrapped = new NodeOperationError(helpdeskNode({}), new Error(message));
		expect(wrapped.message).toBe(message);
	});

	it('is output as an item if the tool continues on errors', async () => {
		const [item] = await rig.run('message.reply', reply, { asTool: true, onError: 'continueRegularOutput' });
		expect(item!.json.error).toMatch(/not found.*conv_nowhere/);
	});
});
