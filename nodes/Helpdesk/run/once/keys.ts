import { createHash } from 'node:crypto';

const MINUTE_MS = 60_000;

/** When a key was used, in minutes since the epoch, by its hash; oldest first. Plain, so that n8n can save it. */
export type UsedKeys = Record<string, number>;

/** How long a key counts, in minutes: 30 days. */
export const KEPT_MINUTES = 30 * 24 * 60;

/** So many keys a node keeps, the newest; about 30 bytes each in the database. */
export const MOST_KEYS = 5_000;

/** Oldest keys go in groups: looking through all of them costs more than to keep some for a while. */
const SPARE_KEYS = 500;

/** The keys of one node in this n8n process. */
export class NodeKeys {
	/** One object for good: every execution of the node saves it, so that none overwrites another's keys. */
	readonly used: UsedKeys = {};
	private size = 0;

	has(hash: string, now: number): boolean {
		return counts(this.used[hash], now);
	}

	add(hash: string, now: number): void {
		if (this.used[hash] === undefined) this.size += 1;
		this.used[hash] = minuteOf(now);
		if (this.size > MOST_KEYS + SPARE_KEYS) this.forget(now);
	}

	/** Takes over what another process, or this one before a restart, has saved. */
	learn(saved: UsedKeys, now: number): void {
		for (const [hash, minute] of Object.entries(saved)) {
			if (typeof minute !== 'number' || !counts(minute, now)) continue;
			if (this.used[hash] === undefined) this.size += 1;
			this.used[hash] = Math.max(minute, this.used[hash] ?? 0);
		}
		if (this.size > MOST_KEYS + SPARE_KEYS) this.forget(now);
	}

	private forget(now: number): void {
		const oldestFirst = Object.entries(this.used).sort(([, a], [, b]) => a - b);
		oldestFirst.forEach(([hash, minute], index) => {
			if (index >= oldestFirst.length - MOST_KEYS && counts(minute, now)) return;
			delete this.used[hash];
			this.size -= 1;
		});
	}
}

export function minuteOf(now: number): number {
	return Math.floor(now / MINUTE_MS);
}

/** 96 bits: no customer data, and no two keys alike by chance. */
export function hashOf(deed: string, key: string): string {
	return createHash('sha256').update(`${deed} ${key}`).digest('base64url').slice(0, 16);
}

/** True while a use of a key counts. */
export function counts(minute: number | undefined, now: number): boolean {
	return minute !== undefined && minuteOf(now) - minute < KEPT_MINUTES;
}
