import { PageError } from '../../../transport';
import type { AcceptedPageSize } from './paging';
import { ask, type Asking, type PageRead } from './protocol';
import { rules } from './seams';

/** What contacts may take in the state, in bytes. */
export const ROOM_FOR_CONTACTS = 240_000;

/** The list is longer than what can be remembered. */
export class TooManyContacts extends Error {
	readonly description: string;

	/** @param fields how many of each are compared; absent where the ID alone counts */
	constructor(most: number, fields?: number) {
		const ofFields = fields === undefined ? '' : ` with ${fields} ${fields === 1 ? 'field' : 'fields'}`;
		super(`The trigger can watch at most ${most} contacts${ofFields}`);
		this.description =
			'The list of contacts shows no certain order, so each of them has to be remembered. ' +
			`${fields === undefined ? 'Read' : 'Choose fewer fields, or one event of contacts only. Or read'} the contacts with Get Many on a schedule instead.`;
	}
}

/** A reading that takes in the list of contacts. */
export interface ListReading<State> {
	/** Contacts that can be remembered. */
	most: number;
	/** How many fields of each are compared, where it is not the ID alone. */
	fields?: number;
	take(page: PageRead): void;
	/** The end of the list came after so many places. */
	ended(places: number): void;
	/** What is kept where the poll ends before the reading. */
	soFar(): State;
}

/**
 * Reads the list of contacts once, whatever size its pages have, and tells how many pages it has.
 *
 * @throws {TooManyContacts}
 * @throws {PageError}
 */
export function* readContacts<State>(reading: ListReading<State>, size: AcceptedPageSize): Asking<State, number | 'unread'> {
	let perPage = size.most;
	let restarts = 0;
	let places = 0;
	for (let page = 1; ; page += 1) {
		const reply = yield* ask({ page, perPage }, () => reading.soFar());
		if (reply === 'unread' || reply === 'noShare') return 'unread';
		const isOther = reply === 'tooLarge' || (page > 1 && reply.perPage !== perPage);
		if (isOther) {
			restarts += 1;
			if (restarts > 10) throw new PageError('the size of the pages changes from page to page');
			if (reply !== 'tooLarge') size.learn(perPage, reply.perPage);
			perPage = size.most;
			page = places = 0;
			continue;
		}
		size.learn(perPage, reply.perPage);
		perPage = reply.perPage;
		if ((reply.lastPage - 1) * perPage > reading.most) throw new TooManyContacts(reading.most, reading.fields);
		reading.take(reply);
		places += reply.records.length;
		if (!rules.isLastPage(page, reply.lastPage)) continue;
		reading.ended(places);
		return page;
	}
}
