import type { IDataObject } from 'n8n-workflow';

import { showsAuthor } from '../../shared/lastMessage';
import type { TriggerOptions } from '../core/state';
import type { ReachedEvent, ReachedOptions } from '../core/views';

/** What an event needs in the records of a listing, in words, and how to see that it is there. */
interface Need {
	event: string;
	what: string;
	isShown(record: IDataObject): boolean;
	/** Whether a record that does not show it says that it is not sent. */
	isAsked?(record: IDataObject): boolean;
	/** Nobody may have put it anywhere yet, in a helpdesk that sends it: then a person who activates the trigger is not kept from it. */
	mayBeNowhere?: true;
}

const has = (field: string) => (record: IDataObject) => field in record;
const customFields = ({ custom_field_values: fields }: IDataObject) => (fields ?? {}) as IDataObject;

const TAGS = { what: 'tags', isShown: has('tags') };
const SNOOZED = { what: 'whether a conversation is snoozed', isShown: has('is_snoozed') };
const AUTHOR = { what: 'who wrote last', isShown: showsAuthor };
const PRIORITY = { what: 'priorities', isShown: has('priority') };
const STATUS = { what: 'statuses', isShown: has('status') };

/** The specification shows no tags in listings, and leaves open who is named where, and how it looks where there is no assignee. */
const NEEDS: Partial<Record<ReachedEvent, Need>> = {
	assigned: { event: 'Assigned', what: 'assignees', isShown: has('assignable_id'), mayBeNowhere: true },
	customFieldBecame: { event: 'Custom Field Becomes', what: 'custom fields', isShown: has('custom_field_values') },
	customerWaiting: { event: 'Customer Waiting', ...AUTHOR },
	markedAsSpam: { event: 'Marked as Spam', what: 'whether a conversation is spam', isShown: has('is_spam') },
	noteAdded: {
		event: 'Note Added',
		what: 'the kind of the last message',
		isShown: ({ last_message: message }) => ((message ?? {}) as IDataObject).record_type !== undefined,
	},
	priorityBecame: { event: 'Priority Becomes', ...PRIORITY },
	snoozed: { event: 'Snoozed', ...SNOOZED },
	statusBecame: { event: 'Status Becomes', ...STATUS },
	tagAdded: { event: 'Tag Added', ...TAGS },
	tagRemoved: { event: 'Tag Removed', ...TAGS },
	teammateReplied: { event: 'Teammate Replied', ...AUTHOR },
	woken: { event: 'Woken', ...SNOOZED },
};

/** One whose name is not written as the helpdesk writes it: only records that show others say so. */
const namedField = (name: string): Need => ({
	event: 'Custom Field Becomes',
	what: `the custom field '${name}'`,
	isShown: (record) => name in customFields(record),
	isAsked: (record) => Object.keys(customFields(record)).length > 0,
});

/** What Conversation Updated watches and a helpdesk may not send. A subject it sends, an assignee may be nowhere, and Any is whatever it sends. */
const WATCHED: Record<string, Pick<Need, 'what' | 'isShown'>> = { priority: PRIORITY, status: STATUS, tags: TAGS };

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

/** An event that can never be told, because no record of the listing shows what it needs. */
export class UnseenEvents extends Error {
	readonly description: string;

	/** @param isSure a helpdesk that sends it shows it */
	constructor(
		message: string,
		where: string,
		readonly isSure: boolean,
		isActive: boolean,
	) {
		super(message);
		const instead = 'ake it away, or use something else that your helpdesk sends, written in the same way.';
		this.description = isActive
			? `The trigger goes on, and says this once. If your helpdesk sends it only where there is something to send, nothing is wrong. Otherwise t${instead}`
			: `T${instead} If it sends it only where there is something to send, see to it that ${where} has it, and try again.`;
	}
}

/** Something that no record has shown so far. */
interface Missing {
	areContacts: boolean;
	where: string;
	message: string;
	isSure: boolean;
	isShown(record: IDataObject): boolean;
	isAsked(record: IDataObject): boolean;
}

/** Gathers from the records of listings which of the chosen events can be seen, and which fields of contacts. */
export class Sightings {
	private missing: Missing[];
	/** Of what is missing, what records were there to show. */
	private readonly asked = new Set<Missing>();

	constructor(readings: Array<Pick<TriggerOptions, 'event' | 'reached' | 'contactFields' | 'watchFields'>>) {
		this.missing = readings.flatMap(({ event, reached, contactFields, watchFields }) => {
			if (reached) return missingOf(reached);
			if (event === 'contactUpdated') return contactFields.map(missingField);
			if (event === 'customerMessage') return [missing({ event: 'Customer Message', ...AUTHOR })];
			return event === 'conversationUpdated' ? missingChanges(watchFields) : [];
		});
	}

	look(records: IDataObject[], areContacts = false): void {
		const ofThese = this.missing.filter((each) => each.areContacts === areContacts);
		for (const each of ofThese) if (records.some((record) => each.isAsked(record))) this.asked.add(each);
		this.missing = this.missing.filter((each) => !ofThese.includes(each) || !records.some((record) => each.isShown(record)));
	}

	/**
	 * What cannot be seen, each once; undefined where all can be, or nothing was there to look at.
	 *
	 * @param isActive the trigger goes on all the same
	 */
	take(isActive = false): UnseenEvents | undefined {
		const first = this.missing.find((each) => this.asked.has(each));
		this.missing = this.missing.filter((each) => each !== first);
		return first && new UnseenEvents(first.message, first.where, first.isSure, isActive);
	}
}

function missingField(field: string): Missing {
	return {
		areContacts: true,
		where: 'a contact',
		message: `Your helpdesk does not send ${CONTACT_WORDS[field]} in its list of contacts: Contact Updated cannot see that they change`,
		isSure: true,
		isShown: has(field),
		isAsked: () => true,
	};
}

function missingOf(chosen: ReachedOptions): Missing[] {
	const needs = chosen.events.flatMap((event) => NEEDS[event] ?? []);
	if (chosen.events.includes('customFieldBecame')) needs.push(namedField(chosen.customField));
	return needs.map((need) => missing(need));
}

/** Where Conversation Updated can see some of what is watched, nothing is missing: a tag is one of several things then. */
function missingChanges(watchFields: string[]): Missing[] {
	const watched = watchFields.flatMap((name) => WATCHED[name] ?? []);
	if (watched.length === 0 || watched.length < watchFields.length) return [];
	const what = watched.map((each) => each.what).join(' or ');
	const isShown = (record: IDataObject) => watched.some((each) => each.isShown(record));
	return [missing({ event: 'Conversation Updated', what, isShown }, 'cannot see that they change')];
}

function missing({ event, what, isShown, isAsked = () => true, mayBeNowhere }: Need, why = 'cannot be seen'): Missing {
	return {
		areContacts: false,
		where: 'one of the newest 100 conversations',
		message: `Your helpdesk does not send ${what} in its lists: ${event} ${why}`,
		isSure: !mayBeNowhere,
		isShown,
		isAsked,
	};
}
