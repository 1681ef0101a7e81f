/** One request as the sandbox saw it. Times are milliseconds: of the sandbox's clock, and of the process's monotonic clock. */
export interface LoggedRequest {
	number: number;
	method: string;
	/** Below /v1, without the query, as it came over HTTP (still encoded). */
	path: string;
	query: Record<string, unknown>;
	/** Parsed where it is JSON, else the text; undefined when there was none. */
	body: unknown;
	/** 0 when the connection was cut without an answer; null while the request is under way. */
	status: number | null;
	arrivedAt: number;
	answeredAt: number | null;
	arrivedMonotonic: number;
	answeredMonotonic: number | null;
	client: string;
	/** The class of the token, never the token. */
	token: string;
	/** The kind of the fault that answered it, if one did. */
	fault: string | null;
}

/** The last requests, oldest first. Older ones are dropped in large steps, so that adding stays cheap. */
export class RequestLog {
	private entries: LoggedRequest[] = [];
	private count = 0;

	constructor(private readonly capacity = 200_000) {}

	add(entry: Omit<LoggedRequest, 'number'>): LoggedRequest {
		const logged = { number: ++this.count, ...entry };
		this.entries.push(logged);
		if (this.entries.length >= this.capacity * 1.25) this.entries = this.entries.slice(-this.capacity);
		return logged;
	}

	/** In the order of arrival, at most the capacity, those after request number `after`. */
	list(after = 0): LoggedRequest[] {
		return this.entries.slice(-this.capacity).filter(({ number }) => number > after);
	}

	/** Returns those from `time` on (ms of the sandbox's clock), in the order of arrival. */
	since(time: number): LoggedRequest[] {
		return this.entries.filter(({ arrivedAt }) => arrivedAt >= time);
	}

	clear() {
		this.entries = [];
		this.count = 0;
	}
}
