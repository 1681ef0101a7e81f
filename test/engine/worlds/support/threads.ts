import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { Worker } from 'node:worker_threads';

import { build, type Plugin } from 'esbuild';

import type { WorldsRun } from './inWorlds';
import type { Part } from './worker';

/** Files that read others beside them find them from within the bundle too. */
const ownFolders: Plugin = {
	name: 'own folders',
	setup({ onLoad }) {
		onLoad({ filter: /\/(contract|sandbox)\/.*\.ts$/ }, async ({ path }) => ({
			contents: (await readFile(path, 'utf8')).replaceAll('__dirname', JSON.stringify(dirname(path))),
			loader: 'ts',
		}));
	},
};

/** Tells each kind of story in at least `count` worlds, from the first seed on, on every processor that there is. */
export async function inThreads(from: number, count: number): Promise<WorldsRun[]> {
	const entryPoints = [join(__dirname, 'worker.ts')];
	const { outputFiles } = await build({
		entryPoints,
		bundle: true,
		packages: 'external',
		platform: 'node',
		format: 'cjs',
		write: false,
		logLevel: 'silent',
		plugins: [ownFolders],
	});
	const threads = availableParallelism();
	const share = Math.ceil(count / threads);
	const parts = Array.from({ length: threads }, (_, index): Part => ({ from: from + index * share * 4, count: share }));
	const runs = parts.map(async (workerData) => {
		const worker = new Worker(outputFiles[0]!.text, { eval: true, workerData });
		const [result] = (await once(worker, 'message')) as [WorldsRun[]];
		await worker.terminate();
		return result;
	});
	return (await Promise.all(runs)).flat();
}
