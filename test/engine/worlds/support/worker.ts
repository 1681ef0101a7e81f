import { parentPort, workerData } from 'node:worker_threads';

import { inWorlds, type WorldsRun } from './inWorlds';
import { listStories } from './lists';
import { pickerStories } from './pickers';
import { triggerStories } from './triggers';
import { startVisits } from './visit';
import { writeStories } from './writes';

const kinds = [listStories, pickerStories, writeStories, triggerStories];

/** A worker's part: so many worlds of each kind of story. */
export interface Part {
	from: number;
	count: number;
}

async function main({ from, count }: Part): Promise<WorldsRun[]> {
	const rig = await startVisits();
	const runs: WorldsRun[] = [];
	for (const [index, stories] of kinds.entries()) runs.push(await inWorlds(rig, stories, from + index * count, count));
	await rig.sandbox.close();
	return runs;
}

void main(workerData as Part).then((runs) => parentPort?.postMessage(runs));
