import type { NodeRig } from '../../support/nodeRig';
import { expectAllWell } from './support/expectAllWell';
import { writeStories } from './support/writes';
import { startVisits } from './support/visit';

let rig: NodeRig;
beforeAll(async () => (rig = await startVisits()));
afterAll(async () => await rig.sandbox.close());

it('every write is applied once and its record named, or refused in words, whatever the helpdesk is like', async () => {
	await expectAllWell(rig, writeStories, 150);
}, 900_000);
