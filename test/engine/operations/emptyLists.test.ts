import { byId, startNodeRig, type NodeRig } from '../../support/nodeRig';

describe('Tags that an expression leaves empty', () => {
	let rig: NodeRig;
	beforeAll(async () => (rig = await startNodeRig({ conversations: 24 })));
	beforeEach(() => rig.sandbox.reset());
	afterAll(async () => await rig.sandbox.close());

	it.each([
		['tag.merge', "'Tags to Merge Into It'", { tagId: byId('tag_urgent') }],
		['tag.deleteMany', "'Tags'", {}],
		['tag.updateMany', "'Tags'", { updateFields: { color: '#000000' } }],
	])('are refused before anything is sent: %s', async (operation, field, parameters) => {
		for (const tagIds of ['={{ [] }}', '={{ "" }}', '={{ $json.nothing }}', ' , ']) {
			expect((await rig.failure(operation, { ...parameters, tagIds })).message).toBe(`${field} is empty`);
		}
		expect(rig.sandbox.requests()).toEqual([]);
	});
});
