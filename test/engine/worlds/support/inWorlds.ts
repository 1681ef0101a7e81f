import { describeWorld, drawWorld, shrinkWorld, type World } from '../../../../contract/worlds';
import type { NodeRig } from '../../../support/nodeRig';
import { enter, type Visit } from './visit';

/** A promise for every world (contract/worlds.ts). Throws if it does not hold. */
export type Story = (visit: Visit) => Promise<void>;

interface WorldsRun {
	/** The first seed. Others follow in order. */
	from: number;
	count: number;
	counts: Record<string, number>;
	/** One line for each kind of failure in a story. */
	failures: string[];
}

/** Fixed, so that no change fails by chance. The weekly run sets HELPDESK_WORLDS_SEED. */
export const firstSeed = () => Number(process.env.HELPDESK_WORLDS_SEED ?? 1);

const MAX_FAILURES = 8;

/**
 * Plays the stories in turn, one per world. Reports a failure in the plainest world that still shows it.
 *
 * @param draw returns the world of a seed
 */
export async function inWorlds(
	rig: NodeRig,
	stories: Record<string, Story>,
	from: number,
	count: number,
	draw: (seed: number) => World = drawWorld,
) {
	const run: WorldsRun = { from, count, counts: {}, failures: [] };
	const names = Object.keys(stories);
	const known = new Set<string>();
	for (let seed = from; seed < from + count; seed += 1) {
		const name = names[seed % names.length]!;
		const wrong = async (world: World) => await whatIsWrong(rig, stories[name]!, world, seed);
		run.counts[name] = (run.counts[name] ?? 0) + 1;
		const found = await wrong(draw(seed));
		if (found === null || known.size >= MAX_FAILURES) continue;
		const smallest = await shrinkWorld(draw(seed), async (world) => (await wrong(world)) !== null);
		const what = `${name} in a helpdesk with ${describeWorld(smallest)}`;
		if (!known.has(what))
			run.failures.push(`${what}: ${(await wrong(smallest)) ?? found} (HELPDESK_WORLDS_SEED=${seed})`);
		known.add(what);
	}
	return run;
}

async function whatIsWrong(rig: NodeRig, story: Story, world: World, seed: number) {
	try {
		await story(enter(rig, world, seed));
		return null;
	} catch (error) {
		return (error as Error).message;
	}
}
