import { sleep } from 'n8n-workflow';

export interface Clock {
	/** Returns ms since the epoch. Never goes backwards. */
	now(): number;
	/** The host's time in ms, which may jump. Default: `now`. */
	date?(): number;
	sleep(ms: number): Promise<void>;
}

/** A monotonic clock, because a change of the host's time must not move the rolling window. */
export const systemClock: Clock = {
	now: () => performance.timeOrigin + performance.now(),
	date: () => Date.now(),
	sleep,
};

const waitingOn = new WeakMap<AbortSignal, ReturnType<typeof listen>>();

/**
 * Runs `action` when `signal` aborts; returns a function that cancels it. All actions share one listener, because Node
 * warns of more than ten. The last action removes the listener, because an execution's signal outlives its runs.
 */
export function onAbort(signal: AbortSignal | undefined, action: () => void) {
	if (!signal) return () => {};
	const { actions, runAll } = waitingOn.get(signal) ?? listen(signal);
	actions.add(action);
	return () => {
		if (!actions.delete(action) || actions.size > 0) return;
		signal.removeEventListener('abort', runAll);
		waitingOn.delete(signal);
	};
}

function listen(signal: AbortSignal) {
	const actions = new Set<() => void>();
	const runAll = () => {
		actions.forEach((each) => each());
		actions.clear();
	};
	signal.addEventListener('abort', runAll, { once: true });
	const waiting = { actions, runAll };
	waitingOn.set(signal, waiting);
	return waiting;
}
