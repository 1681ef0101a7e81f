import { watch, type WatchOptions, type WatchState } from './changes';
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
