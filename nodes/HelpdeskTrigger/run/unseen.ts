import type { IDataObject } from 'n8n-workflow';

import { showsAuthor } from '../../shared/lastMessage';
import type { TriggerOptions } from '../core/state';
import type { ReachedEvent } from '../core/views';

/** What an event needs in the records of a listing, in words, and how to see that it is there. */
interface Need {
	event: string;
	what: string;
	isShown(record: IDataObject): boolean;
}

const has = (field: string) => (record: IDataObject) => field in record;

const TAGS = { what: 'tags', isShown: has('tags') };
const SNOOZED = { what: 'whether a conversation is snoozed', isShown: has('is_snoozed') };
const AUTHOR = { what: 'who wrote last', isShown: showsAuthor };

/** The specification shows no tags in listings, and leaves open who is named where. An assignee may be absent where there is none. */
const NEEDS: Partial<Record<ReachedEvent, Need>> = {
	customFieldBecame: { event: 'Custom Field Becomes', what: 'custom fields', isShown: has('custom_field_values') },
	customerWaiting: { event: 'Customer Waiting', ...AUTHOR },
	markedAsSpam: { event: 'Marked as Spam', what: 'whether a conversation is spam', isShown: has('is_spam') },
	noteAdded: {
		event: 'Note Added',
		what: 'the kind of the last message',
		isShown: ({ last_message: message }) => ((message ?? {}) as IDataObject).record_type !== undefined,
	},
	priorityBecame: { event: 'Priority Becomes', what: 'priorities', isShown: has('priority') },
	snoozed: { event: 'Snoozed', ...SNOOZED },
	statusBecame: { event: 'Status Becomes', what: 'statuses', isShown: has('status') },
	tagAdded: { event: 'Tag Added', ...TAGS },
	tagRemoved: { event: 'Tag Removed', ...TAGS },
	teammateReplied: { event: 'Teammate Replied', ...AUTHOR },
	woken: { event: 'Woken', ...SNOOZED },
};

/** How contacts' fields are called, where a text speaks of several contacts. */
const CONTACT_WORDS: Record<string, string> = {
	name: 'names',
	email: 'e-mail addresses',
	company: 'companies',
	website: 'websites',
	job_title: 'job titles',
	address: 'addresses',
	notes: 'notes',
};

/** Events that can never be told, because no record of the listing shows what they need. */
export class UnseenEvents extends Error {
	readonly description: string;

	constructor(message: string, where: string) {
		super(message);
		this.description = `Take it away, or use something else that your helpdesk sends. If it sends it only where there is something to send, see to it that ${where} has it, and try again.`;
	}
}

/** Gathers from the records of a listing which of the chosen events can be seen, and which fields of contacts. */
export class Sightings {
	private readonly missing: Set<ReachedEvent>;
	private readonly missingFields: Set<string>;
	private readonly records = { conversations: 0, contacts: 0 };

	constructor(readings: Array<Pick<TriggerOptions, 'event' | 'reached' | 'contactFields'>>) {
		this.missing = new Set(readings.flatMap(({ reached }) => reached?.events ?? []).filter((event) => event in NEEDS));
		this.missingFields = new Set(readings.flatMap(({ event, contactFields }) => (event === 'contactUpdated' ? contactFields : [])));
	}

	look(records: IDataObject[], areContacts = false): void {
		this.records[areContacts ? 'contacts' : 'conversations'] += records.length;
		if (areContacts) for (const field of this.missingFields) if (records.some(has(field))) this.missingFields.delete(field);
		if (areContacts) return;
		for (const event of this.missing) if (records.some((record) => NEEDS[event]!.isShown(record))) this.missing.delete(event);
	}

	/** Undefined where all can be seen, or nothing was there to look at. */
	get unseen(): UnseenEvents | undefined {
		const [event] = this.missing;
		const [field] = this.missingFields;
		if (this.records.contacts > 0 && field !== undefined)
			return new UnseenEvents(
				`Your helpdesk does not send ${CONTACT_WORDS[field]} in its list of contacts: Contact Updated cannot see that they change`,
				'a contact',
			);
		if (this.records.conversations === 0 || event === undefined) return undefined;
		const { what, event: name } = NEEDS[event]!;
		return new UnseenEvents(`Your helpdesk does not send ${what} in its lists: ${name} cannot be seen`, 'one of the newest 100 conversations');
	}
}
