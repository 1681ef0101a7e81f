import type { IDataObject } from 'n8n-workflow';

import type { AcceptedPageSize } from '../core/paging';
import { knownContacts, type ContactState } from '../core/contacts';
import type { Reader, Reading, Reply, Room, TriggerEvent } from '../core/protocol';
import { rules } from '../core/seams';
import { beginReading, goingOn, isOfContacts, openState, withPart, type EventName, type SavedState, type TriggerOptions } from '../core/state';
import type { Session } from './session';
import { SharedPages } from './sharedPages';

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
	return await pollAll({ ...poll, readings: [options], maxEvents: options.maxEvents });
}

/**
 * One poll of all that a trigger reads for, each with a part of its own in the state, which are kept together. What one
 * reading has got the others need not ask for. All of them look in every poll, and then share what may be told.
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
	const all: Array<Begun & ReadOn> = [];
	const created = begun.find(({ options }) => options.event === 'contactCreated');
	const known = created && knownContacts(created.part as ContactState | undefined);
	for (const each of inTurn(begun, session)) {
		const { paused } = session;
		const { basis } = each;
		const goesOn = paused[each.options.event];
		paused[each.options.event] = undefined;
		const reading = goesOn && rules.goesOn(goesOn.basis, basis) ? goesOn.reading : beginReading(each.part, { ...each.options, known }, each.size);
		all.push({ ...each, ...(await readOn(reading, readings.length > 1 ? pages.forOne() : reader)) });
	}
	session.turn += 1;
	const results = tellAll(all, maxEvents);
	return {
		events: results.flatMap(({ events, options }) => (options.isNamed ? events.map((each) => named(each, options.event)) : events)),
		isDone: results.every(({ isDone }) => isDone),
		commit: () => {
			const text = inUse.every(isOfContacts) ? saved.startFrom : startFromText;
			for (const { state, isDone, basisOf, options, reading } of results) {
				keep(staticData, text, options.event, state);
				if (!isDone) session.paused[options.event] = { basis: basisOf(state), reading };
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
	size: AcceptedPageSize;
	part?: object;
	isSetForAll: boolean;
	basis: string;
	basisOf(part: object | undefined): string;
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
	const reading = isSetForAll ? beginReading(kept, options, size) : undefined;
	const part = reading ? tell(await readOn(reading), { room: 0 }).state : kept;
	if (isSetForAll) options.startFrom = undefined;
	return { options, size, part, isSetForAll, basis: basisOf(part), basisOf };
}

/**
 * Each reading comes first in its turn, so that one with many events does not hold up the others. Conversation Created asks for the
 * fewest pages of each inbox, and where it came before the others of inboxes they would have to ask for all but the first inbox again. So
 * it comes after them, where its pages are read, unless the poll before has ended before it did.
 */
function inTurn(begun: Begun[], { turn, paused }: Session): Begun[] {
	const first = turn % begun.length;
	const all = [...begun.slice(first), ...begun.slice(0, first)];
	const at = all.findIndex(({ options: { event } }) => event === 'conversationCreated');
	if (at < 0 || paused.conversationCreated) return all;
	const ahead = all.slice(at + 1).filter(({ options: { event } }) => !isOfContacts(event));
	return [...all.slice(0, at), ...ahead, ...all.slice(at).filter((each) => !ahead.includes(each))];
}

/** An event says which one it is, where a trigger has several. */
function named(event: TriggerEvent, name: EventName): TriggerEvent {
	return event.told ? event : { ...event, told: { event: name } };
}

function hasPlaces(part: object | undefined, inboxIds: string[]): boolean {
	const { inboxes } = (part ?? {}) as { inboxes?: object };
	return inboxes !== undefined && inboxIds.every((inboxId) => inboxId in inboxes);
}

interface TakenOn {
	events: TriggerEvent[];
	state: object;
	/** False where more is to come from it. */
	isDone: boolean;
}

/** A reading that has found so many events to tell, or has come as far as it can without one. */
interface ReadOn {
	reading: Reading<object>;
	found: number;
	taken?: TakenOn;
}

/** Without a reader nothing is read: what a reading keeps all the same. */
async function readOn(reading: Reading<object>, reader?: Reader): Promise<ReadOn> {
	let reply: Reply | undefined;
	for (;;) {
		const step = reading.next(reply);
		if (step.done) return { reading, found: 0, taken: { ...step.value, isDone: true } };
		if ('emit' in step.value) throw new Error('A reading asks how much it may tell before it tells');
		if ('found' in step.value) return { reading, found: step.value.found };
		const { read, soFar } = step.value;
		reply = reader?.mayRead(read) ? await reader.read(read) : 'noShare';
		if (reply === 'noShare' && soFar) return { reading, found: 0, taken: { events: [], state: soFar(), isDone: false } };
	}
}

/** What each may tell now: the same for all, and what one does not need goes to those that have more. */
function tellAll<Each extends Begun & ReadOn>(all: Each[], maxEvents: number): Array<Each & TakenOn> {
	const rooms = roomsOf(
		all.map(({ found }) => found),
		maxEvents,
	);
	return all.map((each, index) => ({ ...each, ...tell(each, { room: rooms[index]! }) }));
}

/** One each in turn, as long as there is any. */
function roomsOf(found: number[], maxEvents: number): number[] {
	const rooms = found.map(() => 0);
	let left = Math.min(
		maxEvents,
		found.reduce((sum, each) => sum + each, 0),
	);
	while (left > 0)
		found.forEach((most, index) => {
			if (left === 0 || rooms[index] === most) return;
			rooms[index]! += 1;
			left -= 1;
		});
	return rooms;
}

function tell({ reading, taken }: ReadOn, room: Room): TakenOn {
	if (taken) return taken;
	const step = reading.next(room);
	if (step.done) return { ...step.value, isDone: true };
	if ('emit' in step.value) return { events: step.value.emit, state: step.value.state, isDone: false };
	throw new Error('A reading that may tell does not ask for more');
}
