import { InputError, isObject } from '../../../transport';
import type { SavedTable } from './table';
import type { SavedWaits } from './waits';

/** How far one inbox has been read. Times of the server, in ms. */
export interface Cursor {
	since: number;
	/** End of the first poll: earlier changes are the baseline. */
	begun: number;
	/** All conversations that changed before this time were read. */
	checkpoint: number;
	/** The sweep through older conversations: its position and beginning. */
	sweep: { at: number; began: number };
	/** True if a poll could not read all that is new, so the sweep reads as much as it can. */
	isBehind: boolean;
}

export interface SavedContacts extends SavedTable {
	since: number;
	page: number;
	isScanned: boolean;
	unknown: number;
}

/** Kept in the node's static data, under one key. */
export interface State {
	version: typeof STATE_VERSION;
	/** Start From as applied; empty for none. */
	startFrom: string;
	inboxes: Record<string, Cursor>;
	conversations?: SavedTable;
	values: Record<string, unknown>;
	waits: SavedWaits;
	contacts?: SavedContacts;
}

/**
 * If the form of the state, of a row (table.ts) or of a wait (waits.ts) changes, raise this number and convert saved
 * states in `openState`. A column with a new meaning only needs a new name: it begins as unknown.
 */
const STATE_VERSION = 1;

/** Throws {InputError} for a state of another version or a damaged one: a new state would lose or repeat events. */
export function openState(saved: unknown): State {
	if (saved === undefined) return { version: STATE_VERSION, startFrom: '', inboxes: {}, values: {}, waits: {} };
	const { version, inboxes, values, waits } = isObject(saved) ? saved : {};
	if (version === STATE_VERSION && [inboxes, values, waits].every(isObject)) return saved as State;
	if (Number(version) > STATE_VERSION)
		throw new InputError(
			"The trigger's state was saved by a newer version of the package",
			'Update the package: the trigger then continues where it stopped.',
		);
	throw new InputError(
		"The trigger's saved state cannot be read",
		'Duplicate this node and delete the old one. The new node starts when you publish.',
	);
}
