import { IDataObject } from 'n8n-workflow';

import { needsNoAnswer, openMs, unansweredIn, WaitRules, ThreadEntry } from '../../shared';

export interface WaitOptions extends WaitRules {
	/** In ms; only open time counts if there are opening hours. */
	after: number;
}

/** `since` is in ms. The wait is certain while the cell of the last message is `key`. */
type SavedWait = [id: string | number, since: number, key: string];

export type SavedWaits = Record<string, SavedWait[]>;

/** In bytes. Waits that do not fit are found again when their conversations are read. */
export const MAX_WAITS_BYTES = 40_000;

/** A message's times in list and thread may differ by less than this. */
const SAME_MS = 1_000;

interface Wait {
	id: string | number;
	inboxId: string;
	since: number;
	key: string;
	/** Cell of the last message in this poll. */
	lastKey?: string;
}

interface SeenMessage {
	inboxId: string;
	last: ThreadEntry;
	key: string;
	isSettled: boolean;
	/** In ms. A wait that was too long at this time is part of the baseline. */
	baselineAt?: number;
}

/** Customers who wait for a reply. Their time can run out without a change in the helpdesk. */
export class Waits {
	private readonly waiting = new Map<string, Wait>();

	constructor(
		private readonly options: WaitOptions,
		saved: SavedWaits = {},
	) {
		for (const [inboxId, waits] of Object.entries(saved))
			for (const [id, since, key] of waits) this.waiting.set(String(id), { id, inboxId, since, key });
	}

	/**
	 * Adds a conversation. After a note, draft or the team's message a customer may wait too: a list shows an automatic
	 * reply like a teammate's. Returns whether the wait is part of the baseline.
	 */
	see(record: IDataObject, { inboxId, last, key, isSettled, baselineAt }: SeenMessage) {
		const id = record.id as string | number;
		const wait = this.waiting.get(String(id));
		if (needsNoAnswer(record, this.options)) this.forget(id);
		else if (wait) Object.assign(wait, { inboxId, lastKey: key });
		else if (!isSettled) {
			const since = last.at!;
			const isCertain = last.kind === 'message' && last.writer === 'customer';
			if (baselineAt !== undefined && this.isOver(since, baselineAt)) return true;
			this.waiting.set(String(id), { id, inboxId, since, key: isCertain ? key : '', lastKey: key });
		}
		return false;
	}

	/** Returns the start (ms) of a wait that is certain and too long; otherwise undefined. */
	overSince(id: unknown, now: number) {
		const wait = this.waiting.get(String(id));
		return wait && !this.isUncertain(id) && this.isOver(wait.since, now) ? wait.since : undefined;
	}

	due(now: number) {
		return [...this.waiting.values()]
			.filter(({ since }) => this.isOver(since, now))
			.sort((a, b) => a.since - b.since);
	}

	/** Returns whether only the thread can show if a customer waits. */
	isUncertain(id: unknown) {
		const wait = this.waiting.get(String(id));
		return wait !== undefined && wait.key !== wait.lastKey;
	}

	/** Adds a thread. The wait counts from the first message that no teammate has answered. */
	hear(id: unknown, entries: ThreadEntry[], key: string) {
		const wait = this.waiting.get(String(id));
		if (!wait) return;
		const unanswered = unansweredIn(entries);
		// A known wait never moves to an earlier time, which would emit it twice.
		const next = unanswered.find(({ at = 0 }) => wait.key === '' || at > wait.since - SAME_MS) ?? unanswered.at(-1);
		if (next?.at === undefined) return this.forget(id);
		const isSame = wait.key !== '' && Math.abs(next.at - wait.since) < SAME_MS;
		Object.assign(wait, { since: isSame ? wait.since : next.at, key, lastKey: key });
	}

	forget(id: unknown) {
		this.waiting.delete(String(id));
	}

	/** @param hasEmitted whether a wait had its event: such waits are dropped first if the state is full */
	save(inboxIds: string[], hasEmitted: (id: unknown, since: number) => boolean) {
		const kept = [...this.waiting.values()].filter(({ inboxId }) => inboxIds.includes(inboxId));
		const ranked = kept.map((wait) => ({
			wait,
			rank: hasEmitted(wait.id, wait.since) ? 1e15 - wait.since : wait.since,
		}));
		const saved: SavedWaits = {};
		let bytes = 0;
		for (const { wait } of ranked.sort((a, b) => a.rank - b.rank)) {
			const one: SavedWait = [wait.id, wait.since, wait.key];
			bytes += JSON.stringify(one).length + 1;
			if (bytes > MAX_WAITS_BYTES) break;
			(saved[wait.inboxId] ??= []).push(one);
		}
		return saved;
	}

	private isOver(since: number, now: number) {
		const { after, hours } = this.options;
		return now - since >= after && (!hours || openMs(since, now, hours, after) >= after);
	}
}
