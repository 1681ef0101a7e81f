import Bottleneck from 'bottleneck/light';

import { onAbort, type Clock } from './clock';
import { installationOf, stricterLimitOf, type Credential } from './credential';
import { DroppedError } from './errors';
import { ServerWindow, WINDOW_MS, type ServerCount } from './serverWindow';

/** Who goes first when slots are short; bottleneck's scale, 0 is first. `late` is for the later items of a long run. */
export const Priority = { interactive: 1, trigger: 2, retry: 4, bulk: 5, late: 7 } as const;

/** Pickers and polls are not held up by slow answers to bulk work. */
const LAST_URGENT: number = Priority.trigger;

/** Behind so many a bulk request is next, because polls may be as many as the limit. */
const MAX_URGENT_IN_A_ROW = 4;

/** Bulk requests at once: enough to use up the limit in seconds at any latency, few enough to keep n8n responsive. */
const MAX_BULK = 20;

/** A request counts as in flight for so long, in ms: n8n waits up to five minutes for an answer. */
const MAX_IN_FLIGHT_MS = 20_000;

/** The longest that a queue sleeps before it looks again, in ms, so that a dropped run leaves no older timer. */
const MAX_NAP_MS = 1_000;

export interface Turn {
	/** One of `Priority`. */
	priority: number;
	/** The credential's limit. */
	requestsPerMinute: number;
	/** Drops the request while it waits; a request that was sent is left alone. */
	signal?: AbortSignal;
}

/** What one attempt shows of the limit. */
export interface LimitReport {
	/** The server's own count, if the answer has it. */
	count?: ServerCount;
	/** From a 429: nobody sends for so many ms. */
	pauseMs?: number;
	/** The answer will not be seen; the request reaches the server within so many ms. */
	arrivesWithinMs?: number;
}

export interface WithLimitReport<T> extends LimitReport {
	value: T;
}

/** Sends a request; `leave` makes way for the next bulk request, at the latest when the answer is there. */
type Start = (leave: () => void) => Promise<void>;

/** A request that waits; empty once it was sent or dropped, so that bottleneck's job of it holds nothing of the item. */
interface Waiting {
	send?: Start;
	leave?: () => void;
}

/** bottleneck's queues. A new line is begun when all that waited was dropped: bottleneck cannot take a job out. */
class Line {
	/** One place for each request that may be sent now. */
	readonly slots = new Bottleneck({ reservoir: 0 });
	readonly bulk = new Bottleneck({ maxConcurrent: MAX_BULK });
	/** Places in the reservoir. */
	free = 0;
	/** Bulk requests that wait for one. */
	readonly nextBulk = new Set<Waiting>();
	urgent = 0;
}

/** A request that was sent and counts as in flight. */
interface InFlight {
	sentAt: number;
	/** Makes way for the next bulk request. */
	leave: () => void;
}

/**
 * Limits requests to one helpdesk: at most the credential's limit in any rolling minute, urgent ones first (contract, Limits).
 *
 * bottleneck holds the limit: its reservoir has one place for each request that may be sent now. A place comes back one window
 * after the answer *arrived*. The server counted the request before that, so no window of its own can exceed the limit,
 * whatever its phase. A 429 empties the reservoir until its pause is over.
 */
export class RequestQueue {
	private line = new Line();
	private readonly server = new ServerWindow();
	/** When places come back, the next one first, in ms. */
	private readonly due: number[] = [];
	/** Sent, and their answer is still to come. */
	private unanswered = 0;
	private readonly inFlight = new Set<InFlight>();
	/** The limits of the last minute's credentials, of which the lowest counts: how many requests wait, and when one was last sent (ms). */
	private readonly limits = new Map<number, { waiting: number; usedAt: number }>();
	private waiting = 0;
	private isNapping = false;

	constructor(private readonly clock: Clock) {}

	/**
	 * Runs `attempt` when there is a place. Every attempt takes a place of its own, retries too.
	 *
	 * @throws {DroppedError} if `signal` aborts before the attempt starts
	 */
	async run<T>({ priority, requestsPerMinute, signal }: Turn, attempt: () => Promise<WithLimitReport<T>>): Promise<T> {
		if (signal?.aborted) throw new DroppedError();
		return await new Promise<T>((resolve, reject) => {
			const waiting: Waiting = {};
			const stopWaiting = () => {
				waiting.send = undefined;
				this.wait(requestsPerMinute, -1);
				release();
			};
			const release = onAbort(signal, () => {
				stopWaiting();
				if (this.waiting === 0) this.line = new Line();
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

	/** Until when the limit holds back a request that waits, in ms since the epoch; undefined if it does not, or none waits. */
	get waitsUntil(): number | undefined {
		if (this.waiting === 0) return undefined;
		this.update();
		const now = this.clock.now();
		if (now < this.server.pauseEndsAt) return this.server.pauseEndsAt;
		return this.limit - this.taken > 0 ? undefined : this.due[0];
	}

	/** Bulk work waits in front of the reservoir too, where at most `MAX_BULK` are sent at once. */
	private enter(priority: number, waiting: Waiting): void {
		const { line } = this;
		const inSlot = (of: () => Waiting) => void line.slots.schedule({ priority }, async () => await this.start(line, of()));
		if (priority <= LAST_URGENT) {
			inSlot(() => waiting);
			if ((line.urgent += 1) % MAX_URGENT_IN_A_ROW === 0) inSlot(() => [...line.nextBulk][0] ?? {});
			return;
		}
		void line.bulk.schedule({ priority }, async () => {
			if (!waiting.send) return;
			await new Promise<void>((leave) => {
				line.nextBulk.add(Object.assign(waiting, { leave }));
				inSlot(() => waiting);
			});
		});
	}

	/** Uses a place of the reservoir; it comes back at once where nothing is left to be sent. */
	private async start(line: Line, waiting: Waiting): Promise<void> {
		const { send, leave = () => {} } = waiting;
		line.nextBulk.delete(waiting);
		line.free -= 1;
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
			if (report?.arrivesWithinMs === undefined) this.server.answered({ now, sentAt, own: this.taken, count, pauseMs });
			this.unanswered -= 1;
			this.inFlight.delete(request);
			this.due.push(now + arrivesWithinMs + WINDOW_MS);
			this.due.sort((a, b) => a - b);
			this.update();
		}
	}

	/** Brings the reservoir to what may be sent now. */
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
		if (free !== this.line.free) void this.line.slots.incrementReservoir(free - this.line.free);
		this.line.free = free;
		this.wakeLater();
	}

	/** Requests that the server may still count: unanswered, or answered less than a window ago. */
	private get taken(): number {
		return this.unanswered + this.due.length;
	}

	private get limit(): number {
		return Math.min(...this.limits.keys(), this.server.limit(this.clock.now()));
	}

	/** Sleeps only while somebody waits for a place, so that an idle queue holds no timer. */
	private wakeLater(): void {
		const mayStart = this.line.free > 0 && this.inFlight.size < MAX_BULK;
		if (this.isNapping || this.waiting === 0 || mayStart) return;
		this.isNapping = true;
		const now = this.clock.now();
		const next = Math.min(this.due[0] ?? Infinity, this.server.pauseEndsAt > now ? this.server.pauseEndsAt : Infinity);
		void this.clock.sleep(Math.max(1, Math.min(next - now, MAX_NAP_MS))).then(() => {
			this.isNapping = false;
			this.update();
		});
	}
}

/** A request that n8n sends by itself reaches the helpdesk within so many ms after it was let go. */
const ARRIVES_WITHIN_MS = 10_000;

type AnyTurn = Omit<Turn, 'requestsPerMinute'>;

/**
 * All queues of this process: one per helpdesk, whatever the credential or the execution, because the
 * limit is keyed by client IP (contract, Limits). One more for each stricter group of paths.
 */
export class Queues {
	private readonly byKey = new Map<string, RequestQueue>();

	constructor(private readonly clock: Clock) {}

	/** Sends one attempt through the helpdesk's queue, and first through the stricter one of its path. */
	async run<T>(credential: Credential, path: string, turn: AnyTurn, attempt: () => Promise<WithLimitReport<T>>): Promise<T> {
		const installation = installationOf(credential.origin);
		const general = this.queue(installation);
		const stricter = stricterLimitOf(path);
		const generalTurn = { ...turn, requestsPerMinute: credential.requestsPerMinute };
		if (!stricter) return await general.run(generalTurn, attempt);

		const strictTurn = { ...turn, requestsPerMinute: stricter.perMinute };
		return await this.queue(installation + stricter.path).run(strictTurn, async () => {
			return await general.run(generalTurn, async () => {
				const value = await attempt();
				// The count in such an answer is the stricter limiter's, so the general queue is not shown it.
				return { value, arrivesWithinMs: value.arrivesWithinMs };
			});
		});
	}

	/**
	 * Waits until a request may go that somebody else sends, so that its answer is not seen: its slot comes
	 * back as if it had been answered `ARRIVES_WITHIN_MS` later.
	 *
	 * @throws {DroppedError} when `signal` aborts while it waits
	 */
	async takeSlot(credential: Credential, path: string, turn: AnyTurn): Promise<void> {
		await this.run(credential, path, turn, async () => ({ value: undefined, arrivesWithinMs: ARRIVES_WITHIN_MS }));
	}

	/** Until when the limit lets nothing be sent to a helpdesk, in ms since the epoch; undefined when it does. */
	waitsUntil(origin?: string): number | undefined {
		return origin === undefined ? undefined : this.byKey.get(installationOf(origin))?.waitsUntil;
	}

	private queue(key: string): RequestQueue {
		const existing = this.byKey.get(key);
		if (existing) return existing;
		const created = new RequestQueue(this.clock);
		this.byKey.set(key, created);
		return created;
	}
}
