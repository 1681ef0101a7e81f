import { sleep } from 'n8n-workflow';

import { systemClock } from './clock';

/** Replaces globals that bottleneck uses and a verified community package must not. The queue needs no intervals. */
interface Timer {
	cleared: boolean;
}

export function setTimeout(action: () => void, ms: number) {
	const timer = { cleared: false };
	// bottleneck yields several times for each job. A real timer would take milliseconds each time.
	const due = ms > 0 ? sleep(ms) : Promise.resolve();
	void due.then(() => {
		if (!timer.cleared) action();
	});
	return timer;
}

export function clearTimeout(timer?: Timer) {
	if (timer) timer.cleared = true;
}

export const setInterval = () => {};
export const clearInterval = () => {};

/** A jump of the host's clock would delay all jobs. */
const steadyDate = { now: systemClock.now };
export { steadyDate as Date };

export const console = { log: () => {} };
export const global = {};
export const globalThis = global;
