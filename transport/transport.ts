import { Cache } from './cache';
import { Clock, systemClock } from './clock';
import { Queues } from './requestQueue';

export interface Transport {
	queues: Queues;
	cache: Cache;
	clock: Clock;
	random: () => number;
}

export function createTransport(clock: Clock, random = Math.random): Transport {
	return { queues: new Queues(clock), cache: new Cache(clock), clock, random };
}

/** Shared by both nodes, all credentials and all executions of this n8n process. */
export const processTransport = createTransport(systemClock);
