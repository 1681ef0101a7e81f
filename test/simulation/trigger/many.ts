import { overBars } from './bars';
import { PROMISES } from './judge';
import { describeCase, shrink } from './shrink';
import type { EventName } from './story';
import { bundle, playInThreads } from './threads';
import { addTo, emptyResult, type Break, type Turn, type TurnResult } from './turn';

/** How many broken worlds are told in words, at the most. */
const MAX_TOLD = 3;

export interface Sum extends TurnResult {
	/** What broke, in words: its seeds; where a bar is broken too, the smallest case of the first few. */
	broken: string[];
	/** Which bars it is over, in words. */
	over: string[];
}

/** Plays the worlds of these seeds, on all processors, and prints what came of them. */
export async function playMany(event: EventName, seeds: number[]): Promise<Sum> {
	const turns = seeds.map((from): Turn => ({ event, from, to: from + 1 }));
	const sum = emptyResult();
	const began = Date.now();
	await playInThreads(await bundle(), turns, (result) => addTo(sum, result));
	const seconds = ((Date.now() - began) / 1000).toFixed(0);
	const { breaks, updated } = sum;
	const brokenWorlds = new Set(breaks.map((each) => each.seed)).size;
	const over = overBars(event, sum, brokenWorlds);
	const broken = await inWords(breaks, over.length > 0);
	console.info(
		[
			`${event}: ${seeds.length} worlds from ${seeds[0]} to ${seeds.at(-1)}, ${sum.events} events, ${seconds} s; ${brokenWorlds} worlds broken`,
			...(event === 'conversationUpdated'
				? [`${updated.unknowable} of ${updated.events} events of which no client could know that nothing had changed`]
				: []),
			...broken,
		].join('\n'),
	);
	return { ...sum, broken, over };
}

/** `smallest`: the first few as their smallest case, which takes minutes to find. */
async function inWords(breaks: Break[], smallest: boolean): Promise<string[]> {
	const texts: string[] = [];
	const told = new Set<string>();
	for (const { event, seed, world, promise, count, first } of breaks) {
		const line = `${event}, seed ${seed}: ${promise} ${count} times, ${first}; world: ${world}`;
		if (!smallest || promise === 'error' || told.has(promise) || told.size >= MAX_TOLD) texts.push(line);
		else texts.push(`${line}\n  ${PROMISES[promise]}. The smallest case:\n${describeCase(await shrink(event, seed, promise))}`);
		told.add(promise);
	}
	return texts;
}
