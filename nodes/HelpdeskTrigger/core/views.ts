import type { IDataObject } from 'n8n-workflow';

import { isNote, lastWriter, messageKey, normal } from '../../shared/lastMessage';
import { waitFigures } from '../../shared/waiting';
import { NOTHING, VALUE_LENGTH, valueHash, type ValueTable } from './fingerprints';
import type { TriggerEvent } from './protocol';
import { rules } from './seams';
import { timesOf, type Times } from './times';
import { added, OF_SETS, removed, tagsAfter, tagsOf } from './tags';
import { emptied, READERS, UNKNOWN, valueAt, type Watched } from './watched';
import { MAX_WAITS, Waits, type StoredWait, type WaitOptions } from './waits';

/** Events that ask for a state that was reached, in the words of the team. */
export const REACHED_EVENTS = [
	'assigned',
	'customerWaiting',
	'customFieldBecame',
	'inboxChanged',
	'markedAsSpam',
	'noteAdded',
	'priorityBecame',
	'snoozed',
	'statusBecame',
	'tagAdded',
	'tagRemoved',
	'teammateReplied',
	'woken',
] as const;
export type ReachedEvent = (typeof REACHED_EVENTS)[number];

/** What the user chose for them, as plain data; lists of texts are in the form of `normal`, and stand for any where they are empty. */
export interface ReachedOptions {
	events: ReachedEvent[];
	statuses: string[];
	priorities: string[];
	assignedTo: 'anybody' | 'teammates' | 'nobody';
	teammateIds: string[];
	/** By ID or by name. */
	tags: string[];
	/** By its name in custom_field_values. */
	customField: string;
	customFieldValues: string[];
	wait: WaitOptions;
}

/** How a column was and is. */
interface Sight {
	record: IDataObject;
	/** Whether it is known how it was. */
	isKnown: boolean;
	/** null where it held nothing, or the value is not remembered. */
	from: unknown;
	/** Hashes. */
	was: string;
	is: string;
	values: ValueTable;
	now: number;
}

/** What one event looks at. */
interface View {
	column: string;
	/** What was left needs a look before, and counts from that look also where all that was reached is told again. */
	needsLook?: boolean;
	/** What each item tells besides the record: one for each state that was reached. */
	reached(sight: Sight): IDataObject[];
}

/** The chosen events as what is watched in a conversation. */
export function reachedStates(options: ReachedOptions, stored?: StoredWait[]): Watched {
	const waits = new Waits(options.wait, stored);
	const all = viewsOf(options, waits);
	const views = options.events.map((event) => ({ event, ...all[event] }));
	const columns = columnsOf(options, waits);
	const names = Object.keys(columns)
		.filter((name) => views.some(({ column }) => column === name))
		.sort();
	return {
		names,
		width: names.length * VALUE_LENGTH,
		fingerprint: (record, values, times = timesOf(record), now = 0) => names.map((name) => columns[name]!(record, values, times, now)).join(''),
		changedAt: ({ latest }) => latest,
		differing: (before, now) => names.filter((_, index) => rules.differs(valueAt(before, index), valueAt(now, index), UNKNOWN)),
		valueOf: () => null,
		views: {
			waits: names.includes(WAITING) ? waits : undefined,
			besides: (names.includes(WAITING) ? MAX_WAITS : 0) + (names.includes(TAGS) ? OF_SETS : 0),
			isReachedSince: (name, record, { created, latest }, since) =>
				name === WAITING ? waits.isDueSince(record.id, since) : latest >= since && latest > created,
			afterSome: (told, record, was, values) =>
				told[0]!.told!.event === 'customerWaiting'
					? waits.keyAfter(record.id, told.length)
					: tagsAfter(told, { record, from: values.recall(was), values }, options.tags),
			tell: (record, changed, hashes, values, now) =>
				views
					.filter(({ column }) => changed.includes(column))
					.flatMap(({ event, column, reached, needsLook }): TriggerEvent[] => {
						const { is, ...before } = hashes(column);
						const was = needsLook ? before.seen : before.was;
						const sight = { record, was, is, isKnown: was !== UNKNOWN, from: values.recall(was), values, now };
						return rules.reached(event, reached(sight), was, is).map((more) => ({ record, told: { event, ...more } }));
					}),
		},
	};
}

/** The column of Customer Waiting: it holds the message that was told. */
export const WAITING = 'waiting';

const TAGS = 'tags';

type Column = (record: IDataObject, values: ValueTable, times: Times, now: number) => string;

/** How each column is read, as a hash. */
function columnsOf({ customField, customFieldValues, wait }: ReachedOptions, waits: Waits): Record<string, Column> {
	const field =
		(name: string): Column =>
		(record, values) =>
			values.learn(emptied(READERS[name]!(record)), true);
	const isKept = (value: unknown) => typeof value !== 'string' || customFieldValues.includes(normal(value));
	return {
		status: field('status'),
		priority: field('priority'),
		assignee: field('assignee'),
		[TAGS]: tagsOf,
		inbox: ({ inbox_id: id }, values) => values.learn(id, true),
		snoozed: ({ is_snoozed: is }) => valueHash(is === true),
		spam: ({ is_spam: is }) => valueHash(is === true),
		reply: (record) => valueHash(isReply(record, wait.marks) ? messageKey(record) : null),
		note: (record) => valueHash(isNote(record) ? messageKey(record) : null),
		[fieldColumn(customField)]: (record, values) => {
			const value = fieldOf(record, customField);
			// What a customer may have entered is known by its hash.
			return values.learn(value, isKept(value));
		},
		[WAITING]: (record, _, times, now) => waits.look(record, times, now) ?? NOTHING,
	};
}

function viewsOf(options: ReachedOptions, waits: Waits): Record<ReachedEvent, View> {
	const { statuses, priorities, assignedTo, teammateIds, customField, customFieldValues } = options;
	const became = (column: string, read: (record: IDataObject) => unknown, wanted: string[]): View => ({
		column,
		reached: ({ record, from }) => {
			const to = emptied(read(record));
			const isWanted = [to].flat().some((value) => value !== null && (wanted.length === 0 || wanted.includes(normal(String(value)))));
			return isWanted ? [{ from, to } as IDataObject] : [];
		},
	});
	const left = (column: string, isLeft: (sight: Sight) => boolean, told: (sight: Sight) => IDataObject): View => ({
		column,
		needsLook: true,
		reached: (sight) => (rules.needsLookBefore(sight.isKnown) && isLeft(sight) ? [told(sight)] : []),
	});
	const message = (column: string): View => ({
		column,
		reached: ({ record, is }) => (is === NOTHING ? [] : [{ from: null, to: ((record.last_message ?? {}) as IDataObject).id ?? null }]),
	});
	const assignee = ({ assignable_id: id }: IDataObject) => id;
	return {
		statusBecame: became('status', ({ status }) => status, statuses),
		priorityBecame: became('priority', ({ priority }) => priority, priorities),
		assigned:
			assignedTo === 'nobody'
				? left(
						'assignee',
						({ is }) => is === NOTHING,
						({ from }) => ({ from, to: null }) as IDataObject,
					)
				: became('assignee', assignee, assignedTo === 'teammates' ? teammateIds : []),
		customFieldBecame: became(fieldColumn(customField), (record) => fieldOf(record, customField), customFieldValues),
		inboxChanged: left(
			'inbox',
			() => true,
			({ from, record }) => ({ from, to: record.inbox_id }) as IDataObject,
		),
		snoozed: { column: 'snoozed', reached: ({ record }) => (record.is_snoozed === true ? [{ from: false, to: true }] : []) },
		woken: left(
			'snoozed',
			// A snooze of a new one that was not told yet, because it waits for its turn, is as if it had not been.
			({ record, was }) => was !== NOTHING && record.is_snoozed !== true,
			() => ({ from: true, to: false }),
		),
		markedAsSpam: { column: 'spam', reached: ({ record }) => (record.is_spam === true ? [{ from: false, to: true }] : []) },
		tagAdded: { column: TAGS, reached: (sight) => added(sight, options.tags) },
		tagRemoved: { column: TAGS, needsLook: true, reached: (sight) => removed(sight, options.tags) },
		teammateReplied: message('reply'),
		noteAdded: message('note'),
		customerWaiting: {
			column: WAITING,
			reached: ({ record, is, now }) => waits.sinceOf(record.id, is).map((since) => waitFigures(since, now, options.wait)),
		},
	};
}

/** A teammate wrote to the customer. */
function isReply(record: IDataObject, marks: string[]): boolean {
	return lastWriter(record, marks) === 'teammate';
}

/** Another field begins anew. */
function fieldColumn(customField: string): string {
	return `field:${customField}`;
}

function fieldOf({ custom_field_values: fields }: IDataObject, name: string): unknown {
	return emptied(((fields ?? {}) as IDataObject)[name]);
}
