import type { Clock } from './clock';

/** Of more than so many the oldest go. */
const MAX_ENTRIES = 10_000;

/** An answer so many ms old goes when the next one is remembered: subjects of conversations are among them. */
const MAX_AGE_MS = 600_000;

export interface Wanted {
	/** An older answer is asked for again; in ms. */
	maxAgeMs: number;
	/** The run's: a request under way is shared within one run alone, since another one may drop it. */
	signal?: AbortSignal;
}

interface Entry {
	value: unknown;
	/** When it was asked for, in ms. */
	since: number;
	/** Set while the answer is still to come. */
	pending?: { signal?: AbortSignal };
}

/** Answers that are remembered for a while in this process; failures are not. */
export class Cache {
	private readonly entries = new Map<string, Entry>();

	constructor(private readonly clock: Clock) {}

	/** What is known under `key`, or else what `load` gives; rejects as `load` does. */
	async recall<T>(key: string, { maxAgeMs, signal }: Wanted, load: () => Promise<T>): Promise<T> {
		const known = this.entries.get(key);
		if (known && this.serves(known, maxAgeMs, signal)) return (await known.value) as T;
		const value = load();
		const entry: Entry = { value, since: this.clock.now(), pending: { signal } };
		this.keep(key, entry);
		value.then(
			() => delete entry.pending,
			() => this.entries.get(key) === entry && this.entries.delete(key),
		);
		return await value;
	}

	/** Remembers what became known by the way. */
	learn(key: string, value: unknown): void {
		this.keep(key, { value, since: this.clock.now() });
	}

	/** Lets the next one ask, since what was remembered has been changed. */
	forget(key: string): void {
		this.entries.delete(key);
	}

	get size(): number {
		return this.entries.size;
	}

	private serves({ since, pending }: Entry, maxAgeMs: number, signal?: AbortSignal): boolean {
		return pending ? pending.signal === signal : this.clock.now() - since < maxAgeMs;
	}

	private keep(key: string, entry: Entry): void {
		this.entries.delete(key);
		this.entries.set(key, entry);
		for (const [oldest, { since }] of this.entries) {
			if (this.entries.size <= MAX_ENTRIES && entry.since - since < MAX_AGE_MS) break;
			this.entries.delete(oldest);
		}
	}
}
