import type { ICredentialDataDecryptedObject, IDataObject, IHttpRequestMethods } from 'n8n-workflow';

/** The types with which another package can read a list of the helpdesk (example in docs/decisions/pages.md). */

export interface ApiRequest {
	method: IHttpRequestMethods;
	/** The path below the base URL, with a leading slash and encoded segments. */
	path: string;
	query?: IDataObject | URLSearchParams;
	body?: IDataObject | unknown[];
	/** True for a POST that changes nothing, so that it may be repeated. */
	readOnly?: boolean;
}

export interface Answer {
	status: number;
	headers: Record<string, string | undefined>;
	body: unknown;
}

export type Send = (request: ApiRequest) => Promise<Answer>;

/** Sets page number and page size in a request. */
export type AtPage = (request: ApiRequest, page: number, perPage?: number) => ApiRequest;

export interface Listing {
	request: ApiRequest;
	envelope: 'counting' | 'simple' | 'wrapped';
	atPage: AtPage;
	/** Maximum number of records; Infinity for all. */
	limit: number;
}

declare const opaque: unique symbol;
export interface Transport {
	[opaque]: 'transport';
}
export interface HttpClient {
	[opaque]: 'client';
}
export interface Credential {
	[opaque]: 'credential';
	baseUrl: string;
}

/** The transport of this n8n process, with the rate limit. */
export const processTransport: Transport;
export const Priority: { interactive: number; trigger: number; retry: number; bulk: number };
export const pageIn: Record<'query' | 'contactQuery' | 'body' | 'display', AtPage>;
export function readCredential(data: ICredentialDataDecryptedObject, name?: string): Credential;
export function n8nHttpClient(context: object, credential: Credential): HttpClient;
export function createSend(
	transport: Transport,
	options: { client: HttpClient; credential: Credential; priority: number; signal?: AbortSignal; attempts?: number },
): Send;
/** Streams all records of a listing, each once. */
export function readAll(send: Send, listing: Listing): AsyncGenerator<IDataObject>;
/** Streams all entries of a list of unknown form. */
export function readAnyList(
	send: Send,
	listing: { request: ApiRequest; limit: number; plain?: boolean },
): AsyncGenerator<unknown>;
