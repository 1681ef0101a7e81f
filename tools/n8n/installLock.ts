import { lock, type LockOptions } from 'proper-lockfile';

/** A holder that has not touched its lock for so long has died, in ms. It touches it every five seconds. */
const STALE_AFTER_MS = 60_000;
const TOUCH_EVERY_MS = 5_000;

/** How often one who waits looks at the lock, in ms. */
const LOOK_EVERY_MS = 1_000;

/**
 * Runs `work` while no other process on this machine or cache does. The lock is kept fresh while `work` runs, and
 * taken over when its holder died.
 *
 * @param folder made as the lock; its parent has to exist
 * @param waiting called once when another process holds it
 */
export async function withLock<T>(folder: string, waiting: () => void, work: () => Promise<T>): Promise<T> {
	const options: LockOptions = { lockfilePath: folder, realpath: false, stale: STALE_AFTER_MS, update: TOUCH_EVERY_MS };
	const release = await lock(folder, options).catch(async (error: NodeJS.ErrnoException) => {
		if (error.code !== 'ELOCKED') throw error;
		waiting();
		return await lock(folder, { ...options, retries: { forever: true, factor: 1, minTimeout: LOOK_EVERY_MS } });
	});
	try {
		return await work();
	} finally {
		await release();
	}
}
