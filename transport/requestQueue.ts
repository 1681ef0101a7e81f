import Bottleneck from 'bottleneck/light';

import { onAbort, type Clock } from './clock';
import { installationOf, stricterLimitOf, type Credential } from './credential';
import { DroppedError } from './errors';
import { ServerWindow, WINDOW_MS, type ServerCount } from './serverWindow';

/** Priorities of bottleneck: lower ones go first. `late` is for the later items of a long run. */
export const Priority = { interactive: 1, trigger: 2, retry: 4, bulk: 5, late: 7 } as const;

/** The last urgent priority: pickers and polls do not wait for slow answers to bulk work. */
const LAST_URGENT: number = Priority.trigger;

/** After so many urgent requests, a bulk request is next, because polls alone could use up the limit. */
const MAX_URGENT_IN_A_ROW = 4;

/** Maximum number of bulk requests in flight: enough to reach the limit, few enough to keep n8n responsive. */
const MAX_BULK = 20;

/** A request counts as in flight for at most this long, in ms: n8n waits up to five minutes for an answer. */
const MAX_IN_FLIGHT_MS = 20_000;

/** Longest timer of a queue, in ms. After a dropped run, no longer timer remains. */
const MAX_NAP_MS = 1_000;

interface QueueOptions {
	/** One of `Priority`. */
	priority: number;
	/** The credential's limit. */
	requestsPerMinute: number;
	/** Drops the request while it is queued, but not after it was sent. */
	signal?: AbortSignal;
}

/** The result of an attempt, and what it shows about the limit. */
export interface WithLimitReport<T> {
	value: T;
	/** The server's count, if the answer has one. */
	count?: ServerCount;
	/** After a 429, the pause of the whole queue, in ms. */
	pauseMs?: number;
	/** Time in ms in which the request reaches the server. Set only if its answer is not seen. */
	arrivesWithinMs?: number;
}

/** A queued request. It is emptied when sent or dropped, because bottleneck's job stays in memory. */
interface Queued {
	send?: (leave: () => void) => Promise<void>;
	/** Lets the next bulk request start. Called when the answer comes, or earlier. */
	leave?: () => void;
}

/** bottleneck cannot remove a job, so new limiters replace these when all queued requests are dropped. */
class Limiters {
	/** One slot for each request that may be sent now. */
	readonly slots = new Bottleneck({ reservoir: 0 });
	readonly bulk = new Bottleneck({ maxConcurrent: MAX_BULK });
	/** Slots in the reservoir. */
	free = 0;
	/** Bulk requests that wait for a slot. */
	readonly nextBulk = new Set<Queued>();
	urgent = 0;
}

/**
 * Limits requests to one helpdesk: at most the credential's limit in any rolling minute, urgent ones first (contract,
 * Limits).
 *
 * bottleneck holds the limit: its reservoir has one slot for each request that may be sent now. A slot is returned one
 * window after the answer *arrived*. The server counted the request before that, so none of its windows can exceed the
 * limit. A 429 empties the reservoir for its pause.
 */
export class RequestQueue {
	private limiters = new Limiters();
	private readonly server = new ServerWindow();
	/** Times (ms) at which slots are returned, the next one first. */
	private readonly due: number[] = [];
	private unanswered = 0;
	/** Unanswered requests that are younger than `MAX_IN_FLIGHT_MS`. */
	private readonly inFlight = new Set<{ sentAt: number; leave: () => void }>();
	/**
	 * By limit: number of queued requests, and when one was last queued or left (ms). The lowest limit of the last
	 * minute applies.
	 */
	private readonly limits = new Map<number, { waiting: number; usedAt: number }>();
	private waiting = 0;
	private isNapping = false;

	constructor(private readonly clock: Clock) {}

	/** Runs one attempt, or a retry, when a slot is free. Throws {DroppedError} if `signal` aborts before. */
	async run<T>(
		{ priority, requestsPerMinute, signal }: QueueOptions,
		attempt: () => Promise<WithLimitReport<T>>,
	): Promise<T> {
		if (signal?.aborted) throw new DroppedError();
		return await new Promise<T>((resolve, reject) => {
			const waiting: Queued = {};
			const stopWaiting = () => {
				waiting.send = undefined;
				this.wait(requestsPerMinute, -1);
				release();
			};
			const release = onAbort(signal, () => {
				stopWaiting();
				if (this.waiting === 0) this.limiters = new Limiters();
				reject(new DroppedError());
			});
			waiting.send = async (leave) => {
				stopWaiting();
				await this.send(attempt, leave).then(resolve, reject);
			};
			this.wait(requestsPerMinute, 1);
			this.update();
			this.enter(priority, waiting);
		});
	}

	/** Time (ms since the epoch) until which the limit delays the queued requests; undefined if it delays none. */
	get waitsUntil(): number | undefined {
		if (this.waiting === 0) return undefined;
		this.update();
		const now = this.clock.now();
		if (now < this.server.pauseEndsAt) return this.server.pauseEndsAt;
		return this.limit - this.taken > 0 ? undefined : this.due[0];
	}

	private enter(priority: number, waiting: Queued): void {
		const { limiters } = this;
		const inSlot = (of: () => Queued) =>
			void limiters.slots.schedule({ priority }, async () => await this.start(limiters, of()));
		if (priority <= LAST_URGENT) {
			inSlot(() => waiting);
			if ((limiters.urgent += 1) % MAX_URGENT_IN_A_ROW === 0) inSlot(() => [...limiters.nextBulk][0] ?? {});
			return;
		}
		void limiters.bulk.schedule({ priority }, async () => {
			if (!waiting.send) return;
			await new Promise<void>((leave) => {
				limiters.nextBulk.add(Object.assign(waiting, { leave }));
				inSlot(() => waiting);
			});
		});
	}

	/** Uses a slot of the reservoir, and returns it at once if the request was dropped. */
	private async start(limiters: Limiters, waiting: Queued): Promise<void> {
		const { send, leave = () => {} } = waiting;
		limiters.nextBulk.delete(waiting);
		limiters.free -= 1;
		const sent = send?.(leave);
		this.wakeLater();
		await sent;
		leave();
		this.update();
	}

	private wait(requestsPerMinute: number, change: 1 | -1): void {
		const { waiting = 0 } = this.limits.get(requestsPerMinute) ?? {};
		this.limits.set(requestsPerMinute, { waiting: waiting + change, usedAt: this.clock.now() });
		this.waiting += change;
	}

	private async send<T>(attempt: () => Promise<WithLimitReport<T>>, leave: () => void): Promise<T> {
		const sentAt = this.clock.now();
		const request = { sentAt, leave };
		this.unanswered += 1;
		this.inFlight.add(request);
		this.server.sent(sentAt);
		let report: WithLimitReport<T> | undefined;
		try {
			report = await attempt();
			return report.value;
		} finally {
			const { count, pauseMs, arrivesWithinMs = 0 } = report ?? {};
			const now = this.clock.now();
			if (report?.arrivesWithinMs === undefined)
				this.server.answered({ now, sentAt, own: this.taken, count, pauseMs });
			this.unanswered -= 1;
			this.inFlight.delete(request);
			this.due.push(now + arrivesWithinMs + WINDOW_MS);
			this.due.sort((a, b) => a - b);
			this.update();
		}
	}

	/** Sets the reservoir to the number of requests that may be sent now. */
	private update(): void {
		const now = this.clock.now();
		while (this.due[0] !== undefined && this.due[0] <= now) this.due.shift();
		for (const request of this.inFlight) {
			if (now < request.sentAt + MAX_IN_FLIGHT_MS) break;
			request.leave();
			this.inFlight.delete(request);
		}
		for (const [limit, { waiting, usedAt }] of this.limits) {
			if (this.limits.size > 1 && waiting === 0 && usedAt + WINDOW_MS <= now) this.limits.delete(limit);
		}
		const paced = this.server.mostInFlight(now) - this.inFlight.size;
		const free = now < this.server.pauseEndsAt ? 0 : Math.max(0, Math.min(this.limit - this.taken, paced));
		if (free !== this.limiters.free) void this.limiters.slots.incrementReservoir(free - this.limiters.free);
		this.limiters.free = free;
		this.wakeLater();
	}

	/** Number of requests that the server may still count: unanswered, or answered less than a window ago. */
	private get taken(): number {
		return this.unanswered + this.due.length;
	}

	private get limit(): number {
		return Math.min(...this.limits.keys(), this.server.limit(this.clock.now()));
	}

	/** Starts a timer, unless the queue is idle. */
	private wakeLater(): void {
		const mayStart = this.limiters.free > 0 && this.inFlight.size < MAX_BULK;
		if (this.isNapping || this.waiting === 0 || mayStart) return;
		this.isNapping = true;
		const now = this.clock.now();
		const next = Math.min(
			this.due[0] ?? Infinity,
			this.server.pauseEndsAt > now ? this.server.pauseEndsAt : Infinity,
		);
		void this.clock.sleep(Math.max(1, Math.min(next - now, MAX_NAP_MS))).then(() => {
			this.isNapping = false;
			this.update();
		});
	}
}

/** A request of n8n's own reaches the helpdesk within this time after it got its slot, in ms. */
const ARRIVES_WITHIN_MS = 10_000;

/**
 * The queues of this process: one for each helpdesk, because its limit is keyed by client IP (contract, Limits), and
 * one for each stricter group of paths.
 */
export class Queues {
	private readonly byKey = new Map<string, RequestQueue>();

	constructor(private readonly clock: Clock) {}

	/** Sends one attempt through the helpdesk's queue, and first through a stricter one if its path has one. */
	async run<T>(
		credential: Credential,
		path: string,
		options: Omit<QueueOptions, 'requestsPerMinute'>,
		attempt: () => Promise<WithLimitReport<T>>,
	): Promise<T> {
		const installation = installationOf(credential.origin);
		const general = this.queue(installation);
		const stricter = stricterLimitOf(path);
		const { requestsPerMinute } = credential;
		if (!stricter) return await general.run({ ...options, requestsPerMinute }, attempt);
		return await this.queue(installation + stricter.path).run(
			{ ...options, requestsPerMinute: stricter.perMinute },
			async () => {
				return await general.run({ ...options, requestsPerMinute }, async () => {
					const value = await attempt();
					// The count in this answer is for the stricter limit.
					return { value, arrivesWithinMs: value.arrivesWithinMs };
				});
			},
		);
	}

	/** Takes a slot for a request of n8n's own, whose answer is not seen. Throws {DroppedError} as `run` does. */
	async takeSlot(
		credential: Credential,
		path: string,
		options: Omit<QueueOptions, 'requestsPerMinute'>,
	): Promise<void> {
		await this.run(credential, path, options, async () => ({
			value: undefined,
			arrivesWithinMs: ARRIVES_WITHIN_MS,
		}));
	}

	/** See `RequestQueue.waitsUntil`. */
	waitsUntil(origin?: string): number | undefined {
		return origin === undefined ? undefined : this.byKey.get(installationOf(origin))?.waitsUntil;
	}

	private queue(key: string): RequestQueue {
		const queue = this.byKey.get(key) ?? new RequestQueue(this.clock);
		this.byKey.set(key, queue);
		return queue;
	}
}
