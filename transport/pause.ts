/** `Retry-After` is in whole seconds, rounded either way. */
const ROUNDING_MS = 1_000;

/** Waited, doubling, when a window turns out to be closed still, in ms: all waits of one request together outlast a window. */
const FIRST_REFUSAL_MS = 250;
const MAX_REFUSAL_MS = 20_000;

/** Until when nobody sends because the server refused a request (contract, Limits: 429 and Retry-After). */
export class Pause {
	private refusedInARow = 0;
	/** In ms; 0 when nobody has to wait. */
	endsAt = 0;

	/** A request was refused that no earlier refusal speaks for. */
	refusedAnew(): void {
		this.refusedInARow += 1;
	}

	/** A request was served that was sent after the last refusal. */
	served(): void {
		this.refusedInARow = 0;
	}

	/** @param windowEndsBy when the server's window is over at the latest; 0 where that is not known */
	hold(now: number, retryAfterMs: number, windowEndsBy: number): void {
		const until = now + Math.max(retryAfterMs, this.patienceMs());
		const rounded = retryAfterMs > 0 ? Math.min(until + ROUNDING_MS, Math.max(until, windowEndsBy)) : until;
		this.endsAt = Math.max(this.endsAt, rounded);
	}

	end(): void {
		this.endsAt = 0;
	}

	/** In a window's last moment Retry-After is 0, and some may always say so: asking at once, again and again, would use up a request's attempts. */
	private patienceMs(): number {
		const beyondSecond = this.refusedInARow - 2;
		return beyondSecond < 0 ? 0 : Math.min(FIRST_REFUSAL_MS * 2 ** beyondSecond, MAX_REFUSAL_MS);
	}
}
