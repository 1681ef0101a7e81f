import { IDataObject } from 'n8n-workflow';

import { isId, isListOfObjects, isObject, msOf, PageError, readAnyList, Answer, Send, unwrap } from '../../transport';
import { requestTo } from './endpoint';
import { textsOf, MessageTexts } from './text/words';
import { filledText, normal } from './values';

/** `automation` writes automatic replies. */
export type Writer = 'customer' | 'teammate' | 'automation' | 'unknown';

/** `unsent` is a draft or scheduled reply, `event` a change such as a new status. */
type EntryKind = 'message' | 'note' | 'unsent' | 'event';

export interface AttachedFile {
	id?: string;
	name?: string;
	url?: string;
	size?: number;
}

export interface ThreadEntry {
	id?: string;
	/** The message's ID, then the entry's. */
	ids: string[];
	kind: EntryKind;
	isDraft: boolean;
	writer: Writer;
	name?: string;
	at?: number;
	/** True if all its times are after the server's. The sender's clock may be wrong. */
	isAhead: boolean;
	scheduledAt?: number;
	texts: MessageTexts;
	files: AttachedFile[];
	isClipped: boolean;
}

interface Thread {
	/** Oldest first. */
	entries: ThreadEntry[];
	/** In the answer's order, but oldest first. */
	listed: ThreadEntry[];
	/** False if some entries have no time. */
	isOrdered: boolean;
}

interface Rows {
	rows: unknown[];
	isWhole: boolean;
	/** From the Date header, in ms. */
	serverNow?: number;
}

export type ReadThread = Thread & Omit<Rows, 'rows'>;

/** Fields that only messages have (contract, Resources). */
const MESSAGE_FIELDS = ['html_body', 'text_body', 'direction', 'record_type', 'excerpt'];

const CUSTOMERS = ['inbound', 'incoming', 'contact', 'customer'];
const TEAMMATES = ['outbound', 'outgoing', 'user', 'agent', 'teammate'];

/**
 * Reads an event with its message in `event`, or a message (contract, Endpoint details not shown). A message scheduled
 * after `now` (ms) is unsent.
 */
export function threadEntry(row: IDataObject, contact: unknown, now: number): ThreadEntry {
	const message = 'event' in row ? (isObject(row.event) ? row.event : {}) : row;
	const parts = message === row ? [row] : [message, row];
	const first = (name: string) =>
		parts.map((part) => part[name]).find((value) => value !== undefined && value !== null);
	const scheduledAt = msOf(
		first('scheduled_at') ?? (isObject(message.extra) ? message.extra.scheduled_at : undefined),
	);
	const times = parts.flatMap(({ created_at: at }) => msOf(at) ?? []);
	const createdAt = times.find((at) => isPast(at, now)) ?? times[0];
	const ids = parts.flatMap(({ id }) => (isId(id) ? String(id) : []));
	const files = first('downloadable_attachments');
	const actor = isObject(row.actor) ? row.actor : {};
	// As in an automatic reply.
	const hasNoActor = row.actor === null && row.actor_type === null;
	const byDirection = writerCalled(first('direction'));
	const words = [message.record_type, row.action, message.status].map(wordOf).join(' ');
	const kind =
		byDirection === 'customer'
			? 'message'
			: entryKind(message, words, scheduledAt === undefined ? undefined : scheduledAt > now);
	return {
		id: ids[0],
		ids,
		kind,
		isDraft: kind === 'unsent' && words.includes('draft'),
		writer:
			byDirection !== 'customer' && kind !== 'note' && hasNoActor
				? 'automation'
				: (byDirection ?? writerOf(row, actor, isObject(contact) ? contact : {}, kind)),
		name: filledText(actor.name),
		// A scheduled reply becomes a message when it is sent.
		at:
			createdAt !== undefined && scheduledAt !== undefined && scheduledAt <= now
				? Math.max(createdAt, scheduledAt)
				: createdAt,
		isAhead: createdAt !== undefined && !isPast(createdAt, now),
		scheduledAt,
		texts: textsOf(message),
		files: isListOfObjects(files) ? files.map(fileOf) : [],
		isClipped: Boolean(first('is_clipped')),
	};
}

/** Adds `simpleMessage`'s fields. `kind` is `message`, `note`, `draft`, `scheduled`, `unsent` or `event`. */
export function messageRow(
	row: IDataObject,
	{ id = row.conversation_id, contact }: { id?: unknown; contact?: unknown },
	now: number,
): IDataObject {
	const { kind, isDraft, writer, name, scheduledAt } = threadEntry(row, contact, now);
	const customer = isObject(contact) && writer === 'customer' ? filledText(contact.name) : undefined;
	const unsent = isDraft ? 'draft' : scheduledAt === undefined ? 'unsent' : 'scheduled';
	return {
		...row,
		conversation_id: id as IDataObject[string],
		from: writer,
		from_name: name ?? customer ?? null,
		kind: kind === 'unsent' ? unsent : kind,
	};
}

/** Allows one second more, because the Date header has no milliseconds. */
export function isPast(at: number, now: number) {
	return at < now + 1_000;
}

/**
 * Sorts entries by time. Those of the same time keep the answer's order. An entry of the future keeps its place, and
 * gets the time of the next one.
 *
 * @param changedAt the conversation's last change in ms, if known. No message is later.
 */
export function threadOf(rows: unknown[], contact: unknown, now: number, changedAt = now): Thread {
	const entries = rows.map((row) => {
		if (!isObject(row)) throw new PageError('an entry of the conversation is no record');
		return threadEntry(row, contact, now);
	});
	const direction = directionOf(entries.filter(({ isAhead }) => !isAhead)) || directionOf(entries);
	const listed = direction < 0 ? [...entries].reverse() : entries;
	let next = Math.min(now, changedAt);
	for (const entry of [...listed].reverse()) {
		if (entry.isAhead) entry.at = next;
		next = entry.at ?? next;
	}
	const isOrdered = entries.length < 2 || entries.every(({ at }) => at !== undefined);
	// Entries without a time keep their place.
	let last = Number.MIN_SAFE_INTEGER;
	const placed = listed.map((entry) => ({ entry, at: (last = entry.at ?? last) }));
	return { entries: placed.sort((a, b) => a.at - b.at).map(({ entry }) => entry), listed, isOrdered };
}

/** A conversation may hold its thread in `events` (contract, Endpoint details not shown). */
export function asEntries(answer: Answer, asksForOne = false) {
	const found = unwrap(answer.body);
	if (!isObject(found) || !isId(found.id)) return answer;
	if (isListOfObjects(found.events))
		return { ...answer, body: { data: found.events, messages_count: found.messages_count } };
	return asksForOne ? { ...answer, body: { data: [found] } } : answer;
}

/** @param takesPart accept a part if other entries cannot be requested */
export async function readRows(send: Send, conversationId: unknown, takesPart = false): Promise<Rows> {
	let date = '';
	const sendForDate: Send = async (request) => {
		const answer = asEntries(await send(request));
		date = answer.headers.date ?? '';
		return answer;
	};
	const rows: unknown[] = [];
	let isWhole = true;
	const onPart = takesPart ? () => (isWhole = false) : undefined;
	const listing = { request: requestTo('listMessages', { conversationId }), limit: Infinity, plain: true, onPart };
	for await (const row of readAnyList(sendForDate, listing)) rows.push(row);
	return { rows, isWhole, serverNow: Date.parse(date) || undefined };
}

/** @param now in ms, if there is no Date header */
export async function readThread(
	send: Send,
	{ id, contact, updated_at: at, now }: { id: unknown; contact?: unknown; updated_at?: unknown; now: number },
	takesPart?: boolean,
): Promise<ReadThread> {
	const { rows, ...read } = await readRows(send, id, takesPart);
	return { ...threadOf(rows, contact, read.serverNow ?? now, msOf(at)), ...read };
}

/** A message's `status` is its conversation's, such as Active, or Failed. */
function entryKind(message: IDataObject, words: string, isForLater?: boolean): EntryKind {
	if (!MESSAGE_FIELDS.some((name) => message[name] !== undefined && message[name] !== null)) return 'event';
	if (words.includes('draft') || words.includes('failed') || (isForLater ?? words.includes('schedul')))
		return 'unsent';
	return words.includes('note') ? 'note' : 'message';
}

/** `actor_type` is a PHP class name such as `App\Models\User`. */
function writerOf(
	{ actor_type: type, last_message_by: by }: IDataObject,
	actor: IDataObject,
	contact: IDataObject,
	kind: EntryKind,
) {
	const byClass = writerCalled(type) ?? writerCalled(by);
	if (byClass) return byClass;
	const known = [contact.id, contact.email, contact.name].map(normal);
	// A teammate may have the customer's name, but not the ID or address.
	const shown = [actor.id, actor.email, actor.id ?? actor.email ?? actor.name, by].map(normal);
	if (shown.some((value) => value !== '' && known.includes(value))) return 'customer';
	return kind === 'note' ? 'teammate' : 'unknown';
}

/** Reads a direction, or the name of a writer's class. */
function writerCalled(value: unknown): Writer | undefined {
	const word = wordOf(value);
	return CUSTOMERS.includes(word) ? 'customer' : TEAMMATES.includes(word) ? 'teammate' : undefined;
}

function wordOf(value: unknown) {
	return normal(value).split('\\').at(-1)!;
}

/** Returns a negative number if newest come first. */
function directionOf(entries: ThreadEntry[]) {
	const times = entries.flatMap(({ at }) => at ?? []);
	return times.reduce((sum, at, index) => sum + (index === 0 ? 0 : Math.sign(at - times[index - 1]!)), 0);
}

function fileOf({ id, name, url, size }: IDataObject): AttachedFile {
	return {
		id: isId(id) ? String(id) : undefined,
		name: filledText(name),
		url: filledText(url),
		size: typeof size === 'number' ? size : undefined,
	};
}
