import type { IExecuteData, IExecutePaginationFunctions, INodeExecutionData } from 'n8n-workflow';

import { WriteWatch } from './writeWatch';

type ItemOf = Pick<IExecutePaginationFunctions, 'getExecuteData' | 'getItemIndex'>;

interface Known {
	watch: WriteWatch;
	outcome: Promise<INodeExecutionData[]>;
}

/**
 * What became of the items of a run, by n8n's own data of that run: it hands the same object to every try
 * of Retry On Fail, another one to every other run, and lets go of it when the last try is over. So what
 * is remembered here ends with the run, and no sooner.
 */
const runs = new WeakMap<IExecuteData, Map<string, Known>>();

/**
 * Runs an item's task, once over all tries of its run: Retry On Fail begins the whole node again, also the
 * items that were sent. One that has written gives its first output again, a POST of unknown fate its first
 * error, both without a request. Everything else runs again, reads too.
 *
 * @param run node and run index: an AI agent's tools share the agent's data
 */
export async function onceInAllTries(
	context: ItemOf,
	run: string,
	task: (watch: WriteWatch) => Promise<INodeExecutionData[]>,
): Promise<INodeExecutionData[]> {
	const items = itemsOf(context.getExecuteData());
	const key = `${run} ${context.getItemIndex()}`;
	const known = items.get(key);
	if (known) {
		await Promise.allSettled([known.outcome]);
		if (known.watch.stands) return await known.outcome;
	}
	const watch = new WriteWatch(known?.watch);
	const outcome = task(watch);
	items.set(key, { watch, outcome });
	try {
		return await outcome;
	} finally {
		if (!watch.stands && !watch.open) items.delete(key);
	}
}

function itemsOf(run: IExecuteData): Map<string, Known> {
	const items = runs.get(run) ?? new Map<string, Known>();
	runs.set(run, items);
	return items;
}
