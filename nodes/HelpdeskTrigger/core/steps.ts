import type { IDataObject } from 'n8n-workflow';

/** Which page of a listing is to be read. */
export interface PageRequest {
	/** Absent for the organization's contacts. */
	inboxId?: string;
	/** From 1. */
	page: number;
	perPage: number;
}

/** A page as it was read. */
export interface PageRead {
	records: IDataObject[];
	/** Number of the last page, as this page knows it. */
	lastPage: number;
	/** The server's time in its answer, ms since the epoch; a bound for what records say. */
	serverTime?: number;
}

/**
 * What came of a page request: the page, that the inbox is not there, or that the poll ended before the
 * page was read. Minutes later, another poll then asks what to read.
 */
export type Reading = PageRead | 'gone' | 'paused';

/** One thing that happened. */
export interface TriggerEvent {
	record: IDataObject;
	/** By field: what it was, null where that is not remembered, and what it is. */
	changes?: Record<string, { from: unknown; to: unknown }>;
}

/** What a reading asks of its caller: a page, or to emit events and keep the state that goes with them. */
export type Step<State> = { read: PageRequest } | { emit: TriggerEvent[]; state: State };

/** The end of a reading. No events means there is nothing new. */
export interface Outcome<State> {
	events: TriggerEvent[];
	state: State;
}

/**
 * A reading of the service, without I/O and without a clock: it asks for pages and is handed them, in
 * as many polls as it takes. What it gives out as state is true at that moment, so that a caller who
 * stops anywhere, or starts again from any state it was given, loses nothing.
 */
export type Steps<State> = Asking<State, Outcome<State>>;

/** A part of a reading. */
export type Asking<State, Result = void> = Generator<Step<State>, Result, Reading | undefined>;

/** Asks for one page, and after a pause once more. */
export function* read<State>(request: PageRequest): Asking<State, PageRead | 'gone'> {
	for (;;) {
		const reading = yield { read: request };
		if (reading !== undefined && reading !== 'paused') return reading;
	}
}
