import type { Clock } from './clock';
import type { Credential } from './credential';
import { RateLimitedQueue, type Attempted, type Turn } from './rateLimit';

/**
 * Limits on top of the global one (specification, Limits: api.register and api.email_verification),
 * by the path's beginning, in requests per minute.
 */
const STRICTER_LIMITS: ReadonlyArray<{ path: string; perMinute: number }> = [
	{ path: '/auth/registration/', perMinute: 10 },
	{ path: '/auth/verification/', perMinute: 5 },
];

/**
 * All queues of this process: one an API host, whatever the credential or the execution, because the
 * limit is keyed by client IP (specification, Limits). One more for each stricter group of paths.
 */
export class Queues {
	private readonly byKey = new Map<string, RateLimitedQueue>();

	constructor(private readonly clock: Clock) {}

	/** Sends one attempt through the host's queue, and first through the stricter one of its path. */
	async run<T>(
		credential: Credential,
		path: string,
		turn: Omit<Turn, 'requestsPerMinute'>,
		attempt: () => Promise<Attempted<T>>,
	): Promise<T> {
		const host = this.queue(credential.origin);
		const stricter = STRICTER_LIMITS.find((limit) => path.startsWith(limit.path));
		const hostTurn = { ...turn, requestsPerMinute: credential.requestsPerMinute };
		if (!stricter) return await host.run(hostTurn, attempt);

		const strictTurn = { ...turn, requestsPerMinute: stricter.perMinute };
		return await this.queue(credential.origin + stricter.path).run(strictTurn, async () => {
			// The count in such an answer is the stricter limiter's, so the host's queue is not shown it.
			return await host.run(hostTurn, async () => ({ value: await attempt() }));
		});
	}

	/** Until when the limit lets nothing be sent to a host, in ms since the epoch; undefined when it does. */
	waitsUntil(origin = ''): number | undefined {
		return this.byKey.get(origin)?.waitsUntil;
	}

	private queue(key: string): RateLimitedQueue {
		const existing = this.byKey.get(key);
		if (existing) return existing;
		const created = new RateLimitedQueue(this.clock);
		this.byKey.set(key, created);
		return created;
	}
}
