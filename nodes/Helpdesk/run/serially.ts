const last = new Map<string, Promise<unknown>>();

/** Runs tasks of a key one after the other. n8n starts all items at once, so two could create the same record. */
export async function serially<T>(key: string, task: () => Promise<T>) {
	const turn = (last.get(key) ?? Promise.resolve()).then(task, task);
	last.set(key, turn);
	try {
		return await turn;
	} finally {
		if (last.get(key) === turn) last.delete(key);
	}
}
