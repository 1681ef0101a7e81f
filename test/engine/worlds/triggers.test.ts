import type { NodeRig } from '../../support/nodeRig';
import { expectAllWell } from './support/expectAllWell';
import { triggerStories } from './support/triggers';
import { startVisits } from './support/visit';

let rig: NodeRig;
beforeAll(async () => (rig = await startVisits()));
afterAll(async () => await rig.sandbox.close());

it('the trigger tells once of what happens after it began, and of nothing else, whatever the helpdesk is like', async () => {
	await expectAllWell(rig, triggerStories, 100);
}, 900_000);
