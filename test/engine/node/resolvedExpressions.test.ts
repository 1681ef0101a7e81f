import { Expression, type INodeParameters } from 'n8n-workflow';

import { byId, useNodeRig } from '../../support/nodeRig';

const rig = useNodeRig();
afterEach(() => jest.restoreAllMocks());

/** Returns how often n8n resolves an expression per item. A resolution costs as much as the rest of a small request. */
async function resolvedFor(operation: string, parameters: INodeParameters) {
	const resolve = jest.spyOn(Expression.prototype, 'resolveSimpleParameterValue');
	const items = await rig.run(operation, parameters, {
		items: [{ json: { id: 'conv_1', text: 'Hello', to: 'user_ada' } }],
	});
	expect(items.map(({ json }) => json.dryRun)).toEqual([true]);
	return resolve.mock.calls.filter(([value]) => String(value).startsWith('=')).length;
}

const conversationId = byId('={{ $json.id }}');
const message = '={{ $json.text }}';
const options = { dryRun: true };

test.each([
	[
		'message.reply',
		6,
		{ conversationId, message, messageFormat: 'html', additionalFields: { assignTo: '={{ $json.to }}' }, options },
	],
	['message.addNote', 4, { conversationId, message, options }],
	['conversation.update', 4, { conversationId, updateFields: { subject: '={{ $json.text }}' }, options }],
])('%s makes n8n resolve expressions at most %i times per item', async (operation, times, parameters) => {
	expect(await resolvedFor(operation, parameters)).toBe(times);
});
