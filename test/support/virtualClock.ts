import type { Clock } from '../../transport/clock';
import { createTransport, type Transport } from '../../transport/transport';

interface Sleeper {
	at: number;
	wake: () => void;
}

/** Real time (ms) without activity before time jumps to the next sleeper. */
const QUIET_MS = 3;

/** Turns of the event loop to wait instead while no attempt is in progress. They are quicker than `QUIET_MS`. */
const QUIET_TURNS = 5;

/**
 * A clock shared by transport, sandbox and test. Time stands still while requests are in flight. After that, it jumps
 * to the next sleeper.
 */
export class VirtualClock implements Clock {
	/** 2026-03-02T09:00:00Z */
	private time = Date.UTC(2026, 2, 2, 9);
	private sleepers: Sleeper[] = [];
	private inFlight = 0;
	/** Number of attempts in progress; undefined if no transport reports them. */
	private attempts?: number;
	private checking = false;

	now = () => this.time;

	sleep = async (ms: number) => {
		await new Promise<void>((wake) => {
			this.sleepers.push({ at: this.time + ms, wake });
			void this.jumpWhenQuiet();
		});
	};

	/** Number of timers that a real clock would have. */
	get timers() {
		return this.sleepers.length;
	}

	/** Stops time while `request` is in flight. */
	async during<T>(request: () => Promise<T>): Promise<T> {
		this.inFlight += 1;
		try {
			return await request();
		} finally {
			this.inFlight -= 1;
		}
	}

	/** Returns a transport on this clock, which reports every attempt to it. */
	newTransport(): Transport {
		const transport = createTransport(this, () => 0.5);
		const { queues } = transport;
		const run = queues.run.bind(queues);
		this.attempts ??= 0;
		queues.run = async (credential, path, turn, attempt) =>
			await run(credential, path, turn, async () => await this.attempted(attempt));
		return transport;
	}

	private async attempted<T>(attempt: () => Promise<T>): Promise<T> {
		this.attempts! += 1;
		try {
			return await attempt();
		} finally {
			this.attempts! -= 1;
		}
	}

	/** Resolves when there is no activity. Does not wait longer for an attempt, which may never be answered. */
	private async quiet() {
		for (let turn = 0; turn < QUIET_TURNS && this.attempts === 0; turn += 1)
			await new Promise((resolve) => setImmediate(resolve));
		if (this.attempts !== 0) await new Promise((resolve) => setTimeout(resolve, QUIET_MS));
	}

	private async jumpWhenQuiet() {
		if (this.checking) return;
		this.checking = true;
		while (this.sleepers.length > 0) {
			await this.quiet();
			if (this.inFlight > 0) continue;
			this.time = Math.max(this.time, Math.min(...this.sleepers.map(({ at }) => at)));
			const due = this.sleepers.filter(({ at }) => at <= this.time);
			this.sleepers = this.sleepers.filter(({ at }) => at > this.time);
			due.forEach(({ wake }) => wake());
		}
		this.checking = false;
	}
}
