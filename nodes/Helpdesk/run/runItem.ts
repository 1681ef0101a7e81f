import { DeclarativeRestApiSettings, IDataObject, IExecutePaginationFunctions, INodeExecutionData } from 'n8n-workflow';

import {
	createSend,
	DroppedError,
	n8nHttpClient,
	Priority,
	WouldSend,
	ApiRequest,
	Credential,
	HttpClient,
	InheritedOptions,
	Send,
	Transport,
} from '../../../transport';
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
import { Operation, Outputs } from '../operation';
import { findOperation } from '../resources';
import { waitForDecision } from './approval/ask';
import { attached } from './attachments';
import { buildRequest } from './buildRequest';
import { guards } from './guards/guards';
import { namesIn } from './guards/named';
import { withheld } from './guards/withheld';
import { Item, SendingItem } from './item';
import { keptInLedger, onceInAllTries, recordedInLedger } from './ledger';
import { afterLostAnswer } from './once/lostAnswers';
import { onlyOncePer, OncePer } from './once/onlyOncePer';
import { withReceipt } from './receipt';
import { RunScope } from './scope';
import { taskOf } from './task';
import { answerForModel, withoutWaitingLinks } from './tool/answer';
import { refuseUnknownArguments } from './tool/arguments';
import { textForModel } from './tool/failure';
import { unlessRepeated } from './tool/repeats';

// What surrounds a write, outermost first:
// n8n calls `runItem` for each item; with Retry On Fail, again for all items
// `RunScope`: one attempt of the run. A failure stops its other items. The ledger of an item serves all attempts.
// `runItem`: turns a failure into an error or an item; Ask for Approval waits at its end
// `runWithSteps`: steps around the item
// `sendItem`: credential, look-ups of names, request, and `operation.output`, which sends it; then additional fields
// `sendWithSteps`: steps around each request of the operation
// `createSend`: `passGate`, attempts, redirects; its queue keeps the rate limit
// `recordedInLedger`: around each attempt
// `n8nHttpClient`: n8n's request, with a time limit; n8n calls the credential's `authenticate`, which adds the token

/** Creates the function that n8n calls for each item. If a failure stops the node, dropped items return nothing. */
export function createRunItem(transport: Transport) {
	const oncePer = onlyOncePer();
	return async function runItem(
		this: IExecutePaginationFunctions,
		requestData: DeclarativeRestApiSettings.ResultOptions,
	): Outputs {
		const index = this.getItemIndex();
		const scope = RunScope.join(this);
		const node = scope.node(this);
		const operation = findOperation(node.parameters.resource, node.parameters.operation);
		const { keepsFiles, unlessDone } = operation.output.form;
		const item = new Item(this, operation, scope, transport, scope.ledgerOf(this));
		const inherited = requestData.options as InheritedOptions;
		try {
			const outputs = await runWithSteps(item, oncePer, () => sendItem(item, inherited));
			const items = outputs.map(({ json, ...output }) => ({
				...output,
				json: withTicket(unlessDone && (json.skipped || json.dryRun) ? { ...json, ...unlessDone } : json, item),
				...(keepsFiles && { binary: this.getInputData().binary }),
				pairedItem: { item: index },
			}));
			if (operation.value === 'sendAndWait') await waitForDecision(this, items);
			return items;
		} catch (error) {
			if (error instanceof DroppedError) return [];
			const text = textForModel(failureText(error, taskOf(item)), error, item, node);
			if (this.continueOnFail()) return [failedItem(text, node, index, item.ledger.receipt, unlessDone)];
			scope.stop();
			throw nodeError(error, text, node, index);
		} finally {
			scope.leave(this, transport.clock.now(), transport.queues.waitsUntil(scope.origin));
		}
	};
}

/** The steps around an item, innermost first. */
function runWithSteps(item: Item, oncePer: OncePer, outputs: () => Outputs): Outputs {
	/** Turns "not sent" of a guard or Dry Run into an output or an error. */
	const unlessWithheld = () => withheld(item, outputs);
	/** Only Once Per: skips an item whose key was used. */
	const oncePerKey = () => oncePer(item, unlessWithheld);
	/** Receipt: adds what was sent. */
	const reported = () => withReceipt(item, oncePerKey);
	/** Retry On Fail: a POST that was sent, or may have been, is not sent again. */
	return onceInAllTries(item, reported);
}

async function sendItem(item: Item, inherited: InheritedOptions): Outputs {
	const { context, input, node, operation, scope, transport, isTool } = item;
	if (isTool) refuseUnknownArguments(context, node);
	const { credential, context: httpContext } = await scope.withCredential(context);
	scope.stopIfGivenUp(context);
	const sending = sendingItem(item, credential, n8nHttpClient(httpContext, credential, inherited));
	const lookup = lookupOf(transport, credential, {
		send: sending.sends.toHelpdesk,
		signal: scope.signal,
		maxAgeMs: RUN_MAX_AGE_MS,
		byName: isTool,
	});
	rememberInboxes(lookup, {}, [context.getInputData()]);
	await resolveInput(operation, input, lookup);
	let total: number | undefined;
	const called = operation.output({
		origin: credential.origin,
		send: sending.sends.withSteps,
		request: buildRequest(operation, input, credential.baseUrl),
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
	const complete = async (output: INodeExecutionData) => {
		const id = conversationIdIn(output.json, operation);
		output.json = await withAdded(output.json, id, { input, ticketAddress, lookup });
	};
	if (ticketAddress !== undefined || input.outputFields !== undefined) await Promise.all(outputs.map(complete));
	return isTool ? answerForModel(sending, outputs, total) : outputs;
}

/** A model's client gives up after 60 s and repeats the call: a late write would be a second one. */
const TOOL_WAITS_MS = 45_000;

function sendingItem(item: Item, credential: Credential, client: HttpClient) {
	const { scope, transport, input, isTool } = item;
	const recorded: HttpClient = (request) => recordedInLedger(item, request, client);
	const options = {
		client: recorded,
		credential,
		priority: isTool ? Priority.tool : Priority.bulk,
		signal: scope.signal,
		startBy: isTool ? transport.clock.now() + TOOL_WAITS_MS : undefined,
		dryRun: input.dryRun === true,
	};
	const sends = {
		withSteps: (request: ApiRequest) => sendWithSteps(sending, request),
		toHelpdesk: createSend(transport, { ...options, attempts: input.attempts as number | undefined }),
		singleAttempt: createSend(transport, { ...options, attempts: 1 }),
		unrecorded: createSend(transport, { ...options, client }),
	};
	const sending: SendingItem = Object.assign(Object.create(item) as Item, { credential, sends });
	return sending;
}

/** The steps around a request, innermost first. */
function sendWithSteps(item: SendingItem, request: ApiRequest) {
	/** Keeps an error of unknown outcome, for later attempts. */
	const kept: Send = (request) => keptInLedger(item, request, item.sends.toHelpdesk);
	/** Attachments: puts the files into a draft first. */
	const withFiles: Send = (request) => attached(item, request, kept);
	/** Only If Unchanged Since, Not If Already There: reads first. */
	const guarded: Send = (request) => guards(item, request, withFiles);
	/** Always: a message that is found after a lost answer counts as sent. */
	const settled: Send = (request) => afterLostAnswer(item, request, guarded);
	/** As a tool: the same text is written only once in ten minutes. */
	return unlessRepeated(item, request, settled);
}

function conversationIdIn(json: IDataObject, { output: { form } }: Operation): IDataObject[string] {
	const isConversation = form.simple === simpleConversation || form.idField?.startsWith('conversationId');
	return isConversation ? json.id : form.simple === simpleMessage ? json.conversation_id : undefined;
}

/** Adds the incoming ticket number, and the subject unless the item sends one: Split gives it to a new conversation. */
function withTicket(json: IDataObject, { context, operation, inputSoFar }: Item) {
	if (!operation.output.form.idField?.startsWith('conversationId')) return json;
	const { id, ticket_id, subject } = context.getInputData().json;
	if (String(id) !== String(json.id) || ticket_id === undefined) return json;
	return { ...json, ticket_id, ...(inputSoFar?.subject === undefined && { subject }), ...json };
}
