import type { Clock } from '../../transport/clock';

interface Sleeper {
	at: number;
	wake: () => void;
}

/** How long nothing must move, in real ms, before time jumps to the next sleeper. */
const QUIET_MS = 3;

/**
 * A clock for transport, sandbox and test alike. Time stands still while requests are on the wire, and
 * jumps to the next sleeper when nothing else moves: minutes pass in milliseconds.
 */
export class VirtualClock implements Clock {
	/** 2026-03-02T09:00:00Z */
	private time = Date.UTC(2026, 2, 2, 9);
	private sleepers: Sleeper[] = [];
	private onWire = 0;
	private checking = false;

	now = (): number => this.time;

	sleep = async (ms: number): Promise<void> => {
		await new Promise<void>((wake) => {
			this.sleepers.push({ at: this.time + ms, wake });
			void this.jumpWhenQuiet();
		});
	};

	/** Sleeping callers: what a real clock would hold timers for. */
	get timers(): number {
		return this.sleepers.length;
	}

	/** Holds time while `request` is on the wire. */
	async during<T>(request: () => Promise<T>): Promise<T> {
		this.onWire += 1;
		try {
			return await request();
		} finally {
			this.onWire -= 1;
		}
	}

	private async jumpWhenQuiet(): Promise<void> {
		if (this.checking) return;
		this.checking = true;
		while (this.sleepers.length > 0) {
			await new Promise((resolve) => setTimeout(resolve, QUIET_MS));
			if (this.onWire > 0) continue;
			this.time = Math.max(this.time, Math.min(...this.sleepers.map(({ at }) => at)));
			const due = this.sleepers.filter(({ at }) => at <= this.time);
			this.sleepers = this.sleepers.filter(({ at }) => at > this.time);
			due.forEach(({ wake }) => wake());
		}
		this.checking = false;
	}
}
