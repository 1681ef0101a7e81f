import type { IExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';

import { Helpdesk } from '../../../nodes/Helpdesk/Helpdesk.node';
import { processTransport } from '../../../transport';
import { useNodeRig } from '../../support/nodeRig';
import { executeContext } from '../../support/runNode';

describe('a request that uses the credential', () => {
	const rig = useNodeRig();
	afterEach(() => jest.restoreAllMocks());

	it('takes no second slot if the Helpdesk node sends it', async () => {
		const takeSlot = jest.spyOn(processTransport.queues, 'takeSlot');
		await rig.run('conversation.getMine');
		expect(rig.requests().length).toBeGreaterThan(0);
		expect(takeSlot).not.toHaveBeenCalled();
	});

	it.each([
		[
			'the HTTP Request node',
			'requestWithAuthentication',
			(baseUrl: string) => ({ uri: `${baseUrl}/me`, json: true }),
		],
		[
			'another request of n8n',
			'httpRequestWithAuthentication',
			(baseUrl: string) => ({ url: `${baseUrl}/me`, json: true }),
		],
	] as const)('takes one slot if it comes from %s', async (_, helper, options) => {
		const takeSlot = jest.spyOn(processTransport.queues, 'takeSlot');
		const context = executeContext(
			new Helpdesk(),
			{ resource: 'conversation', operation: 'getMine' },
			rig.credential(),
		);
		const send = context.helpers[helper] as IExecuteFunctions['helpers']['httpRequestWithAuthentication'];
		await send.call(context, 'helpdeskApi', options(rig.sandbox.baseUrl) as unknown as IHttpRequestOptions);
		expect(takeSlot).toHaveBeenCalledTimes(1);
	});
});
