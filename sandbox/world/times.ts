import type { World } from '../../contract/worlds';

const TWO_HOURS = 7_200_000;
const skews: Record<World['clockSkew'], number> = { none: 0, ahead5min: 300_000, behind5min: -300_000 };
const delays: Record<World['lateVisibility'], number> = { none: 0, seconds30: 30_000, minutes5: 300_000 };

/** How far (ms) the service's clock is ahead of everybody else's. */
export const skewOf = (world: World): number => skews[world.clockSkew];

/** How long (ms) a new record stays out of listings. */
export const delayOf = (world: World): number => delays[world.lateVisibility];

/** Milliseconds since the epoch as the store keeps a time: UTC with six fraction digits, whole seconds in most worlds. */
export function storedTime(world: World, ms: number): string {
	const kept = world.timeFormat === 'milliseconds' ? ms : Math.floor(ms / 1000) * 1000;
	return new Date(kept).toISOString().replace('Z', '000Z');
}

const writers: Record<World['timeFormat'], (stored: string) => string> = {
	microseconds: (stored) => stored,
	seconds: (stored) => stored.replace(/\.\d+Z/, 'Z'),
	milliseconds: (stored) => stored.replace(/\d{3}Z/, 'Z'),
	offset: (stored) => new Date(Date.parse(stored) + TWO_HOURS).toISOString().replace(/\.\d+Z/, '+02:00'),
	noZone: (stored) => stored.replace(/\.\d+Z/, ''),
};

/** A stored time as the service writes it. */
export const writtenTime = (world: World, stored: string): string => writers[world.timeFormat](stored);
