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

interface Waiting {
	actions: Set<() => void>;
	runAll: () => void;
}

const waitingOn = new WeakMap<AbortSignal, Waiting>();

/**
 * Runs `action` when `signal` aborts. One listener a signal, however many requests wait on it: thousands
 * of them would make Node warn of a leak in n8n's log. It is taken off with the last action, because an
 * execution's signal lives longer than its runs.
 *
 * @returns takes the action back
 */
export function onAbort(signal: AbortSignal | undefined, action: () => void): () => void {
	if (!signal) return () => {};
	const { actions, runAll } = waitingOn.get(signal) ?? listen(signal);
	actions.add(action);
	return () => {
		if (!actions.delete(action) || actions.size > 0) return;
		signal.removeEventListener('abort', runAll);
		waitingOn.delete(signal);
	};
}

function listen(signal: AbortSignal): Waiting {
	const actions = new Set<() => void>();
	const runAll = () => {
		actions.forEach((each) => each());
		// Whoever remembers the signal is not to remember its requests.
		actions.clear();
	};
	signal.addEventListener('abort', runAll, { once: true });
	const waiting = { actions, runAll };
	waitingOn.set(signal, waiting);
	return waiting;
}
