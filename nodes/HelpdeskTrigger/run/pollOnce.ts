import type { IDataObject } from 'n8n-workflow';

import type { PageSize } from '../core/paging';
import type { PageRequest, Reading, Reply, TriggerEvent } from '../core/protocol';
import { rules } from '../core/seams';
import { beginReading, goingOn, isOfContacts, openState, withPart, type EventName, type SavedState, type TriggerOptions } from '../core/state';
import type { Session } from './session';
import { SharedPages } from './sharedPages';

/** How pages are read in one poll. */
export interface Reader {
	/** Throws when the poll cannot go on without the page. */
	read(request: PageRequest): Promise<Reply>;
	/** False when this poll has used up its share of time or requests. */
	mayRead(request: PageRequest): boolean;
}

export interface Poll {
	/** The node's static data; the key `state` is the trigger's. */
	staticData: IDataObject;
	options: TriggerOptions;
	startFromText: string;
	session: Session;
	reader: Reader;
}

/** A poll of several readings, which share its events: so many of all of them at the most. */
type PollOfAll = Omit<Poll, 'options'> & { readings: TriggerOptions[]; maxEvents?: number };

/** What a poll came to. */
export interface PollResult {
	events: TriggerEvent[];
	/** False where more is to come from a reading. */
	isDone: boolean;
	/** Keeps the state that belongs to the events, and the reading that goes on. Until then nothing has changed. */
	commit(): void;
}

/**
 * One poll: takes the reading on until it has something to emit, is at its end, or the poll's share is used up.
 *
 * @throws what the reader throws, and {UnreadableState}
 */
export async function pollOnce({ options, ...poll }: Poll): Promise<PollResult> {
	return await pollAll({ ...poll, readings: [options] });
}

/**
 * One poll of all that a trigger reads for, each with a part of its own in the state, which are kept together. What one
 * reading has got the others need not ask for.
 *
 * @throws what the reader throws, and {UnreadableState}
 */
export async function pollAll({ staticData, readings, maxEvents = Infinity, ...poll }: PollOfAll): Promise<PollResult> {
	const { startFromText, session, reader } = poll;
	const saved = openState(staticData.state);
	const inUse = readings.map(({ event }) => event);
	const begun: Begun[] = [];
	for (const options of readings) begun.push(await begin(saved, options, poll));
	const areSet = begun.every(({ isSetForAll, options }) => isSetForAll || isOfContacts(options.event));
	for (const { part, options } of begun) {
		if (part && part !== saved.parts[options.event])
			keep(staticData, areSet && begun.some(({ isSetForAll }) => isSetForAll) ? startFromText : saved.startFrom, options.event, part);
	}
	const pages = new SharedPages(reader);
	const results: Array<Begun & TakenOn> = [];
	// Where Start From is new each has to begin with it.
	const isNewlySet = saved.startFrom !== startFromText;
	let room = maxEvents;
	for (const each of inTurn(begun, session)) {
		if (room < each.options.maxEvents && results.length > 0 && each.part && !isNewlySet) break;
		const { paused } = session;
		const { basis } = each;
		const goesOn = paused[each.options.event];
		paused[each.options.event] = undefined;
		const reading = goesOn && rules.goesOn(goesOn.basis, basis) ? goesOn.reading : beginReading(each.part, each.options, each.size);
		const taken = await takeOn(reading, readings.length > 1 ? pages.forOne() : reader);
		results.push({ ...each, ...taken, reading });
		room -= taken.events.length;
	}
	session.turn += 1;
	return {
		events: results.flatMap(({ events, options }) => (options.isNamed ? events.map((each) => named(each, options.event)) : events)),
		isDone: results.every(({ isDone }) => isDone),
		commit: () => {
			const text = inUse.every(isOfContacts) ? saved.startFrom : startFromText;
			for (const { part, state, isDone, basisOf, options, reading } of results) {
				const next = state ?? part;
				if (next && (next !== part || isNewlySet)) keep(staticData, text, options.event, next);
				if (!isDone) session.paused[options.event] = { basis: basisOf(next), reading: reading! };
			}
		},
	};

	function keep(data: IDataObject, startFrom: string, event: EventName, part: object): void {
		data.state = withPart(openState(data.state), startFrom, event, part, inUse) as unknown as IDataObject;
	}
}

/** A reading before it reads: what was saved of it, with a Start From that counts for all of its inboxes. */
interface Begun {
	options: TriggerOptions;
	size: PageSize;
	part?: object;
	isSetForAll: boolean;
	basis: string;
	basisOf(part: object | undefined): string;
	reading?: Reading<object>;
}

async function begin(saved: SavedState, chosen: TriggerOptions, { startFromText, session }: Omit<Poll, 'options' | 'staticData'>): Promise<Begun> {
	const { event } = chosen;
	const { startFrom, ...others } = chosen;
	const basisOf = (part: object | undefined) => JSON.stringify([part ?? null, startFromText, others]);
	const size = session.sizes[isOfContacts(event) ? 'contacts' : 'conversations'];
	const isNewlySet = saved.startFrom !== startFromText;
	const counts = rules.startFromCounts(isNewlySet);
	const options = { ...chosen, startFrom: counts ? startFrom : undefined, startFromRemoved: counts && startFrom === undefined };
	const kept = goingOn(saved.parts[event], chosen);
	// It counts for the inboxes that are there now, also where nothing can be read until another one is added.
	const isSetForAll = isNewlySet && options.startFrom !== undefined && hasPlaces(kept, chosen.inboxIds);
	const part = isSetForAll ? (await takeOn(beginReading(kept, options, size), NOTHING)).state : kept;
	if (isSetForAll) options.startFrom = undefined;
	return { options, size, part, isSetForAll, basis: basisOf(part), basisOf };
}

/** Each reading comes first in its turn, so that one with many events does not hold up the others. */
function inTurn(begun: Begun[], { turn }: Session): Begun[] {
	const first = turn % begun.length;
	return [...begun.slice(first), ...begun.slice(0, first)];
}

/** An event says which one it is, where a trigger has several. */
function named(event: TriggerEvent, name: EventName): TriggerEvent {
	return event.told ? event : { ...event, told: { event: name } };
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
		reply = reader.mayRead(read) ? await reader.read(read) : 'noShare';
		if (reply === 'noShare' && soFar) return { events: [], state: soFar(), isDone: false };
	}
}
