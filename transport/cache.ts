import { Clock } from './clock';

const MAX_ENTRIES = 10_000;

/** Answers contain customers' subjects, so old ones are deleted when the next one is stored. */
const MAX_AGE_MS = 600_000;

interface Wanted {
	maxAgeMs: number;
	/** A request in flight is shared only within its run, because a cancelled run drops its requests. */
	signal?: AbortSignal;
}

interface Entry {
	value: unknown;
	since: number;
	pending?: { signal?: AbortSignal };
}

/** Answers kept for a while in this process. Failures are not kept. */
export class Cache {
	private readonly entries = new Map<string, Entry>();

	constructor(private readonly clock: Clock) {}

	async recall<T>(key: string, { maxAgeMs, signal }: Wanted, load: () => Promise<T>) {
		const known = this.entries.get(key);
		const since = this.clock.now();
		const isFresh = known?.pending ? known.pending.signal === signal : since - (known?.since ?? 0) < maxAgeMs;
		if (known && isFresh) return (await known.value) as T;
		const value = load();
		const entry: Entry = { value, since, pending: { signal } };
		this.keep(key, entry);
		value.then(
			() => delete entry.pending,
			() => this.entries.get(key) === entry && this.entries.delete(key),
		);
		return await value;
	}

	learn(key: string, value: unknown) {
		this.keep(key, { value, since: this.clock.now() });
	}

	forget(key: string) {
		this.entries.delete(key);
	}

	get size() {
		return this.entries.size;
	}

	private keep(key: string, entry: Entry) {
		this.entries.delete(key);
		this.entries.set(key, entry);
		for (const [oldest, { since }] of this.entries) {
			if (this.entries.size <= MAX_ENTRIES && entry.since - since < MAX_AGE_MS) break;
			this.entries.delete(oldest);
		}
	}
}
