import type { NodeRig } from '../../support/nodeRig';
import { expectAllWell } from './support/expectAllWell';
import { guardStories } from './support/guards';
import { startVisits } from './support/visit';

let rig: NodeRig;
beforeAll(async () => (rig = await startVisits()));
afterAll(async () => await rig.sandbox.close());

it('a context is read, nothing is sent after a newer message, and nothing is written twice by two runs, whatever the helpdesk is like', async () => {
	await expectAllWell(rig, guardStories, 160);
}, 900_000);
