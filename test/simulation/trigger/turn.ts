import type { Met } from './coverage';
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

/** What a client of Conversation Updated can know of the past; each has a share of its own of events that no client could know to be none. */
export const KINDS = ['updatedAtAbsent', 'subjectWatched', 'shown'] as const;
export type Kind = (typeof KINDS)[number];

/** Events of Conversation Updated. */
export interface UpdatedCounts {
	events: number;
	/** Where no watched field had changed. */
	without: number;
	/** Of these: no client could know. */
	unknowable: number;
	/** Changes that no record shows, and none is due. */
	excused: number;
}

/** What came of a turn. */
export interface TurnResult {
	worlds: number;
	events: number;
	updated: Record<Kind, UpdatedCounts>;
	met: Met;
	breaks: Break[];
}

const none = (): UpdatedCounts => ({ events: 0, without: 0, unknowable: 0, excused: 0 });

export const emptyResult = (): TurnResult => ({
	worlds: 0,
	events: 0,
	updated: { updatedAtAbsent: none(), subjectWatched: none(), shown: none() },
	met: {},
	breaks: [],
});

/** Adds what came of a turn to a sum. */
export function addTo(sum: TurnResult, { worlds, events, updated, met, breaks }: TurnResult): void {
	sum.worlds += worlds;
	sum.events += events;
	for (const kind of KINDS) addCounts(sum.updated[kind], updated[kind]);
	for (const [value, count] of Object.entries(met)) sum.met[value] = (sum.met[value] ?? 0) + count;
	sum.breaks.push(...breaks);
}

export function addCounts(sum: UpdatedCounts, more: UpdatedCounts): void {
	for (const name of Object.keys(sum) as Array<keyof UpdatedCounts>) sum[name] += more[name];
}
