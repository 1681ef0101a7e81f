import type { IDataObject, IHttpRequestMethods } from 'n8n-workflow';

/** One request to the API, before it has a host or a token. */
export interface ApiRequest {
	method: IHttpRequestMethods;
	/** Below the base URL, with a leading slash and encoded segments. */
	path: string;
	query?: IDataObject;
	body?: IDataObject;
	/** A POST that changes nothing (getMany, search), so that it may be repeated. */
	readOnly?: boolean;
	/** The answer is a binary stream (specification, Wire format). */
	download?: boolean;
}

/** What the server answered, whatever its status. */
export interface Answer {
	status: number;
	/** Names in lower case. */
	headers: Record<string, string | undefined>;
	/** Parsed JSON, text where it is none, or a Buffer for a download. */
	body: unknown;
}

/** How one attempt ended. */
export type Outcome =
	| { kind: 'answer'; answer: Answer }
	/** `sent` is false where the connection was never made, so that nothing can have been applied. */
	| { kind: 'noAnswer'; code: string; sent: boolean };

/** One attempt on the wire. Never throws for a status or a broken connection: both are outcomes. */
export type Wire = (request: ApiRequest) => Promise<Outcome>;
