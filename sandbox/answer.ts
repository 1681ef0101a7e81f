/** An answer on its way out. A string or bytes are sent as they are, anything else as JSON; status 0 cuts the connection. */
export interface Answer {
	status: number;
	headers: Record<string, string>;
	body: unknown;
}
