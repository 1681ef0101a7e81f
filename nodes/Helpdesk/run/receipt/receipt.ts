import { DateTime } from 'luxon';
import type { IDataObject, IExecutePaginationFunctions, INodeExecutionData } from 'n8n-workflow';

import { ApiError, type Transport } from '../../../../transport';
import type { Input } from '../../../shared/field';
import { readInput } from '../../../shared/readInput';
import { receipt as receiptField } from '../../fields/safeHands';
import type { Operation } from '../../operation';
import type { WriteTracker } from '../once/writeTracker';
import { recordOf } from './record';

/**
 * What became of a write, by what went over the wire: it was done; it may have been, and its text was found; nothing was
 * done on purpose; it may have been done; or it certainly was not, since the helpdesk refused it, could not be reached, or
 * nothing could be sent.
 */
export type Outcome = 'sent' | 'found' | 'skipped' | 'unknown' | 'failed';

/** One item of one operation, whose receipt is to be written. */
export interface Deed {
	context: IExecutePaginationFunctions;
	operation: Operation;
	tracker: WriteTracker;
	transport: Transport;
}

/** The receipts of items that failed, by their error: a later try of Retry On Fail may give the same one again. */
const ofFailures = new WeakMap<object, IDataObject>();

/**
 * Runs an item's task and, where its user wants one, writes the receipt: exactly one per item that comes in, beside the
 * first of its outputs, or kept for `addReceipt` where the task fails. Rejects with the failure as the item's own.
 *
 * @param read reads the item's input
 */
export async function withReceipt(
	deed: Deed,
	read: () => Input,
	task: (input: Input) => Promise<INodeExecutionData[]>,
): Promise<INodeExecutionData[]> {
	let input: Input | undefined;
	const run = async () => {
		input = read();
		const outputs = await task(input);
		return input.receipt === true ? beside(outputs, deed, input) : outputs;
	};
	return await run().catch((error: unknown) => {
		const isWanted = input ? input.receipt === true : wantsReceipt(deed);
		const own = deed.tracker.explain(error);
		if (isWanted) ofFailures.set(own as object, receiptOf(deed, input ?? {}, outcomeOfFailure(deed), [], error));
		throw own;
	});
}

/** A failed item with the receipt of its failure, under `details`: n8n takes it for a failed one by its two keys. */
export function addReceipt(item: INodeExecutionData, error: unknown): INodeExecutionData {
	const receipt = ofFailures.get(error as object);
	if (receipt) Object.assign(item.json.details as IDataObject, { receipt });
	return item;
}

/** The receipt stands beside the first output; of a write whose answer gives none, it is the output. */
function beside(outputs: INodeExecutionData[], deed: Deed, input: Input): INodeExecutionData[] {
	const { tracker } = deed;
	const isSent = tracker.written.last !== undefined;
	if (outputs.length === 0 && !isSent) return outputs;
	const [first = { json: {} }, ...others] = outputs;
	return [{ ...first, json: { ...first.json, receipt: receiptOf(deed, input, outcomeOfSuccess(deed), outputs) } }, ...others];
}

/** An item is no failure whose write was held back after a refusal, or is taken for done since its text was found. */
function outcomeOfSuccess({ tracker: { written, mayHaveBeenApplied } }: Deed): Outcome {
	if (written.last?.applied === 'yes') return 'sent';
	if (written.last?.applied === 'maybe') return 'found';
	return mayHaveBeenApplied ? 'unknown' : 'skipped';
}

/** A write that was done stays so when something beside it failed; what an earlier write or try left open stays open. */
function outcomeOfFailure({ tracker: { written, mayHaveBeenApplied } }: Deed): Outcome {
	if (written.last?.applied === 'yes') return 'sent';
	return mayHaveBeenApplied ? 'unknown' : 'failed';
}

/** The input could not be read: whether it asks for a receipt may still be told. */
function wantsReceipt({ context }: Deed): boolean {
	try {
		return readInput(context, { options: [receiptField] }).receipt === true;
	} catch {
		return false;
	}
}

function receiptOf(deed: Deed, input: Input, outcome: Outcome, outputs: INodeExecutionData[], error?: unknown): IDataObject {
	const { context, operation, tracker, transport } = deed;
	const { attempts, changed, requestId, last } = tracker.written;
	const { id: workflowId, name: workflowName } = context.getWorkflow();
	return {
		operation: `${String(context.getNodeParameter('resource'))}.${operation.value}`,
		record: recordOf(deed, input, outputs, last?.request),
		changed,
		outcome,
		attempts,
		requestId: (error instanceof ApiError ? error.texts.requestId : undefined) ?? requestId ?? null,
		executionId: context.getExecutionId(),
		workflowId: workflowId ?? null,
		workflowName: workflowName ?? null,
		time: DateTime.fromMillis(transport.clock.now(), { zone: context.getTimezone() }).toISO(),
	};
}
