import type { IDataObject } from 'n8n-workflow';

import { readContacts, ROOM_FOR_CONTACTS, TooManyContacts, type ListReading } from './contactList';
import type { ContactOptions } from './contacts';
import { entriesOf, ID_LENGTH, idHash, VALUE_LENGTH, valueHash, withPrints } from './fingerprints';
import { askRoom, type PageRead, type Reading, type TriggerEvent } from './protocol';
import { rules } from './seams';
import { convertFingerprint, emptied, UNKNOWN, valueAt } from './watched';

/** What can be compared of a contact, by the fields of a contact in the contract: not what changes by itself, as its picture's address and its count of conversations do. */
export const CONTACT_FIELDS = ['name', 'email', 'company', 'website', 'job_title', 'address', 'notes'];

export interface ContactChangesState {
	/** The fields that are compared. */
	names: string[];
	/** Each contact's hash and those of its fields, packed. */
	prints: string;
}

export interface ContactChangesOptions extends ContactOptions {
	contactFields: string[];
	/** Where contacts are told as new too: the hashes of all who are not to be any more. */
	known?: Set<string>;
}

/**
 * Changes of contacts, each compared with how it looked before. The whole list is read every time, because it has no order
 * that the specification shows. Times are not looked at: where the list shows when a contact was updated, a message may count as
 * that. A contact that was not seen before begins as it is. What there is no room to tell stays as it was, and the next poll
 * finds it again: a reading that held it in memory would not look at those who come meanwhile. Where contacts are told as new
 * too, nobody is told as changed before that.
 *
 * @throws {TooManyContacts}
 */
export function* contactUpdated(
	old: ContactChangesState | undefined,
	{ contactFields, known, size, sharers = 1 }: ContactChangesOptions,
): Reading<ContactChangesState> {
	const reading = new ContactChanges(old, contactFields, known, ROOM_FOR_CONTACTS / sharers);
	if ((yield* readContacts(reading, size)) === 'unread') return { events: [], state: reading.soFar() };
	const found = reading.changed();
	const { room } = yield* askRoom(found.length);
	return { events: reading.tell(found.slice(0, room), found), state: reading.soFar() };
}

/** A state with fingerprints of other fields: what was not compared before begins as it is at the next look. */
export function recompared(state: ContactChangesState, names: string[]): ContactChangesState {
	if (state.names.join() === names.join()) return state;
	return { names, prints: withPrints(state.prints, widthOf(state.names), convertFingerprint(state.names, names), ID_LENGTH) };
}

/** A contact that differs from what is remembered. */
interface Changed {
	hash: string;
	record: IDataObject;
	print: string;
	names: string[];
}

/** What one reading knows so far. */
class ContactChanges implements ListReading<ContactChangesState> {
	readonly most: number;
	readonly fields: number;
	private readonly prints = new Map<string, string>();
	private readonly listed = new Set<string>();
	private readonly found = new Map<string, Changed>();

	/** @param room in bytes */
	constructor(
		old: ContactChangesState | undefined,
		private readonly names: string[],
		private readonly known: Set<string> | undefined,
		room: number,
	) {
		const width = ID_LENGTH + widthOf(names);
		this.fields = names.length;
		this.most = Math.floor(room / width);
		for (const entry of entriesOf(old?.prints ?? '', width)) this.prints.set(entry.slice(0, ID_LENGTH), entry.slice(ID_LENGTH));
	}

	take({ records }: PageRead): void {
		for (const record of records) this.look(record);
	}

	ended(): void {}

	/** Those that differ and may be told, who was told longest ago first. */
	changed(): Changed[] {
		const places = new Map([...this.prints.keys()].map((hash, place) => [hash, place]));
		const found = [...this.found.values()].filter(({ hash }) => this.known?.has(hash) ?? true);
		return found.sort((a, b) => places.get(a.hash)! - places.get(b.hash)!);
	}

	/** Those of `all` that are told now are remembered as they are told. */
	tell(now: Changed[], all: Changed[]): TriggerEvent[] {
		for (const { hash, print } of rules.remembered(now, all)) {
			this.prints.delete(hash);
			this.prints.set(hash, print);
		}
		return now.map(({ record, names }) => ({ record, changes: changesOf(record, names) }));
	}

	/** Who was deleted is forgotten when the room is needed. */
	soFar(): ContactChangesState {
		const fits = this.prints.size <= this.most;
		const kept = [...this.prints].filter(([hash]) => fits || this.listed.has(hash));
		if (kept.length > this.most) throw new TooManyContacts(this.most, this.fields);
		return { names: this.names, prints: kept.map(([hash, print]) => hash + print).join('') };
	}

	private look(record: IDataObject): void {
		const hash = idHash(record.id);
		const print = this.names.map((name) => valueHash(emptied(record[name]))).join('');
		const known = this.prints.get(hash);
		const names = this.names.filter((_, index) => this.hasChanged(known && valueAt(known, index), valueAt(print, index)));
		this.listed.add(hash);
		if (names.length > 0) this.found.set(hash, { hash, record, print, names });
		else {
			this.found.delete(hash);
			this.prints.set(hash, print);
		}
	}

	private hasChanged(was: string | undefined, is: string): boolean {
		return was === undefined ? rules.needsLookBefore(false) : rules.differs(was, is, UNKNOWN);
	}
}

/** How contacts look; what they were called is never remembered. */
export function changesOf(record: IDataObject, names: string[]): TriggerEvent['changes'] {
	return Object.fromEntries(names.map((name) => [name, { from: null, to: emptied(record[name]) }]));
}

function widthOf(names: string[]): number {
	return names.length * VALUE_LENGTH;
}
