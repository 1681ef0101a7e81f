import { Cache } from './cache';
import { type Clock, systemClock } from './clock';
import { Queues } from './requestQueue';

export interface Transport {
	queues: Queues;
	/** Cached answers, such as the tags of an inbox. */
	cache: Cache;
	clock: Clock;
	/** Returns 0 to 1, for the jitter of retries. */
	random: () => number;
}

export function createTransport(clock: Clock, random: () => number = Math.random): Transport {
	return { queues: new Queues(clock), cache: new Cache(clock), clock, random };
}

/** Shared by both nodes, all credentials and all executions of this n8n process. */
export const processTransport = createTransport(systemClock);
