import { CreatedReading } from './createdReading';
import type { CreatedState } from './createdState';
import { descend } from './descend';
import type { Steps } from './steps';

export interface CreatedOptions {
	inboxIds: string[];
	/** Ms; absent means from now on. */
	startFrom?: number;
	/** How late a record may appear, in ms. */
	lookBack: number;
	maxEvents: number;
	/** Records held in memory for the polls to come; at least as many as one poll emits. */
	mostHeld: number;
	perPage: number;
}

/**
 * Every conversation once, by its creation.
 *
 * Each inbox is read from the newest down until nothing below can be new: created at its floor or later and
 * not among the seen. The floor rises to what *two* readings in a row have covered, and only when the second
 * found nothing new below it: pages drift while they are read, so that one reading alone can miss a
 * conversation that slips from one page to the one before.
 */
export function* conversationCreated(old: CreatedState | undefined, options: CreatedOptions): Steps<CreatedState> {
	const reading = new CreatedReading(old, options);
	for (const inboxId of options.inboxIds) yield* descend(reading, inboxId, options.perPage);

	for (const { batch, isLast } of reading.backlog.batches(options.maxEvents)) {
		reading.emitted(batch);
		const events = batch.map(({ record }) => ({ record }));
		if (isLast) return { events, state: reading.finish() };
		yield { emit: events, state: reading.state() };
	}
	throw new Error('A backlog has at least one batch');
}
