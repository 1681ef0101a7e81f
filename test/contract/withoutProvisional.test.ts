import { resources } from '../../nodes/Helpdesk/resources';
import { startNodeBench, type NodeBench } from '../support/nodeBench';
import { samples } from '../support/samples';

const documented = resources.flatMap((resource) =>
	resource.operations.filter(({ provisional }) => !provisional).map(({ value }) => `${resource.value}.${value}`),
);

describe('where the helpdesk has no provisional endpoint', () => {
	let bench: NodeBench;
	beforeAll(async () => (bench = await startNodeBench({ conversations: 60 })));
	afterAll(async () => await bench.sandbox.close());

	it.each(documented)('%s works as ever, however it is filled in', async (key) => {
		for (let index = 0; ; index += 1) {
			bench.sandbox.reset({ world: { provisionalEndpoints: 'none' } });
			const { parameters: typical, variants = [] } = samples[key]!(bench.sandbox);
			const parameters = [typical, ...variants][index];
			if (!parameters) break;
			expect((await bench.run(key, parameters)).length).toBeGreaterThan(0);
			expect(bench.sandbox.requests().filter(({ status }) => status! >= 400)).toEqual([]);
		}
	});
});
