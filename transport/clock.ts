import { sleep } from 'n8n-workflow';

/** Time as the transport sees it; tests hand in one that they move by hand. */
export interface Clock {
	/** Milliseconds since the epoch; never goes backwards. */
	now(): number;
	/** Resolves after `ms` milliseconds. */
	sleep(ms: number): Promise<void>;
}

/** The monotonic clock, so that a change of the host's time neither opens nor closes the rolling window. */
export const systemClock: Clock = {
	now: () => performance.timeOrigin + performance.now(),
	sleep,
};
