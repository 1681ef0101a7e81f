import { mkdir, rmdir, stat, utimes } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

/** How often a holder touches its lock, and one who waits looks at it. */
const TOUCH_EVERY_MS = 5_000;

/** A holder that has missed so many touches has died. */
const TOUCHES_MISSED = 12;

/**
 * Runs `work` while no other process on this machine or cache does: the lock is a folder, which only one can
 * make. It is kept fresh while `work` runs, and taken over when its holder died.
 *
 * @param folder made as the lock; its parent has to exist
 * @param waiting called once when another process holds it
 */
export async function withLock<T>(
	folder: string,
	waiting: () => void,
	work: () => Promise<T>,
	touchEveryMs = TOUCH_EVERY_MS,
): Promise<T> {
	for (let told = false; !(await take(folder, TOUCHES_MISSED * touchEveryMs)); told = true) {
		if (!told) waiting();
		await sleep(touchEveryMs);
	}
	const touch = setInterval(() => void utimes(folder, new Date(), new Date()).catch(() => undefined), touchEveryMs);
	try {
		return await work();
	} finally {
		clearInterval(touch);
		await rmdir(folder);
	}
}

async function take(folder: string, staleAfterMs: number): Promise<boolean> {
	try {
		await mkdir(folder);
		return true;
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
	}
	const touched = await stat(folder).then((stats) => stats.mtimeMs, () => Date.now());
	if (Date.now() - touched > staleAfterMs) await rmdir(folder).catch(() => undefined);
	return false;
}
