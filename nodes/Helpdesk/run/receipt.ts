import { DateTime } from 'luxon';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { ApiError } from '../../../transport';
import { endpointOf, namedBy, namesInPath } from '../../shared/endpoint';
import { readInput } from '../../shared/readInput';
import { receipt as receiptField } from '../fields/writes';
import type { AroundItem, Item } from './scope';

/**
 * What became of a write, by what went over HTTP: it was done; it may have been, and its text was found; nothing was
 * done on purpose; it may have been done; or it certainly was not, since the helpdesk refused it, could not be reached, or
 * nothing could be sent.
 */
export type Outcome = 'sent' | 'found' | 'skipped' | 'unknown' | 'failed';

/**
 * Writes the receipt where the user wants one: exactly one per item that comes in, beside the first of its outputs, or
 * in the ledger where the item fails. A failure becomes the item's own.
 */
export const withReceipt: AroundItem = async (item, next) => {
	const { ledger } = item;
	try {
		const outputs = await next();
		return item.input.receipt === true ? beside(outputs, item) : outputs;
	} catch (error) {
		if (isWanted(item)) ledger.receipt = receiptOf(item, outcomeOfFailure(item), [], error);
		throw ledger.explain(error);
	}
};

/** The receipt stands beside the first output; of a write whose answer gives none, it is the output. */
function beside(outputs: INodeExecutionData[], item: Item): INodeExecutionData[] {
	if (outputs.length === 0 && !item.ledger.last) return outputs;
	const [first = { json: {} }, ...others] = outputs;
	return [{ ...first, json: { ...first.json, receipt: receiptOf(item, outcomeOfSuccess(item), outputs) } }, ...others];
}

/** An item is no failure whose write was held back after a refusal, or is taken for done since its text was found. */
function outcomeOfSuccess({ ledger: { last, mayHaveBeenApplied } }: Item): Outcome {
	if (last?.applied === 'yes') return 'sent';
	if (last?.applied === 'maybe') return 'found';
	return mayHaveBeenApplied ? 'unknown' : 'skipped';
}

/** A write that was done stays so when something beside it failed; what an earlier write or try left open stays open. */
function outcomeOfFailure({ ledger: { last, mayHaveBeenApplied } }: Item): Outcome {
	if (last?.applied === 'yes') return 'sent';
	return mayHaveBeenApplied ? 'unknown' : 'failed';
}

/** Where the input cannot be read, whether it asks for a receipt may still be told. */
function isWanted({ context, inputSoFar }: Item): boolean {
	if (inputSoFar) return inputSoFar.receipt === true;
	try {
		return readInput(context, { options: [receiptField] }).receipt === true;
	} catch {
		return false;
	}
}

function receiptOf(item: Item, outcome: Outcome, outputs: INodeExecutionData[], error?: unknown): IDataObject {
	const { context, operation, ledger, transport, inputSoFar } = item;
	const { id: workflowId, name: workflowName } = context.getWorkflow();
	return {
		operation: `${String(context.getNodeParameter('resource'))}.${operation.value}`,
		record: recordOf(item, outputs),
		changed: [...ledger.changed].filter((name) => !Object.hasOwn(inputSoFar?.additionalBody ?? {}, name)),
		outcome,
		attempts: ledger.attempts,
		requestId: (error instanceof ApiError ? error.texts.requestId : undefined) ?? ledger.requestId ?? null,
		executionId: context.getExecutionId(),
		workflowId: workflowId ?? null,
		workflowName: workflowName ?? null,
		time: DateTime.fromMillis(transport.clock.now(), { zone: context.getTimezone() }).toISO(),
	};
}

/** What several are named by, where an operation acts on them at once. */
const LISTS = ['conversationIds', 'tagIds'];

/** No address and no words: those a customer may have written. */
const ID = /^[^\s@<>"]{1,128}$/;

/**
 * The record that an operation acted on, as its type and ID, or IDs of a list of them; null for what is not known, such
 * as the ID of a contact that was not created. What an API Request acted on is told from its path.
 */
function recordOf({ context, operation, ledger, inputSoFar: input = {} }: Item, [first]: INodeExecutionData[]): IDataObject {
	const endpoint = endpointOf(operation);
	if (!endpoint) return subject(ledger.last ? namedBy(ledger.last.request) : {});
	const list = LISTS.find((name) => name in input && !('tagId' in input));
	const ofConversation = 'conversationId' in input;
	const name = list ?? namesInPath(endpoint).at(-1) ?? ['tagId', 'conversationId'].find((each) => each in input);
	const [isMade, noun] = /^(\w+)?create$/i.exec(operation.value) ?? [];
	if (name !== undefined && (ofConversation || !isMade)) return subject({ [name]: input[name] });
	return subject({ [`${noun ?? String(context.getNodeParameter('resource'))}Id`]: first?.json.id });
}

/** The last of what a path names. */
function subject(named: Record<string, unknown>): IDataObject {
	const [name, value] = Object.entries(named).at(-1) ?? [];
	const ids = [value].flat().map((id) => (ID.test(String(id ?? '')) ? String(id) : null));
	return { type: name?.replace(/Ids?$/, '') ?? null, id: Array.isArray(value) ? ids : ids[0]! };
}
