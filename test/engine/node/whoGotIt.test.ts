import type { INodeParameters } from 'n8n-workflow';

import { useNodeRig } from '../../support/nodeRig';

const rig = useNodeRig();

const refusedWith = (status: number, message?: string) => ({ kind: 'status', status, message, times: 0 }) as const;
const failsWith = async (key: string, fault: Parameters<typeof rig.sandbox.fault>[0], more: INodeParameters = {}) => {
	const parameters = rig.typical(key);
	rig.sandbox.fault(fault);
	return (await rig.failure(key, { ...parameters, ...more })).message;
};

const NOTHING = 'The customer got nothing.';
const MAY_GET_IT = 'The customer may still get the reply.';

describe('an error of an operation that can reach a customer', () => {
	it.each([
		['message.reply', NOTHING, 'The customer may have got the reply.'],
		['message.forward', NOTHING, "Those under 'To' may have got the message."],
		['scheduledReply.create', NOTHING, 'The customer may get the reply at that time.'],
		['scheduledReply.sendNow', NOTHING, 'The customer may have got the reply.'],
		['scheduledReply.update', MAY_GET_IT, MAY_GET_IT],
		['scheduledReply.cancel', MAY_GET_IT, MAY_GET_IT],
		['message.retrySending', NOTHING, 'The customer may have got the message.'],
		['conversation.create', NOTHING, 'The customer may have got a message.'],
	])(
		'begins with what the customer got from %s, after a refusal and after a lost response',
		async (key, refused, open) => {
			expect(await failsWith(key, refusedWith(422))).toMatch(
				new RegExp(`^${refused} Could not .*: the helpdesk refused a value$`),
			);
			rig.sandbox.reset();
			expect(await failsWith(key, refusedWith(500))).toMatch(
				new RegExp(`^${open} Could not .* It may have been applied`),
			);
		},
	);

	it('says that the customer got nothing if a reply fails before it is sent', async () => {
		expect(await failsWith('message.reply', refusedWith(500), { message: '' })).toBe(
			`${NOTHING} 'Message' is empty`,
		);
	});

	it('says that a missing scheduled reply may have been sent at its time', async () => {
		expect(await failsWith('scheduledReply.sendNow', refusedWith(404))).toMatch(
			/^The customer may have got the reply\. Could not /,
		);
	});

	it.each(['message.addNote', 'message.saveDraft', 'conversation.update'])(
		'does not mention the customer after %s',
		async (key) => {
			expect(await failsWith(key, refusedWith(422))).not.toMatch(/customer/i);
			rig.sandbox.reset();
			expect(await failsWith(key, refusedWith(500))).not.toMatch(/customer/i);
		},
	);
});
