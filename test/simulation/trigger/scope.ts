/** From when on an inbox counts: the span in which its activation fell, or what the user entered. */
interface Tenure {
	/** The service's time when the activation began and when it had succeeded, in ms. */
	began: number;
	succeeded: number;
	/** Start From, where it counts for this inbox. */
	startFrom?: number;
}

export interface Begun {
	began: number;
	succeeded: number;
	inboxes: number[];
	startFrom?: number;
}

/** Inboxes that the first poll can read. */
export const MAX_READ_AT_FIRST = 100;

/** What the promises say of a thing's time: it has to be told, it may be, or it is from before. */
export type Verdict = 'wanted' | 'free' | 'before';

/**
 * From when on things count, inbox by inbox: Start From for the inboxes that were there when it was set, else the
 * moment in which the inbox was added. In the second of that moment either is right.
 */
export class Scope {
	private tenures = new Map<number, Tenure>();
	/** Since when an inbox counted that was taken out, in ms: if it is back before a poll succeeds, it continues. */
	private readonly earlier = new Map<number, number>();
	private startFrom?: number;
	private hasBegun = false;

	/** @param lookBack ms: what appears so much later than its time says may count as new */
	constructor(private readonly lookBack: number) {}

	begin({ began, succeeded, inboxes, startFrom }: Begun): void {
		const isSet = this.isSetAnew(startFrom);
		const tenures = new Map<number, Tenure>();
		for (const inbox of inboxes) {
			const kept = this.tenures.get(inbox);
			if (isSet) tenures.set(inbox, { began, succeeded, startFrom });
			else tenures.set(inbox, kept ?? { began, succeeded });
		}
		for (const [inbox, tenure] of this.tenures) if (!tenures.has(inbox)) this.earlier.set(inbox, tenure.startFrom ?? tenure.began);
		this.tenures = tenures;
		if (startFrom !== undefined || !this.hasBegun) this.startFrom = startFrom;
		this.hasBegun = true;
	}

	/** Whether a Start From is entered, or another one than before. */
	isSetAnew(startFrom: number | undefined): startFrom is number {
		return startFrom !== undefined && startFrom !== this.startFrom;
	}

	has(inbox: number): boolean {
		return this.tenures.has(inbox);
	}

	/** When the inbox's activation had succeeded, in ms. */
	sinceOf(inbox: number): number {
		return this.tenures.get(inbox)?.succeeded ?? Infinity;
	}

	/** When the inbox's activation began, in ms. */
	beganOf(inbox: number): number {
		return this.tenures.get(inbox)?.began ?? Infinity;
	}

	hasStartFrom(inbox: number): boolean {
		return this.startFromOf(inbox) !== undefined;
	}

	/** Start From in ms, where it counts for the inbox. */
	startFromOf(inbox: number): number | undefined {
		return this.tenures.get(inbox)?.startFrom;
	}

	get inboxes(): number[] {
		return [...this.tenures.keys()];
	}

	/**
	 * @param at the service's time, in ms
	 * @param visibleFrom when the watched inboxes first listed it, in ms: what was not listed at the activation may count as new
	 */
	verdict(inbox: number, at: number, visibleFrom = at): Verdict {
		const tenure = this.tenures.get(inbox);
		if (!tenure) return 'free';
		if (tenure.startFrom !== undefined) return at >= tenure.startFrom ? 'wanted' : 'before';
		if (at > tenure.succeeded) return 'wanted';
		const isLate = visibleFrom > tenure.began && at >= tenure.began - this.lookBack;
		return at + 1000 <= tenure.began && !isLate && at < (this.earlier.get(inbox) ?? Infinity) ? 'before' : 'free';
	}
}
