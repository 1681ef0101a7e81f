import { parentPort } from 'node:worker_threads';

import { describeWorld } from '../../../contract/worlds';
import { drawStory } from './drawStory';
import { play } from './play';
import { worldOf } from './seeds';
import { addTo, emptyResult, type Turn, type TurnResult } from './turn';

/** Plays the worlds of a turn. */
export async function playTurn({ event, from, to, stops }: Turn): Promise<TurnResult> {
	const result = emptyResult();
	for (let seed = from; seed < to && !(stops && result.breaks.length > 0); seed += 1) {
		const told = { event, seed, world: describeWorld(worldOf(seed)) };
		try {
			const { events, updated, broken } = await play(worldOf(seed), drawStory(event, seed));
			const breaks = [...broken].map(([promise, { count, first }]) => ({ ...told, promise, count, first }));
			addTo(result, { worlds: 1, events, updated: { events, ...updated }, breaks });
		} catch (error) {
			const first = (error as Error).stack?.slice(0, 400) ?? String(error);
			addTo(result, { ...emptyResult(), worlds: 1, breaks: [{ ...told, promise: 'error', count: 1, first }] });
		}
	}
	return result;
}

const port = parentPort;
port?.on('message', (turn: Turn) => void playTurn(turn).then((result) => port.postMessage(result)));
