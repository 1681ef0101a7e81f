import { IDataObject } from 'n8n-workflow';

import { InputError, isObject } from '../../../transport';
import { inWords, lastMessageAt, RecordTest, ThreadEntry, waitFigures, normal } from '../../shared';
import { COLUMNS, createdAt, emptied, MESSAGE_COLUMNS, tagsOf, touchedAt, WATCHABLE, Tag } from './columns';
import { WaitOptions } from './waits';

/** The user's choices. Texts have the form of `normal`. An empty list means any. */
export interface EventChoices {
	events: EventName[];
	watchFields: string[];
	statuses: string[];
	priorities: string[];
	assignedTo: 'anybody' | 'me' | 'teammates' | 'nobody';
	teammateIds: string[];
	tags: string[];
	customField: string;
	customFieldValues: string[];
	contactFields: string[];
	isWanted?: RecordTest;
	emitsUnknown: boolean;
	wait: WaitOptions;
	isTestRun?: boolean;
}

/** A message or note that the table's snapshot does not have. */
export interface NewMessage extends Pick<ThreadEntry, 'kind' | 'writer'> {
	/** The message's fields, if it comes from the thread. */
	fields?: IDataObject;
}

/** A conversation or contact, compared with the table's snapshot. */
export interface Change {
	record: IDataObject;
	/** Created since the trigger began, and seen for the first time. */
	isNew: boolean;
	/** Returns whether a column differs from the snapshot. Without a snapshot: whether it has a value. */
	differs(column: string): boolean;
	/** Returns the snapshot's value; null if unknown. */
	before(column: string): unknown;
	isKnown(column: string): boolean;
	messages: NewMessage[];
	now: number;
	/** Start of a wait that is too long, in ms. */
	waitsSince?: number;
}

/** A field that a helpdesk may not list. Without it the activation fails, because the event would never be emitted. */
interface Need {
	what: string;
	isShown(record: IDataObject, choices: EventChoices): boolean;
}

interface TriggerEvent {
	description: string;
	/** How late the event may be. Default: the next poll that reads the conversation. */
	delay?: string;
	columns(choices: EventChoices): string[];
	/** Returns the additional fields of each item; an empty list without the event. */
	emit(change: Change, choices: EventChoices): IDataObject[];
	/** Returns the event's time (ms). Default: the latest time in the record. */
	at?(record: IDataObject, now: number): number | undefined;
	needs?: Need;
}

type OfColumns = Pick<TriggerEvent, 'columns' | 'emit'>;

function reached(column: string, wanted: (choices: EventChoices) => string[] = () => []): OfColumns {
	return {
		columns: () => [column],
		emit: ({ record, differs, before }, choices) => {
			const to = COLUMNS[column]!(record, choices).value;
			const list = wanted(choices);
			const isWanted = to !== null && to !== false && (list.length === 0 || list.includes(normal(String(to))));
			return differs(column) && isWanted ? [{ from: before(column), to } as IDataObject] : [];
		},
	};
}

/** Emitted when a column leaves a value that an earlier poll has seen. */
function left(column: string, isLeft: (to: unknown, from: unknown) => boolean = () => true): OfColumns {
	return {
		columns: () => [column],
		emit: ({ record, differs, before, isKnown }, choices) => {
			const to = COLUMNS[column]!(record, choices).value;
			const from = before(column);
			return isKnown(column) && differs(column) && isLeft(to, from) ? [{ from, to } as IDataObject] : [];
		},
	};
}

function written(isWanted: (message: NewMessage) => boolean): OfColumns & Pick<TriggerEvent, 'at'> {
	return {
		columns: () => MESSAGE_COLUMNS,
		at: lastMessageAt,
		emit: ({ messages }) => messages.filter(isWanted).map(({ fields = {} }) => fields),
	};
}

function tagged(added: boolean): OfColumns & Pick<TriggerEvent, 'needs'> {
	return {
		columns: () => ['tags'],
		emit: ({ record, differs, before }, { tags: wanted }) => {
			if (!differs('tags')) return [];
			const [is, was] = [tagsOf(record.tags), (before('tags') ?? []) as Tag[]];
			const [more, less] = added ? [is, was] : [was, is];
			const tags = more.filter(([id]) => !less.some(([other]) => other === id));
			const counting = tags.filter(
				(tag) => wanted.length === 0 || tag.some((text) => wanted.includes(normal(text))),
			);
			return counting.map(([, name]) => ({ from: null, to: null, [added ? 'to' : 'from']: name }));
		},
		needs: needOf('tags', 'tags'),
	};
}

function needOf(field: string, what: string): Need {
	return { what, isShown: (record) => field in record };
}

const CREATED = {
	delay: 'next poll',
	columns: () => [],
	emit: ({ isNew }) => (isNew ? [{}] : []),
	at: createdAt,
} satisfies Partial<TriggerEvent>;

const SNOOZED = needOf('is_snoozed', 'whether a conversation is snoozed');

const toSomebody = reached('assignee', ({ teammateIds }) => teammateIds);
const toNobody = left('assignee', (to) => to === null);

/** Workflows store the keys. Editor, documentation and tests use this list. */
const EVENTS = {
	contactCreated: {
		description: 'A contact is new. A poll reads up to 10,000 contacts.',
		...CREATED,
	},
	contactUpdated: {
		description: 'A chosen field of a contact changes. A poll reads up to 10,000 contacts.',
		delay: 'next poll',
		columns: ({ contactFields }) => contactFields,
		emit: ({ record, differs, isKnown }, { contactFields }) => {
			const changed = contactFields.filter((name) => isKnown(name) && differs(name));
			const changes = Object.fromEntries(
				changed.map((name) => [name, { from: null, to: emptied(record[name]) }]),
			) as IDataObject;
			return changed.length > 0 ? [{ changes }] : [];
		},
		needs: {
			what: 'the chosen contact fields',
			isShown: (record, { contactFields }) => contactFields.every((name) => name in record),
		},
	},
	conversationAssigned: {
		description: 'A conversation is assigned, or unassigned (Nobody)',
		columns: () => ['assignee'],
		emit: (change, choices) => (choices.assignedTo === 'nobody' ? toNobody : toSomebody).emit(change, choices),
	},
	conversationCreated: {
		description: 'A conversation is new',
		...CREATED,
	},
	conversationMoved: {
		description: 'A conversation moves from one of the chosen inboxes to another',
		...left('inbox'),
	},
	conversationSnoozed: {
		description: 'A conversation is snoozed',
		...reached('snoozed'),
		needs: SNOOZED,
	},
	conversationUpdated: {
		description: 'A watched field of a conversation changes',
		columns: watchedColumns,
		emit: changesOf,
		needs: {
			what: 'the watched fields',
			isShown: (record, { watchFields }) => {
				const names = watchFields.filter((name) => name in record);
				return names.length > 0 || watchFields.some((name) => !['status', 'priority', 'tags'].includes(name));
			},
		},
	},
	customFieldChangedTo: {
		description: 'A custom field of a conversation gets a value',
		...reached('field', ({ customFieldValues }) => customFieldValues),
		needs: {
			what: 'this custom field',
			isShown: ({ custom_field_values: fields }, { customField }) =>
				isObject(fields) && (customField in fields || Object.keys(fields).length === 0),
		},
	},
	customerMessage: {
		description: 'A customer writes',
		...written(({ kind, writer }) => kind === 'message' && writer === 'customer'),
	},
	customerWaiting: {
		description: 'A customer has waited for a reply for the time that you set',
		delay: 'the first poll after the time is over',
		columns: () => ['waiting', 'settled'],
		emit: ({ differs, waitsSince, now }, { wait }) =>
			waitsSince !== undefined && differs('waiting') ? [waitFigures(waitsSince, now, wait)] : [],
	},
	markedAsSpam: {
		description: 'A conversation is marked as spam',
		...reached('spam'),
		needs: needOf('is_spam', 'whether a conversation is spam'),
	},
	noteAdded: {
		description: 'A teammate adds a note',
		...written(({ kind }) => kind === 'note'),
		needs: {
			what: 'the kind of the last message',
			isShown: ({ last_message: message }) => isObject(message) && message.record_type !== undefined,
		},
	},
	priorityChangedTo: {
		description: 'A conversation gets one of the chosen priorities',
		...reached('priority', ({ priorities }) => priorities),
		needs: needOf('priority', 'priorities'),
	},
	snoozeEnded: {
		description: 'A snoozed conversation comes back',
		...left('snoozed', (to) => to === false),
		needs: SNOOZED,
	},
	statusChangedTo: {
		description: 'A conversation gets one of the chosen statuses',
		...reached('status', ({ statuses }) => statuses),
		needs: needOf('status', 'statuses'),
	},
	tagAdded: {
		description: 'A conversation gets a tag. Works only if your helpdesk shows tags in its lists.',
		...tagged(true),
	},
	tagRemoved: {
		description: 'A conversation loses a tag. Works only if your helpdesk shows tags in its lists.',
		...tagged(false),
	},
	teammateReplied: {
		description: 'A teammate replies to a customer',
		...written(({ kind, writer }) => kind === 'message' && writer === 'teammate'),
	},
} satisfies Record<string, TriggerEvent>;

export type EventName = keyof typeof EVENTS;

export const eventOf = (name: EventName): TriggerEvent => EVENTS[name];

export const shownName = (name: EventName) => inWords(name).replace(' As ', ' as ');

export const EVENT_NAMES = Object.keys(EVENTS) as EventName[];

export const isOfContacts = (event: string) => event.startsWith('contact');

export function columnsOf(choices: EventChoices) {
	const events = choices.events.filter((event) => !isOfContacts(event));
	return [...new Set(events.flatMap((event) => eventOf(event).columns(choices)))].sort();
}

function watchedColumns({ watchFields }: EventChoices) {
	if (watchFields.includes('any')) return [...WATCHABLE, 'other'];
	return WATCHABLE.filter((name) => watchFields.includes(name));
}

/** A helpdesk may itself update a conversation within this time after its creation. */
const STILL_NEW_MS = 1_000;

function changesOf({ record, isNew, differs, before, now }: Change, choices: EventChoices): IDataObject[] {
	const isUntouched = touchedAt(record, now) <= createdAt(record) + STILL_NEW_MS;
	if (isNew && (isUntouched || !choices.emitsUnknown)) return [];
	const isFirstSubject = isNew && (!record.updated_subject || record.updated_subject === record.subject);
	const names = watchedColumns(choices).filter((name) => differs(name) && !(name === 'subject' && isFirstSubject));
	if (names.length === 0) return [];
	const changeOf = (name: string) => {
		const from = before(name);
		if (name === 'tags')
			return { from: Array.isArray(from) ? idsIn(from as Tag[]) : from, to: idsIn(tagsOf(record.tags)) };
		return { from, to: name === 'other' ? null : COLUMNS[name]!(record, choices).value };
	};
	return [{ changes: Object.fromEntries(names.map((name) => [name, changeOf(name)])) as IDataObject }];
}

const idsIn = (tags: Tag[]) => tags.map(([id]) => id);

const WHAT_TO_DO =
	'Remove the event, or choose another field. If the lists contain the field only with a value, set it in one of ' +
	'the newest 100 conversations, and try again.';

/** Returns an error for the first event whose field no record shows. */
export function unseenEvent(records: IDataObject[], contacts: IDataObject[], choices: EventChoices) {
	for (const event of choices.events) {
		const { needs } = eventOf(event);
		const read = isOfContacts(event) ? contacts : records;
		if (needs && read.length > 0 && !read.some((record) => needs.isShown(record, choices)))
			return new InputError(
				`Your helpdesk's lists do not show ${needs.what}: '${shownName(event)}' cannot fire`,
				WHAT_TO_DO,
			);
	}
	return undefined;
}
