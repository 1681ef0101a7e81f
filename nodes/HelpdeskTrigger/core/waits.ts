import type { IDataObject } from 'n8n-workflow';

import type { Thread } from '../../../transport';
import { lastWriter, messageKey } from '../../shared/lastMessage';
import { openMs } from '../../shared/openingHours';
import { isSetAside, type WaitRules } from '../../shared/waiting';
import { idHash, shortHash, VALUE_LENGTH } from './fingerprints';
import { rules } from './seams';
import type { Times } from './times';

export interface WaitOptions extends WaitRules {
	/** How long nobody has answered, in ms; of the opening hours where there are any. */
	after: number;
}

/** A customer's message that nobody has answered: when it came (ms), and the hash of what it is known by. */
interface Message {
	since: number;
	key: string;
}

interface Wait {
	id: string | number;
	inboxId: string;
	messages: Message[];
	/** The last message was told, or the conversation set aside: what comes back from there waits again. */
	rests?: 'told' | 'aside';
	/** Of one that is due behind a note or another message: whether a teammate answered before that only the thread shows. */
	thread?: 'wanted' | 'heard';
	/** The list shows the last message as the customer's: no thread is needed to know that it waits. */
	isShown?: boolean;
}

/** As it is saved: the conversation, its inbox, times and hashes in turn, and whether it rests. */
export type StoredWait = [id: string | number, inboxId: string, ...messages: Array<number | string>];

/** One that is due for so long, in ms, waits no more for a thread that fails and fails. */
const PATIENCE_MS = 600_000;

/** Bytes of the state that those who wait may take, and those who rest of what they leave. */
export const MAX_WAITS = 60_000;
const MAX_RESTING = 10_000;

/** Who waits for an answer. What is due is known without a look at the list. */
export class Waits {
	private readonly waiting = new Map<string, Wait>();

	constructor(
		private readonly options: WaitOptions,
		stored: StoredWait[] = [],
	) {
		for (const [id, inboxId, ...parts] of stored)
			this.waiting.set(idHash(id), { id, inboxId, messages: messagesOf(parts), rests: restsOf(parts) });
	}

	/**
	 * Takes in how a conversation looks, and gives the message that has waited too long by now (ms), the latest of several; null for
	 * none, and where its thread is to be heard first.
	 */
	look(record: IDataObject, times: Times, now: number): string | null {
		const hash = idHash(record.id);
		const known = this.waiting.get(hash);
		const state = this.stateOf(record, times, known);
		if (state === 'aside') {
			if (known) known.rests = 'aside';
			return null;
		}
		if (state === 'over') {
			this.waiting.delete(hash);
			return null;
		}
		if (state === 'hidden' && known?.rests === 'told') return null;
		// Of what came back, a note hides all but what is known; else the record shows it.
		const messages = known?.rests === undefined || state === 'hidden' ? (known?.messages ?? []) : [];
		const key = shortHash(messageKey(record), VALUE_LENGTH);
		if (state === 'waits' && !messages.some((message) => message.key === key)) messages.push({ since: times.lastMessage, key });
		const due = messages.filter(({ since }) => this.isOver(since, now));
		const mayBeAnswered = state === 'hidden' || due.some((message) => message !== messages.at(-1));
		const thread = known?.thread === 'heard' ? 'heard' : due.length > 0 && mayBeAnswered ? 'wanted' : undefined;
		const isShown = state === 'waits';
		if (messages.length > 0)
			this.waiting.set(hash, { id: record.id as string | number, inboxId: String(record.inbox_id), messages, thread, isShown });
		return thread === 'wanted' ? null : (due.at(-1)?.key ?? null);
	}

	/** Whether the thread of one that is due is to be heard before it is told. */
	wantsThread(id: unknown): boolean {
		return this.waiting.get(idHash(id))?.thread === 'wanted';
	}

	/**
	 * Those whose thread did not come, and who are told without it at `now` (ms): the last message of the customer is shown and due, or
	 * they have been due for long.
	 */
	unheard(now: number): Array<Wait['id']> {
		const isLongDue = ({ since }: Message) => this.isOver(since, now - PATIENCE_MS);
		const isTold = ({ messages, isShown }: Wait) => (isShown && this.isOver(messages.at(-1)!.since, now)) || messages.some(isLongDue);
		return [...this.waiting.values()].filter((wait) => wait.thread === 'wanted' && isTold(wait)).map(({ id }) => id);
	}

	/** Takes in the thread of a conversation: what a teammate has answered waits no more. */
	hear(id: unknown, thread: Thread): void {
		const wait = this.waiting.get(idHash(id));
		if (!wait) return;
		wait.thread = 'heard';
		wait.messages = wait.messages.filter((message) => !rules.endsWaitBehindNote(isAnswered(message, thread)));
		if (wait.messages.length === 0) this.forget(id);
	}

	/** Whether a message of `since` has waited too long at a time, both in ms. */
	isOver(since: number, at: number): boolean {
		const { after, hours } = this.options;
		if (at - since < after) return false;
		return rules.hasWaited(hours ? rules.waitedOpen(openMs(since, at, hours, after), at - since) : at - since, after);
	}

	/** When the messages came that wait up to this one, in ms: where its time is over, theirs is too. */
	sinceOf(id: unknown, key: string): number[] {
		const messages = this.waiting.get(idHash(id))?.messages ?? [];
		return messages.slice(0, messages.findIndex((message) => message.key === key) + 1).map(({ since }) => since);
	}

	/** The message that was told last where only so many were. */
	keyAfter(id: unknown, count: number): string {
		return this.waiting.get(idHash(id))!.messages[count - 1]!.key;
	}

	/** Whether the time of the latest message that is known was over at `since` (ms) or later. */
	isDueSince(id: unknown, since: number): boolean {
		const { messages = [], rests } = this.waiting.get(idHash(id)) ?? {};
		const latest = messages.at(-1);
		return latest !== undefined && rests === undefined && !this.isOver(latest.since, since - 1);
	}

	/** Those whose time is over at `now` (ms) and of whom the poll may ask, or has to hear the thread. */
	due(now: number, isAskable: (hash: string, inboxId: string) => boolean): Array<Pick<Wait, 'id' | 'inboxId'>> {
		const due = [...this.waiting].filter(
			([hash, { inboxId, messages, rests, thread }]) =>
				rests === undefined && (thread === 'wanted' || isAskable(hash, inboxId)) && messages.some(({ since }) => this.isOver(since, now)),
		);
		return due.map(([, wait]) => wait);
	}

	/** The conversation is not there any more. */
	forget(id: unknown): void {
		this.waiting.delete(idHash(id));
	}

	/** What was told, or was so at the beginning, waits for nothing any more, unless the conversation comes back from where it was set aside. */
	settle(toldOf: (hash: string) => string | undefined): void {
		for (const [hash, wait] of this.waiting) {
			const told = toldOf(hash);
			const at = wait.messages.findIndex(({ key }) => key === told);
			if (at < 0 || wait.rests !== undefined) continue;
			if (at === wait.messages.length - 1) wait.rests = 'told';
			wait.messages = wait.messages.slice(wait.rests ? at : at + 1);
		}
	}

	/** Who waits, the most pressing first, and who rests, the latest first, as many as there is room for. */
	stored(inboxIds: string[]): StoredWait[] {
		const waits = [...this.waiting.values()].filter(({ inboxId }) => inboxIds.includes(inboxId));
		waits.sort((a, b) => a.messages[0]!.since - b.messages[0]!.since);
		const entries = (areResting: boolean) => waits.filter(({ rests }) => (rests !== undefined) === areResting).map(storedWait);
		return within(MAX_WAITS, [...entries(false), ...within(MAX_RESTING, entries(true).reverse())]);
	}

	/** What of its wait a record shows; `unchanged` where it shows nothing new of it, `hidden` where a note or a draft stands before what is new. */
	private stateOf(record: IDataObject, { lastMessage }: Times, known: Wait | undefined): 'waits' | 'over' | 'aside' | 'unchanged' | 'hidden' {
		if (rules.endsWait(isSetAside(record, this.options))) return 'aside';
		const writer = lastWriter(record, this.options.marks);
		if (writer === 'nobody') return 'hidden';
		if (writer !== 'unknown') return writer === 'customer' ? 'waits' : 'over';
		return known !== undefined && known.messages.some(({ since }) => since >= lastMessage) ? 'unchanged' : 'over';
	}
}

/** Whether a teammate has written to the customer since, as far as the thread tells; its order counts where the message is found in it. */
function isAnswered({ since, key }: Message, { entries, isOrdered }: Thread): boolean {
	const place = entries.findIndex(({ ids }) => ids.some((id) => shortHash(id, VALUE_LENGTH) === key));
	const later = isOrdered && place >= 0 ? entries.slice(place + 1) : entries.filter(({ at = 0 }) => at > since);
	return later.some(({ kind, writer }) => kind === 'message' && writer === 'teammate');
}

/** The first of them that fit into so many bytes. */
function within(room: number, entries: StoredWait[]): StoredWait[] {
	return entries.filter((entry) => (room -= JSON.stringify(entry).length + 1) >= 0);
}

function storedWait({ id, inboxId, messages, rests }: Wait): StoredWait {
	return [id, inboxId, ...messages.flatMap(({ since, key }) => [since, key]), ...(rests ? [rests] : [])];
}

/** Behind times and hashes, which come in twos. */
function restsOf(parts: Array<number | string>): Wait['rests'] {
	return parts.length % 2 === 0 ? undefined : (parts.at(-1) as Wait['rests']);
}

function messagesOf(parts: Array<number | string>): Message[] {
	const messages: Message[] = [];
	for (let at = 0; at + 1 < parts.length; at += 2) messages.push({ since: Number(parts[at]), key: String(parts[at + 1]) });
	return messages;
}
