import type { FoundRoute } from './contractRoutes';

/** A request as it came over the wire, and the endpoint of the contract that it asks for. */
export interface IncomingRequest extends FoundRoute {
	method: string;
	/** As it came over the wire, /v1 included. */
	path: string;
	query: Record<string, string | string[]>;
	text: string | undefined;
	authorization: string | undefined;
	client: string;
	/** Of the whole service, with /v1. */
	baseUrl: string;
}
