import { mkdir, rmdir, stat, utimes } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

const TOUCH_EVERY_MS = 5_000;

/** A holder that has not touched its lock for so long has died. */
const STALE_AFTER_MS = 60_000;

/**
 * Runs `work` while no other process on this machine or cache does: the lock is a folder, which only one can
 * make. It is kept fresh while `work` runs, and taken over when its holder died.
 *
 * @param folder made as the lock; its parent has to exist
 * @param waiting called once when another process holds it
 */
export async function withLock<T>(folder: string, waiting: () => void, work: () => Promise<T>): Promise<T> {
	for (let told = false; !(await take(folder)); told = true) {
		if (!told) waiting();
		await sleep(TOUCH_EVERY_MS);
	}
	const touch = setInterval(() => void utimes(folder, new Date(), new Date()).catch(() => undefined), TOUCH_EVERY_MS);
	try {
		return await work();
	} finally {
		clearInterval(touch);
		await rmdir(folder);
	}
}

async function take(folder: string): Promise<boolean> {
	try {
		await mkdir(folder);
		return true;
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
	}
	const touched = await stat(folder).then((stats) => stats.mtimeMs, () => Date.now());
	if (Date.now() - touched > STALE_AFTER_MS) await rmdir(folder).catch(() => undefined);
	return false;
}
