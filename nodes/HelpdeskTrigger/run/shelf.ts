import type { Progress } from './progress';

/** Readings kept at the most: those of workflows that were deleted go first. */
const MOST_KEPT = 100;

/**
 * Where readings wait for the next poll, in this process only. One is handed out once, and only for the very
 * state and options it began from: after a restart or a change of the workflow it begins anew.
 */
export class Shelf {
	private readonly kept = new Map<string, { basis: string; progress: Progress }>();

	take(key: string, basis: string): Progress | undefined {
		const kept = this.kept.get(key);
		this.kept.delete(key);
		return kept?.basis === basis ? kept.progress : undefined;
	}

	put(key: string, basis: string, progress: Progress): void {
		this.kept.set(key, { basis, progress });
		for (const oldest of this.kept.keys()) {
			if (this.kept.size <= MOST_KEPT) break;
			this.kept.delete(oldest);
		}
	}
}
