import type { IExecuteData, IExecutePaginationFunctions, INodeExecutionData } from 'n8n-workflow';

import { ApiError, DroppedError, InputError, isReading, kindOf, PageError, type Send } from '../../../../transport';

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

/** Watches whether an item has changed something in the helpdesk. */
export class WriteWatch {
	/**
	 * True once the item has written, or has sent a POST of unknown fate: it must not be sent again
	 * (specification, Limits: Idempotency-Key headers are not honored). Other writes of unknown fate may
	 * be: applied twice they change nothing more.
	 */
	stands = false;

	/** True once a write of the item may have been applied, in this try or an earlier one. */
	open: boolean;

	/** @param earlier that of the item's try before this one: no refusal of this one settles what it left open */
	constructor(earlier?: WriteWatch) {
		this.open = earlier?.open ?? false;
	}

	/** A failure beside the requests does not undo what the item had written before it. */
	explain(error: unknown): unknown {
		const isBeside = error instanceof PageError || error instanceof InputError;
		if (isBeside) error.mayHaveBeenApplied = this.stands || this.open;
		return error;
	}

	/** The same way to the wire, watched. */
	over(send: Send): Send {
		return async (request) =>
			await send(request).then(
				(answer) => {
					this.stands ||= !isReading(request);
					return answer;
				},
				(error: unknown) => {
					if (error instanceof ApiError && !isReading(request)) {
						// Of a listing whose pages write, an earlier one may have been applied.
						error.mayHaveBeenApplied ||= this.open || this.stands;
						this.stands ||= error.mayHaveBeenApplied && kindOf(request) === 'once';
						this.open = error.mayHaveBeenApplied;
					}
					if (error instanceof DroppedError) this.open ||= error.mayHaveBeenApplied;
					throw error;
				},
			);
	}
}
