import type { NodeBench } from '../../support/nodeBench';
import { expectAllWell } from './support/expectAllWell';
import { pickerStories } from './support/pickers';
import { startVisits } from './support/visit';

let bench: NodeBench;
beforeAll(async () => (bench = await startVisits()));
afterAll(async () => await bench.sandbox.close());

it('every list of the editor offers what there is, and never an error, whatever the helpdesk is like', async () => {
	await expectAllWell(bench, pickerStories, 300);
}, 900_000);
