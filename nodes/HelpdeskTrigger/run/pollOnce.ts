import type { IDataObject } from 'n8n-workflow';

import type { PageRequest, Reading, Reply, TriggerEvent } from '../core/protocol';
import { rules } from '../core/seams';
import { beginReading, goingOn, openState, withPart, type TriggerOptions } from '../core/state';
import type { Session } from './session';

/** How pages are read in one poll. */
export interface Reader {
	/** Throws when the poll cannot go on without the page. */
	read(request: PageRequest): Promise<Reply>;
	/** False when this poll has used up its share of time or requests. */
	mayRead(): boolean;
}

export interface Poll {
	/** The node's static data; the key `state` is the trigger's. */
	staticData: IDataObject;
	options: TriggerOptions;
	startFromText: string;
	session: Session;
	reader: Reader;
}

/** What a poll came to. */
export interface PollResult {
	events: TriggerEvent[];
	/** False where more is to come from the reading. */
	isDone: boolean;
	/** Keeps the state that belongs to the events, and the reading that goes on. Until then nothing has changed. */
	commit(): void;
}

/**
 * One poll: takes the reading on until it has something to emit, is at its end, or the poll's share is used up.
 *
 * @throws what the reader throws, and {UnreadableState}
 */
export async function pollOnce({ staticData, options: chosen, startFromText, session, reader }: Poll): Promise<PollResult> {
	const saved = openState(staticData.state);
	const { event } = chosen;
	const { startFrom, ...others } = chosen;
	const basisOf = (part: object | undefined) => JSON.stringify([part ?? null, startFromText, others]);
	const size = session.sizes[event === 'contactCreated' ? 'contacts' : 'conversations'];
	const isNewlySet = saved.startFrom !== startFromText;
	const counts = rules.startFromCounts(isNewlySet);
	const options = { ...chosen, startFrom: counts ? startFrom : undefined, startFromRemoved: counts && startFrom === undefined };
	const kept = goingOn(saved.parts[event], chosen);
	// It counts for the inboxes that are there now, also where nothing can be read until another one is added.
	const isSetForAll = isNewlySet && options.startFrom !== undefined && hasPlaces(kept, chosen.inboxIds);
	const part = isSetForAll ? (await takeOn(beginReading(kept, options, size), NOTHING)).state : kept;
	if (isSetForAll) options.startFrom = undefined;
	const startFromKept = isSetForAll ? startFromText : saved.startFrom;
	if (part && part !== saved.parts[event]) staticData.state = withPart(saved, startFromKept, event, part) as unknown as IDataObject;
	const basis = basisOf(part);
	const { paused } = session;
	session.paused = undefined;
	const reading = paused && rules.goesOn(paused.basis, basis) ? paused.reading : beginReading(part, options, size);
	const { events, state, isDone } = await takeOn(reading, reader);
	return {
		events,
		isDone,
		commit: () => {
			const next = state ?? part;
			if (next && (next !== part || isNewlySet))
				staticData.state = withPart(
					saved,
					event === 'contactCreated' ? saved.startFrom : startFromText,
					event,
					next,
				) as unknown as IDataObject;
			if (!isDone) session.paused = { basis: basisOf(next), reading };
		},
	};
}

/** A reader that reads nothing: what a reading keeps all the same. */
const NOTHING: Reader = { read: async () => await Promise.resolve('noShare'), mayRead: () => false };

function hasPlaces(part: object | undefined, inboxIds: string[]): boolean {
	const { inboxes } = (part ?? {}) as { inboxes?: object };
	return inboxes !== undefined && inboxIds.every((inboxId) => inboxId in inboxes);
}

interface TakenOn {
	events: TriggerEvent[];
	/** Absent where nothing came of it yet. */
	state?: object;
	/** False where more is to come from it. */
	isDone: boolean;
}

async function takeOn(reading: Reading<object>, reader: Reader): Promise<TakenOn> {
	let reply: Reply | undefined;
	for (;;) {
		const step = reading.next(reply);
		if (step.done) return { ...step.value, isDone: true };
		if ('emit' in step.value) return { events: step.value.emit, state: step.value.state, isDone: false };
		const { read, soFar } = step.value;
		reply = reader.mayRead() ? await reader.read(read) : 'noShare';
		if (reply === 'noShare' && soFar) return { events: [], state: soFar(), isDone: false };
	}
}
