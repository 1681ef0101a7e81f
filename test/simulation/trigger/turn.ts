import type { PromiseName } from './judge';
import type { EventName } from './story';

/** Which worlds a thread plays. */
export interface Turn {
	event: EventName;
	/** Seeds from, up to and not including. */
	from: number;
	to: number;
	/** Ends at the first world in which a promise breaks. */
	stops?: boolean;
}

/** One promise that broke in one world. */
export interface Break {
	event: EventName;
	seed: number;
	world: string;
	promise: PromiseName | 'error';
	count: number;
	first: string;
}

/** Events of Conversation Updated. */
export interface UpdatedCounts {
	events: number;
	/** Where no watched field had changed. */
	without: number;
	/** Of these: no client could know. */
	unknowable: number;
}

/** What came of a turn. */
export interface TurnResult {
	worlds: number;
	events: number;
	updated: UpdatedCounts;
	breaks: Break[];
}

export const emptyResult = (): TurnResult => ({ worlds: 0, events: 0, updated: { events: 0, without: 0, unknowable: 0 }, breaks: [] });

/** Adds what came of a turn to a sum. */
export function addTo(sum: TurnResult, { worlds, events, updated, breaks }: TurnResult): void {
	sum.worlds += worlds;
	sum.events += events;
	for (const name of Object.keys(updated) as Array<keyof UpdatedCounts>) sum.updated[name] += updated[name];
	sum.breaks.push(...breaks);
}
