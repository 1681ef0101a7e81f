import { pleasantWorld } from '../../../contract/worlds';
import type { NodeRig } from '../../support/nodeRig';
import { samples } from '../../support/samples';
import { firstSeed, inWorlds, type Story } from './support/inWorlds';
import { listStories } from './support/lists';
import { outputStories, schemaOf } from './support/outputs';
import { enter, startVisits } from './support/visit';
import { writeStories } from './support/writes';

let rig: NodeRig;
beforeAll(async () => (rig = await startVisits()));
afterAll(async () => await rig.sandbox.close());

it.each<[string, Record<string, Story>, number]>([
	['every list outputs all its records once and in order, or a clear error', listStories, 60],
	[
		'every operation outputs the fields that the editor offers, of the offered types',
		outputStories,
		Object.keys(outputStories).length,
	],
	['every write is applied once and names its record, or is refused with a clear error', writeStories, 100],
])('in random helpdesks that the specification allows, %s', async (_, stories, count) => {
	const { counts, failures } = await inWorlds(rig, stories, firstSeed(), count);
	expect(failures).toEqual([]);
	expect(Object.keys(counts).sort()).toEqual(Object.keys(stories).sort());
});

it('every field that the editor offers is output by the simulated helpdesk', async () => {
	for (const key of Object.keys(outputStories)) {
		const visit = enter(rig, { ...pleasantWorld }, 1);
		const output = await visit.run(key, samples[key]!(visit.sandbox).parameters);
		const names = new Set(output.flatMap(({ json }) => Object.keys(json)));
		expect([key, Object.keys(schemaOf(key).properties!).filter((name) => !names.has(name))]).toEqual([key, []]);
	}
});
