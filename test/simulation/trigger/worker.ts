import { parentPort, workerData } from 'node:worker_threads';

import { describeWorld, drawWorld } from '../../../contract/worlds';
import type { PromiseName } from './judge';
import { play } from './play';
import { drawStory, type EventName } from './story';

/** Which worlds a worker plays. */
export interface Turn {
	event: EventName;
	/** Seeds from, up to and not including. */
	from: number;
	to: number;
	/** Ends at the first world in which a promise breaks. */
	stops?: boolean;
}

/** One promise that broke in one world. */
export interface Break {
	event: EventName;
	seed: number;
	world: string;
	promise: PromiseName | 'error';
	count: number;
	first: string;
}

export interface TurnResult {
	worlds: number;
	events: number;
	/** Of Conversation Updated. */
	without: number;
	unknowable: number;
	excused: number;
	breaks: Break[];
}

/** Plays the worlds of a turn. */
export async function playTurn({ event, from, to, stops }: Turn): Promise<TurnResult> {
	const result: TurnResult = { worlds: 0, events: 0, without: 0, unknowable: 0, excused: 0, breaks: [] };
	for (let seed = from; seed < to && !(stops && result.breaks.length > 0); seed += 1) {
		const world = drawWorld(seed);
		const told = { event, seed, world: describeWorld(world) };
		result.worlds += 1;
		try {
			const findings = await play(world, drawStory(event, seed));
			result.events += findings.events;
			result.without += findings.without;
			result.unknowable += findings.unknowable;
			result.excused += findings.excused;
			for (const [promise, { count, first }] of findings.broken) result.breaks.push({ ...told, promise, count, first });
		} catch (error) {
			result.breaks.push({ ...told, promise: 'error', count: 1, first: (error as Error).stack?.slice(0, 400) ?? String(error) });
		}
	}
	return result;
}

if (parentPort) void playTurn(workerData as Turn).then((result) => parentPort?.postMessage(result));
