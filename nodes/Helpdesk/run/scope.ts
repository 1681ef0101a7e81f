import type { ICredentialDataDecryptedObject, IExecutePaginationFunctions, INode, INodeExecutionData, ITaskDataConnections } from 'n8n-workflow';

import { readCredential, type Answer, type ApiRequest, type Credential, type Send, type Transport, type HttpContext } from '../../../transport';
import type { Input } from '../../shared/field';
import { readInput } from '../../shared/readInput';
import type { Operation } from '../operation';
import { Ledger } from './ledger';
import { Progress, type RunState } from './progress';
import { sharedCredential } from './sharedCredential';
import { callOf } from './tool';

/** What n8n's contexts have beside what their types tell. */
type Untyped = Partial<{ runIndex: number; inputData: ITaskDataConnections }>;

/** Stands around an item: it goes on with `next`, or gives the output in its place. */
export type AroundItem = (item: Item, next: () => Promise<INodeExecutionData[]>) => Promise<INodeExecutionData[]>;

/** Stands around each request of an item: it sends that with `next`, or others, or answers in its place. */
export type AroundRequest = (item: Item, request: ApiRequest, next: Send) => Promise<Answer>;

/** What is remembered by an object of n8n for as long as n8n may start a run anew. */
interface Memory {
	/** Tells runs apart without holding their data. */
	run: symbol;
	/** The tries that are on, by node and run index: an AI agent's tools share the agent's data. */
	tries: Map<string, RunScope>;
	ledgers: Map<string, Ledger>;
}

/**
 * n8n hands the same data of a run to every item and every try, and lets go of it afterwards. For a tool there is
 * beside it what the model called it with.
 */
const memories = new WeakMap<object, Memory>();

function memoryOf(object: object): Memory {
	const memory = memories.get(object) ?? { run: Symbol(), tries: new Map(), ledgers: new Map() };
	memories.set(object, memory);
	return memory;
}

/** One item on its way through a run. */
export class Item {
	/** As soon as it has been read. */
	credential!: Credential;
	/** Sends a request once, whatever comes back. */
	sendOnce!: Send;
	/** Sends a request that the ledger does not count: the customer gets nothing by it. */
	prepare!: Send;
	private inputOnce?: Input;

	constructor(
		readonly context: IExecutePaginationFunctions,
		readonly operation: Operation,
		readonly scope: RunScope,
		readonly transport: Transport,
		readonly ledger: Ledger,
	) {}

	/** @throws {InputError} for the first field that cannot be sent */
	get input(): Input {
		return (this.inputOnce ??= readInput(this.context, this.operation));
	}

	/** The same, once it could be read. */
	get inputSoFar(): Input | undefined {
		return this.inputOnce;
	}
}

/** The ID that the operation outputs after a success, where it is known before. */
export function actedOn({ operation, input }: Item): { id?: string } {
	const { idField } = operation.output.form;
	const id = idField === undefined ? undefined : input[idField];
	return typeof id === 'string' ? { id } : {};
}

/**
 * One try of one run of a node: what its items share. n8n starts all items of a run at once and gives them
 * nothing in common but the data of the run.
 */
export class RunScope {
	/** The same in all tries. */
	readonly run: symbol;
	private readonly controller = new AbortController();
	private readonly startedItems = new Set<number>();
	private readonly progress = new Progress();
	private active = 0;
	private sharedOnce?: Promise<ICredentialDataDecryptedObject | undefined>;
	private checkedOnce?: Credential;
	private nodeOnce?: INode;
	private readonly onCancel = () => this.stop();
	/** Of the API that the last item was for, as soon as there is one. */
	origin?: string;

	private constructor(
		private readonly memory: Memory,
		/** Node and run index. */
		private readonly key: string,
	) {
		this.run = memory.run;
	}

	/** The scope of the item's try. The same item once more means that n8n's Retry On Fail began a new one. */
	static join(context: IExecutePaginationFunctions): RunScope {
		const key = `${context.getNode().id}|${(context as Untyped).runIndex}`;
		const memory = memoryOf(context.getExecuteData());
		let scope = memory.tries.get(key);
		if (!scope || scope.startedItems.has(context.getItemIndex())) memory.tries.set(key, (scope = new RunScope(memory, key)));
		if (scope.active === 0) context.getExecutionCancelSignal()?.addEventListener('abort', scope.onCancel);
		scope.startedItems.add(context.getItemIndex());
		scope.active += 1;
		return scope;
	}

	/** What the item has written: with Retry On Fail in all tries. */
	ledgerOf(context: IExecutePaginationFunctions): Ledger {
		if (!this.node(context).retryOnFail) return new Ledger();
		const call = callOf(context);
		const { ledgers } = call ? memoryOf(call) : this.memory;
		const key = `${call ? '' : this.key} ${context.getItemIndex()}`;
		const ledger = ledgers.get(key) ?? new Ledger(() => ledgers.delete(key));
		ledgers.set(key, ledger);
		return ledger;
	}

	/** Aborts what is still queued: on the first failure of a run that does not continue, and on cancelling. */
	get signal(): AbortSignal {
		return this.controller.signal;
	}

	stop(): void {
		this.controller.abort();
	}

	/**
	 * The item's checked credential, and its context with the decrypted one in place of a call for it: n8n's
	 * request helper asks for it once per request, which reads the database and decrypts each time.
	 */
	async withCredential(context: IExecutePaginationFunctions): Promise<{ credential: Credential; context: HttpContext }> {
		this.sharedOnce ??= sharedCredential(context, this.node(context));
		const shared = await this.sharedOnce;
		const decrypted = shared ?? (await context.getCredentials<ICredentialDataDecryptedObject>('helpdeskApi'));
		const getCredentials = async () => ({ ...decrypted });
		const read = () => readCredential(decrypted, this.node(context).credentials?.helpdeskApi?.name);
		const credential = shared ? (this.checkedOnce ??= read()) : read();
		this.origin = credential.origin;
		return { credential, context: Object.create(context, { getCredentials: { value: getCredentials } }) };
	}

	/** Read once per run: n8n copies the node with all its parameters each time. */
	node(context: IExecutePaginationFunctions): INode {
		this.nodeOnce ??= context.getNode();
		return this.nodeOnce;
	}

	/**
	 * Drops the run where n8n has given it up: with "stop on error", an expression that fails in a later item
	 * ends the node while nobody waits for the items before it. n8n begins all items in one go, so whoever
	 * asks after any wait can tell; only with a pause between batches is the rest still to come.
	 */
	stopIfGivenUp(context: IExecutePaginationFunctions): void {
		if (this.startedItems.size >= itemCount(context) || context.continueOnFail() || hasBatchPause(this.node(context))) return;
		this.stop();
	}

	/** The item is through; told to the user in a long run. */
	leave(context: IExecutePaginationFunctions, { now, waitsUntil }: Pick<RunState, 'now' | 'waitsUntil'>): void {
		this.active -= 1;
		const done = this.startedItems.size - this.active;
		if (!this.signal.aborted) this.progress.tell(context, { done, total: itemCount(context), now, waitsUntil });
		if (this.active > 0) return;
		context.getExecutionCancelSignal()?.removeEventListener('abort', this.onCancel);
		// A stopped run stays known: what of it begins after a pause between batches is not sent either.
		if (!this.signal.aborted && this.memory.tries.get(this.key) === this) this.memory.tries.delete(this.key);
	}
}

/** As n8n's declarative engine counts them. */
function itemCount(context: IExecutePaginationFunctions): number {
	const { main, ai_tool } = (context as Untyped).inputData ?? {};
	return (main ?? ai_tool)?.[0]?.length ?? 0;
}

function hasBatchPause({ parameters }: INode): boolean {
	const { batching } = (parameters.requestOptions ?? {}) as { batching?: { batch?: { batchInterval?: unknown } } };
	return batching !== undefined && batching.batch?.batchInterval !== 0;
}
