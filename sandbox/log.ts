/** One request as the sandbox saw it. Times are in ms, by the sandbox's clock and by the process's monotonic clock. */
export interface LoggedRequest {
	number: number;
	method: string;
	/** The path below /v1 without the query, encoded as it came over HTTP. */
	path: string;
	query: Record<string, unknown>;
	/** Parsed JSON, or other text; undefined without a body. */
	body: unknown;
	/** 0 if the connection was cut without an answer; null while the request is in progress. */
	status: number | null;
	arrivedAt: number;
	answeredAt: number | null;
	arrivedMonotonic: number;
	answeredMonotonic: number | null;
	client: string;
	/** The name of the token, never the token. */
	token: string;
	/** The kind of the fault that answered, if any. */
	fault: string | null;
}

/** The latest requests, oldest first. Older ones are dropped many at a time, so that adding stays cheap. */
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

	/** Returns the requests after number `after`, in the order of arrival. */
	list(after = 0): LoggedRequest[] {
		return this.entries.slice(-this.capacity).filter(({ number }) => number > after);
	}

	/** Returns the requests from `time` (ms of the sandbox's clock) on, in the order of arrival. */
	since(time: number): LoggedRequest[] {
		return this.entries.filter(({ arrivedAt }) => arrivedAt >= time);
	}

	clear() {
		this.entries = [];
		this.count = 0;
	}
}
