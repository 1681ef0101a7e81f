import { entriesOf, ID_LENGTH, idHash } from './shortHash';
import { read, type Steps, type TriggerEvent } from './steps';

/** The longest list of contacts that fits into the state, at 8 bytes an id: 240 KB. */
export const MOST_CONTACTS = 30_000;

export interface ContactState {
	/** The ids of all contacts that are known, packed. */
	known: string;
}

export interface ContactOptions {
	maxEvents: number;
	perPage: number;
}

/** The list is longer than what can be remembered. */
export class TooManyContacts extends Error {
	readonly description = 'The list of contacts shows neither order nor time, so every ID has to be remembered. Read the contacts with Get Many on a schedule instead.';

	constructor() {
		super(`The trigger can watch at most ${MOST_CONTACTS} contacts`);
	}
}

/**
 * Every contact once, by its id: the list of contacts has no order and no timestamp that the specification
 * shows, so each reading goes over all of it. A contact that slips between two pages is found by the
 * next reading. The first reading only learns who is there.
 *
 * @throws {TooManyContacts}
 */
export function* contactCreated(old: ContactState | undefined, { maxEvents, perPage }: ContactOptions): Steps<ContactState> {
	const known = new Set(entriesOf(old?.known ?? '', ID_LENGTH));
	const listed = new Set<string>();
	const found = new Map<string, TriggerEvent>();
	for (let page = 1, lastPage = 1; page <= lastPage; page += 1) {
		const answer = yield* read<ContactState>({ page, perPage });
		if (answer === 'gone') break;
		lastPage = answer.lastPage;
		if ((lastPage - 1) * perPage > MOST_CONTACTS) throw new TooManyContacts();
		for (const record of answer.records) {
			const hash = idHash(record.id);
			listed.add(hash);
			if (!known.has(hash)) found.set(hash, { record });
		}
	}

	if (!old) return { events: [], state: packed(listed, listed) };
	const hashes = [...found.keys()];
	for (let at = 0; ; at += maxEvents) {
		const batch = hashes.slice(at, at + maxEvents);
		for (const hash of batch) known.add(hash);
		const events = batch.map((hash) => found.get(hash)!);
		const state = packed(known, listed);
		if (at + maxEvents >= hashes.length) return { events, state };
		yield { emit: events, state };
	}
}

/** Who was deleted is forgotten when the room is needed. */
function packed(known: Set<string>, listed: Set<string>): ContactState {
	const fits = known.size <= MOST_CONTACTS;
	const kept = [...known].filter((hash) => fits || listed.has(hash));
	if (kept.length > MOST_CONTACTS) throw new TooManyContacts();
	return { known: kept.join('') };
}
