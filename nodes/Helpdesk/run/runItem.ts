import type { DeclarativeRestApiSettings, IExecutePaginationFunctions, INodeExecutionData } from 'n8n-workflow';

import { ApiError, createSend, DroppedError, n8nWire, Priority, type InheritedOptions, type Transport } from '../../../transport';
import { endpointOf, methodAndPath } from '../../shared/endpoint';
import { failedItem, failureText, nodeError } from '../../shared/failure';
import type { Input } from '../../shared/field';
import { learnInboxes } from '../../shared/lookup/conversations';
import { lookupOf, pageSizeOf, RUN_MAX_AGE_MS } from '../../shared/lookup/lookup';
import { readInput, resolveInput } from '../../shared/readInput';
import type { Operation } from '../operation';
import { findOperation } from '../resources';
import { buildRequest } from './buildRequest';
import { heldBack } from './guards/heldBack';
import { KeyStore } from './once/keys';
import { oncePer } from './once/oncePer';
import { onceInAllAttempts } from './once/attempts';
import { WriteTracker } from './once/writeTracker';
import { addReceipt, withReceipt } from './receipt/receipt';
import { rehearsed } from './rehearsal';
import { RunScope } from './runScope';
import { SeenEndpoints } from './seenEndpoints';
import { taskOf } from './task';
import { forWhoReads } from './tool';
import { inputFile } from './upload';

/** What n8n's declarative engine takes as `requestOperations.pagination`. */
export type RunItem = (this: IExecutePaginationFunctions, requestData: DeclarativeRestApiSettings.ResultOptions) => Promise<INodeExecutionData[]>;

/**
 * The seam between n8n's declarative engine and the transport: given as the node's pagination function, it
 * is called once per item, and what it returns are the item's output items.
 *
 * A failed item is returned as data where the node goes on, and thrown where it stops: a returned error
 * would then count as success. On a stop, items that still wait are dropped and give nothing, so that
 * n8n reports the one that failed.
 */
export function createRunItem(transport: Transport): RunItem {
	const keyStore = new KeyStore();
	const seen = new SeenEndpoints();
	return async function (requestData) {
		const item = this.getItemIndex();
		const scope = RunScope.join(this);
		const { resource, operation: chosen } = scope.node(this).parameters;
		const operation = findOperation(resource, chosen);
		try {
			const task = async (tracker: WriteTracker) =>
				await runOperation(this, {
					operation,
					scope,
					transport,
					keyStore,
					seen,
					tracker,
					inherited: requestData.options as InheritedOptions,
				});
			const outputs = scope.node(this).retryOnFail ? await onceInAllAttempts(this, scope.run, task) : await task(new WriteTracker());
			return outputs.map((output) => ({ ...output, pairedItem: { item } }));
		} catch (error) {
			if (error instanceof DroppedError) return [];
			const text = forWhoReads(failureText(error, taskOf(operation)), scope.node(this));
			if (this.continueOnFail()) return [addReceipt(failedItem(text, scope.node(this), item), error)];
			scope.stop();
			throw nodeError(error, text, scope.node(this), item);
		} finally {
			scope.leave(this, { now: transport.clock.now(), waitsUntil: transport.queues.waitsUntil(scope.origin) });
		}
	};
}

interface Job {
	operation: Operation;
	scope: RunScope;
	transport: Transport;
	keyStore: KeyStore;
	seen: SeenEndpoints;
	tracker: WriteTracker;
	inherited: InheritedOptions;
}

async function runOperation(context: IExecutePaginationFunctions, job: Job): Promise<INodeExecutionData[]> {
	const { operation, scope, transport, keyStore, tracker } = job;
	const now = transport.clock.now();
	const read = () => readInput(context, operation);
	return await withReceipt({ context, operation, tracker, transport }, read, async (input) => {
		const task = async () =>
			await sendItem(context, job, input)
				.catch(rehearsed)
				.catch((error: unknown) => heldBack(error, tracker));
		if (input.onlyOncePer === undefined) return await task();
		const keys = keyStore.keysOf(context, scope.node(context), now);
		return await oncePer(keys, { operation, input, tracker }, task);
	});
}

async function sendItem(context: IExecutePaginationFunctions, job: Job, input: Input): Promise<INodeExecutionData[]> {
	const { operation, scope, transport, seen, tracker, inherited } = job;
	const { credential, context: wireContext } = await scope.withCredential(context);
	const ownWire = n8nWire(wireContext, credential, inherited);
	const wire = input.receipt ? tracker.written.over(ownWire, credential) : ownWire;
	scope.stopIfGivenUp(context);
	const send = tracker.over(
		createSend(transport, { wire, credential, priority: Priority.bulk, signal: scope.signal, dryRun: input.dryRun === true }),
	);
	const lookup = lookupOf(transport, credential, { send, signal: scope.signal, maxAgeMs: RUN_MAX_AGE_MS });
	await resolveInput(operation, input, lookup);
	const request = buildRequest(operation, input, credential.baseUrl);
	const endpoint = endpointOf(operation);
	const pageSize = await pageSizeOf(lookup, endpoint ? methodAndPath(endpoint) : `/${request.path.split('/')[1]}`);
	const toBinary = async (bytes: Buffer, fileName?: string, mimeType?: string) => ({
		data: await context.helpers.prepareBinaryData(bytes, fileName, mimeType),
	});
	const readFile = async (binaryField: string) => await inputFile(context, binaryField);
	const { sleep, now } = transport.clock;
	const call = {
		send,
		request,
		input,
		sleep,
		now,
		timezone: context.getTimezone(),
		origin: credential.origin,
		run: context.getExecuteData(),
		endpoint,
		pageSize,
		lookup,
		readFile,
		toBinary,
	};
	const outputs = await operation.output(call).catch((error: unknown) => {
		if (error instanceof ApiError) error.task ??= { ...taskOf(operation, input), ...(seen.has(credential, operation) && { provisional: false }) };
		throw error;
	});
	seen.add(credential, operation);
	learnInboxes(lookup, input, outputs);
	return outputs;
}
