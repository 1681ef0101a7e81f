import { byId, startNodeBench, type NodeBench } from '../../support/nodeBench';

describe('Tags that an expression leaves empty', () => {
	let bench: NodeBench;
	beforeAll(async () => (bench = await startNodeBench({ conversations: 24 })));
	beforeEach(() => bench.sandbox.reset());
	afterAll(async () => await bench.sandbox.close());

	it.each([
		['tag.merge', { tagId: byId('tag_urgent') }],
		['tag.deleteMany', {}],
		['tag.updateMany', { updateFields: { color: '#000000' } }],
	])('are refused before anything is sent: %s', async (operation, parameters) => {
		for (const tagIds of ['={{ [] }}', '={{ "" }}', '={{ $json.nothing }}', ' , ']) {
			expect((await bench.failure(operation, { ...parameters, tagIds })).message).toBe('Tags is empty');
		}
		expect(bench.sandbox.requests()).toEqual([]);
	});
});
