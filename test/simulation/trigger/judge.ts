import type { IDataObject } from 'n8n-workflow';

import type { Witness } from './helpdesk';
import type { Contact, Conversation } from './records';

/** The trigger's promises. Each text describes a break. */
export const PROMISES = {
	lost: 'an event was never emitted',
	late: 'an event was not emitted within the promised delay',
	repeated: 'an event was emitted twice',
	before: 'an event from before the activation was emitted',
	order: 'the items of a poll are not in order of time',
	wrong: 'an item shows a value that the record never had',
	without: 'an event was emitted although nothing changed',
	requests: 'a poll sent more than 100 requests',
	quiet: 'a quiet inbox cost more requests than the documentation says',
	state: 'the state is larger than 256 KB',
	silent: 'two polls in a row read nothing, and none reported it',
	refused: 'a poll or an activation failed although the helpdesk worked',
	testRun: 'a test run shows no record, or changes the state',
} as const;

export type PromiseName = keyof typeof PROMISES;

export class Findings {
	readonly broken = new Map<PromiseName, { count: number; first: string }>();
	events = 0;

	add(promise: PromiseName, text: string) {
		const { count = 0, first = text } = this.broken.get(promise) ?? {};
		this.broken.set(promise, { count: count + 1, first });
	}
}

export interface Begun {
	/** Begin and end of the successful activation, in ms of the helpdesk's time. */
	began: number;
	succeeded: number;
	inboxes: number[];
	startFrom?: number;
}

/** Tracks some events independently of the trigger: those that had to be emitted, and those that were. */
export interface Judge extends Witness {
	/** Called after a successful activation with these events. */
	begin(begun: Begun): void;
	/** Called when the user chooses another event for a while. */
	leave(): void;
	/** Called when the user has changed settings. */
	choose?(): void;
	pollBegins?(): void;
	/** Called with the records in an answer of the poll. */
	read?(records: Array<Conversation | Contact>): void;
	emitted(items: IDataObject[]): void;
	/** Called at the end of a poll. `isFull`: it emitted the maximum number of events. */
	polled?(isFull: boolean): void;
	saved?(): void;
	forget?(): void;
	/** Called after a poll without a failure. */
	afterPoll(maxEvents: number): void;
	open(): string[];
}

export function timeText(ms: number) {
	return new Date(ms).toISOString().slice(5, 19).replace('T', ' ');
}

/**
 * Returns the number of successful polls after which an event of this inbox is late: enough to read it three times, at
 * 40 records per poll.
 */
export function sweepPolls(size: number) {
	return 15 + 3 * Math.ceil(size / 40);
}

/** Whether an event must be emitted (`wanted`), may be (`free`), or is from before the start (`before`). */
export type Verdict = 'wanted' | 'free' | 'before';

/**
 * Tracks from when on an inbox's events count: Start From if the inbox was chosen when that was set, otherwise the
 * moment in which it was added. Within that second, either is right.
 */
export class Scope {
	private tenures = new Map<number, Omit<Begun, 'inboxes'>>();
	/** Start (ms) of removed inboxes. An inbox that returns before a poll succeeds continues from there. */
	private readonly earlier = new Map<number, number>();
	private startFrom?: number;

	/** @param lookBack in ms: a record that appears this much later than its time may count as new */
	constructor(private readonly lookBack = 0) {}

	/** Returns whether a Start From was entered or changed. */
	begin({ inboxes, startFrom, ...times }: Begun) {
		const isSet = startFrom !== undefined && startFrom !== this.startFrom;
		const before = this.tenures;
		this.tenures = new Map(
			inboxes.map((inbox) => [inbox, isSet ? { ...times, startFrom } : (before.get(inbox) ?? times)]),
		);
		for (const [inbox, tenure] of before)
			if (!this.has(inbox)) this.earlier.set(inbox, tenure.startFrom ?? tenure.began);
		this.startFrom = startFrom ?? this.startFrom;
		return isSet;
	}

	has(inbox: number) {
		return this.tenures.has(inbox);
	}

	get inboxes() {
		return [...this.tenures.keys()];
	}

	/** Returns the end of the inbox's successful activation, in ms. */
	sinceOf(inbox: number) {
		return this.tenures.get(inbox)?.succeeded ?? Infinity;
	}

	/** Returns Start From in ms, if it applies to the inbox. */
	startFromOf(inbox: number) {
		return this.tenures.get(inbox)?.startFrom;
	}

	/**
	 * @param visibleFrom when a chosen inbox first listed the record (ms). After the activation, it may count as new
	 */
	verdict(inbox: number, at: number, visibleFrom = at) {
		const tenure = this.tenures.get(inbox);
		if (!tenure) return 'free';
		const { began, succeeded, startFrom } = tenure;
		if (startFrom !== undefined) return at >= startFrom ? 'wanted' : 'before';
		if (at > succeeded) return 'wanted';
		const isLate = visibleFrom > began && at >= began - this.lookBack;
		return at + 1000 <= began && !isLate && at < (this.earlier.get(inbox) ?? Infinity) ? 'before' : 'free';
	}
}
