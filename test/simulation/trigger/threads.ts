import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';

import { build, type Plugin } from 'esbuild';

import { bottleneckFile, withOwnTimers } from '../../../tools/build/bottleneckTimers';
import { loadContract } from '../../../contract/load';
import type { Break, Turn, TurnResult } from './worker';

/** The contract's file is not beside a script that has none; and bottleneck runs as it is shipped. */
const asShipped: Plugin = {
	name: 'as shipped',
	setup({ onLoad }) {
		onLoad({ filter: /contract[\\/]load\.ts$/ }, () => ({
			contents: `export const loadContract = () => (${JSON.stringify(loadContract())});`,
			loader: 'ts',
		}));
		onLoad({ filter: bottleneckFile }, ({ path }) => ({ contents: withOwnTimers(path), loader: 'js' }));
	},
};

/**
 * The simulation as one script.
 *
 * @param prologue text of a module that is run first: a mistake to be built into the trigger
 */
export async function bundle(prologue = ''): Promise<string> {
	const { outputFiles } = await build({
		stdin: { contents: `${prologue}\nimport './worker';`, resolveDir: __dirname, loader: 'ts' },
		bundle: true,
		platform: 'node',
		format: 'cjs',
		write: false,
		logLevel: 'silent',
		plugins: [asShipped],
	});
	return outputFiles[0]!.text;
}

/** Plays one turn in a thread of its own; one that does not end within `withinMs` counts as an error. */
export async function playInThread(script: string, turn: Turn, withinMs = 300_000): Promise<TurnResult> {
	const worker = new Worker(script, { eval: true, workerData: turn });
	const timer = setTimeout(() => void worker.terminate(), withinMs);
	try {
		const stuck: Break = {
			event: turn.event,
			seed: turn.from,
			world: '',
			promise: 'error',
			count: 1,
			first: `the seeds from here to ${turn.to} did not end within ${withinMs} ms`,
		};
		const ended = once(worker, 'exit').then(() => [{ worlds: 0, events: 0, without: 0, unknowable: 0, excused: 0, breaks: [stuck] }]);
		const [result] = (await Promise.race([once(worker, 'message'), ended])) as [TurnResult];
		return result;
	} finally {
		clearTimeout(timer);
		await worker.terminate();
	}
}

/** Does something with each, as many at a time as the machine has processors. */
export async function inTurn<T>(all: readonly T[], make: (one: T) => Promise<void>): Promise<void> {
	const waiting = [...all];
	const thread = async () => {
		for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) await make(one);
	};
	await Promise.all(Array.from({ length: availableParallelism() }, thread));
}
