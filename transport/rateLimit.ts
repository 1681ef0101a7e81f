import Bottleneck from 'bottleneck/light';

import { onAbort } from './abort';
import type { Clock } from './clock';
import { Permits, type Permit, type Verdict } from './permits';

/** Who goes first when permits are short; bottleneck's scale, 0 is first. */
export const Priority = { interactive: 1, trigger: 2, retry: 4, bulk: 5 } as const;

/** Somebody looks at a list, or a poll is due: they wait for a permit, never for answers to bulk work. */
const URGENT: number[] = [Priority.interactive, Priority.trigger];

/** The longest a queue sleeps before it looks again, in ms: a dropped run leaves no timer older than this. */
const LONGEST_NAP_MS = 1_000;

export interface Turn {
	/** One of `Priority`. */
	priority: number;
	/** The credential's limit. */
	requestsPerMinute: number;
	/** Drops the request as long as it waits; a request on the wire is left alone. */
	signal?: AbortSignal;
}

/** What one attempt on the wire gives. */
export interface Attempted<T> extends Verdict {
	value: T;
}

/** The request was dropped before it was sent. */
export class DroppedError extends Error {
	override readonly name = 'DroppedError';
}

/**
 * The queue of one API host: never more than the limit in any rolling minute, urgent requests first.
 * bottleneck orders the requests; `Permits` decides how many may go (specification, Limits).
 */
export class RateLimitedQueue {
	private readonly permits = new Permits();
	private queue = this.emptyQueue();
	private granted = 0;
	private waiting = 0;
	/** Jobs of dropped requests that bottleneck still holds: it cannot take one out. */
	private dropped = 0;
	private napping = false;

	constructor(private readonly clock: Clock) {}

	/**
	 * Sends one attempt when its turn comes. Every attempt takes a permit of its own, repeats too.
	 *
	 * @throws {DroppedError} when `signal` aborts before the attempt starts
	 */
	async run<T>(turn: Turn, attempt: () => Promise<Attempted<T>>): Promise<T> {
		const { signal, priority } = turn;
		if (signal?.aborted) throw new DroppedError();
		let waits = true;
		this.join(turn);
		return await new Promise<T>((resolve, reject) => {
			const release = onAbort(signal, () => {
				waits = false;
				this.dropped += 1;
				this.leave(turn);
				reject(new DroppedError());
			});
			const { queue } = this;
			queue
				.schedule({ priority }, async () => {
					if (!waits) return this.skip(queue);
					waits = false;
					release();
					const permit = this.permits.start(isUrgent(priority));
					this.leave(turn);
					resolve(await this.send(permit, attempt));
				})
				.catch(reject);
			this.grant();
			void this.keepGranting();
		});
	}

	/** How many requests wait for their turn. */
	get queued(): number {
		return this.waiting;
	}

	/** Until when the limit lets nobody send who waits, in ms since the epoch; undefined when it does, or nobody waits. */
	get waitsUntil(): number | undefined {
		return this.waiting > 0 ? this.permits.waitsUntil(this.clock.now()) : undefined;
	}

	private join({ requestsPerMinute }: Turn): void {
		this.permits.join(requestsPerMinute, this.clock.now());
		this.waiting += 1;
	}

	private leave({ requestsPerMinute }: Turn): void {
		this.permits.leave(requestsPerMinute, this.clock.now());
		this.waiting -= 1;
		if (this.waiting === 0 && this.dropped > 0) this.renew();
	}

	/** Lets go of dropped requests, and of all that they hold, when nobody waits behind them. */
	private renew(): void {
		this.queue = this.emptyQueue();
		this.granted = this.permits.total;
		this.dropped = 0;
	}

	private async send<T>(permit: Permit, attempt: () => Promise<Attempted<T>>): Promise<T> {
		// An urgent request may have lost its permit to this one.
		this.grant();
		let attempted: Attempted<T> | undefined;
		try {
			attempted = await attempt();
			return attempted.value;
		} finally {
			this.permits.answered(permit, this.clock.now(), { count: attempted?.count, pauseMs: attempted?.pauseMs });
			this.grant();
		}
	}

	private skip(queue: Bottleneck): void {
		if (queue !== this.queue) return;
		this.dropped -= 1;
		this.permits.skip();
		this.grant();
	}

	private grant(): void {
		const urgentWaiting = URGENT.reduce((sum, priority) => sum + this.queue.queued(priority), 0);
		const allowance = this.permits.allowance(this.clock.now(), urgentWaiting);
		const difference = allowance - this.granted;
		if (difference === 0) return;
		this.granted = allowance;
		void this.queue.incrementReservoir(difference);
	}

	/** Runs only while somebody waits, so that an idle queue holds no timer. */
	private async keepGranting(): Promise<void> {
		if (this.napping) return;
		this.napping = true;
		while (this.waiting > 0) {
			const untilChange = this.permits.nextChangeAt() - this.clock.now();
			await this.clock.sleep(Math.max(1, Math.min(untilChange, LONGEST_NAP_MS)));
			this.grant();
		}
		this.napping = false;
	}

	/** Nobody may start before `grant`: how many may be on the wire is the permits' business too. */
	private emptyQueue(): Bottleneck {
		const queue = new Bottleneck({ reservoir: 0 });
		// bottleneck says so a moment before the job can be seen among its `queued`.
		queue.on('queued', ({ options }: { options: { priority: number } }) => {
			if (isUrgent(options.priority)) void Promise.resolve().then(() => this.grant());
		});
		return queue;
	}
}

function isUrgent(priority: number): boolean {
	return URGENT.includes(priority);
}
