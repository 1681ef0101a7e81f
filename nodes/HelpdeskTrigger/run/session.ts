import type { IPollFunctions } from 'n8n-workflow';

import type { Reading } from '../core/protocol';
import { AcceptedPageSize } from '../core/paging';
import type { EventName } from '../core/state';
import type { Sightings } from './unseen';

/** A reading that goes on in the next poll, in this process only. */
export interface Paused {
	/** The state and options from which alone it may go on. */
	basis: string;
	reading: Reading<object>;
}

/** What lives as long as one activation of the trigger in this process. Times in ms of this machine. */
export interface Session {
	isRunning: boolean;
	hasPolled: boolean;
	/** When the poll that runs last had an answer of a helpdesk that is well, or began. */
	heardAt: number;
	/** The place of the latest page that it was given, among all that was asked for and came in this process. */
	seen: number;
	/** Polls in a row in which no page came. */
	blindPolls: number;
	/** Inboxes that disappeared. */
	missing: Set<string>;
	/** Inboxes that fail: in how many polls in a row, and when it was last said while others answered. */
	failing: Map<string, { polls: number; saidAt: number }>;
	/** Inboxes that used up a poll's time without an answer, until one comes: how often each was asked since. */
	hung: Map<string, number>;
	/** The page sizes that the server accepts. */
	sizes: { contacts: AcceptedPageSize; conversations: AcceptedPageSize };
	paused: Partial<Record<EventName, Paused>>;
	/** What records have shown, and what was said of it. */
	sightings?: Sightings;
	/** Polls, for the order of several readings. */
	turn: number;
}

/** The sessions by n8n's context, which is the same for all polls of an activation. */
export class Sessions {
	private readonly byContext = new WeakMap<IPollFunctions, Session>();

	of(context: IPollFunctions): Session {
		const existing = this.byContext.get(context);
		if (existing) return existing;
		const session: Session = {
			isRunning: false,
			hasPolled: false,
			heardAt: 0,
			seen: 0,
			blindPolls: 0,
			missing: new Set(),
			failing: new Map(),
			hung: new Map(),
			sizes: { contacts: new AcceptedPageSize(), conversations: new AcceptedPageSize() },
			paused: {},
			turn: 0,
		};
		this.byContext.set(context, session);
		return session;
	}
}
