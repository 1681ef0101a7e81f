import type { NodeBench } from '../../support/nodeBench';
import { expectAllWell } from './support/expectAllWell';
import { triggerStories } from './support/triggers';
import { startVisits } from './support/visit';

let bench: NodeBench;
beforeAll(async () => (bench = await startVisits()));
afterAll(async () => await bench.sandbox.close());

it('the trigger tells once of what happens after it began, and of nothing else, whatever the helpdesk is like', async () => {
	await expectAllWell(bench, triggerStories, 300);
}, 900_000);
