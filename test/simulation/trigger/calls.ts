import type { IDataObject } from 'n8n-workflow';

import type { SteppedClock } from '../../support/steppedClock';
import type { Served } from './answers';
import { timeText, type Findings } from './judge';
import type { Ended } from './n8n';

/** Maximum requests of a poll (docs/trigger.md). */
const MAX_REQUESTS = 100;

export interface Call {
	began: number;
	requests: number;
	requestsByInbox: Map<number | undefined, number>;
	hasEmitted: boolean;
	/** True if another call began at the same moment. That call reports failures. */
	isTwin: boolean;
}

/** Judges the calls of the poll function: the number of their requests, and their reports of failures. */
export class Calls {
	/** The last call that began while no other ran. */
	current?: Call;
	private running = new Set<Promise<void>>();
	/** Number of polls in a row that read nothing and did not report it. */
	private silent = 0;
	private readAt = -Infinity;
	private callBefore = -Infinity;

	constructor(
		private readonly clock: SteppedClock,
		private readonly findings: Findings,
	) {}

	get areRunning() {
		return this.running.size > 0;
	}

	async settled() {
		await Promise.all(this.running);
	}

	begin() {
		const began = this.clock.now();
		const isNested = this.areRunning;
		const isTwin = isNested && this.current?.began === began;
		const call: Call = { began, requests: 0, requestsByInbox: new Map(), hasEmitted: false, isTwin };
		if (!isNested) this.current = call;
		return call;
	}

	follow(work: Promise<void>) {
		const followed = work.finally(() => this.running.delete(followed));
		this.running.add(followed);
	}

	heard({ inbox, status }: Served) {
		const counts = this.current!.requestsByInbox;
		counts.set(inbox, (counts.get(inbox) ?? 0) + 1);
		if (status === 200) this.readAt = this.clock.now();
	}

	/**
	 * Judges a call that has ended.
	 *
	 * @param troubledUntil time (ms) until which the call may fail
	 * @returns the call's items, and whether it read anything; undefined if it failed or was dropped
	 */
	ended(call: Call, ended: Ended, troubledUntil: number): { items: IDataObject[]; hasRead: boolean } | undefined {
		if (call.requests > MAX_REQUESTS)
			this.findings.add('requests', `${call.requests} requests in the poll of ${timeText(call.began)}`);
		if ('dropped' in ended || (call.isTwin && !('error' in ended))) return undefined;
		const hasRead = this.readAt >= Math.min(this.callBefore, call.began);
		this.callBefore = call.began;
		const error = 'error' in ended ? ended.error : ended.reported;
		if (error && call.began > troubledUntil)
			this.findings.add('refused', `at ${timeText(call.began)}: ${error.message}`);
		if ('error' in ended || ended.items || hasRead) this.silent = 0;
		else this.silent += 1;
		if (this.silent === 2) this.findings.add('silent', `until ${timeText(call.began)}`);
		if ('error' in ended) return undefined;
		call.hasEmitted = ended.items !== null;
		return { items: ended.items ?? [], hasRead };
	}

	/** Called when the workflow was switched off or n8n was killed: earlier polls need no report. */
	reset(isKilled: boolean) {
		this.silent = 0;
		if (!isKilled) return;
		this.running = new Set();
		this.current = undefined;
	}
}
