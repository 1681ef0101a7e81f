import { endpointOf, methodAndPath } from '../../../nodes/shared/endpoint';
import { resources } from '../../../nodes/Helpdesk/resources';
import { useNodeRig } from '../../support/nodeRig';
import { operations, withEndpoint } from '../../support/operations';
import { samples } from '../../support/samples';

const provisional = withEndpoint
	.filter(([, , { provisional }]) => provisional)
	.map(([key, , endpoint]) => [key, methodAndPath(endpoint)] as const);
const withInstead = operations.flatMap(([key, { instead }]) => (instead ? [[key, instead] as const] : []));

describe('an operation whose endpoint is not confirmed', () => {
	const rig = useNodeRig();

	const typical = (key: string) => samples[key]!(rig.sandbox).parameters;

	it.each(provisional)(
		'%s reports that the helpdesk lacks the endpoint, and suggests API Request',
		async (key, endpoint) => {
			rig.sandbox.reset({ world: { provisionalEndpoints: 'none' } });
			const parameters = typical(key);
			rig.sandbox.fault({ kind: 'status', status: 405, skip: 1 });
			const [missing, otherMethod] = [await rig.failure(key, parameters), await rig.failure(key, parameters)];
			expect(rig.sandbox.requests().map(({ status }) => status)).toEqual([404, 405]);
			for (const { message, description } of [missing, otherMethod]) {
				expect(message).toMatch(
					/Could not .+: this endpoint is not confirmed for this service, and the helpdesk does not know it$/,
				);
				expect(description).toMatch(
					new RegExp(
						`The API documentation does not show the path of ${endpoint.replace(/\{\w+\}/g, '[^/ ]+')}\\.`,
					),
				);
				expect(description).toContain(
					"do it with 'Resource' set to API Request: 'Method', 'Path' and 'Body (JSON)'",
				);
			}
			const asksByNothing = endpoint.startsWith('GET ') && !endpoint.includes('{');
			expect([
				missing.description!.includes('check the ID'),
				otherMethod.description!.includes('check the ID'),
			]).toEqual([!asksByNothing, false]);
		},
	);

	it.each(withInstead)('%s suggests a documented operation first', async (key, instead) => {
		rig.sandbox.reset({ world: { provisionalEndpoints: 'none' } });
		const { description } = await rig.failure(key, typical(key));
		expect(description).toContain(`In its place: ${instead}. Or look up how your helpdesk does this`);
	});

	it('suggests only documented operations', () => {
		expect(withInstead.length).toBeGreaterThanOrEqual(10);
		for (const [, instead] of withInstead) {
			const [, resource, operation] = /^([\w ]+) → ([\w ]+), /.exec(instead) ?? [];
			const named = resources
				.find(({ name }) => name === resource)
				?.operations.find(({ name }) => name === operation);
			expect([instead, named && endpointOf(named)?.provisional]).toEqual([instead, undefined]);
			expect(named).toBeDefined();
		}
	});
});
