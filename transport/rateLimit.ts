import Bottleneck from 'bottleneck/light';

import { onAbort } from './abort';
import type { Clock } from './clock';
import { Permits, type ServerCount } from './permits';

/** Who goes first when permits are short; bottleneck's scale, 0 is first. */
export const Priority = { interactive: 1, trigger: 2, retry: 4, bulk: 5 } as const;

/** Enough to fill the window in seconds at any latency, few enough to keep n8n responsive. */
const MOST_IN_FLIGHT = 20;

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

/** What one attempt on the wire tells the queue. */
export interface Attempted<T> {
	value: T;
	/** The server's own count, where the answer carries it. */
	count?: ServerCount;
	/** From a 429: nobody sends for so many ms. */
	pauseMs?: number;
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
	private readonly queue = new Bottleneck({ maxConcurrent: MOST_IN_FLIGHT, reservoir: 0 });
	private granted = 0;
	private waiting = 0;
	private napping = false;

	constructor(private readonly clock: Clock) {}

	/**
	 * Sends one attempt when its turn comes. Every attempt takes a permit of its own, repeats too.
	 *
	 * @throws {DroppedError} when `signal` aborts before the attempt starts
	 */
	async run<T>(turn: Turn, attempt: () => Promise<Attempted<T>>): Promise<T> {
		const { signal, requestsPerMinute } = turn;
		if (signal?.aborted) throw new DroppedError();
		this.permits.join(requestsPerMinute, this.clock.now());
		this.waiting += 1;
		let waits = true;
		const stopWaiting = () => {
			if (!waits) return;
			waits = false;
			this.waiting -= 1;
			this.permits.leave(requestsPerMinute, this.clock.now());
		};
		return await new Promise<T>((resolve, reject) => {
			const release = onAbort(signal, () => {
				stopWaiting();
				reject(new DroppedError());
			});
			this.queue
				.schedule({ priority: turn.priority }, async () => {
					release();
					if (!waits) return this.giveBack();
					stopWaiting();
					resolve(await this.send(attempt));
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

	private async send<T>(attempt: () => Promise<Attempted<T>>): Promise<T> {
		const permit = this.permits.start();
		let attempted: Attempted<T> | undefined;
		try {
			attempted = await attempt();
			return attempted.value;
		} finally {
			const now = this.clock.now();
			this.permits.answered(permit, now, attempted?.count);
			if (attempted?.pauseMs !== undefined) this.permits.pause(now + attempted.pauseMs);
			this.grant();
		}
	}

	private giveBack(): void {
		this.permits.start();
		this.permits.refund();
		this.grant();
	}

	private grant(): void {
		const allowance = this.permits.allowance(this.clock.now());
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
}
