import { parentPort, workerData } from 'node:worker_threads';

import { contactRun } from './contactRun';
import { createdRun } from './createdRun';
import { subject } from './subject';
import { watchRun } from './watchRun';

/** Which runs a worker makes. */
export interface Turn {
	event: 'conversationCreated' | 'conversationUpdated' | 'customerMessage' | 'contactCreated';
	/** Seeds from, up to and not including. */
	from: number;
	to: number;
	/** Of a run: conversations for conversationCreated, else polls. */
	size: number;
}

export interface TurnResult {
	runs: number;
	events: number;
	/** The first run with a fault, as text; the turn ends with it. */
	fault?: string;
	/** The largest state, in bytes. */
	bytes: number;
}

/** One seeded run: what it emitted, and what was wrong with it. */
async function run(event: Turn['event'], seed: number, size: number): Promise<{ events: number; bytes?: number; faults: object }> {
	if (event === 'conversationCreated') {
		const { events, bytes, ...faults } = await createdRun(subject, seed, size);
		return { events, bytes, faults };
	}
	if (event === 'contactCreated') {
		const { events, ...faults } = await contactRun(subject, seed, size);
		return { events, faults };
	}
	const { events, bytes, ...faults } = await watchRun(subject, event, seed, size);
	return { events, bytes, faults };
}

async function main({ event, from, to, size }: Turn): Promise<TurnResult> {
	const result: TurnResult = { runs: 0, events: 0, bytes: 0 };
	for (let seed = from; seed < to && !result.fault; seed += 1) {
		const { events, bytes = 0, faults } = await run(event, seed, size).catch((error: Error) => ({ events: 0, bytes: 0, faults: { error: error.message } }));
		result.runs += 1;
		result.events += events;
		result.bytes = Math.max(result.bytes, bytes);
		const isFault = (value: unknown) => (Array.isArray(value) ? value.length > 0 : Boolean(value));
		if (Object.values(faults).some(isFault)) result.fault = `seed ${seed}: ${JSON.stringify(faults).slice(0, 300)}`;
	}
	return result;
}

void main(workerData as Turn).then((result) => parentPort?.postMessage(result));
