import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { ClientRequest } from 'node:http';

/** Node's channel for each HTTP request that this process starts (Node's documentation, Built-in channels). */
const CHANNEL = 'http.client.request.start';

export interface Begun {
	/** Returns the number of requests since a time of `performance.now()`. */
	since: (moment: number) => number;
	count: () => number;
	stop: () => void;
}

/** Counts requests to a port on the client's side, because the server may see them much later. */
export function watchRequests(port: number): Begun {
	const times: number[] = [];
	const host = `127.0.0.1:${port}`;
	const note = (message: unknown) => {
		if ((message as { request: ClientRequest }).request.getHeader('host') === host) times.push(performance.now());
	};
	subscribe(CHANNEL, note);
	return {
		since: (moment) => times.filter((at) => at > moment).length,
		count: () => times.length,
		stop: () => void unsubscribe(CHANNEL, note),
	};
}
