import { parentPort } from 'node:worker_threads';

import { describeWorld, drawWorld, type World } from '../../../contract/worlds';
import { count, noting } from './coverage';
import { rememberHashes } from './hashMemory';
import { play } from './play';
import { drawStory } from './drawStory';
import type { Story } from './story';
import { addCounts, emptyResult, type Kind, type Turn, type TurnResult } from './turn';

/** Plays the worlds of a turn. */
export async function playTurn({ event, from, to, stops }: Turn): Promise<TurnResult> {
	const result = emptyResult();
	for (let seed = from; seed < to && !(stops && result.breaks.length > 0); seed += 1) {
		const world = drawWorld(seed);
		const story = drawStory(event, seed);
		const told = { event, seed, world: describeWorld(world) };
		result.worlds += 1;
		try {
			const { noted, asked } = noting(world);
			const { events, updated, broken } = await play(noted, story);
			result.events += events;
			if (event === 'conversationUpdated') addCounts(result.updated[kindOf(world, story)], { events, ...updated });
			for (const [promise, { count: times, first }] of broken) result.breaks.push({ ...told, promise, count: times, first });
			count(result.met, world, asked);
		} catch (error) {
			result.breaks.push({ ...told, promise: 'error', count: 1, first: (error as Error).stack?.slice(0, 400) ?? String(error) });
		}
	}
	return result;
}

function kindOf({ updatedAt }: World, { setup }: Story): Kind {
	if (updatedAt === 'absent') return 'updatedAtAbsent';
	return setup.fields.includes('subject') ? 'subjectWatched' : 'shown';
}

rememberHashes();
const port = parentPort;
port?.on('message', (turn: Turn) => void playTurn(turn).then((result) => port.postMessage(result)));
