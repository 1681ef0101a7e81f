import type { Sweep } from './sweep';

export interface WatchOptions {
	inboxIds: string[];
	/** Ms; absent means from now on. */
	startFrom?: number;
	/** How late a record may appear, in ms. */
	lookBack: number;
	maxEvents: number;
	/** How many of the newest conversations are read at every poll. */
	conversations: number;
	perPage: number;
}

/** What is kept of one inbox. Times in ms, of the server. */
export interface WatchCursor extends Sweep {
	/** Where the trigger began: nothing before counts. */
	from: number;
	/** When the round before this one began: since then every conversation was looked at. */
	since: number;
	/** When this round began. */
	round: number;
}

export interface WatchState {
	/** The latest time that the server's records showed. */
	clock: number;
	/** What the marks in the memory stand for. */
	signature: string;
	memory: string;
	words: Record<string, unknown>;
	inboxes: Record<string, WatchCursor>;
}
