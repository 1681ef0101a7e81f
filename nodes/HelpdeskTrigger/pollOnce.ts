import type { IDataObject } from 'n8n-workflow';

import { beginReading, type TriggerOptions } from './core/reading';
import { openState, STATE_VERSION, type SavedState } from './core/state';
import type { TriggerEvent } from './core/steps';
import { takeOn, type Came, type Reader } from './progress';
import type { Shelf } from './shelf';

export interface Poll {
	/** The node's static data; its key `state` is the trigger's. */
	staticData: IDataObject;
	options: TriggerOptions;
	shelf: Shelf;
	/** Tells this trigger from others on the shelf. */
	key: string;
	reader: Reader;
}

/**
 * One poll: takes the reading on and saves the state that belongs to what it emits. The state changes after
 * all requests have succeeded, at once and as a whole; a poll that fails or runs out of its share leaves it.
 *
 * @throws what the reader throws, and {NewerState}
 */
export async function pollOnce({ staticData, options, shelf, key, reader }: Poll): Promise<TriggerEvent[]> {
	const startFrom = options.startFrom === undefined ? null : new Date(options.startFrom).toISOString();
	const text = JSON.stringify(openState(staticData.state, options.event, startFrom) ?? null);
	const basis = (state: string) => state + JSON.stringify(options);
	const saved = JSON.parse(text) as SavedState | null;
	const progress = shelf.take(key, basis(text)) ?? { steps: beginReading(saved?.data, options) };
	let came: Came | undefined;
	try {
		came = await takeOn(progress, reader);
	} finally {
		if (!came && progress.isPaused) shelf.put(key, basis(text), progress);
	}
	if (!came) return [];
	const state: SavedState = { version: STATE_VERSION, event: options.event, startFrom, data: came.state };
	const newText = JSON.stringify(state);
	if (newText !== text) staticData.state = state as unknown as IDataObject;
	if (!came.isDone) shelf.put(key, basis(newText), progress);
	return came.events;
}
