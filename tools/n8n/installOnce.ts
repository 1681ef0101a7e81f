import { existsSync } from 'node:fs';
import { cp, mkdir, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

import { withLock } from './installLock';

/**
 * Fills a folder of the cache unless it is there. It appears under its final name only when complete, so that
 * an interrupted run leaves nothing that looks finished, and a second process waits for the first.
 *
 * @param folder what has to be there in the end
 * @param lockFolder is copied to begin with: the package.json and the lock
 * @param waiting called when another process is at it
 * @param fill installs into the folder that it is given
 */
export async function installOnce(folder: string, lockFolder: string, waiting: () => void, fill: (partial: string) => Promise<void>): Promise<void> {
	if (existsSync(folder)) return;
	await mkdir(dirname(folder), { recursive: true });
	await withLock(`${folder}.lock`, waiting, async () => {
		if (existsSync(folder)) return;
		const partial = `${folder}.partial`;
		await rm(partial, { recursive: true, force: true });
		await cp(lockFolder, partial, { recursive: true });
		await fill(partial);
		await rename(partial, folder);
	});
}
