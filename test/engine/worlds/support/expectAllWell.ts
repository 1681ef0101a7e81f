import type { NodeRig } from '../../../support/nodeRig';
import { freshSeed, inWorlds, type Story } from './inWorlds';

/** Tells the stories in `count` fresh worlds, each story in some of them, and expects nothing wrong. Prints the seed. */
export async function expectAllWell(rig: NodeRig, stories: Record<string, Story>, count: number): Promise<void> {
	const { from, told, failures } = await inWorlds(rig, stories, freshSeed(), count);
	process.stderr.write(`${count} worlds from seed ${from} (HELPDESK_WORLDS_SEED=${from} brings them back)\n`);
	expect(failures).toEqual([]);
	expect(Object.keys(told).sort()).toEqual(Object.keys(stories).sort());
	for (const times of Object.values(told)) expect(times).toBeGreaterThanOrEqual(Math.floor(count / Object.keys(stories).length));
}
