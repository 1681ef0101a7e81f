import { IDataObject } from 'n8n-workflow';

import { InputError, isObject } from '../../../transport';
import { SavedTable } from './table';
import { SavedWaits } from './waits';

/** How far one inbox has been read. Times of the server, in ms. */
export interface Cursor {
	since: number;
	/** End of the first poll: earlier changes are the baseline. */
	begun: number;
	/** Conversations whose latest time is before this were read. */
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

/** Raise it with every change of the form, the forms of rows (table.ts) and waits (waits.ts) included. */
const STATE_VERSION = 1;

/**
 * By version, the step that returns a saved state in the form of the next version. A column with a new meaning needs
 * no step but a new name: it begins as unknown.
 */
export const STATE_STEPS: Record<number, (saved: IDataObject) => IDataObject> = {};

/** Throws {InputError} for a state of a newer version or a damaged one: a new state would lose or repeat events. */
export function openState(saved: unknown): State {
	if (saved === undefined) return { version: STATE_VERSION, startFrom: '', inboxes: {}, values: {}, waits: {} };
	const state = isObject(saved) ? inThisVersion(saved) : {};
	const isWhole =
		state.version === STATE_VERSION &&
		[state.inboxes, state.values, state.waits].every(isObject) &&
		[state.conversations, state.contacts].every((table) => table === undefined || isTable(table));
	if (isWhole) return state as unknown as State;
	if (Number(state.version) > STATE_VERSION)
		throw new InputError(
			"The trigger's state was saved by a newer version of the package",
			'Update the package: the trigger then continues where it stopped.',
		);
	throw new InputError(
		"The trigger's saved state cannot be read",
		'Duplicate this node and delete the old one. The new node starts when you publish.',
	);
}

function inThisVersion(saved: IDataObject) {
	let state = saved;
	for (let version = Number(saved.version); version < STATE_VERSION && STATE_STEPS[version]; version += 1)
		state = { ...STATE_STEPS[version]!(state), version: version + 1 };
	return state;
}

function isTable(table: unknown) {
	return (
		isObject(table) &&
		Array.isArray(table.columns) &&
		typeof table.rows === 'string' &&
		typeof table.forgotten === 'number'
	);
}
