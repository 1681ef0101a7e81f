import type { IDataObject } from 'n8n-workflow';

import type { Witness } from './helpdesk';
import type { Contact, Conversation } from './records';

/** The promises that can break, each with what a break means. */
export const PROMISES = {
	lost: 'an event was never emitted',
	late: 'an event was not emitted within the promised delay',
	repeated: 'an event was emitted twice',
	before: 'an event from before the activation was emitted',
	order: 'the items of a poll are not in order of time',
	wrong: 'an item shows what never was',
	without: 'an event was emitted although nothing changed',
	requests: 'a poll sent more than 100 requests',
	quiet: 'a quiet inbox cost more requests than the documentation says',
	state: 'the state is larger than 256 KB',
	silent: 'two polls in a row read nothing, and none reported it',
	refused: 'a poll or an activation failed although the helpdesk was well',
	testRun: 'a test run shows no record, or changes the state',
} as const;

export type PromiseName = keyof typeof PROMISES;

/** The broken promises of one world. */
export class Findings {
	readonly broken = new Map<PromiseName, { count: number; first: string }>();
	events = 0;

	add(promise: PromiseName, text: string): void {
		const { count = 0, first = text } = this.broken.get(promise) ?? {};
		this.broken.set(promise, { count: count + 1, first });
	}
}

export interface Begun {
	/** The helpdesk's time when the activation began and when it had succeeded, in ms. */
	began: number;
	succeeded: number;
	inboxes: number[];
	startFrom?: number;
}

/** Keeps account of some events apart from the trigger: which had to be emitted, and which were. */
export interface Judge extends Witness {
	/** An activation has succeeded with these events. */
	begin(begun: Begun): void;
	/** The user has chosen another event for a while. */
	leave(): void;
	/** The user has changed settings. */
	choose?(): void;
	pollBegins?(): void;
	/** Records were in an answer of the poll. */
	read?(records: Array<Conversation | Contact>): void;
	emitted(items: IDataObject[]): void;
	/** The poll has ended; `isFull` if it emitted as many events as it may. */
	polled?(isFull: boolean): void;
	/** n8n has saved the state. */
	saved?(): void;
	/** The trigger has lost what was not saved. */
	forget?(): void;
	/** After a poll in which all went well. */
	afterPoll(maxEvents: number): void;
	/** What still has to be emitted. */
	open(): string[];
}

/** A time of the helpdesk, for people. */
export function timeText(ms: number): string {
	return new Date(ms).toISOString().slice(5, 19).replace('T', ' ');
}

/** Good polls after which something in an inbox of this size is late: more than two sweeps, at 40 a poll. */
export function sweepPolls(size: number): number {
	return 15 + 3 * Math.ceil(size / 40);
}

/** Whether something of a time has to be emitted, may be emitted, or is from before. */
export type Verdict = 'wanted' | 'free' | 'before';

/**
 * From when on each inbox counts: Start From for the inboxes that were there when it was set, else the moment in which the inbox was added.
 * In the second of that moment either is right.
 */
export class Scope {
	private tenures = new Map<number, Omit<Begun, 'inboxes'>>();
	/** Since when a removed inbox counted, in ms: if it is back before a poll succeeds, it continues. */
	private readonly earlier = new Map<number, number>();
	private startFrom?: number;

	/** @param lookBack ms: what appears so much later than its time may count as new */
	constructor(private readonly lookBack = 0) {}

	/** Returns whether a Start From was entered, or changed. */
	begin({ inboxes, startFrom, ...times }: Begun): boolean {
		const isSet = startFrom !== undefined && startFrom !== this.startFrom;
		const before = this.tenures;
		this.tenures = new Map(inboxes.map((inbox) => [inbox, isSet ? { ...times, startFrom } : (before.get(inbox) ?? times)]));
		for (const [inbox, tenure] of before) if (!this.has(inbox)) this.earlier.set(inbox, tenure.startFrom ?? tenure.began);
		this.startFrom = startFrom ?? this.startFrom;
		return isSet;
	}

	has(inbox: number): boolean {
		return this.tenures.has(inbox);
	}

	get inboxes(): number[] {
		return [...this.tenures.keys()];
	}

	/** When the inbox's activation had succeeded, in ms. */
	sinceOf(inbox: number): number {
		return this.tenures.get(inbox)?.succeeded ?? Infinity;
	}

	/** Start From in ms, if it counts for the inbox. */
	startFromOf(inbox: number): number | undefined {
		return this.tenures.get(inbox)?.startFrom;
	}

	/** @param visibleFrom when the chosen inboxes first listed it, in ms: what was not listed at the activation may count as new */
	verdict(inbox: number, at: number, visibleFrom = at): Verdict {
		const tenure = this.tenures.get(inbox);
		if (!tenure) return 'free';
		const { began, succeeded, startFrom } = tenure;
		if (startFrom !== undefined) return at >= startFrom ? 'wanted' : 'before';
		if (at > succeeded) return 'wanted';
		const isLate = visibleFrom > began && at >= began - this.lookBack;
		return at + 1000 <= began && !isLate && at < (this.earlier.get(inbox) ?? Infinity) ? 'before' : 'free';
	}
}
