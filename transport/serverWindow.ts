import { CountedWindow, type CountedAnswer } from './countedWindow';
import { Pace } from './pace';
import { Pause } from './pause';

/** What one answer tells; all times in ms. */
export interface ServerAnswer extends CountedAnswer {
	/** Ordinal of the latest start. */
	started: number;
	/** From a 429: its Retry-After. */
	pauseMs?: number;
}

/**
 * The server's window as its answers show it, in three parts: what the server counts, until when it
 * refuses, and how many requests may therefore be on the wire. Pure bookkeeping.
 */
export class ServerWindow {
	private readonly counted = new CountedWindow();
	private readonly pause = new Pause();
	private readonly pace = new Pace();
	/** Requests up to this ordinal were started before the server refused one: one 429 speaks for all of them. */
	private refusedAt = 0;

	/** A request goes out. */
	sent(now: number): void {
		this.pace.sent(now);
	}

	/** An answer, or the failure of a request, has arrived. */
	answered(told: ServerAnswer): void {
		const { now, order, started, pauseMs } = told;
		const beforeRefusal = order <= this.refusedAt;
		this.pace.heard(now);
		if (this.counted.learn({ ...told, refused: pauseMs !== undefined })) this.pace.shares(now);
		if (pauseMs === undefined) {
			this.pace.serves(beforeRefusal);
			if (!beforeRefusal) this.pause.served();
			return;
		}
		this.pace.shares(now);
		if (!beforeRefusal) {
			this.pace.windowEnds();
			this.pause.refusedAnew();
			this.refusedAt = started;
		}
		this.pause.hold(now, pauseMs, this.counted.endsBy);
	}

	/** Moves on to `now`: what was known of a window is void once it is over. */
	pass(now: number): void {
		if (now < this.nextChangeAt) return this.counted.lapse(now);
		this.pause.end();
		this.counted.end(now);
	}

	/** How many requests of this process fit in the window. */
	get room(): number {
		return this.counted.room;
	}

	/** Until when nobody sends because the server said so; 0 when it did not. */
	get pauseEndsAt(): number {
		return this.pause.endsAt;
	}

	/** When something may change by itself. */
	get nextChangeAt(): number {
		return this.pause.endsAt || this.counted.endsBy || Infinity;
	}

	mostOnTheWire(now: number): number {
		return this.pace.most(now, this.counted.remaining);
	}
}
