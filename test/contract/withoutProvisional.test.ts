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

	it.each(documented)('%s works as ever', async (key) => {
		bench.sandbox.reset({ provisional: false });
		const { parameters } = samples[key]!(bench.sandbox);
		expect((await bench.run(key, parameters)).length).toBeGreaterThan(0);
		expect(bench.sandbox.requests().filter(({ status }) => status! >= 400)).toEqual([]);
	});
});
