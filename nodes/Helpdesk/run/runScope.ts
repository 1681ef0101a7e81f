import type { ICredentialDataDecryptedObject, IExecutePaginationFunctions, INode, ITaskDataConnections } from 'n8n-workflow';

import { readCredential, type Credential, type WireContext } from '../../../transport';
import { Progress, type Standing } from './progress';

/** What n8n's contexts have beside what their types tell. */
type Untyped = Partial<{ runIndex: number; inputData: ITaskDataConnections }>;

/** Failed runs that are remembered, so that items which start later are not sent either. */
const MOST_SCOPES = 200;

const scopes = new Map<string, RunScope>();

/**
 * One run of one node: what its items share. n8n starts all items of a run at once and gives them
 * nothing in common, so a run is known by execution, node and run index.
 */
export class RunScope {
	private readonly controller = new AbortController();
	private readonly startedItems = new Set<number>();
	private readonly progress = new Progress();
	private active = 0;
	private decryptedOnce?: Promise<ICredentialDataDecryptedObject>;
	private nodeOnce?: INode;
	/** Of the API, as soon as the credential is known. */
	origin?: string;

	private constructor(
		private readonly key: string,
		/** The run among those of its execution: node and run index. */
		readonly run: string,
	) {}

	/** The scope of the item's run. The same item once more means that n8n's Retry On Fail began a new try. */
	static join(context: IExecutePaginationFunctions): RunScope {
		const run = `${context.getNode().id}|${(context as Untyped).runIndex}`;
		const key = [context.getExecutionId(), context.getWorkflow().id, run].join('|');
		let scope = scopes.get(key);
		if (!scope || scope.startedItems.has(context.getItemIndex())) {
			scope = new RunScope(key, run);
			scopes.delete(key);
			scopes.set(key, scope);
			const cancelled = context.getExecutionCancelSignal();
			cancelled?.addEventListener('abort', () => scope?.stop(), { once: true });
		}
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
	 * The checked credential, and the item's context with the decrypted one in place of a call for it: n8n's
	 * request helper asks for it once a request, which reads the database and decrypts each time.
	 */
	async withCredential(context: IExecutePaginationFunctions): Promise<{ credential: Credential; context: WireContext }> {
		this.decryptedOnce ??= context.getCredentials('helpdeskApi');
		const decrypted = await this.decryptedOnce;
		const getCredentials = async () => ({ ...decrypted });
		const credential = readCredential(decrypted);
		this.origin = credential.origin;
		return { credential, context: Object.create(context, { getCredentials: { value: getCredentials } }) };
	}

	/** Read once a run: n8n copies the node with all its parameters each time. */
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
		if (this.active === 0 && !this.signal.aborted && scopes.get(this.key) === this) scopes.delete(this.key);
		for (const oldest of scopes.keys()) {
			if (scopes.size <= MOST_SCOPES) break;
			scopes.delete(oldest);
		}
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
