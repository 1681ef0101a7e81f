import { HttpError } from './errors';
import type { Settings } from './settings';

const windowMs = 60_000;
/** Additional, stricter limits (contract, Limits). */
const stricterLimits = [
	{ prefix: '/auth/registration/', limit: 10 },
	{ prefix: '/auth/verification/', limit: 5 },
];

interface Window {
	startedAt: number;
	hits: number;
}

/** Fixed windows per client IP. A window starts with its first request. Refused requests do not prolong it. */
export class Throttle {
	private windows = new Map<string, Window>();

	constructor(
		private readonly clock: { now(): number },
		private readonly settings: Settings,
	) {}

	/** Counts a request for `path` (below /v1). Returns headers for the answer, or throws 429. */
	pass(client: string, path: string): Record<string, string> {
		let headers: Record<string, string> = {};
		if (this.settings.limitPerMinute > 0) headers = this.hit(`global ${client}`, this.settings.limitPerMinute);
		const stricter = stricterLimits.find(({ prefix }) => path.startsWith(prefix));
		if (stricter) headers = this.hit(`${stricter.prefix} ${client}`, stricter.limit);
		return headers;
	}

	private hit(key: string, limit: number): Record<string, string> {
		const now = this.clock.now();
		let window = this.windows.get(key);
		if (!window || now >= window.startedAt + windowMs) {
			window = { startedAt: now, hits: 0 };
			this.windows.set(key, window);
		}
		if (window.hits >= limit) {
			const opensAt = Math.floor((window.startedAt + windowMs) / 1000);
			const headers = {
				'x-ratelimit-limit': String(limit),
				'x-ratelimit-remaining': '0',
				'x-ratelimit-reset': String(opensAt),
			};
			throw new HttpError(
				429,
				'Too Many Attempts.',
				{},
				{ ...headers, 'retry-after': String(opensAt - Math.floor(now / 1000)) },
			);
		}
		window.hits += 1;
		return { 'x-ratelimit-limit': String(limit), 'x-ratelimit-remaining': String(limit - window.hits) };
	}
}
