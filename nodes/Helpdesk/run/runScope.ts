import type { ICredentialDataDecryptedObject, IExecutePaginationFunctions, INode } from 'n8n-workflow';

import { readCredential, type Credential, type WireContext } from '../../../transport';

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
	private active = 0;
	private decryptedOnce?: Promise<ICredentialDataDecryptedObject>;
	private nodeOnce?: INode;

	private constructor(private readonly key: string) {}

	/** The scope of the item's run. The same item once more means that n8n's Retry On Fail began a new try. */
	static join(context: IExecutePaginationFunctions): RunScope {
		const { runIndex } = context as unknown as { runIndex?: number };
		const key = [context.getExecutionId(), context.getWorkflow().id, context.getNode().id, runIndex].join('|');
		let scope = scopes.get(key);
		if (!scope || scope.startedItems.has(context.getItemIndex())) {
			scope = new RunScope(key);
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
		return { credential: readCredential(decrypted), context: Object.create(context, { getCredentials: { value: getCredentials } }) };
	}

	/** Read once a run: n8n copies the node with all its parameters each time. */
	node(context: IExecutePaginationFunctions): INode {
		this.nodeOnce ??= context.getNode();
		return this.nodeOnce;
	}

	/** The item is through. */
	leave(): void {
		this.active -= 1;
		if (this.active === 0 && !this.signal.aborted && scopes.get(this.key) === this) scopes.delete(this.key);
		for (const oldest of scopes.keys()) {
			if (scopes.size <= MOST_SCOPES) break;
			scopes.delete(oldest);
		}
	}
}
