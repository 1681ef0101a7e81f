import type { PageRequest, PageRead, Reading, Steps, TriggerEvent } from '../core/steps';

/** A reading on its way. It may take several polls. */
export interface Progress {
	steps: Steps<unknown>;
	/** It asked for a page that was not read when the poll ended. */
	isPaused?: boolean;
}

/** How pages are read in one poll. */
export interface Reader {
	/** Throws when there is no answer to go on with. */
	read(request: PageRequest): Promise<PageRead | 'gone'>;
	/** False when this poll has used up its share of time or requests. */
	mayRead(): boolean;
}

/** What a poll came to: events, which may be none, and the state that belongs to them. */
export interface Came {
	events: TriggerEvent[];
	state: unknown;
	/** False where more is held for the next poll. */
	isDone: boolean;
}

/**
 * Takes a reading on until it has something to emit or is at its end.
 *
 * @returns undefined when the poll's share is used up before
 * @throws what `read` throws; the reading can be taken on after that too
 */
export async function takeOn(progress: Progress, reader: Reader): Promise<Came | undefined> {
	let answer: Reading | undefined = progress.isPaused ? 'paused' : undefined;
	for (;;) {
		progress.isPaused = false;
		const step = progress.steps.next(answer);
		if (step.done) return { ...step.value, isDone: true };
		if ('emit' in step.value) return { events: step.value.emit, state: step.value.state, isDone: false };
		progress.isPaused = true;
		if (!reader.mayRead()) return undefined;
		answer = await reader.read(step.value.read);
	}
}
