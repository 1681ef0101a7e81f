import { IDataObject } from 'n8n-workflow';

import { isObject, msOf } from '../../../transport';
import {
	lastEntry,
	lastMessageAt,
	lastMessageIn,
	messageKey,
	threadOf,
	ThreadEntry,
	needsNoAnswer,
} from '../../shared';
import { COLUMNS, createdAt, MESSAGE_COLUMNS, touchedAt } from './columns';
import { eventOf, isOfContacts, Change, EventChoices, NewMessage } from './events';
import { Cursor } from './state';
import { cellOf, EMPTY, UNKNOWN, Row, Table, Values } from './table';
import { Waits } from './waits';

export interface TriggerItem {
	record: IDataObject;
	fields: IDataObject;
	at: number;
}

/** The events of one record in one poll, emitted together. */
export interface RecordEvents {
	id: unknown;
	at: number;
	/** Stored in the table once the events are emitted. */
	row: Row;
	items: TriggerItem[];
	inboxId?: string;
}

/** Selects the oldest events, at least those of one record. The next poll finds the others again. */
export function oldest(all: RecordEvents[], most: number) {
	// Lists come newest first, so within a second the last is the oldest.
	const inOrder = [...all].reverse().sort((a, b) => a.at - b.at);
	let count = 0;
	const end = inOrder.findIndex(({ items }, index) => (count += items.length) > most && index > 0);
	return { waiting: end < 0 ? [] : inOrder.splice(end), emitted: inOrder };
}

interface Reading {
	inboxId: string;
	cursor: Cursor;
	/** True in an inbox's first poll without Start From: its records emit nothing. */
	isBaseline: boolean;
	now: number;
}

interface Seen extends Reading {
	record: IDataObject;
	before?: Row;
	messages: NewMessage[];
	/** The thread must be read. */
	isUndecided: boolean;
	/** The thread has shown whether a customer waits. */
	isSettled: boolean;
}

export class Comparison {
	private readonly seen = new Map<string, Seen>();

	constructor(
		private readonly table: Table,
		private readonly values: Values,
		private readonly columns: string[],
		private readonly choices: EventChoices,
		private readonly waits?: Waits,
	) {}

	/** Adds a record. It replaces the conversation's record from an earlier page. */
	see(record: IDataObject, reading: Reading) {
		const { inboxId, isBaseline, now } = reading;
		const earlier = this.seen.get(String(record.id));
		const before = this.snapshotOf(record);
		const seen: Seen = { ...reading, record, before, messages: [], isUndecided: false, isSettled: false };
		this.seen.set(String(record.id), seen);
		const comparesMessages = this.columns.includes('last');
		if (!this.isWanted(seen)) return this.waits?.forget(record.id);
		if (!comparesMessages && !this.waits) return;
		const key = cellOf(messageKey(record));
		const last = lastEntry(record, now);
		if (
			earlier &&
			MESSAGE_COLUMNS.every((column) => this.heldIn(column, earlier.record) === this.heldIn(column, record))
		) {
			const { messages, isUndecided, isSettled } = earlier;
			Object.assign(seen, { messages, isUndecided, isSettled });
		} else {
			seen.isSettled = this.cell(before, 'settled') === key;
			if (!isBaseline && comparesMessages) this.compareMessages(seen, last);
		}
		if (!this.waits) return;
		const wait = { inboxId, last, key, isSettled: seen.isSettled, baselineAt: this.baselineOf(seen) };
		const isOfBaseline = this.waits.see(record, wait);
		if (isOfBaseline) seen.isSettled = true;
	}

	/** Returns the time (ms) at which waits that were too long are part of the baseline. */
	private baselineOf(seen: Seen) {
		if (this.cell(seen.before, 'waiting') !== UNKNOWN || this.isNew(seen)) return undefined;
		return seen.before || seen.cursor.begun === 0 ? seen.now : this.watchedSince(seen);
	}

	/** Takes a single new customer message from the record. Otherwise, the thread must be read. */
	private compareMessages(seen: Seen, last: ThreadEntry) {
		const { record, before } = seen;
		const { isTestRun, events } = this.choices;
		const changed = MESSAGE_COLUMNS.filter((column) => this.cell(before, column) !== this.heldIn(column, record));
		const isKnown = before !== undefined && this.cell(before, 'last') !== EMPTY;
		if (changed.length === 0 || (before && this.cell(before, 'last') === UNKNOWN)) return;
		if (!this.isSince(seen, touchedAt(record, seen.now), true)) return;
		const count = Number(record.messages_count);
		const isSingle = this.cell(before, 'count') === cellOf(count - 1) || (!isKnown && count === 1);
		const { kind, writer } = last;
		const isCustomers = kind === 'message' && writer === 'customer' && changed.includes('last');
		if ((isCustomers || kind === 'note') && this.isSince(seen, last.at!, true)) seen.messages = [last];
		seen.isUndecided = !(isCustomers && isSingle) || events.includes('noteAdded');
		if (isTestRun)
			seen.isUndecided =
				kind === 'message' &&
				(writer === 'unknown' || (writer === 'teammate' && events.includes('teammateReplied')));
	}

	get records() {
		return [...this.seen.values()].map(({ record }) => record);
	}

	recordOf(id: unknown) {
		return this.seen.get(String(id))?.record;
	}

	/** The oldest message first. */
	get undecided() {
		const seen = [...this.seen.values()].filter(({ isUndecided }) => isUndecided);
		return seen.sort((a, b) => lastMessageAt(a.record, a.now)! - lastMessageAt(b.record, b.now)!);
	}

	hasEmittedWait = (id: unknown, since: number) => this.cell(this.table.get(id), 'waiting') === cellOf(since);

	hear(id: unknown, rows: IDataObject[], now: number) {
		const seen = this.seen.get(String(id))!;
		const { record } = seen;
		const { entries } = threadOf(rows, record.contact, now, msOf(record.updated_at));
		const { id: lastId } = lastMessageIn(record);
		const last =
			entries.find(({ ids }) => ids.includes(String(lastId))) ??
			entries.filter(({ kind }) => kind !== 'event').at(-1);
		// If the thread does not show the writer, the list may.
		if (last?.writer === 'unknown') last.writer = lastEntry(record, now).writer;
		if (seen.isUndecided) {
			const fresh = this.freshIn(seen, entries, last);
			if (fresh.length > 0)
				seen.messages = fresh.map((entry) => ({
					...entry,
					fields: fieldsOf(entry, rows, entry === last ? record.last_message : {}),
				}));
		}
		Object.assign(seen, { isUndecided: false, isSettled: true });
		this.waits?.hear(id, entries, cellOf(messageKey(record)));
	}

	/** Returns the messages that are newer than the snapshot, up to the record. The next poll finds later ones. */
	private freshIn(seen: Seen, entries: ThreadEntry[], last?: ThreadEntry) {
		const written = entries.filter(({ kind }) => kind !== 'event');
		// The snapshot has only a hash of its number of messages, so each index is hashed to find it.
		const knownCount = written.findIndex((_, index) => cellOf(index) === this.cell(seen.before, 'count'));
		const isLater = (at: number, index: number) => {
			const seconds = Math.floor(at / 1000) - Math.floor(touchedAt(seen.record, seen.now) / 1000);
			return seconds > 0 || (seconds === 0 && index >= Number(seen.record.messages_count));
		};
		// The snapshot's last message and those before it were emitted. If it is dated in the future, newer messages
		// may come before it.
		const emitted = written.findIndex(({ ids }) => ids.map(cellOf).includes(this.cell(seen.before, 'last')));
		return written.filter(
			(entry, index) =>
				(index > emitted || (written[emitted]!.isAhead && index !== emitted)) &&
				this.isSince(
					seen,
					(entry === last ? lastMessageAt(seen.record, seen.now) : entry.at) ?? 0,
					knownCount >= 0 && index >= knownCount,
				) &&
				(index <= written.indexOf(last!) || !isLater(entry.at!, index)),
		);
	}

	/** Stores unknown columns of a conversation whose events are delayed, so that later changes are found. */
	learn({ id, row }: RecordEvents) {
		const before = this.table.get(id);
		if (!before) return;
		const cells = before.cells.map((cell, index) => (cell === UNKNOWN ? row.cells[index]! : cell));
		this.table.set(id, { ...before, cells });
	}

	/** Marks a conversation as gone: its last message emits nothing. */
	gone(id: unknown) {
		const seen = this.seen.get(String(id));
		if (seen) Object.assign(seen, { isUndecided: false, isSettled: true });
		this.waits?.forget(id);
	}

	get isFull() {
		return this.table.size + this.seen.size >= this.table.capacity;
	}

	/** Returns the events. Stores snapshots of records without events. `now`: server's time in ms. */
	recordEvents(now: number) {
		const found: RecordEvents[] = [];
		for (const seen of this.seen.values()) {
			const { id } = seen.record;
			const row = this.rowOf(seen, now);
			const items = seen.isBaseline && !seen.before ? [] : this.newItems(seen, row, now);
			const at = Math.min(...items.map((item) => item.at));
			if (items.length > 0) found.push({ id, inboxId: seen.inboxId, at, row: { ...row, mark: '+' }, items });
			// A new record that misses the filters is not stored, so that it stays new.
			else if (this.isWanted(seen) || !this.isNew(seen)) this.table.set(id, row);
		}
		return found;
	}

	private heldIn(column: string, record: IDataObject) {
		return cellOf(COLUMNS[column]!(record, this.choices).value);
	}

	private cell(row: Row | undefined, column: string) {
		return row?.cells[this.columns.indexOf(column)] ?? UNKNOWN;
	}

	/** Returns the snapshot. If Start From was set to an earlier time, messages since then count as new. */
	private snapshotOf(record: IDataObject) {
		const row = this.table.get(record.id);
		if (row?.mark !== '*') return row;
		return {
			...row,
			touched: 0,
			cells: row.cells.map((cell, index) => (MESSAGE_COLUMNS.includes(this.columns[index]!) ? EMPTY : cell)),
		};
	}

	/** Returns the time (ms) from which the trigger would have noticed a change of the conversation. */
	private watchedSince({ cursor, before }: Seen) {
		return Math.max(cursor.begun || Infinity, before ? 0 : this.table.forgottenUntil);
	}

	private isNew({ record, cursor, before }: Seen) {
		const isUnknown = before ? before.mark === '*' : createdAt(record) > this.table.forgottenUntil;
		return isUnknown && createdAt(record) >= cursor.since;
	}

	private writtenUntilSecond({ before }: Seen) {
		return before?.touched ?? Math.floor(this.table.forgottenUntil / 1000);
	}

	/**
	 * Returns whether a time (ms) is after the last read of the conversation.
	 *
	 * @param isBehind whether a time in the same second counts as after the read
	 */
	private isSince(seen: Seen, at: number, isBehind: boolean) {
		const second = Math.floor(at / 1000);
		const until = this.writtenUntilSecond(seen);
		return (
			at >= seen.cursor.since && (second > until || (isBehind && seen.before !== undefined && second === until))
		);
	}

	private rowOf(seen: Seen, now: number): Row {
		const { record, before, isUndecided, isSettled } = seen;
		const held = (column: string) => {
			if (column === 'waiting')
				return this.waits!.isUncertain(record.id)
					? undefined
					: { value: this.waits!.overSince(record.id, now) };
			// When a closed, snoozed or spam conversation comes back unanswered, its customer waits again.
			if (column === 'settled' && needsNoAnswer(record, this.choices.wait)) return { value: null };
			if (column === 'settled') return isSettled ? { value: messageKey(record) } : undefined;
			return isUndecided && MESSAGE_COLUMNS.includes(column) ? undefined : COLUMNS[column]!(record, this.choices);
		};
		const cells = this.columns.map((column, index) => {
			const is = held(column);
			const was = before?.cells[index];
			if (!is) return was === undefined || was === UNKNOWN ? EMPTY : was;
			const cell = cellOf(is.value);
			if ('shown' in is) this.values.learn(cell, is.shown);
			return cell;
		});
		const touched = isUndecided ? this.writtenUntilSecond(seen) : Math.floor(touchedAt(record, now) / 1000);
		return { touched, mark: before?.mark === '+' ? '+' : '-', cells };
	}

	private isWanted({ record, now }: Seen) {
		return this.choices.isWanted?.(record, now) ?? true;
	}

	private newItems(seen: Seen, after: Row, now: number) {
		const { record, before } = seen;
		const isNew = this.isNew(seen);
		const isTouched = !before && touchedAt(record, now) > this.watchedSince(seen) && this.choices.emitsUnknown;
		const cell = (column: string) => this.cell(before, column);
		const change: Change = {
			record,
			isNew,
			differs: (column) => {
				const is = after.cells[this.columns.indexOf(column)]!;
				if (before && cell(column) === UNKNOWN) return false;
				if (before) return cell(column) !== is;
				return is !== EMPTY && (column === 'waiting' || isNew || isTouched);
			},
			before: (column) => this.values.recall(cell(column)),
			isKnown: (column) => cell(column) !== UNKNOWN,
			messages: seen.isUndecided ? [] : seen.messages,
			now,
			waitsSince: this.waits?.overSince(record.id, now),
		};
		return eventItems(change, this.choices, false);
	}
}

export function eventItems(change: Change, choices: EventChoices, isContact: boolean): TriggerItem[] {
	const isWanted = isContact || (choices.isWanted?.(change.record, change.now) ?? true);
	const events = choices.events.filter((event) => isWanted && isOfContacts(event) === isContact);
	return events.flatMap((event) => {
		const { emit, at } = eventOf(event);
		return emit(change, choices).map(({ last_message: message, last_message_created_at: time, ...fields }) => {
			const record = message
				? { ...change.record, last_message: message, last_message_created_at: time }
				: change.record;
			return {
				record,
				fields: { event, ...fields },
				at: at?.(record, change.now) ?? touchedAt(record, change.now),
			};
		});
	});
}

/** Returns the message fields of a record for this entry. `listed`: the fields that the list shows. */
function fieldsOf({ ids }: ThreadEntry, rows: IDataObject[], listed: unknown): IDataObject {
	const messageIn = ({ event, ...row }: IDataObject): IDataObject =>
		isObject(event)
			? { id: row.id, created_at: row.created_at, thread_event_id: row.id, ...event }
			: { thread_event_id: row.id, ...row };
	const message = rows.map(messageIn).find(({ id }) => ids.includes(String(id)))!;
	return {
		last_message: { ...(isObject(listed) && listed), ...message },
		last_message_created_at: message.created_at,
	};
}
