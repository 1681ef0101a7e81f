import { methodAndPath } from '../../../nodes/shared/endpoint';
import { contractEndpoints } from '../../contract/contractRows';
import { startNodeRig, type NodeRig } from '../../support/nodeRig';
import { withEndpoint } from '../../support/operations';
import { samples } from '../../support/samples';

/** All that writes with a body; the body of custom fields is whatever the user names, a search writes nothing, and a file's name twice is refused. */
const OTHERS = ['conversation.setCustomFields', 'message.attachFile'];
const writing = withEndpoint
	.filter(([key, , endpoint]) => {
		const { bodySchema } = contractEndpoints.find((each) => each.key === methodAndPath(endpoint))!;
		return bodySchema && !endpoint.readOnly && !OTHERS.includes(key) && bodySchema.maxProperties !== 0;
	})
	.map(([key, operation]) => [key, operation] as const);

describe('Additional Body, since the field lists of the API documentation are not said to be complete', () => {
	let rig: NodeRig;
	beforeAll(async () => (rig = await startNodeRig({ conversations: 60 })));
	beforeEach(() => rig.sandbox.reset());
	afterAll(async () => await rig.sandbox.close());

	it('is looked at with every operation that has a body', () => expect(writing.length).toBeGreaterThan(20));

	it.each(writing)('%s sends it beside its own fields, which it does not replace', async (key, operation) => {
		const { parameters } = samples[key]!(rig.sandbox);
		await rig.run(key, parameters).catch(() => undefined);
		const lastBody = () =>
			rig.sandbox
				.requests()
				.filter(({ body }) => body)
				.at(-1)?.body as object | undefined;
		const own = lastBody() ?? {};
		const collection = (['additionalFields', 'updateFields', 'options'] as const).find((name) =>
			operation[name]?.some(({ property }) => property.name === 'additionalBody'),
		)!;
		const additionalBody = JSON.stringify({ ...Object.fromEntries(Object.keys(own).map((name) => [name, 'replaced'])), unseen_field: 7 });
		rig.sandbox.reset();
		const ready = samples[key]!(rig.sandbox).parameters;
		await rig.run(key, { ...ready, [collection]: { ...(ready[collection] as object), additionalBody } }).catch(() => undefined);
		const body = lastBody()!;
		expect(Object.keys(body).sort()).toEqual([...Object.keys(own).filter((name) => name !== 'unseen_field'), 'unseen_field'].sort());
		expect(body).toHaveProperty('unseen_field', 7);
		if (collection === 'options') expect(Object.values(body)).not.toContain('replaced');
	});
});
