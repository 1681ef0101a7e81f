import type { Clock } from './clock';
import type { Credential } from './credential';
import { installationOf, stricterLimitOf } from './installation';
import { RateLimitedQueue, type WithLimitReport, type Turn } from './rateLimit';

/** A request that n8n sends by itself reaches the helpdesk within so many ms after it was let go. */
const ARRIVES_WITHIN_MS = 10_000;

type AnyTurn = Omit<Turn, 'requestsPerMinute'>;

/**
 * All queues of this process: one per helpdesk, whatever the credential or the execution, because the
 * limit is keyed by client IP (contract, Limits). One more for each stricter group of paths.
 */
export class Queues {
	private readonly byKey = new Map<string, RateLimitedQueue>();

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
	 * Waits until a request may go that somebody else sends, so that its answer is not seen: its permit comes
	 * back as if it had been answered `ARRIVES_WITHIN_MS` later.
	 *
	 * @throws {DroppedError} when `signal` aborts while it waits
	 */
	async letGo(credential: Credential, path: string, turn: AnyTurn): Promise<void> {
		await this.run(credential, path, turn, async () => ({ value: undefined, arrivesWithinMs: ARRIVES_WITHIN_MS }));
	}

	/** Until when the limit lets nothing be sent to a helpdesk, in ms since the epoch; undefined when it does. */
	waitsUntil(origin?: string): number | undefined {
		return origin === undefined ? undefined : this.byKey.get(installationOf(origin))?.waitsUntil;
	}

	private queue(key: string): RateLimitedQueue {
		const existing = this.byKey.get(key);
		if (existing) return existing;
		const created = new RateLimitedQueue(this.clock);
		this.byKey.set(key, created);
		return created;
	}
}
