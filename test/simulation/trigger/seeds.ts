import { drawWorld, openFacts } from '../../../contract/worlds';
import { factsOf } from './coverage';
import type { EventName } from './story';

/** The first seed of a run: another one each time, unless the environment gives one to replay. */
export function firstSeed(): number {
	const given = process.env.HELPDESK_WORLDS_SEED;
	return given ? Number(given) : Math.floor(Math.random() * 1_000_000_000);
}

/** `count` seeds, one after the other. */
export const seedsInARow = (first: number, count: number): number[] => Array.from({ length: count }, (_, index) => first + index);

/** In so many worlds of a few each value of an open fact is drawn at least: not every story meets all that its world has. */
const DRAWN_AT_LEAST = 3;

/**
 * `count` seeds from the first on, of which those are left out that bring nothing new until each value of each open fact that
 * matters to the event was drawn often enough: among a few worlds, chance alone leaves one out.
 */
export function variedSeeds(event: EventName, first: number, count: number): number[] {
	const facts = factsOf(event);
	const missing = new Map(facts.flatMap((fact) => openFacts[fact].values.map((value) => [`${fact}: ${value}`, DRAWN_AT_LEAST])));
	const seeds: number[] = [];
	for (let seed = first; seeds.length < count; seed += 1) {
		const world = drawWorld(seed);
		const drawn = facts.map((fact) => `${fact}: ${world[fact]}`);
		if (missing.size > 0 && !drawn.some((value) => missing.has(value))) continue;
		for (const value of drawn) {
			const times = missing.get(value) ?? 0;
			if (times > 1) missing.set(value, times - 1);
			else missing.delete(value);
		}
		seeds.push(seed);
	}
	return seeds;
}
