import { byId, startNodeRig, type NodeRig } from '../../support/nodeRig';

describe('Tags that an expression leaves empty', () => {
	let rig: NodeRig;
	beforeAll(async () => (rig = await startNodeRig({ conversations: 24 })));
	beforeEach(() => rig.sandbox.reset());
	afterAll(async () => await rig.sandbox.close());

	it.each([
		['tag.merge', { tagId: byId('tag_urgent') }],
		['tag.deleteMany', {}],
		['tag.updateMany', { updateFields: { color: '#000000' } }],
	])('are refused before anything is sent: %s', async (operation, parameters) => {
		for (const tagIds of ['={{ [] }}', '={{ "" }}', '={{ $json.nothing }}', ' , ']) {
			expect((await rig.failure(operation, { ...parameters, tagIds })).message).toBe("'Tags' is empty");
		}
		expect(rig.sandbox.requests()).toEqual([]);
	});
});
