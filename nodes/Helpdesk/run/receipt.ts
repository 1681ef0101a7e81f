import { DateTime } from 'luxon';
import { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { ApiError } from '../../../transport';
import { endpointOf, namedBy, namesInPath, readInput } from '../../shared';
import { receipt as receiptField } from '../fields';
import { Outputs } from '../operation';
import { Item } from './item';

/** `found`: found in the conversation after a lost answer. `skipped`: not sent on purpose. */
type ReceiptOutcome = 'sent' | 'found' | 'skipped' | 'unknown' | 'failed';

export async function withReceipt(item: Item, next: () => Outputs): Outputs {
	const outputs = await next().catch((error: unknown) => {
		if (isWanted(item)) item.ledger.receipt = receiptOf(item, [], error);
		throw error;
	});
	if (item.input.receipt !== true || (outputs.length === 0 && !item.ledger.last)) return outputs;
	// An output without items gets one, for the receipt.
	const [first = { json: {} }, ...others] = outputs;
	return [{ ...first, json: { ...first.json, receipt: receiptOf(item, outputs) } }, ...others];
}

function receiptOutcome({ ledger: { last, mayHaveBeenApplied } }: Item, isFailure: boolean): ReceiptOutcome {
	if (last?.applied === 'yes') return 'sent';
	if (last?.applied === 'maybe' && !isFailure) return 'found';
	if (mayHaveBeenApplied) return 'unknown';
	return isFailure ? 'failed' : 'skipped';
}

/** Reads the option alone: another field may be wrong. */
function isWanted(item: Item) {
	try {
		return readInput(item.context, { options: [receiptField] }, item).receipt === true;
	} catch {
		return false;
	}
}

function receiptOf(item: Item, outputs: INodeExecutionData[], error?: unknown): IDataObject {
	const { context, node, operation, ledger, transport, inputSoFar } = item;
	const { id: workflowId, name: workflowName } = context.getWorkflow();
	return {
		operation: `${String(node.parameters.resource)}.${operation.value}`,
		record: recordOf(item, outputs),
		changed: [...ledger.changed].filter((name) => !Object.hasOwn(inputSoFar?.additionalBody ?? {}, name)),
		outcome: receiptOutcome(item, error !== undefined),
		attempts: ledger.attempts,
		requestId: (error instanceof ApiError ? error.texts.requestId : undefined) ?? ledger.requestId ?? null,
		executionId: context.getExecutionId(),
		workflowId: workflowId ?? null,
		workflowName: workflowName ?? null,
		time: DateTime.fromMillis(transport.clock.now(), { zone: context.getTimezone() }).toISO(),
	};
}

/** Matches IDs, but no email address and no sentence. */
const ID = /^[^\s@<>"]{1,128}$/;

/** Returns the changed record: the last one in the path, or the output's own. */
function recordOf(
	{ node, operation, ledger, inputSoFar: input = {} }: Item,
	[first]: INodeExecutionData[],
): IDataObject {
	const endpoint = endpointOf(operation);
	if (!endpoint) return subject(Object.entries(ledger.last ? namedBy(ledger.last.request) : {}).at(-1));
	const { idField } = operation.output.form;
	const inPath = namesInPath(endpoint);
	const name = idField === undefined || inPath.includes(idField) ? inPath.at(-1) : idField;
	const [isMade, noun = String(node.parameters.resource)] = /^(\w+)?create$/i.exec(operation.value) ?? [];
	return subject(
		name === undefined || (isMade && idField === undefined) ? [noun, first?.json.id] : [name, input[name]],
	);
}

function subject([name, value]: [name?: string, value?: unknown] = []): IDataObject {
	const ids = [value].flat().map((id) => (ID.test(String(id ?? '')) ? String(id) : null));
	return { type: name?.replace(/Ids?$/, '') ?? null, id: Array.isArray(value) ? ids : ids[0]! };
}
