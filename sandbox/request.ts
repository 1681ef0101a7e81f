import type { ContractRoute } from './contractRoutes';

/** A request as it came over the wire, and the endpoint of the contract that it asks for. */
export interface IncomingRequest {
	method: string;
	/** The endpoint of the contract, or why it has none for the request. */
	route: ContractRoute | 'unknownPath' | 'unknownMethod';
	/** As it came over the wire, /v1 included. */
	path: string;
	params: Record<string, string>;
	query: Record<string, string | string[]>;
	text: string | undefined;
	authorization: string | undefined;
	client: string;
	/** Of the whole service, with /v1. */
	baseUrl: string;
}
