import { drawWorld, type World } from '../../../contract/worlds';

/** The first seed of a run: another one each time, unless the environment gives one to replay. */
export function firstSeed(): number {
	const given = process.env.HELPDESK_WORLDS_SEED;
	return given ? Number(given) : Math.floor(Math.random() * 1_000_000_000);
}

/** The world of a seed. Nearly every server sends a Date header, so few worlds have none. */
export function worldOf(seed: number): World {
	const world = drawWorld(seed);
	return seed % 25 === 0 ? world : { ...world, dateHeader: 'present' };
}

/** `count` seeds, one after the other. */
export const seedsInARow = (first: number, count: number): number[] => Array.from({ length: count }, (_, index) => first + index);
