import type { IDataObject } from 'n8n-workflow';

/** Which page of a listing is to be read. */
export interface PageRequest {
	/** Absent for the organization's contacts. */
	inboxId?: string;
	/** From 1. */
	page: number;
	perPage: number;
	/** One conversation of the inbox, by itself, instead of a page. */
	conversationId?: string | number;
	/** Its thread instead: the records are the entries, in the form and order in which they came. None where it cannot be told. */
	isThread?: true;
}

/** A page as it was read. */
export interface PageRead {
	records: IDataObject[];
	/** Number of the last page, as this page knows it; 0 for an empty listing. */
	lastPage: number;
	/** The page size that the server used, which need not be the one that was asked for. */
	perPage: number;
	/** The server's time in its answer, ms since the epoch; a bound for what records say. */
	serverTime?: number;
	/** When the answer came by this machine's clock, ms since the epoch. */
	heardAt?: number;
}

/**
 * What came of a page request: the page; that it could not be read now, so that the inbox stays as it was; that
 * the server refused the page size, so that another is to be asked for; or that the poll's share is used up.
 */
export type Reply = PageRead | 'unread' | 'tooLarge' | 'noShare';

/** One thing that happened. */
export interface TriggerEvent {
	record: IDataObject;
	/** By field: what it was, null where that is not known, and what it is. */
	changes?: Record<string, { from: unknown; to: unknown }>;
	/** What else an item tells: which event it is, and of one that asks for a state from what to what. */
	told?: IDataObject;
}

/** A page is asked for. */
export interface Ask<State> {
	read: PageRequest;
	/**
	 * Where the poll's share is used up: a reading that has this waits for the next poll with the page, and the state
	 * that it gives out here is kept meanwhile. One that has it not is told so, and ends with what it has.
	 */
	soFar?: () => State;
}

/** A reading has found so many events, and asks how many of them it may tell now. */
export interface AskRoom {
	found: number;
}

/** How many events a reading may tell now. */
export interface Room {
	room: number;
}

/** What a reading asks of its caller: a page, how much it may tell, or to emit events and keep the state that goes with them. */
export type Step<State> = Ask<State> | AskRoom | { emit: TriggerEvent[]; state: State };

/** The end of a reading. No events means there is nothing new. */
export interface Outcome<State> {
	events: TriggerEvent[];
	state: State;
}

/**
 * A reading of the service, without I/O and without a clock: it asks for pages and is handed them, in as many
 * polls as it takes. What it gives out as state is true at that moment, so that a caller who stops anywhere,
 * or starts again from any state it was given, loses nothing.
 */
export type Reading<State> = Asking<State, Outcome<State>>;

/** A part of a reading. */
export type Asking<State, Result = void> = Generator<Step<State>, Result, Reply | Room | undefined>;

/** Asks for one page. */
export function* ask<State>(request: PageRequest, soFar?: () => State): Asking<State, Reply> {
	for (;;) {
		const reply = yield { read: request, soFar };
		if (reply !== undefined) return reply as Reply;
	}
}

/** Asks how many of the events that were found may be told now. */
export function* askRoom(found: number): Generator<AskRoom, Room, Reply | Room | undefined> {
	return (yield { found }) as Room;
}

/** How pages are read in one poll. */
export interface Reader {
	/** Throws when the poll cannot go on without the page. */
	read(request: PageRequest): Promise<Reply>;
	/** False when this poll has used up its share of time or requests. */
	mayRead(request: PageRequest): boolean;
}
