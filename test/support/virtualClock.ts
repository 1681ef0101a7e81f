import type { Clock } from '../../transport/clock';
import { createTransport, type Transport } from '../../transport/transport';

interface Sleeper {
	at: number;
	wake: () => void;
}

/** How long nothing must move, in real ms, before time jumps to the next sleeper. */
const QUIET_MS = 3;

/**
 * The same in turns of the event loop, where no attempt of a transport is under way. A test passes hundreds of waits, and a real
 * one for each was longer than all that it does.
 */
const QUIET_TURNS = 5;

/**
 * A clock for transport, sandbox and test alike. Time stands still while requests are in flight, and
 * jumps to the next sleeper when nothing else moves: minutes pass in milliseconds.
 */
export class VirtualClock implements Clock {
	/** 2026-03-02T09:00:00Z */
	private time = Date.UTC(2026, 2, 2, 9);
	private sleepers: Sleeper[] = [];
	private inFlight = 0;
	/** How many are under way; undefined where no transport tells of them. */
	private attempts?: number;
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

	/** Holds time while `request` is in flight. */
	async during<T>(request: () => Promise<T>): Promise<T> {
		this.inFlight += 1;
		try {
			return await request();
		} finally {
			this.inFlight -= 1;
		}
	}

	/** A transport on this clock, which is told of every attempt. */
	newTransport(): Transport {
		const transport = createTransport(this, () => 0.5);
		const { queues } = transport;
		const run = queues.run.bind(queues);
		this.attempts ??= 0;
		queues.run = async (credential, path, turn, attempt) => await run(credential, path, turn, async () => await this.attempted(attempt));
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

	/** Until nothing moves; an attempt that goes on for longer may be one that is never answered. */
	private async quiet(): Promise<void> {
		for (let turn = 0; turn < QUIET_TURNS && this.attempts === 0; turn += 1) await new Promise((resolve) => setImmediate(resolve));
		if (this.attempts !== 0) await new Promise((resolve) => setTimeout(resolve, QUIET_MS));
	}

	private async jumpWhenQuiet(): Promise<void> {
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
