import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';

import { build, type Plugin } from 'esbuild';

import { loadContract } from '../../../contract/load';
import { bottleneckFile, withOwnTimers } from '../../../tools/build/bottleneckTimers';
import type { Mistake } from './mistakes';
import type { Turn, TurnResult } from './worker';

/** Bundles the contract, because the script has no other files, and bottleneck as shipped. */
const asShipped: Plugin = {
	name: 'as shipped',
	setup({ onLoad }) {
		const contents = `export const loadContract = () => (${JSON.stringify(loadContract())});`;
		onLoad({ filter: /contract[\\/]load\.ts$/ }, () => ({ contents, loader: 'ts' }));
		onLoad({ filter: bottleneckFile }, ({ path }) => ({ contents: withOwnTimers(path), loader: 'js' }));
	},
};

/** @throws {Error} if the source has no such text */
const withMistake = ({ file, from, to }: Mistake): Plugin => ({
	name: 'mistake',
	setup({ onLoad }) {
		onLoad({ filter: new RegExp(`nodes/${file}$`) }, ({ path }) => {
			const text = readFileSync(path, 'utf8');
			if (!text.includes(from)) throw new Error(`${file} has no "${from}"`);
			return { contents: text.replace(from, () => to), loader: 'ts' };
		});
	},
});

let sound: Promise<string> | undefined;

/** Returns the simulation as one script, with a mistake in the trigger's source if one is given. */
export const bundle = async (mistake?: Mistake) =>
	await (mistake ? bundled([asShipped, withMistake(mistake)]) : (sound ??= bundled([asShipped])));

async function bundled(plugins: Plugin[]) {
	const { outputFiles } = await build({
		entryPoints: [join(__dirname, 'worker.ts')],
		bundle: true,
		platform: 'node',
		format: 'cjs',
		write: false,
		logLevel: 'silent',
		plugins,
	});
	return outputFiles[0]!.text;
}

/** Size of the young generation. Records live for a poll or two; with less space, a run takes a tenth longer. */
const YOUNG_MB = 64;

/** Time limit of a turn, because a mistake can make the trigger read for ever. */
const STUCK_MS = 500_000;

/** A thread that plays turns in order. It is reused, because loading the script takes longer than most worlds. */
export class Player {
	private worker?: Worker;

	constructor(private readonly script: string) {}

	/** Plays a turn. A turn that does not end is an error. */
	async play(turn: Turn): Promise<TurnResult> {
		const worker = (this.worker ??= new Worker(this.script, {
			eval: true,
			resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
		}));
		const timer = setTimeout(() => void worker.terminate(), STUCK_MS);
		const heard = new AbortController();
		const ended = once(worker, 'exit', heard).then((): [TurnResult] => {
			this.worker = undefined;
			const stuck = {
				seed: turn.from,
				world: '',
				promise: 'error',
				count: 1,
				first: `stuck at a seed before ${turn.to}`,
			} as const;
			return [{ worlds: 1, events: 0, breaks: [stuck] }];
		});
		worker.postMessage(turn);
		try {
			const [result] = (await Promise.race([once(worker, 'message', heard), ended])) as [TurnResult];
			return result;
		} finally {
			clearTimeout(timer);
			heard.abort();
		}
	}

	async end() {
		await this.worker?.terminate();
	}
}

export async function playInThread(script: string, turn: Turn) {
	const player = new Player(script);
	return await player.play(turn).finally(async () => await player.end());
}

/** Plays turns in one thread per processor. Returns the sum of their results. */
export async function playInThreads(script: string, turns: Turn[]) {
	const sum: TurnResult = { worlds: 0, events: 0, breaks: [] };
	const idle: Player[] = [];
	await onAllProcessors(turns, async (turn) => {
		const player = idle.pop() ?? new Player(script);
		const { worlds, events, breaks } = await player.play(turn);
		sum.worlds += worlds;
		sum.events += events;
		sum.breaks.push(...breaks);
		idle.push(player);
	});
	await Promise.all(idle.map(async (player) => await player.end()));
	return sum;
}

/** Calls `make` for each entry, as many at once as there are processors. */
export async function onAllProcessors<T>(all: readonly T[], make: (one: T) => Promise<void>) {
	const waiting = [...all];
	const thread = async () => {
		for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) await make(one);
	};
	await Promise.all(Array.from({ length: availableParallelism() }, thread));
}
