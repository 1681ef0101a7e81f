import type { ICredentialDataDecryptedObject, IExecuteData, IExecutePaginationFunctions, INode, ITaskDataConnections } from 'n8n-workflow';

import { readCredential, type Credential, type WireContext } from '../../../transport';
import { Progress, type Standing } from './progress';
import { sharedCredential } from './sharedCredential';

/** What n8n's contexts have beside what their types tell. */
type Untyped = Partial<{ runIndex: number; inputData: ITaskDataConnections }>;

/**
 * The runs that are on, by n8n's own data of them: it hands the same object to every item and every try of a
 * run, and lets go of it afterwards. An AI agent's tools share the agent's, so node and run index tell them apart.
 */
const scopes = new WeakMap<IExecuteData, Map<string, RunScope>>();

/**
 * One run of one node: what its items share. n8n starts all items of a run at once and gives them
 * nothing in common but the data of the run.
 */
export class RunScope {
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
		private readonly siblings: Map<string, RunScope>,
		/** The run among those of its execution: node and run index. */
		readonly run: string,
	) {}

	/** The scope of the item's run. The same item once more means that n8n's Retry On Fail began a new try. */
	static join(context: IExecutePaginationFunctions): RunScope {
		const run = `${context.getNode().id}|${(context as Untyped).runIndex}`;
		const siblings = siblingsOf(context.getExecuteData());
		let scope = siblings.get(run);
		if (!scope || scope.startedItems.has(context.getItemIndex())) siblings.set(run, (scope = new RunScope(siblings, run)));
		if (scope.active === 0) context.getExecutionCancelSignal()?.addEventListener('abort', scope.onCancel);
		scope.startedItems.add(context.getItemIndex());
		scope.active += 1;
		return scope;
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
	async withCredential(context: IExecutePaginationFunctions): Promise<{ credential: Credential; context: WireContext }> {
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
	leave(context: IExecutePaginationFunctions, { now, waitsUntil }: Pick<Standing, 'now' | 'waitsUntil'>): void {
		this.active -= 1;
		const done = this.startedItems.size - this.active;
		if (!this.signal.aborted) this.progress.tell(context, { done, total: itemCount(context), now, waitsUntil });
		if (this.active > 0) return;
		context.getExecutionCancelSignal()?.removeEventListener('abort', this.onCancel);
		// A stopped run stays known: what of it begins after a pause between batches is not sent either.
		if (!this.signal.aborted && this.siblings.get(this.run) === this) this.siblings.delete(this.run);
	}
}

function siblingsOf(data: IExecuteData): Map<string, RunScope> {
	const siblings = scopes.get(data) ?? new Map<string, RunScope>();
	scopes.set(data, siblings);
	return siblings;
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
