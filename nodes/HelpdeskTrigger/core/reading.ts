import { watch, type WatchOptions } from './changes';
import { rewatched, type WatchState } from './changesState';
import { contactCreated, type ContactState } from './contacts';
import { conversationCreated, type CreatedOptions } from './created';
import type { CreatedState } from './createdState';
import type { PageSize } from './paging';
import type { Reading } from './protocol';
import { customerMessages, watchedFields } from './watched';

export type EventName = 'conversationCreated' | 'conversationUpdated' | 'customerMessage' | 'contactCreated';

/** Records of a backlog held in memory between polls: some megabytes. */
export const MOST_HELD = 2_000;

/** What the user chose. Times in ms. */
export interface TriggerOptions extends Omit<CreatedOptions & WatchOptions, 'size'> {
	event: EventName;
	watchFields: string[];
	/** Values that stand for a contact as the author of a message. */
	customerMarks: string[];
}

/** Begins a reading of what was chosen, from the state that an earlier one gave out. */
export function beginReading(part: object | undefined, chosen: TriggerOptions, size: PageSize): Reading<object> {
	const options = { ...chosen, size };
	switch (options.event) {
		case 'conversationCreated':
			return conversationCreated(part as CreatedState | undefined, options);
		case 'conversationUpdated':
			return watch(part as WatchState | undefined, watchedFields(options.watchFields), options);
		case 'customerMessage':
			return watch(part as WatchState | undefined, customerMessages(options.customerMarks), { ...options, tellsUnknown: true });
		case 'contactCreated':
			return contactCreated(part as ContactState | undefined, options);
	}
}

/**
 * What was saved, as far as what is chosen now goes on from it: an inbox or a field that was left out begins anew,
 * also where nothing could be read meanwhile. The very same object where all of it does.
 */
export function goingOn(part: object | undefined, { event, inboxIds, watchFields }: TriggerOptions): object | undefined {
	if (!part || event === 'contactCreated') return part;
	const { inboxes } = part as WatchState | CreatedState;
	const left = Object.entries(inboxes).filter(([inboxId]) => inboxIds.includes(inboxId));
	const kept = left.length === Object.keys(inboxes).length ? part : { ...part, inboxes: Object.fromEntries<object>(left) };
	return event === 'conversationUpdated' ? rewatched(kept as WatchState, watchedFields(watchFields)) : kept;
}
