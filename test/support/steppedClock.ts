import type { Clock } from '../../transport/clock';

interface Sleeper {
	at: number;
	wake: () => void;
}

/** A clock for simulations without I/O. When no work is left, it jumps to the time of the next sleeper. */
export class SteppedClock implements Clock {
	/** 2026-03-02T09:00:00Z */
	private time = Date.UTC(2026, 2, 2, 9);
	/** Sleepers, the latest first. */
	private readonly sleepers: Sleeper[] = [];

	now = () => this.time;

	sleep = async (ms: number): Promise<void> =>
		await new Promise((wake) => {
			const at = this.time + ms;
			let index = this.sleepers.length;
			while (index > 0 && this.sleepers[index - 1]!.at <= at) index -= 1;
			this.sleepers.splice(index, 0, { at, wake });
		});

	/** Number of timers that a real clock would have. */
	get timers() {
		return this.sleepers.length;
	}

	/** Advances time until `work` settles. Throws if no sleeper is left before that. */
	async until<T>(work: Promise<T>): Promise<T> {
		let settled = false;
		const over = () => (settled = true);
		work.then(over, over);
		for (;;) {
			await new Promise((resolve) => setImmediate(resolve));
			if (settled) return await work;
			const next = this.sleepers.pop();
			if (!next) throw new Error('The simulation waits for nothing');
			this.time = Math.max(this.time, next.at);
			next.wake();
			while (this.sleepers.at(-1)?.at === next.at) this.sleepers.pop()!.wake();
		}
	}

	async pass(ms: number) {
		await this.until(this.sleep(ms));
	}
}
