import { PROMISES } from './judge';
import type { Topic } from './scenario';
import { bundle, playInThreads } from './threads';
import type { Break, Turn, TurnResult } from './worker';

/**
 * Plays `count` worlds from a seed on.
 *
 * @returns a text for each broken promise. HELPDESK_WORLDS_SEED replays its world
 */
export async function playMany(topic: Topic, from: number, count: number): Promise<TurnResult & { broken: string[] }> {
	const turns = Array.from({ length: count }, (_, index): Turn => ({
		topic,
		from: from + index,
		to: from + index + 1,
	}));
	const sum = await playInThreads(await bundle(), turns);
	return { ...sum, broken: sum.breaks.map((each) => describeBreak(topic, each)) };
}

function describeBreak(topic: Topic, { seed, world, promise, count, first }: Break): string {
	const rule = promise === 'error' ? '' : `\n  ${PROMISES[promise]}`;
	return `${topic}, seed ${seed}: ${promise} ${count} times, ${first}; world: ${world}${rule}`;
}
