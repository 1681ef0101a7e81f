import type { World } from '../contract/worlds';

const skews: Record<World['clockSkew'], number> = { none: 0, ahead5min: 300_000, behind5min: -300_000 };
const delays: Record<World['lateVisibility'], number> = { none: 0, seconds30: 30_000, minutes5: 300_000 };

/** Returns how far (ms) the service's clock is ahead. */
export const skewOf = (world: World): number => skews[world.clockSkew];

/** Returns how long (ms) a new record is missing in listings. */
export const delayOf = (world: World): number => delays[world.lateVisibility];

export const [OPEN, PENDING, CLOSED] = ['Active', 'Pending', 'Closed'] as const;

export const statusesOf = (world: World): string[] => [
	OPEN,
	PENDING,
	CLOSED,
	...(world.statuses === 'andSpam' ? ['Spam'] : []),
];

/** Returns whether a conversation can change from one status to another. */
export const reaches = (world: World, from: string, to: string): boolean =>
	statusesOf(world).includes(to) && (world.statusTransitions === 'any' || from !== CLOSED || to === OPEN);

export const PRIORITIES = ['High', 'Normal', 'Low'];
