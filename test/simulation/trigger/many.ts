import { PROMISES } from './judge';
import { describeCase, shrink } from './shrink';
import type { EventName } from './story';
import { bundle, inTurn, playInThread } from './threads';
import type { Break, TurnResult } from './worker';

/** How many broken worlds are told in words, at the most. */
const MOST_TOLD = 3;

/**
 * The share of worlds in which a promise still breaks at the most. In 130 worlds of a run it leaves room for chance, at
 * about three times what was measured in many more (docs/decisions/trigger-reading.md); it goes down with that, to 0.
 */
export const STILL_BROKEN: Record<EventName, number> = {
	conversationCreated: 0.04,
	conversationUpdated: 0.02,
	customerMessage: 0.02,
	contactCreated: 0.01,
};

/**
 * The share of Conversation Updated's events that are without a change, at the most. Measured: 0.02 % in 600 worlds, 0.09 % in
 * 500 others. They come in clusters, so that a run of 130 worlds may have three times as many; 0.1 % in all is the promise.
 */
export const STILL_WITHOUT = 0.003;

export interface Sum extends TurnResult {
	/** What broke, in words: the smallest case of the first few, and the seeds of the others. */
	broken: string[];
	/** In how many worlds. */
	brokenWorlds: number;
	/** Of the events of Conversation Updated, those without a change that a client could have known to be none. */
	share: number;
}

/** Plays `worlds` worlds of an event from a seed on, on all processors. */
export async function playMany(event: EventName, seed: number, worlds: number, atATime = 25): Promise<Sum> {
	const script = await bundle();
	const starts = Array.from({ length: Math.ceil(worlds / atATime) }, (_, index) => seed + index * atATime);
	const sum: TurnResult = { worlds: 0, events: 0, without: 0, unknowable: 0, excused: 0, breaks: [] };
	const began = Date.now();
	await inTurn(starts, async (from) => {
		const { breaks, ...counts } = await playInThread(script, { event, from, to: Math.min(from + atATime, seed + worlds) });
		for (const name of Object.keys(counts) as Array<keyof typeof counts>) sum[name] += counts[name];
		sum.breaks.push(...breaks);
	});
	const share = sum.events === 0 ? 0 : (sum.without - sum.unknowable) / sum.events;
	// Single events without a change are judged by their share.
	const breaks = sum.breaks.filter(({ promise }) => promise !== 'without');
	const broken = await inWords(breaks);
	const brokenWorlds = new Set(breaks.map((each) => each.seed)).size;
	console.info(
		`${event}: worlds ${seed} to ${seed + worlds - 1}, ${sum.events} events${textOfUpdated(event, sum, share)}, ${((Date.now() - began) / 1000).toFixed(0)} s; ${brokenWorlds} worlds broken${broken.map((text) => `\n${text}`).join('')}`,
	);
	return { ...sum, broken, brokenWorlds, share };
}

function textOfUpdated(event: EventName, { unknowable, excused, events }: TurnResult, share: number): string {
	if (event !== 'conversationUpdated') return '';
	const percent = (part: number) => `${(100 * part).toFixed(3)} %`;
	return `, without a change ${percent(share)}, besides ${percent(unknowable / Math.max(1, events))} of which no client could know, ${excused} changes that no record shows`;
}

async function inWords(breaks: Break[]): Promise<string[]> {
	const texts: string[] = [];
	const told = new Set<string>();
	for (const { event, seed, world, promise, count, first } of breaks) {
		const line = `${event}, seed ${seed}: ${promise} ${count} times, ${first}; world: ${world}`;
		if (promise === 'error' || told.has(promise) || told.size >= MOST_TOLD) texts.push(line);
		else texts.push(`${line}\n  ${PROMISES[promise]}. The smallest case:\n${describeCase(await shrink(event, seed, promise))}`);
		told.add(promise);
	}
	return texts;
}
