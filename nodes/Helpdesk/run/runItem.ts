import type {
	DeclarativeRestApiSettings,
	IDataObject,
	IExecutePaginationFunctions,
	INodeExecutionData,
} from 'n8n-workflow';

import { DroppedError, n8nHttpClient, WouldSend, type InheritedOptions, type Transport } from '../../../transport';
import {
	endpointOf,
	failedItem,
	failureText,
	nodeError,
	rememberInboxes,
	lookupOf,
	RUN_MAX_AGE_MS,
	resolveInput,
	withAdded,
	simpleConversation,
	simpleMessage,
} from '../../shared';
import type { Operation } from '../operation';
import { waitForDecision } from './approval/ask';
import { runWithSteps, sendingItem } from './around';
import { buildRequest } from './buildRequest';
import { namesIn } from './guards/named';
import { Item } from './item';
import { onlyOncePer } from './once/onlyOncePer';
import { RunScope } from './scope';
import { taskOf } from './task';
import { answerForModel } from './tool/answer';
import { refuseUnknownArguments } from './tool/arguments';
import { textForModel } from './tool/failure';
import { withoutWaitingLinks } from './tool/waitingLinks';

type FindOperation = (resource: unknown, operation: unknown) => Operation;

type RunItem = (
	this: IExecutePaginationFunctions,
	requestData: DeclarativeRestApiSettings.ResultOptions,
) => Promise<INodeExecutionData[]>;

/** Creates the function that n8n calls for each item. If a failure stops the node, dropped items return nothing. */
export function createRunItem(transport: Transport, findOperation: FindOperation): RunItem {
	const oncePer = onlyOncePer();
	return async function runItem(requestData) {
		const index = this.getItemIndex();
		const scope = RunScope.join(this);
		const node = scope.node(this);
		const operation = findOperation(node.parameters.resource, node.parameters.operation);
		const item = new Item(this, operation, scope, transport, scope.ledgerOf(this));
		const { unlessDone } = operation.output.form;
		const inherited = requestData.options as InheritedOptions;
		try {
			const sentOutputs = async () => await sendItem(item, inherited);
			const outputs = await runWithSteps(item, oncePer, sentOutputs);
			const files = operation.output.form.keepsFiles && { binary: this.getInputData().binary };
			const incoming = this.getInputData().json;
			const items = outputs.map(({ json, ...output }) => ({
				...output,
				json: withTicket(
					unlessDone && (json.skipped || json.dryRun) ? { ...json, ...unlessDone } : json,
					item,
					incoming,
				),
				...files,
				pairedItem: { item: index },
			}));
			await waitForDecision(this, items);
			return items;
		} catch (error) {
			if (error instanceof DroppedError) return [];
			const told = failureText(error, taskOf(operation, item.inputSoFar, this.getInputData().json));
			const text = textForModel(told, error, operation, node);
			if (this.continueOnFail()) return [failedItem(text, node, index, item.ledger.receipt, unlessDone)];
			scope.stop();
			throw nodeError(error, text, node, index);
		} finally {
			scope.leave(this, transport.clock.now(), transport.queues.waitsUntil(scope.origin));
		}
	};
}

async function sendItem(item: Item, inherited: InheritedOptions): Promise<INodeExecutionData[]> {
	const { context, operation, scope, transport, isTool } = item;
	if (isTool) refuseUnknownArguments(context, scope.node(context));
	// A step has read it before.
	const { input } = item;
	const { credential, context: httpContext } = await scope.withCredential(context);
	scope.stopIfGivenUp(context);
	const sending = sendingItem(item, credential, n8nHttpClient(httpContext, credential, inherited));
	const { sends } = sending;

	const own = { send: sends.toHelpdesk, signal: scope.signal, maxAgeMs: RUN_MAX_AGE_MS, byName: isTool };
	const lookup = lookupOf(transport, credential, own);
	rememberInboxes(lookup, {}, [context.getInputData()]);
	await resolveInput(operation, input, lookup);
	const request = buildRequest(operation, input, credential.baseUrl);
	let total: number | undefined;
	const called = operation.output({
		origin: credential.origin,
		send: sends.withSteps,
		request,
		input,
		now: transport.clock.now,
		timezone: context.getTimezone(),
		isTool,
		onTotal: (count) => (total = count),
		endpoint: endpointOf(operation),
		lookup,
		context,
	});
	const outputs = await called.catch(async (error: unknown) => {
		if (error instanceof WouldSend) error.names = await namesIn(sending, lookup);
		throw error;
	});
	rememberInboxes(lookup, input, outputs);
	if (isTool || operation.output.form.forModel)
		for (const output of outputs) output.json = withoutWaitingLinks(output.json, context);
	const { ticketAddress } = credential;
	const added = { input, ticketAddress, lookup };
	const completed =
		ticketAddress === undefined && input.outputFields === undefined
			? outputs
			: await Promise.all(
					outputs.map(async ({ json, ...output }) => ({
						...output,
						json: await withAdded(json, conversationIdIn(json, operation), added),
					})),
				);
	return isTool ? answerForModel(sending, completed, total) : completed;
}

function conversationIdIn(json: IDataObject, { output: { form } }: Operation): IDataObject[string] {
	const isConversation = form.simple === simpleConversation || form.idField?.startsWith('conversationId');
	return isConversation ? json.id : form.simple === simpleMessage ? json.conversation_id : undefined;
}

/** Adds ticket number and subject of the incoming item. No subject if one was sent: Split gives it to the new one. */
function withTicket(json: IDataObject, { operation, inputSoFar }: Item, incoming: IDataObject): IDataObject {
	const { id, ticket_id, subject } = incoming;
	const { idField } = operation.output.form;
	const isSame = idField?.startsWith('conversationId') && String(id) === String(json.id);
	if (!isSame || ticket_id === undefined) return json;
	return { ...json, ticket_id, ...(inputSoFar?.subject === undefined && { subject }), ...json };
}
