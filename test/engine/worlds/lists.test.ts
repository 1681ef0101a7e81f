import type { NodeRig } from '../../support/nodeRig';
import { expectAllWell } from './support/expectAllWell';
import { listStories } from './support/lists';
import { startVisits } from './support/visit';

let rig: NodeRig;
beforeAll(async () => (rig = await startVisits()));
afterAll(async () => await rig.sandbox.close());

it('every list gives all its records once and in order, or an error in words, whatever the helpdesk is like', async () => {
	await expectAllWell(rig, listStories, 150);
}, 900_000);
