import Bottleneck from 'bottleneck/light';

import { onAbort, Clock } from './clock';
import { installationOf, stricterLimitOf, Credential } from './credential';
import { DroppedError, LateError, UnavailableError, isUnsent } from './errors';
import { Outage } from './outage';
import { Hold } from './request';
import { ServerWindow, WINDOW_MS, ServerCount } from './serverWindow';

export const Priority = { interactive: 1, trigger: 2, tool: 3, retry: 4, bulk: 5 } as const;

/** Whether a person or a poll waits. Urgent requests do not wait for slow bulk work. */
export const isUrgent = (priority: number) => priority <= Priority.trigger;

/** Every fifth slot goes to a lower priority, because polls alone could use the whole limit. */
const MAX_PASSED_OVER = 4;

/** Maximum bulk requests in flight: enough to reach the limit, few enough to keep n8n responsive. */
const MAX_BULK = 20;

/** Slow requests stop counting against `MAX_BULK` after this time: at most `MAX_HANGING` of them. */
const MAX_IN_FLIGHT_MS = 20_000;
const MAX_HANGING = 40;

/** Of this many slots, one is kept for dropdowns and one for polls, unless enough slots return within `SOON_MS`. */
const SLOTS_FOR_ONE_KEPT = 60;
const SOON_MS = 4_000;

/** Maximum sleep of the queue, so that a dropped run leaves no long timer. */
const MAX_NAP_MS = 1_000;

export interface QueueOptions {
	/** One of `Priority`. */
	priority: number;
	requestsPerMinute: number;
	/** Drops a queued request, but not a sent one. Each run has its own signal. */
	signal?: AbortSignal;
	hold?: Hold;
	/** True for the write for which a slot is held. */
	usesHold?: boolean;
	/** A request that has not started by then (ms since the epoch) is rejected with {LateError}. */
	startBy?: number;
}

/** The result of an attempt, and what it shows about the limit. */
export interface WithLimitReport<T> {
	value: T;
	count?: ServerCount;
	/** Pause that a 429 asks for, in ms. */
	pauseMs?: number;
	/** As `downMs` (retry.ts) returns it. */
	downMs?: number;
	/** Time in ms in which the request reaches the server. Set only if its answer is not seen. */
	arrivesWithinMs?: number;
}

interface Job extends QueueOptions {
	/** Resolves with nothing if the request was not sent. */
	send: () => Promise<Partial<WithLimitReport<unknown>> | undefined>;
	reject: (error: Error) => void;
}

/** The queue of one priority. Runs take turns. */
class Lane {
	readonly runs = new Map<unknown, Set<Job>>();
	passedOver = 0;

	constructor(readonly priority: number) {}

	get next() {
		const [first] = this.runs.values();
		return first?.values().next().value;
	}

	/** Removes a job, and moves its run to the end. Returns false if the job was not queued. */
	remove(job: Job) {
		const jobs = this.runs.get(job.signal);
		if (!jobs?.delete(job)) return false;
		this.runs.delete(job.signal);
		if (jobs.size > 0) this.runs.set(job.signal, jobs);
		return true;
	}
}

/**
 * Limits requests to one helpdesk: at most the credential's limit in any rolling minute (contract, Limits).
 *
 * bottleneck holds the limit: its reservoir has one slot for each request of a minute. A slot is returned one window
 * after the answer *arrived*. The server counted the request before that, so none of its windows can exceed the limit.
 */
export class RequestQueue {
	private readonly slots = new Bottleneck({ reservoir: 0 });
	private readonly server = new ServerWindow();
	private readonly outage = new Outage();
	private readonly lanes = Object.values(Priority).map((priority) => new Lane(priority));
	/** Times (ms) at which slots are returned, the next one first. */
	private readonly due: number[] = [];
	/** Number of slots that reads keep for their writes. */
	private held = 0;
	private readonly withDeadline = new Set<Job>();
	private readonly inFlight = new Set<{ sentAt: number; isBulk: boolean }>();
	private limit = 0;
	/** Queued requests and last use (ms) by limit. The lowest limit of the last minute applies to all credentials. */
	private readonly limits = new Map<number, { waiting: number; usedAt: number }>();
	private isNapping = false;

	constructor(private readonly clock: Clock) {}

	/** Runs an attempt when a slot is free. Throws {DroppedError}, or {UnavailableError} in an outage. */
	async run<T>(options: QueueOptions, attempt: () => Promise<WithLimitReport<T>>) {
		const { priority, requestsPerMinute, signal } = options;
		if (signal?.aborted) throw new DroppedError();
		return await new Promise<T>((resolve, reject) => {
			const lane = this.lanes.find((each) => each.priority === priority)!;
			const job: Job = {
				...options,
				send: async () => {
					release();
					if (signal?.aborted) return undefined;
					try {
						const report = await attempt();
						resolve(report.value);
						return report;
					} catch (error) {
						reject(error as Error);
						return isUnsent(error) ? undefined : {};
					}
				},
				reject: (error) => {
					release();
					if (lane.remove(job)) this.wait(requestsPerMinute, -1);
					reject(error);
				},
			};
			const stopped = onAbort(signal, () => job.reject(new DroppedError()));
			const release = () => {
				stopped();
				this.withDeadline.delete(job);
			};
			if (options.startBy !== undefined) this.withDeadline.add(job);
			this.wait(requestsPerMinute, 1);
			lane.runs.set(signal, (lane.runs.get(signal) ?? new Set()).add(job));
			this.update();
		});
	}

	/** Time (ms since the epoch) until which the limit delays the queued requests; undefined if it delays none. */
	get waitsUntil() {
		if (this.isEmpty) return undefined;
		this.update();
		const now = this.clock.now();
		const pauseEndsAt = Math.max(this.server.pauseEndsAt, this.outage.endsAt);
		if (now < pauseEndsAt) return pauseEndsAt;
		return this.leaves(1, Priority.bulk, now) ? undefined : this.due[0];
	}

	private get isEmpty() {
		return this.lanes.every(({ next }) => !next);
	}

	private wait(requestsPerMinute: number, change: 1 | -1) {
		const { waiting = 0 } = this.limits.get(requestsPerMinute) ?? {};
		this.limits.set(requestsPerMinute, { waiting: waiting + change, usedAt: this.clock.now() });
	}

	/** Returns due slots and starts requests. */
	private update() {
		const now = this.clock.now();
		while (this.due[0] !== undefined && this.due[0] <= now) this.give(this.due.shift() && 1);
		for (const [limit, { waiting, usedAt }] of this.limits) {
			if (this.limits.size > 1 && waiting === 0 && usedAt + WINDOW_MS <= now) this.limits.delete(limit);
		}
		for (const job of this.withDeadline) if (job.startBy! <= now) job.reject(new LateError());
		const limit = Math.min(...this.limits.keys(), this.server.limit(now));
		this.give(limit - this.limit);
		this.limit = limit;
		if (this.outage.hasGivenUp(now)) {
			const jobs = this.lanes.flatMap(({ priority, runs }) => (isUrgent(priority) ? [] : [...runs.values()]));
			for (const job of jobs.flatMap((each) => [...each])) job.reject(new UnavailableError());
		}
		for (let job = this.next(now); job; job = this.next(now)) this.start(job, now);
		this.wakeLater(now);
	}

	private give(slots = 0) {
		if (slots !== 0) void this.slots.incrementReservoir(slots);
	}

	private next(now: number) {
		const ready = this.lanes.filter(({ next }) => next && this.mayStart(next, now));
		const lane = ready.find(({ passedOver }) => passedOver >= MAX_PASSED_OVER) ?? ready[0];
		const job = lane?.next;
		if (!job) return undefined;
		for (const each of ready) each.passedOver += 1;
		lane.passedOver = 0;
		lane.remove(job);
		return job;
	}

	private mayStart(job: Job, now: number) {
		const sent = [...this.inFlight].filter(({ sentAt }) => now < sentAt + MAX_IN_FLIGHT_MS);
		if (now < this.server.pauseEndsAt || sent.length >= this.server.mostInFlight(now)) return false;
		const slots = this.slotsFor(job);
		if (slots === 0) return true;
		if (!this.leaves(slots, job.priority, now)) return false;
		if (isUrgent(job.priority)) return true;
		const all = [...this.inFlight].filter(({ isBulk }) => isBulk).length;
		const bulk = sent.filter(({ isBulk }) => isBulk).length;
		return bulk < this.outage.mostBulk(now, MAX_BULK) && all < MAX_BULK + MAX_HANGING;
	}

	/** A read also takes the slot of its write, so that the write can follow in time. */
	private slotsFor({ hold, usesHold }: Job) {
		if (!hold) return 1;
		if (hold.release) return usesHold ? 0 : 1;
		return usesHold || this.limit < 2 ? 1 : 2;
	}

	/** Returns whether `slots` are free beside those kept for more urgent requests. */
	private leaves(slots: number, priority: number, now: number) {
		const left = this.limit - this.taken - slots;
		const share = Math.floor(this.limit / SLOTS_FOR_ONE_KEPT);
		const kept = isUrgent(priority) ? share * (priority - Priority.interactive) : 2 * share;
		const returnSoon = left >= kept || (this.due[kept - left - 1] ?? Infinity) <= now + SOON_MS;
		return left >= 0 && returnSoon && this.server.leaves(kept, now);
	}

	private start(job: Job, now: number) {
		const { hold, usesHold, priority, requestsPerMinute } = job;
		if (hold && this.slotsFor(job) === 2) this.keepSlot(hold);
		this.wait(requestsPerMinute, -1);
		this.server.sent(now);
		const place = { sentAt: now, isBulk: !isUrgent(priority) };
		this.inFlight.add(place);
		void this.slots.schedule(async () => {
			const report = await job.send();
			this.inFlight.delete(place);
			this.answered(now, report);
		});
		if (usesHold) hold?.release?.();
	}

	private keepSlot(hold: Hold) {
		this.held += 1;
		hold.release = () => {
			hold.release = undefined;
			this.held -= 1;
			this.update();
		};
	}

	private answered(sentAt: number, report?: Partial<WithLimitReport<unknown>>) {
		const now = this.clock.now();
		if (report) {
			const { count, pauseMs, downMs, arrivesWithinMs } = report;
			this.outage.answered(now, sentAt, downMs);
			this.due.push(now + (arrivesWithinMs ?? 0) + WINDOW_MS);
			this.due.sort((a, b) => a - b);
			if (arrivesWithinMs === undefined) this.server.answered(now, this.taken, count, pauseMs);
		} else this.give(1);
		this.update();
	}

	/** Number of requests that the server may still count. */
	private get taken() {
		return this.inFlight.size + this.held + this.due.length;
	}

	private wakeLater(now: number) {
		if (this.isNapping || this.isEmpty) return;
		this.isNapping = true;
		const times = [this.due[0] ?? Infinity, this.server.pauseEndsAt, this.outage.endsAt].filter((at) => at > now);
		void this.clock.sleep(Math.max(1, Math.min(...times.map((at) => at - now), MAX_NAP_MS))).then(() => {
			this.isNapping = false;
			this.update();
		});
	}
}

/** Time in which a request of another node (HTTP Request) reaches the helpdesk. */
const ARRIVES_WITHIN_MS = 10_000;

/**
 * The queues of this process: one for each helpdesk, because its limit is keyed by client IP (contract, Limits), and
 * one for each stricter group of paths.
 */
export class Queues {
	private readonly byKey = new Map<string, RequestQueue>();

	constructor(private readonly clock: Clock) {}

	/** Sends an attempt through the stricter queue of its path, if any, and then the helpdesk's queue. */
	run<T>(
		{ origin, requestsPerMinute }: Credential,
		path: string,
		options: Omit<QueueOptions, 'requestsPerMinute'>,
		attempt: () => Promise<WithLimitReport<T>>,
	) {
		const installation = installationOf(origin);
		const general = this.queue(installation);
		const stricter = stricterLimitOf(path);
		if (!stricter) return general.run({ ...options, requestsPerMinute }, attempt);
		const strict = this.queue(installation + stricter.path);
		return strict.run({ ...options, requestsPerMinute: stricter.perMinute }, () =>
			general.run({ ...options, requestsPerMinute }, async () => {
				const value = await attempt();
				// The count in this answer is for the stricter limit.
				return { value, arrivesWithinMs: value.arrivesWithinMs };
			}),
		);
	}

	/** Takes a slot for a request of another node, whose answer is not seen. */
	async takeSlot(credential: Credential, path: string, signal?: AbortSignal) {
		const unseen = { value: undefined, arrivesWithinMs: ARRIVES_WITHIN_MS };
		await this.run(credential, path, { priority: Priority.bulk, signal }, async () => unseen);
	}

	waitsUntil(origin?: string) {
		return origin === undefined ? undefined : this.byKey.get(installationOf(origin))?.waitsUntil;
	}

	private queue(key: string) {
		const queue = this.byKey.get(key) ?? new RequestQueue(this.clock);
		this.byKey.set(key, queue);
		return queue;
	}
}
