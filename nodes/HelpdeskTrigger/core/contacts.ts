import type { IDataObject } from 'n8n-workflow';

import { ROOM_FOR_CONTACTS, readContacts, TooManyContacts, type ListReading } from './contactList';
import { entriesOf, ID_LENGTH, idHash } from './fingerprints';
import type { AcceptedPageSize } from './paging';
import { askRoom, type PageRead, type Reading, type TriggerEvent } from './protocol';
import { rules } from './seams';
import { ServerClock, timeOf } from './times';

/** The longest list of contacts of which the IDs fit into the state. */
export const MAX_CONTACTS = ROOM_FOR_CONTACTS / ID_LENGTH;

/**
 * Readings of the whole list at the beginning, until one finds nobody unknown and all were seen: so many at the most, and
 * more in a list that is read with so few requests. Of 400 that fall anew at every request five readings miss 2.
 */
const MAX_FIRST_READINGS = 5;
const MAX_FIRST_REQUESTS = 200;

export interface ContactState {
	/** The latest time that the server's records showed, in ms. */
	clock: number;
	/** When the trigger began, in ms of the server. */
	began: number;
	/** False while the list is read for the first time. */
	isLearned: boolean;
	/** The ids of all contacts that are known, packed. */
	known: string;
}

export interface ContactOptions {
	/** The readings of a trigger that remember contacts share the room for it; 1 where this is the only one. */
	sharers?: number;
	size: AcceptedPageSize;
}

/**
 * Every contact once, by its id: the list of contacts has no order and no time that the specification shows, so each
 * reading goes over all of it. One that slips between two pages is found by the next reading. At the beginning the
 * list is read until a reading finds nobody unknown and as many were seen as it has places, so that nobody who slipped
 * is told as new later.
 *
 * @throws {TooManyContacts}
 */
export function* contactCreated(old: ContactState | undefined, { size, sharers = 1 }: ContactOptions): Reading<ContactState> {
	const reading = new ContactReading(old, Math.floor(MAX_CONTACTS / sharers));
	for (let count = 1; ; count += 1) {
		const unknown = reading.unknown;
		const pages = yield* readContacts(reading, size);
		if (pages === 'unread') return { events: [], state: reading.state() };
		const isEnough = count >= MAX_FIRST_READINGS && count * pages >= MAX_FIRST_REQUESTS;
		if (reading.isLearned || isEnough || (reading.isWhole && rules.hasLearned(reading.unknown - unknown, pages))) break;
		reading.forgetRemoved();
	}
	for (let found = reading.learned(); ;) {
		const { room } = yield* askRoom(found.length);
		const events = reading.tell(found.slice(0, room));
		found = found.slice(room);
		const state = reading.state();
		if (found.length === 0) return { events, state };
		yield { emit: events, state };
	}
}

/** What the readings know so far. */
class ContactReading implements ListReading<ContactState> {
	isLearned: boolean;
	private readonly known: Set<string>;
	private readonly listed = new Set<string>();
	/** Those of `listed` that the list had since it last got shorter. */
	private readonly counted = new Set<string>();
	/** How long the list was in the last reading, and in the one before. */
	private places = Infinity;
	private placesBefore = Infinity;
	private readonly found = new Map<string, TriggerEvent>();
	private readonly clock: ServerClock;
	private began: number | undefined;
	/** This is the poll in which the trigger begins: who is there is known. */
	private isBeginning: boolean;

	/** @param most contacts that can be remembered */
	constructor(
		old: ContactState | undefined,
		readonly most: number,
	) {
		this.clock = new ServerClock(old?.clock);
		this.known = knownContacts(old);
		this.isLearned = old?.isLearned ?? false;
		this.began = old?.began;
		this.isBeginning = old === undefined;
	}

	/** How many contacts were found that are not known. */
	get unknown(): number {
		return this.found.size;
	}

	/** Whether as many contacts were seen as the list has places: equal ones may fall anew at every request. */
	get isWhole(): boolean {
		return rules.isWhole(this.counted.size, this.places);
	}

	/** A reading has come to the end of the list. */
	ended(places: number): void {
		this.placesBefore = this.places;
		this.places = places;
	}

	/** Where the list got shorter, or before anything shows that it did not, some that were seen may not stand in it any more. */
	forgetRemoved(): void {
		if (this.places < this.placesBefore) this.counted.clear();
	}

	take(page: PageRead): void {
		const { records } = page;
		this.clock.hear(
			page,
			records.map(({ created_at: created }) => timeOf(created)),
		);
		if (this.isBeginning) this.began = this.clock.latest;
		for (const record of records) {
			const hash = idHash(record.id);
			this.listed.add(hash);
			this.counted.add(hash);
			if (!this.known.has(hash)) this.found.set(hash, { record });
		}
	}

	/** Where the poll ends before the reading. */
	soFar(): ContactState {
		if (this.isBeginning) for (const hash of this.found.keys()) this.known.add(hash);
		this.isBeginning = false;
		return this.state();
	}

	/** The reading is over: those that are new, and the others as known. */
	learned(): string[] {
		// While the list is learned, only what was certainly created since the beginning is new.
		const isCertain = ({ record }: TriggerEvent) => this.isLearned || (this.clock.hasHeader && createdAt(record) !== undefined);
		const isNew = (event: TriggerEvent) => isCertain(event) && rules.isNewContact(createdAt(event.record), this.began ?? 0);
		const found = [...this.found].filter(([hash]) => !this.known.has(hash));
		const news = found.filter(([, event]) => !this.isBeginning && isNew(event));
		const hashes = new Set(news.map(([hash]) => hash));
		for (const [hash] of found) if (!hashes.has(hash)) this.known.add(hash);
		this.isLearned = true;
		return [...hashes];
	}

	tell(hashes: string[]): TriggerEvent[] {
		for (const hash of hashes) this.known.add(hash);
		return hashes.map((hash) => this.found.get(hash)!);
	}

	/** Who was deleted is forgotten when the room is needed. */
	state(): ContactState {
		const fits = this.known.size <= this.most;
		const kept = [...this.known].filter((hash) => fits || this.listed.has(hash));
		if (kept.length > this.most) throw new TooManyContacts(this.most);
		return { clock: this.clock.now, began: this.began ?? 0, isLearned: this.isLearned, known: kept.join('') };
	}
}

/** The hashes of all contacts that are known. */
export function knownContacts(state: ContactState | undefined): Set<string> {
	return new Set(entriesOf(state?.known ?? '', ID_LENGTH));
}

/** Where the list shows it; the specification shows no field of contacts in lists beyond those in conversations. */
function createdAt(record: IDataObject): number | undefined {
	const time = timeOf(record.created_at);
	return Number.isNaN(time) ? undefined : time;
}
