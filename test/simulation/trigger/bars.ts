import type { EventName } from './story';
import type { TurnResult } from './turn';

/** The share of worlds in which a promise still breaks, as measured in 1,000 worlds of each event, and in 384 of `reached`. */
export const STILL_BROKEN: Record<EventName, number> = {
	conversationCreated: 0.002,
	conversationUpdated: 0.005,
	customerMessage: 0.002,
	contactCreated: 0.001,
	contactUpdated: 0.001,
	reached: 0.008,
};

/** Events of Conversation Updated of which no client could know that nothing had changed: touched before the first look. */
const MOST_UNKNOWABLE = 0.25;

/** So seldom a run may break the bar by chance alone, while the share of broken worlds is as measured. */
const BY_CHANCE = 0.0005;

/** Worlds of a run that may break, at the most. */
export function mostBroken(event: EventName, worlds: number): number {
	const mean = STILL_BROKEN[event] * worlds;
	let term = Math.exp(-mean);
	let most = 0;
	for (let sum = term; 1 - sum > BY_CHANCE; sum += term) term *= mean / (most += 1);
	return most;
}

/** Which bars a run is over, in words. */
export function overBars(event: EventName, { worlds, updated }: TurnResult, brokenWorlds: number): string[] {
	const over: string[] = [];
	const hold = (what: string, is: number, most: number) => is > most && over.push(`${what}: ${is}, and ${most} at the most`);
	hold('broken worlds', brokenWorlds, mostBroken(event, worlds));
	if (event === 'conversationUpdated') hold('share that no client could know', updated.unknowable / updated.events, MOST_UNKNOWABLE);
	return over;
}
