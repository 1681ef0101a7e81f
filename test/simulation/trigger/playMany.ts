import { describeWorld, shrinkWorld, type World } from '../../../contract/worlds';
import { PROMISES } from './judge';
import { play } from './play';
import { drawScenario, worldOf, type Scenario, type Topic } from './scenario';
import { bundle, playInThreads } from './threads';
import type { Break, Turn, TurnResult } from './worker';

/** Number of broken worlds for which the smallest case is searched, which takes seconds. */
const MAX_SMALLEST = 3;

/**
 * Plays `count` worlds from a seed on.
 *
 * @returns a text for each broken promise, with the smallest case
 */
export async function playMany(topic: Topic, from: number, count: number): Promise<TurnResult & { broken: string[] }> {
	const turns = Array.from({ length: count }, (_, index): Turn => ({
		topic,
		from: from + index,
		to: from + index + 1,
	}));
	const sum = await playInThreads(await bundle(), turns);
	const broken: string[] = [];
	for (const [index, each] of sum.breaks.entries()) broken.push(await describe(topic, each, index < MAX_SMALLEST));
	return { ...sum, broken };
}

async function describe(topic: Topic, { seed, world, promise, count, first }: Break, isShrunk: boolean) {
	const line = `${topic}, seed ${seed}: ${promise} ${count} times, ${first}; world: ${world}`;
	if (promise === 'error') return line;
	const fails = async (inWorld: World, scenario: Scenario) => (await play(inWorld, scenario)).broken.has(promise);
	return `${line}\n  ${PROMISES[promise]}${isShrunk ? `. The smallest case:\n${await smallest(topic, seed, fails)}` : ''}`;
}

const SHRINK_MS = 30_000;

/** Describes the smallest case with which a promise still breaks, as far as it is found in time. */
async function smallest(topic: Topic, seed: number, fails: (world: World, scenario: Scenario) => Promise<boolean>) {
	const until = Date.now() + SHRINK_MS;
	const isSmaller = async (inWorld: World, of: Scenario) =>
		Date.now() < until && (await fails(inWorld, of).catch(() => false));
	let scenario = drawScenario(topic, seed);
	for (let size = Math.ceil(scenario.steps.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
		for (let from = 0; from < scenario.steps.length;) {
			const fewer = {
				...scenario,
				steps: scenario.steps.filter((_, index) => index < from || index >= from + size),
			};
			if (await isSmaller(worldOf(seed), fewer)) scenario = fewer;
			else from += size;
		}
	}
	const world = await shrinkWorld(worldOf(seed), async (simpler) => await isSmaller(simpler, scenario));
	const { setup, turns, steps } = scenario;
	const lines = steps.map((step) => `    ${JSON.stringify(step)}`);
	return [`  world: ${describeWorld(world)}`, `  ${JSON.stringify(setup)}, ${turns} polls`, ...lines].join('\n');
}
