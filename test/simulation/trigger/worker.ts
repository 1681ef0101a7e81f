import { parentPort } from 'node:worker_threads';

import { describeWorld } from '../../../contract/worlds';
import type { PromiseName } from './judge';
import { play } from './play';
import { drawScenario, worldOf, type Topic } from './scenario';

/** The seeds that a thread plays, from `from` to below `to`. */
export interface Turn {
	topic: Topic;
	from: number;
	to: number;
	stops?: boolean;
}

export interface Break {
	seed: number;
	world: string;
	promise: PromiseName | 'error';
	count: number;
	first: string;
}

export interface TurnResult {
	worlds: number;
	events: number;
	breaks: Break[];
}

async function playTurn({ topic, from, to, stops }: Turn) {
	const result: TurnResult = { worlds: 0, events: 0, breaks: [] };
	for (let seed = from; seed < to && !(stops && result.breaks.length > 0); seed += 1) {
		const name = { seed, world: describeWorld(worldOf(seed)) };
		result.worlds += 1;
		try {
			const { events, broken } = await play(worldOf(seed), drawScenario(topic, seed));
			result.events += events;
			for (const [promise, { count, first }] of broken) result.breaks.push({ ...name, promise, count, first });
		} catch (error) {
			result.breaks.push({
				...name,
				promise: 'error',
				count: 1,
				first: String((error as Error).stack).slice(0, 400),
			});
		}
	}
	return result;
}

const port = parentPort;
port?.on('message', (turn: Turn) => void playTurn(turn).then((result) => port.postMessage(result)));
