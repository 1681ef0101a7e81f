import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { ClientRequest } from 'node:http';

/** Tells of every HTTP request that this process begins (node's documentation, Built-in channels). */
const CHANNEL = 'http.client.request.start';

export interface Begun {
	/** How many since a moment of `performance.now()`. */
	since: (moment: number) => number;
	count: () => number;
	stop: () => void;
}

/** Watches the requests to a port from the client's side: the server may learn late of what was sent long ago. */
export function watchRequests(port: number): Begun {
	const times: number[] = [];
	const host = `127.0.0.1:${port}`;
	const note = (message: unknown) => {
		if ((message as { request: ClientRequest }).request.getHeader('host') === host) times.push(performance.now());
	};
	subscribe(CHANNEL, note);
	return { since: (moment) => times.filter((at) => at > moment).length, count: () => times.length, stop: () => void unsubscribe(CHANNEL, note) };
}
