import type { NodeBench } from '../../support/nodeBench';
import { expectAllWell } from './support/expectAllWell';
import { listStories } from './support/lists';
import { startVisits } from './support/visit';

let bench: NodeBench;
beforeAll(async () => (bench = await startVisits()));
afterAll(async () => await bench.sandbox.close());

it('every list gives all its records once and in order, or an error in words, whatever the helpdesk is like', async () => {
	await expectAllWell(bench, listStories, 400);
}, 900_000);
