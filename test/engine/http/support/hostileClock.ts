import type { Clock } from '../../../../transport/clock';

interface Sleeper {
	at: number;
	wake: () => void;
}

/** In real ms: how long time stands still while something is in flight. */
const IN_FLIGHT_MS = 3;

/** Turns of the event loop in which nothing is in flight before time jumps. */
const QUIET_TURNS = 2;

/** A clock that jumps to the next sleeper: at once when nothing is in flight, else after a moment, so that a stuck connection does not hold the others. */
export class HostileClock implements Clock {
	/** 2026-03-02T09:00:00Z */
	private time = Date.UTC(2026, 2, 2, 9);
	private sleepers: Sleeper[] = [];
	private jumping = false;

	constructor(private readonly inFlight: () => boolean) {}

	now = (): number => this.time;

	sleep = async (ms: number): Promise<void> =>
		await new Promise<void>((wake) => {
			this.sleepers.push({ at: this.time + ms, wake });
			void this.jump();
		});

	/** Sleeping callers: what a real clock would hold timers for. */
	get timers(): number {
		return this.sleepers.length;
	}

	private async jump(): Promise<void> {
		if (this.jumping) return;
		this.jumping = true;
		while (this.sleepers.length > 0) {
			for (let turn = 0; turn < QUIET_TURNS; turn += 1) await new Promise((resolve) => setImmediate(resolve));
			if (this.inFlight()) await new Promise((resolve) => setTimeout(resolve, IN_FLIGHT_MS));
			this.time = Math.max(this.time, Math.min(...this.sleepers.map(({ at }) => at)));
			const due = this.sleepers.filter(({ at }) => at <= this.time);
			this.sleepers = this.sleepers.filter(({ at }) => at > this.time);
			due.forEach(({ wake }) => wake());
		}
		this.jumping = false;
	}
}
