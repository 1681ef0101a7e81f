import type { NodeBench } from '../../support/nodeBench';
import { expectAllWell } from './support/expectAllWell';
import { writeStories } from './support/writes';
import { startVisits } from './support/visit';

let bench: NodeBench;
beforeAll(async () => (bench = await startVisits()));
afterAll(async () => await bench.sandbox.close());

it('every write is applied once and its record named, or refused in words, whatever the helpdesk is like', async () => {
	await expectAllWell(bench, writeStories, 400);
}, 900_000);
