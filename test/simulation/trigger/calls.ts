import type { IDataObject } from 'n8n-workflow';

import type { SteppedClock } from '../../support/steppedClock';
import type { Served } from './answers';
import { clock as timeText, type Findings } from './judge';
import type { Ended } from './n8n';

/** Requests of a poll at the most, as the documentation promises. */
const MAX_REQUESTS = 100;

/** A call of the poll function. */
export interface Call {
	began: number;
	requests: number;
	byInbox: Map<number | undefined, number>;
	/** Another one began in the same moment: that one says what is to be said. */
	isTwin: boolean;
}

/** The calls of the poll function, and what each must keep whatever the event: how much it asks, and that it says what is wrong. */
export class Calls {
	/** How many polls there were. */
	polls = 0;
	/** The last one that began alone. */
	current?: Call;
	private underWay = new Set<Promise<void>>();
	/** Polls in a row that could not look and did not say so. */
	private silent = 0;
	private lookedAt = -Infinity;
	private toldAt = -Infinity;
	private callBefore = -Infinity;

	constructor(
		private readonly clock: SteppedClock,
		private readonly findings: Findings,
	) {}

	get areUnderWay(): boolean {
		return this.underWay.size > 0;
	}

	/** Until the calls under way have ended. */
	async settled(): Promise<void> {
		await Promise.all(this.underWay);
	}

	/** @param isNested another one is under way */
	begin(isNested: boolean): Call {
		const began = this.clock.now();
		const call: Call = { began, requests: 0, byInbox: new Map(), isTwin: isNested && this.current?.began === began };
		this.polls += isNested ? 0 : 1;
		if (!isNested) this.current = call;
		return call;
	}

	/** Keeps a call among those under way until it has ended. */
	follow(work: Promise<void>): void {
		const followed: Promise<void> = work.finally(() => this.underWay.delete(followed));
		this.underWay.add(followed);
	}

	/** A request was answered, or not. */
	heard({ inbox, status }: Served, call?: Call): void {
		if (call) call.byInbox.set(inbox, (call.byInbox.get(inbox) ?? 0) + 1);
		if (status === 200) this.lookedAt = this.clock.now();
	}

	/**
	 * Judges how a call ended. Hands over what it told, and whether it could look; undefined where it failed or counts for nothing.
	 *
	 * @param troubledUntil until when it may fail, in ms
	 */
	ended(call: Call, ended: Ended, troubledUntil: number): { items: IDataObject[] | null; hasLooked: boolean } | undefined {
		if (call.requests > MAX_REQUESTS) this.findings.add('requests', `${call.requests} requests in the poll of ${timeText(call.began)}`);
		if ('dropped' in ended || (call.isTwin && !('error' in ended))) return undefined;
		const hasLooked = this.lookedAt >= Math.min(this.callBefore, call.began);
		this.callBefore = call.began;
		const error = 'error' in ended ? ended.error : ended.said;
		if (error && call.began > troubledUntil) this.findings.add('refused', `at ${timeText(call.began)}: ${error.message}`);
		if ('error' in ended) {
			this.silent = 0;
			return undefined;
		}
		const { items } = ended;
		if (items) this.toldAt = this.clock.now();
		this.silent = items || hasLooked ? 0 : this.silent + 1;
		if (this.silent === 2) this.findings.add('silent', `until ${timeText(call.began)}`);
		return { items, hasLooked };
	}

	/** The workflow was switched off: nothing need be said of before. */
	switchedOff(): void {
		this.silent = 0;
	}

	/** The process ended in the middle of them. */
	kill(): void {
		this.underWay = new Set();
		this.current = undefined;
	}

	hasToldSince(call: Call): boolean {
		return this.toldAt >= call.began;
	}
}
