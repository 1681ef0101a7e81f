import { chmod } from 'node:fs/promises';

import { queueModePrograms, startQueueMode } from '../tools/n8n/queueMode';
import { run, type Result, type Task } from './race';
import { withFolder } from './support';

const WORKERS = 3;

/**
 * Runs a task on three workers of an n8n in queue mode, one contender after the other, because a worker runs one
 * execution at a time.
 */
export async function threeWorkers(tarball: string, task: Task): Promise<Result[]> {
	const programs = queueModePrograms((line) => console.error(line));
	if (typeof programs === 'string') {
		console.error(`Not measured, three workers: ${programs}.`);
		return [];
	}
	return await withFolder(async (folder) => {
		// PostgreSQL runs as another user, who needs access.
		await chmod(folder, 0o755);
		const queueMode = await startQueueMode({ programs, folder, tarball, workers: WORKERS });
		try {
			const results: Result[] = [];
			for (const contender of task.contenders)
				results.push(await run(queueMode.main.client, task, contender, WORKERS));
			return results;
		} finally {
			await queueMode.stop();
		}
	});
}
