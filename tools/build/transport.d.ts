import type { ICredentialDataDecryptedObject, IDataObject, IHttpRequestMethods } from 'n8n-workflow';

/** What another package needs to read a list of the helpdesk page by page: docs/decisions/pages.md has an example. */

export interface ApiRequest {
	method: IHttpRequestMethods;
	/** Below the base URL, with a leading slash and encoded segments. */
	path: string;
	query?: IDataObject | URLSearchParams;
	body?: IDataObject | unknown[];
	/** A POST that changes nothing, so that it may be sent again. */
	readOnly?: boolean;
}

export interface Answer {
	status: number;
	headers: Record<string, string | undefined>;
	body: unknown;
}

export type Send = (request: ApiRequest) => Promise<Answer>;

/** Puts page number and page size where an endpoint takes them. */
export type AtPage = (request: ApiRequest, page: number, perPage?: number) => ApiRequest;

export interface Listing {
	request: ApiRequest;
	envelope: 'counting' | 'simple' | 'wrapped';
	atPage: AtPage;
	/** Stop after so many records; Infinity for all. */
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

/** The one of this n8n process, with the limit. */
export const processTransport: Transport;
export const Priority: { interactive: number; trigger: number; retry: number; bulk: number; late: number };
export const pageIn: Record<'query' | 'contactQuery' | 'body' | 'display', AtPage>;
export function readCredential(data: ICredentialDataDecryptedObject, name?: string): Credential;
export function n8nHttpClient(context: object, credential: Credential): HttpClient;
export function createSend(
	transport: Transport,
	options: { client: HttpClient; credential: Credential; priority: number; signal?: AbortSignal; attempts?: number },
): Send;
/** All records of a listing, each once. */
export function readAll(send: Send, listing: Listing): AsyncGenerator<IDataObject>;
/** The same for a list of whatever form. */
export function readAnyList(send: Send, listing: { request: ApiRequest; limit: number; plain?: boolean }): AsyncGenerator<unknown>;
