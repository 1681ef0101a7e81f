import { CountedWindow, type CountedAnswer } from './countedWindow';
import { Pace } from './pace';
import { Pause } from './pause';

/** What this process learns from one answer; times in ms. */
export interface ServerAnswer extends CountedAnswer {
	/** How many requests this process had started when the answer came. */
	started: number;
	/** From a 429: its Retry-After. */
	pauseMs?: number;
}

/**
 * What the answers say about the minute that the helpdesk counts, in three parts: how many requests it has counted,
 * until when it refuses all, and how many of ours may be on the wire at once. No timer, no I/O.
 */
export class ServerWindow {
	private readonly counted = new CountedWindow();
	private readonly pause = new Pause();
	private readonly pace = new Pace();
	/** The number of the last request that was started before a 429 came: more 429s to requests up to it say nothing new. */
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
