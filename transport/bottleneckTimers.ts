import { sleep } from 'n8n-workflow';

import { systemClock } from './clock';

/**
 * What bottleneck finds in place of the globals that a verified community package must not use. The
 * queue only ever asks it to wait for 0 ms, and never for an interval.
 */
interface Timer {
	cleared: boolean;
}

export function setTimeout(action: () => void, ms: number): Timer {
	const timer: Timer = { cleared: false };
	// bottleneck yields several times a job; a real timer each would cost milliseconds an item.
	const due = ms > 0 ? sleep(ms) : Promise.resolve();
	void due.then(() => {
		if (!timer.cleared) action();
	});
	return timer;
}

export function clearTimeout(timer?: Timer): void {
	if (timer) timer.cleared = true;
}

export function setInterval(): never {
	throw new Error('The queue uses no intervals');
}

export function clearInterval(): void {}

/** A jump of the host's clock would make bottleneck hold its jobs back for as long. */
const steadyDate = { now: systemClock.now };
export { steadyDate as Date };

export const console = { log: () => {} };

export const global = {};

export const globalThis = global;
