import { byId, startNodeRig, type NodeRig } from '../../support/nodeRig';

describe('empty Tags of an expression', () => {
	let rig: NodeRig;
	beforeAll(async () => (rig = await startNodeRig({ conversations: 24 })));
	beforeEach(() => rig.sandbox.reset());
	afterAll(async () => await rig.sandbox.close());

	it.each([
		['unconfirmed.tagMerge', "'Tags to Merge Into It'", { tagId: byId('tag_urgent') }],
		['unconfirmed.tagDeleteMany', "'Tags'", {}],
		['unconfirmed.tagUpdateMany', "'Tags'", { updateFields: { color: '#000000' } }],
	])('are refused: %s', async (operation, field, parameters) => {
		for (const tagIds of ['={{ [] }}', '={{ "" }}', '={{ $json.nothing }}', ' , ']) {
			expect((await rig.failure(operation, { ...parameters, tagIds })).message).toBe(`${field} is empty`);
		}
		expect(rig.sandbox.requests()).toEqual([]);
	});
});
