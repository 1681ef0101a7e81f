import type { Clock } from './clock';
import { Lane } from './lane';
import { Permits, type Permit, type LimitReport } from './permits';

export { DroppedError } from './lane';

/** Who goes first when permits are short; bottleneck's scale, 0 is first. */
export const Priority = { interactive: 1, trigger: 2, retry: 4, bulk: 5 } as const;

/** Somebody looks at a list, or a poll is due: they wait for a permit, never for answers to bulk work. */
const LAST_URGENT: number = Priority.trigger;

/** Then bulk work that waits is next: polls may be as many as the limit. */
const MAX_URGENT_IN_A_ROW = 4;

/** The longest a queue sleeps before it looks again, in ms: a dropped run leaves no timer older than this. */
const MAX_NAP_MS = 1_000;

export interface Turn {
	/** One of `Priority`. */
	priority: number;
	/** The credential's limit. */
	requestsPerMinute: number;
	/** Drops the request as long as it waits; a request on the wire is left alone. */
	signal?: AbortSignal;
}

/** What one attempt on the wire gives. */
export interface WithLimitReport<T> extends LimitReport {
	value: T;
}

/**
 * The queue of one helpdesk: never more than the limit in any rolling minute, urgent requests first.
 * `Permits` decides how many may go, a `Lane` who is next (contract, Limits).
 */
export class RateLimitedQueue {
	private readonly permits = new Permits();
	private readonly urgent = this.newLane(true);
	private readonly bulk = this.newLane(false);
	private urgentInARow = 0;
	private napping = false;

	constructor(private readonly clock: Clock) {}

	/**
	 * Sends one attempt when its turn comes. Every attempt takes a permit of its own, retries too.
	 *
	 * @throws {DroppedError} when `signal` aborts before the attempt starts
	 */
	async run<T>(turn: Turn, attempt: () => Promise<WithLimitReport<T>>): Promise<T> {
		const permit = await this.wait(turn);
		let attempted: WithLimitReport<T> | undefined;
		try {
			attempted = await attempt();
			return attempted.value;
		} finally {
			const { count, pauseMs, arrivesWithinMs } = attempted ?? {};
			this.permits.answered(permit, this.clock.now(), { count, pauseMs, arrivesWithinMs });
			this.grant();
		}
	}

	/** Until when the limit lets nobody send who waits, in ms since the epoch; undefined when it does, or nobody waits. */
	get waitsUntil(): number | undefined {
		return this.anyWaiting() ? this.permits.waitsUntil(this.clock.now()) : undefined;
	}

	private async wait({ priority, requestsPerMinute, signal }: Turn): Promise<Permit> {
		const lane = priority <= LAST_URGENT ? this.urgent : this.bulk;
		this.permits.join(requestsPerMinute, this.clock.now());
		try {
			const permit = lane.wait(priority, signal);
			this.grant();
			void this.keepGranting();
			return await permit;
		} finally {
			this.permits.leave(requestsPerMinute, this.clock.now());
		}
	}

	private grant(): void {
		for (let lane = this.next(); lane; lane = this.next()) {
			this.urgentInARow = lane.urgent ? this.urgentInARow + 1 : 0;
			lane.grant(this.permits.take(lane.urgent, this.clock.now()));
		}
	}

	/** Whose turn it is, of those who wait and may be sent. */
	private next(): Lane | undefined {
		const inOrder = this.urgentInARow < MAX_URGENT_IN_A_ROW ? [this.urgent, this.bulk] : [this.bulk, this.urgent];
		return inOrder.find((lane) => lane.wants > 0 && this.permits.allows(lane.urgent, this.clock.now()));
	}

	/** Runs only while somebody waits, so that an idle queue holds no timer. */
	private async keepGranting(): Promise<void> {
		if (this.napping) return;
		this.napping = true;
		while (this.anyWaiting()) {
			const untilChange = this.permits.nextChangeAt() - this.clock.now();
			await this.clock.sleep(Math.max(1, Math.min(untilChange, MAX_NAP_MS)));
			this.grant();
		}
		this.napping = false;
	}

	private anyWaiting(): boolean {
		return this.urgent.wants > 0 || this.bulk.wants > 0;
	}

	private newLane(urgent: boolean): Lane {
		return new Lane(urgent, (permit) => {
			this.permits.giveBack(permit);
			this.grant();
		});
	}
}
