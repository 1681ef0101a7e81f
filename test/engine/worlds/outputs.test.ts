import { pleasantWorld } from '../../../contract/worlds';
import type { NodeRig } from '../../support/nodeRig';
import { samples } from '../../support/samples';
import { expectAllWell } from './support/expectAllWell';
import { outputStories, schemaOf } from './support/outputs';
import { enter, startVisits } from './support/visit';

let rig: NodeRig;
beforeAll(async () => (rig = await startVisits()));
afterAll(async () => await rig.sandbox.close());

it('every operation outputs the fields that the editor offers before it has run, of their types, whatever the helpdesk is like', async () => {
	await expectAllWell(rig, outputStories, 2 * Object.keys(outputStories).length);
}, 900_000);

it('every field that the editor offers comes in the helpdesk of the demo', async () => {
	for (const key of Object.keys(outputStories)) {
		const visit = enter(rig, { ...pleasantWorld }, 1);
		const { parameters } = samples[key]!(visit.sandbox);
		const output = await visit.run(key, parameters);
		const came = new Set(output.flatMap(({ json }) => Object.keys(json)));
		expect([key, Object.keys(schemaOf(key).properties!).filter((name) => !came.has(name))]).toEqual([key, []]);
	}
}, 60_000);
