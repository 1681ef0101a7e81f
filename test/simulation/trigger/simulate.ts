import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { Worker } from 'node:worker_threads';

import { build } from 'esbuild';

import type { Turn, TurnResult } from './worker';

const PROJECT = resolve(__dirname, '..', '..', '..');

/** A mistake to be built into the trigger: a text of one of its files and what stands there instead. */
export interface Mutation {
	/** Below nodes/HelpdeskTrigger. */
	file: string;
	from: string;
	to: string;
}

/**
 * The simulation as one script, with the trigger as it is or with a mistake in it.
 *
 * @throws {Error} where the mistake's text is not in its file exactly once: then it no longer tests anything
 */
export async function bundle(mutation?: Mutation): Promise<string> {
	const target = mutation && join(PROJECT, 'nodes', 'HelpdeskTrigger', mutation.file);
	const { outputFiles } = await build({
		entryPoints: [join(__dirname, 'worker.ts')],
		bundle: true,
		platform: 'node',
		format: 'cjs',
		write: false,
		logLevel: 'silent',
		plugins: [
			{
				name: 'mutation',
				setup({ onLoad }) {
					onLoad({ filter: /\.ts$/ }, async ({ path }) => {
						if (!mutation || path !== target) return undefined;
						return { contents: mutated(await readFile(path, 'utf8'), mutation), loader: 'ts' };
					});
				},
			},
		],
	});
	return outputFiles[0]!.text;
}

function mutated(source: string, { file, from, to }: Mutation): string {
	const parts = source.split(from);
	if (parts.length !== 2) throw new Error(`${file} has this text ${parts.length - 1} times, not once: ${from}`);
	return parts.join(to);
}

/** Makes one turn of runs in a thread of its own; one that does not end within `withinMs` counts as faulty. */
export async function simulate(script: string, turn: Turn, withinMs = 600_000): Promise<TurnResult> {
	const worker = new Worker(script, { eval: true, workerData: turn });
	const timer = setTimeout(() => void worker.terminate(), withinMs);
	try {
		const ended = once(worker, 'exit').then(() => [{ runs: 0, events: 0, bytes: 0, fault: `did not end within ${withinMs} ms` }]);
		const [result] = (await Promise.race([once(worker, 'message'), ended])) as [TurnResult];
		return result;
	} finally {
		clearTimeout(timer);
		await worker.terminate();
	}
}

/** Makes many turns, as many at a time as the machine has processors. */
export async function simulateAll<T>(turns: readonly T[], make: (turn: T) => Promise<void>): Promise<void> {
	const waiting = [...turns];
	const thread = async () => {
		for (let turn = waiting.shift(); turn !== undefined; turn = waiting.shift()) await make(turn);
	};
	await Promise.all(Array.from({ length: availableParallelism() }, thread));
}
