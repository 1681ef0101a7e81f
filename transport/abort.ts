const actions = new WeakMap<AbortSignal, Set<() => void>>();

/**
 * Runs `action` when `signal` aborts. One listener a signal, however many requests wait on it: thousands
 * of them would make Node warn of a leak in n8n's log.
 *
 * @returns takes the action back
 */
export function onAbort(signal: AbortSignal | undefined, action: () => void): () => void {
	if (!signal) return () => {};
	const known = actions.get(signal);
	const all = known ?? new Set();
	all.add(action);
	if (!known) {
		actions.set(signal, all);
		const runAll = () => {
			all.forEach((each) => each());
			// A failed run's signal is remembered longer than its requests may be.
			all.clear();
		};
		signal.addEventListener('abort', runAll, { once: true });
	}
	return () => all.delete(action);
}
