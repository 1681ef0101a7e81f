import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';

import { build, type Plugin } from 'esbuild';

import { bottleneckFile, withOwnTimers } from '../../../tools/build/bottleneckTimers';
import { loadContract } from '../../../contract/load';
import type { Mistake } from './mistakes';
import { emptyResult, type Turn, type TurnResult } from './turn';

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

const bundles = new Map<string, Promise<string>>();

/** The simulation as one script, made once; with a mistake in the trigger's source if one is given. */
export async function bundle(mistake?: Mistake): Promise<string> {
	const name = mistake?.name ?? '';
	const made = bundles.get(name) ?? scriptOf(mistake);
	bundles.set(name, made);
	return await made;
}

/** @throws {Error} if the source has no such text */
const withMistake = ({ file, from, to }: Mistake): Plugin => ({
	name: 'mistake',
	setup({ onLoad }) {
		onLoad({ filter: new RegExp(`HelpdeskTrigger/${file}$`) }, ({ path }) => {
			const text = readFileSync(path, 'utf8');
			if (!text.includes(from)) throw new Error(`${file} has no "${from}"`);
			return { contents: text.replace(from, () => to), loader: 'ts' };
		});
	},
});

async function scriptOf(mistake?: Mistake): Promise<string> {
	const { outputFiles } = await build({
		entryPoints: [join(__dirname, 'worker.ts')],
		bundle: true,
		platform: 'node',
		format: 'cjs',
		write: false,
		logLevel: 'silent',
		plugins: [asShipped, ...(mistake ? [withMistake(mistake)] : [])],
	});
	return outputFiles[0]!.text;
}

/** Records live for a poll or two: with little room for young ones, a tenth of the time goes into collecting them. */
const YOUNG_MB = 64;

/** A thread that plays one turn after the other; it reads the script, which takes longer than most worlds, once. */
export class Player {
	private worker?: Worker;

	constructor(private readonly script: string) {}

	/** One that does not end within `withinMs` counts as an error. */
	async play(turn: Turn, withinMs = 300_000): Promise<TurnResult> {
		const worker = (this.worker ??= new Worker(this.script, { eval: true, resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB } }));
		const heard = new AbortController();
		const { signal } = heard;
		const timer = setTimeout(() => void worker.terminate(), withinMs);
		const ended = once(worker, 'exit', { signal }).then(() => {
			this.worker = undefined;
			return [stuck(turn, withinMs)];
		});
		worker.postMessage(turn);
		try {
			const [result] = (await Promise.race([once(worker, 'message', { signal }), ended])) as [TurnResult];
			return result;
		} finally {
			clearTimeout(timer);
			// Whichever did not come is listened for no more.
			heard.abort();
		}
	}

	async end(): Promise<void> {
		await this.worker?.terminate();
	}
}

function stuck({ event, from: seed, to }: Turn, withinMs: number): TurnResult {
	const first = `the seeds from here to ${to} did not end within ${withinMs} ms`;
	return { ...emptyResult(), breaks: [{ event, seed, world: '', promise: 'error', count: 1, first }] };
}

/** Plays one turn in a thread of its own. */
export async function playInThread(script: string, turn: Turn, withinMs = 300_000): Promise<TurnResult> {
	const player = new Player(script);
	try {
		return await player.play(turn, withinMs);
	} finally {
		await player.end();
	}
}

/** Plays turns, in one thread for each processor, and hands over each result as it comes. */
export async function playInThreads(script: string, turns: Turn[], take: (result: TurnResult) => void): Promise<void> {
	const idle: Player[] = [];
	await onWorkers(turns, async (turn) => {
		const player = idle.pop() ?? new Player(script);
		take(await player.play(turn));
		idle.push(player);
	});
	await Promise.all(idle.map(async (player) => await player.end()));
}

/** Does something with each, as many at a time as the machine has processors. */
export async function onWorkers<T>(all: readonly T[], make: (one: T) => Promise<void>): Promise<void> {
	const waiting = [...all];
	const thread = async () => {
		for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) await make(one);
	};
	await Promise.all(Array.from({ length: availableParallelism() }, thread));
}
