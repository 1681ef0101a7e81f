import type { NodeRig } from '../../support/nodeRig';
import { expectAllWell } from './support/expectAllWell';
import { pickerStories } from './support/pickers';
import { startVisits } from './support/visit';

let rig: NodeRig;
beforeAll(async () => (rig = await startVisits()));
afterAll(async () => await rig.sandbox.close());

it('every list of the editor offers what there is, and never an error, whatever the helpdesk is like', async () => {
	await expectAllWell(rig, pickerStories, 120);
}, 900_000);
