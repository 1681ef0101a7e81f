import { byId, useNodeRig } from '../../support/nodeRig';

describe('empty Tags of an expression', () => {
	const rig = useNodeRig({ conversations: 24 });

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
