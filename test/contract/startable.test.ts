import { NodeHelpers, type INode } from 'n8n-workflow';

import { Helpdesk } from '../../nodes/Helpdesk/Helpdesk.node';
import { startSandbox, type Sandbox } from '../../sandbox';
import { samples } from '../support/samples';

describe('what n8n checks before it starts the node', () => {
	const { description } = new Helpdesk();
	let sandbox: Sandbox;
	beforeAll(async () => (sandbox = await startSandbox({ conversations: 60 })));
	afterAll(async () => await sandbox.close());

	it.each(Object.keys(samples))('misses nothing in a filled-in %s', (key) => {
		sandbox.reset();
		const [resource, operation] = key.split('.');
		const { parameters: typical, variants = [] } = samples[key]!(sandbox);
		for (const given of [typical, ...variants]) {
			const node = { name: 'Helpdesk', type: 'helpdesk', typeVersion: 1, parameters: {} } as unknown as INode;
			const parameters = { resource, operation, ...given } as INode['parameters'];
			node.parameters = NodeHelpers.getNodeParameters(description.properties, parameters, true, false, node, description)!;
			expect(NodeHelpers.getNodeParametersIssues(description.properties, node, description)).toBeNull();
		}
	});
});
