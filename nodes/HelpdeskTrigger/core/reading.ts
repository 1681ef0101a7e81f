import { contactCreated, type ContactState } from './contactCreated';
import { conversationCreated, type CreatedOptions } from './conversationCreated';
import type { CreatedState } from './createdState';
import { customerMessages } from './customerMessages';
import type { Steps } from './steps';
import { updatedFields } from './updatedFields';
import { watch } from './watch';
import type { WatchOptions, WatchState } from './watchState';

/** Specification, Limits: the maximum of per-page. */
export const MOST_PER_PAGE = 100;

export type EventName = 'conversationCreated' | 'conversationUpdated' | 'customerMessage' | 'contactCreated';

/** Records of a backlog held in memory between polls: some megabytes. */
export const MOST_HELD = 2_000;

/** What the user chose. Times in ms. */
export interface TriggerOptions extends CreatedOptions, WatchOptions {
	event: EventName;
	watchFields: string[];
	/** Values that stand for a contact as the author of a message. */
	customerMarks: string[];
}

/** Begins a reading of what was chosen, from the state that an earlier one gave out. */
export function beginReading(data: unknown, options: TriggerOptions): Steps<unknown> {
	switch (options.event) {
		case 'conversationCreated':
			return conversationCreated(data as CreatedState | undefined, options);
		case 'conversationUpdated':
			return watch(data as WatchState | undefined, updatedFields(options.watchFields), options);
		case 'customerMessage':
			return watch(data as WatchState | undefined, customerMessages(options.customerMarks), options);
		case 'contactCreated':
			return contactCreated(data as ContactState | undefined, options);
	}
}
