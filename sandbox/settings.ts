import { loadContract } from '../contract/load';

/** What tests and the demo may change while the sandbox runs. */
export interface Settings {
	/** Requests a client IP may send in a fixed 60-second window; 0 switches the global limit off. */
	limitPerMinute: number;
	/** Whether answers other than 429 carry X-RateLimit-Limit and X-RateLimit-Remaining. */
	headersOnSuccess: boolean;
	/** `down` as Laravel counts whole seconds (0 in the last moment of a window), `up` never too early. */
	retryAfterRounding: 'down' | 'up';
	/** Milliseconds that every answer is held back, in real time. */
	latencyMs: number;
	/** What `newest` means: the specification does not show it. */
	newest: 'creation' | 'activity';
	/** Whether answers whose form is not shown come as `{data: record}`. */
	wrapsSingleRecords: boolean;
	/** What happens to a page size over 100. */
	perPageAboveMaximum: 'clamp' | 'refuse' | 'obey';
	/** A request header that names the client in place of its IP, so that one host can play several; null trusts none. */
	clientHeader: string | null;
	/** Whether the endpoints exist that the specification does not show; without them they answer 404. */
	provisional: boolean;
	/** The names of fields that the specification does not show. */
	fieldNames: FieldNames;
}

export interface FieldNames {
	replyText: string;
	replyDraft: string;
	searchTerm: string;
	batchIds: string;
	tagIds: string;
	mergeTarget: string;
	recordName: string;
	savedReplyText: string;
}

export interface SandboxOptions extends Settings {
	/** 0 takes any free port. */
	port: number;
	/** Milliseconds since the epoch; everything but the latency waits goes by it. */
	clock: { now(): number };
	seed: number;
	/** How many conversations the first organization starts with, over three inboxes. */
	conversations: number;
}

/** The names that the contract assumes (`x-default-names`). */
function defaultFieldNames(): FieldNames {
	const names = {} as FieldNames;
	JSON.stringify(loadContract(), (key, value) => {
		if (key === 'x-default-names') Object.assign(names, value);
		return value;
	});
	return names;
}

export const defaultOptions: SandboxOptions = {
	port: 0,
	clock: { now: () => Date.now() },
	seed: 1,
	conversations: 1200,
	limitPerMinute: 300,
	headersOnSuccess: true,
	retryAfterRounding: 'down',
	latencyMs: 0,
	newest: 'creation',
	wrapsSingleRecords: true,
	perPageAboveMaximum: 'clamp',
	clientHeader: null,
	provisional: true,
	fieldNames: defaultFieldNames(),
};
