import type { IDataObject } from 'n8n-workflow';

import { beginReading, type TriggerOptions } from '../core/reading';
import { openState, STATE_VERSION, type SavedState } from '../core/state';
import type { TriggerEvent } from '../core/steps';
import { takeOn, type Came, type Reader } from './progress';
import type { Shelf } from './shelf';

/** How the trigger began, in the static data beside the state. */
interface Begun {
	event: string;
	/** Ms; null means from then on. */
	startFrom: number | null;
}

export interface Poll {
	/** The node's static data; the keys `state` and `begun` are the trigger's. */
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
 * @throws what the reader throws, and {UnreadableState}
 */
export async function pollOnce({ staticData, options: entered, shelf, key, reader }: Poll): Promise<TriggerEvent[]> {
	const { event } = entered;
	const options = { ...entered, startFrom: startOf(staticData, event, entered.startFrom) };
	const text = JSON.stringify(openState(staticData.state, event) ?? null);
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
	const state: SavedState = { version: STATE_VERSION, event, data: came.state };
	const newText = JSON.stringify(state);
	if (newText !== text) staticData.state = state as unknown as IDataObject;
	if (!came.isDone) shelf.put(key, basis(newText), progress);
	return came.events;
}

/**
 * From when on things count, as it was when the trigger first ran with this event: an expression such as
 * "yesterday" must not start it anew at every poll.
 */
function startOf(staticData: IDataObject, event: string, entered: number | undefined): number | undefined {
	const begun = staticData.begun as Begun | undefined;
	if (begun?.event === event) return begun.startFrom ?? undefined;
	staticData.begun = { event, startFrom: entered ?? null } satisfies Begun;
	return entered;
}

/**
 * "From now on" is the server's now, also when all that its first answer said was that it is out of order.
 *
 * @param now the server's time in ms, where it was heard
 */
export function beginAt(staticData: IDataObject, now: number | undefined): void {
	const begun = staticData.begun as Begun | undefined;
	if (now === undefined || staticData.state !== undefined || !begun || begun.startFrom !== null) return;
	staticData.begun = { ...begun, startFrom: now };
}
