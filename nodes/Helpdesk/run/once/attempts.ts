import type { IExecutePaginationFunctions, INodeExecutionData } from 'n8n-workflow';

import { DroppedError } from '../../../../transport';
import { callOf } from '../tool';
import { WriteTracker } from './writeTracker';

type ItemOf = Pick<IExecutePaginationFunctions, 'getExecuteData' | 'getItemIndex'>;

interface Known {
	tracker: WriteTracker;
	outcome: Promise<INodeExecutionData[]>;
}

/**
 * What became of the items of a run, by n8n's own data of that run. n8n hands the same object to every attempt of
 * Retry On Fail and lets go of it after the last one; another run has another object. So what is remembered
 * here lasts exactly as long as n8n may start the run anew. Of a tool it is what the model called it with.
 */
const runs = new WeakMap<object, Map<string, Known>>();

/**
 * Runs an item's task at most once per run where it writes. Retry On Fail starts the whole node anew, with the items
 * that were sent before. An item that has written gives the output of its first attempt; one whose POST may have
 * been applied gives the error of that attempt; neither sends a request. All other items run anew, reads too.
 *
 * @param run node and run index: what several nodes share the data of is told apart by them
 */
export async function onceInAllAttempts(
	context: ItemOf,
	run: string,
	task: (tracker: WriteTracker) => Promise<INodeExecutionData[]>,
): Promise<INodeExecutionData[]> {
	const call = callOf(context);
	const items = itemsOf(call ?? context.getExecuteData());
	const key = `${call ? '' : run} ${context.getItemIndex()}`;
	const known = items.get(key);
	if (known) {
		await Promise.allSettled([known.outcome]);
		if (known.tracker.mustNotResend) return await known.outcome.catch((error: unknown) => rejected(error, known.tracker));
	}
	const tracker = new WriteTracker(known?.tracker);
	const outcome = task(tracker);
	items.set(key, { tracker, outcome });
	try {
		return await outcome;
	} finally {
		if (!tracker.mustNotResend && !tracker.mayHaveBeenApplied && tracker.written.attempts === 0) items.delete(key);
	}
}

/** An item that was dropped on its way to another sending, as another one stopped the run, tells what its sending before left open. */
function rejected(error: unknown, { open }: WriteTracker): never {
	throw error instanceof DroppedError ? (open ?? error) : error;
}

function itemsOf(run: object): Map<string, Known> {
	const items = runs.get(run) ?? new Map<string, Known>();
	runs.set(run, items);
	return items;
}
