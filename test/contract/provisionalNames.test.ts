import type { INodeParameters } from 'n8n-workflow';

import type { Operation } from '../../nodes/Helpdesk/operation';
import { COLLECTIONS } from '../../nodes/shared/field';
import { useNodeRig } from '../support/nodeRig';
import { withEndpoint } from '../support/operations';
import { samples } from '../support/samples';
import { contractEndpoints } from './contractRows';

const provisionalNames = withEndpoint.flatMap(([key, operation]) => {
	const contract = contractEndpoints.find((each) => each.operation.operationId === operation.operationId);
	return Object.values<string>(contract?.bodySchema?.['x-default-names'] ?? {}).map(
		(name) => [key, name, operation] as const,
	);
});

/** Returns the collection and field in which the user can change a provisional name. */
function fieldFor(operation: Operation, name: string) {
	for (const collection of COLLECTIONS) {
		const field = operation[collection]?.find(
			({ property }) => property.name.endsWith('Field') && property.default === name,
		);
		if (field) return { collection, name: field.property.name };
	}
	throw new Error(`no field in which to change ${name}`);
}

describe('a provisional name can be changed', () => {
	const rig = useNodeRig();

	it.each(provisionalNames)('%s sends the name that the user sets in place of %s', async (key, name, operation) => {
		const field = fieldFor(operation, name);
		const sent: string[][] = [];
		for (let index = 0; ; index += 1) {
			rig.sandbox.reset();
			const { parameters: typical, variants = [] } = samples[key]!(rig.sandbox);
			const parameters = [typical, ...variants][index];
			if (!parameters) break;
			const collection = { ...(parameters[field.collection] as INodeParameters), [field.name]: 'its_real_name' };
			// The simulated helpdesk uses the provisional names and refuses others.
			await rig.run(key, { ...parameters, [field.collection]: collection }, { onError: 'continueRegularOutput' });
			sent.push(...rig.sandbox.requests().map(({ body }) => Object.keys((body ?? {}) as object)));
		}
		expect(sent.flat()).toContain('its_real_name');
		expect(sent.flat()).not.toContain(name);
	});
});
