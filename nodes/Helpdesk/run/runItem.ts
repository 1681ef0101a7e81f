import type { DeclarativeRestApiSettings, IExecutePaginationFunctions, INodeExecutionData } from 'n8n-workflow';

import {
	createSend,
	DroppedError,
	n8nHttpClient,
	Priority,
	type InheritedOptions,
	type Send,
	type Transport,
} from '../../../transport';
import { endpointOf, methodAndPath } from '../../shared/endpoint';
import { failedItem, failureText, nodeError } from '../../shared/failure';
import { rememberInboxes } from '../../shared/lookup/conversations';
import { lookupOf, pageSizeOf, RUN_MAX_AGE_MS } from '../../shared/lookup/lookup';
import { resolveInput } from '../../shared/readInput';
import { findOperation } from '../resources';
import { attached } from './attachments';
import { buildRequest } from './buildRequest';
import { guards } from './guards/guards';
import { withheld } from './guards/withheld';
import { keptInLedger, onceInAllTries } from './ledger';
import { afterLostAnswer } from './once/lostAnswers';
import { onlyOncePer } from './once/onlyOncePer';
import { withReceipt } from './receipt';
import { Item, RunScope, type AroundItem, type AroundRequest } from './scope';
import { taskOf } from './task';
import { textForAgent } from './tool';

/** Steps around each request, outermost first. The transport follows: limit, attempts, HTTP client. */
const AROUND_REQUEST: AroundRequest[] = [afterLostAnswer, guards, attached, keptInLedger];

export type RunItem = (
	this: IExecutePaginationFunctions,
	requestData: DeclarativeRestApiSettings.ResultOptions,
) => Promise<INodeExecutionData[]>;

/**
 * Creates the pagination function that n8n calls for each item. If a failure stops the node, the dropped items return
 * nothing.
 */
export function createRunItem(transport: Transport): RunItem {
	/** Steps around each item, outermost first. */
	const aroundItem: AroundItem[] = [onceInAllTries, withReceipt, onlyOncePer(), withheld];
	return async function (requestData) {
		const index = this.getItemIndex();
		const scope = RunScope.join(this);
		const node = scope.node(this);
		const operation = findOperation(node.parameters.resource, node.parameters.operation);
		const item = new Item(this, operation, scope, transport, scope.ledgerOf(this));
		const send = async () => await sendItem(item, requestData.options as InheritedOptions);
		try {
			const outputs = await aroundItem.reduceRight<typeof send>(
				(next, around) => async () => await around(item, next),
				send,
			)();
			const files = operation.output.form.keepsFiles && { binary: this.getInputData().binary };
			return outputs.map((output) => ({ ...output, ...files, pairedItem: { item: index } }));
		} catch (error) {
			if (error instanceof DroppedError) return [];
			const text = textForAgent(
				failureText(error, taskOf(operation, item.inputSoFar, this.getInputData().json)),
				node,
			);
			if (this.continueOnFail()) return [failedItem(text, node, index, item.ledger.receipt)];
			scope.stop();
			throw nodeError(error, text, node, index);
		} finally {
			scope.leave(this, { now: transport.clock.now(), waitsUntil: transport.queues.waitsUntil(scope.origin) });
		}
	};
}

async function sendItem(item: Item, inherited: InheritedOptions): Promise<INodeExecutionData[]> {
	const { context, operation, scope, transport, ledger, input } = item;
	const { credential, context: httpContext } = await scope.withCredential(context);
	scope.stopIfGivenUp(context);
	const { signal } = scope;
	const client = n8nHttpClient(httpContext, credential, inherited);
	const way = {
		client: ledger.over(client, credential, transport.clock.now),
		credential,
		priority: Priority.bulk,
		signal,
		dryRun: input.dryRun === true,
	};
	item.credential = credential;
	item.sendOnce = createSend(transport, { ...way, attempts: 1 });
	item.prepare = createSend(transport, { ...way, client });
	const toHelpdesk = createSend(transport, { ...way, attempts: input.attempts as number | undefined });
	const send = AROUND_REQUEST.reduceRight<Send>(
		(next, around) => async (request) => await around(item, request, next),
		toHelpdesk,
	);

	const lookup = lookupOf(transport, credential, { send: toHelpdesk, signal, maxAgeMs: RUN_MAX_AGE_MS });
	rememberInboxes(lookup, {}, [context.getInputData()]);
	await resolveInput(operation, input, lookup);
	const request = buildRequest(operation, input, credential.baseUrl);
	const endpoint = endpointOf(operation);
	const outputs = await operation.output({
		origin: credential.origin,
		send,
		request,
		input,
		now: transport.clock.now,
		timezone: context.getTimezone(),
		isTool: item.isTool,
		endpoint,
		pageSize: await pageSizeOf(lookup, endpoint ? methodAndPath(endpoint) : `/${request.path.split('/')[1]}`),
		lookup,
		context,
	});
	rememberInboxes(lookup, input, outputs);
	return outputs;
}
