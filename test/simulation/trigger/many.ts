import { overBars, UNKNOWABLE } from './bars';
import { rarest } from './coverage';
import { PROMISES } from './judge';
import { describeCase, shrink } from './shrink';
import type { EventName } from './story';
import { bundle, playInThreads } from './threads';
import { addTo, emptyResult, KINDS, type Break, type Kind, type Turn, type TurnResult, type UpdatedCounts } from './turn';

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
	// Single events of Conversation Updated without a change are judged by their share.
	const breaks = sum.breaks.filter(({ promise }) => promise !== 'without' || event === 'reached');
	const brokenWorlds = new Set(breaks.map((each) => each.seed)).size;
	const over = overBars(event, sum, brokenWorlds);
	const broken = await inWords(breaks, over.length > 0);
	const covered = [false, true].map((isAt429) => rarest(event, sum.met, isAt429));
	console.info(
		[
			`${event}: ${seeds.length} worlds from ${seeds[0]} to ${seeds.at(-1)}, ${sum.events} events, ${seconds} s; ${brokenWorlds} worlds broken`,
			...covered.map(({ of, worlds: least, value }) => `each of ${of} values of open facts in ${least} worlds or more (${value})`),
			...(event === 'conversationUpdated' ? KINDS.map((kind) => textOf(kind, sum.updated[kind])) : []),
			...broken,
		].join('\n'),
	);
	return { ...sum, broken, over };
}

function textOf(kind: Kind, { events, without, unknowable, excused }: UpdatedCounts): string {
	const percent = (part: number) => `${((100 * part) / Math.max(1, events)).toFixed(3)} %`;
	return `${kind}: ${events} events, without a change ${percent(without - unknowable)}, besides ${percent(unknowable)} of which no client could know (${UNKNOWABLE[kind].reason}); ${excused} changes that no record shows`;
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
