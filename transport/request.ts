import type { IDataObject, IHttpRequestMethods } from 'n8n-workflow';

/** One request to the API, before it has a host or a token. */
export interface ApiRequest {
	method: IHttpRequestMethods;
	/** Below the base URL, with a leading slash and encoded segments. */
	path: string;
	/** By name, or as typed where a name comes several times. */
	query?: IDataObject | URLSearchParams;
	/** Sent as JSON; also a list or an empty object. */
	body?: IDataObject | unknown[];
	/** Sent in place of `body`, for what is no JSON: its bytes, their media type, and the fields of a form, of a file its name, type and size. */
	encoded?: { bytes: Buffer; type: string; fields?: IDataObject };
	/** A POST that changes nothing (getMany, search), so that it may be retried. */
	readOnly?: boolean;
	/**
	 * What it goes by is true until then, in ms since the epoch: no attempt begins later, and none after one that may have been
	 * applied. It goes before others that wait.
	 */
	sentBy?: number;
	/** The answer is a binary stream (contract, Wire format). */
	download?: boolean;
	/** Where a download was redirected to; by default the path below the base URL. */
	redirectedTo?: string;
}

/** What the server answered, whatever its status. */
export interface Answer {
	status: number;
	/** Names in lower case. */
	headers: Record<string, string | undefined>;
	/** Parsed JSON, text where it is none, or a Buffer for a download. */
	body: unknown;
}

/** How an attempt ended that got no answer: see ENDINGS. */
export type Ending = 'notReached' | 'notSecured' | 'notTrusted' | 'broken' | 'timedOut' | 'unreadable';

/** How one attempt ended. */
export type AttemptOutcome =
	| { kind: 'answer'; answer: Answer }
	/** `code` is Node's name of the failure, for those who run n8n; it may be empty. */
	| { kind: 'noAnswer'; ending: Ending; code: string };

/**
 * One attempt on the wire. A status and a broken connection are outcomes; throws {InputError} only where
 * n8n refuses to send the request.
 */
export type Wire = (request: ApiRequest) => Promise<AttemptOutcome>;
