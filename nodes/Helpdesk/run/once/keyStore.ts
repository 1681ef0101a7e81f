import type { IDataObject, IExecutePaginationFunctions, INode } from 'n8n-workflow';

import { counts, minuteOf, NodeKeys, type UsedKeys } from './keys';

/** Nodes whose keys this process remembers while none of their executions is on; the others' are read from the database again. */
const MOST_NODES = 200;

/** The part of n8n's context that keys are kept in. */
export type KeyContext = Pick<IExecutePaginationFunctions, 'getContext' | 'getMode' | 'getWorkflow' | 'getWorkflowStaticData'>;

/** The used keys of a node, as one of its executions sees them. */
export interface Keys {
	/** Tells nodes apart. */
	node: string;
	has(hash: string): boolean;
	add(hash: string): void;
}

/**
 * Where used keys are kept, in three places that n8n gives a node:
 *
 * - this process, for executions that run at the same time;
 * - the workflow's static data, which n8n saves when a production execution ends, however it ends;
 * - the node's context, which goes along when a failed execution is retried, also one started by hand.
 */
export class KeyStore {
	/** The last used nodes, the newest at the end. */
	private readonly recent = new Map<string, NodeKeys>();
	/** Nodes beyond those, as long as one of their executions is on. */
	private readonly known = new Map<string, WeakRef<NodeKeys>>();
	/** By the execution's own copy of the static data, which lives as long as the execution. */
	private readonly ofExecutions = new WeakMap<IDataObject, NodeKeys>();

	/** @param now ms since the epoch */
	keysOf(context: KeyContext, { id }: INode, now: number): Keys {
		const node = `${context.getWorkflow().id} ${id}`;
		const keys = this.nodeKeys(node);
		const saved = context.getWorkflowStaticData('node');
		const execution = context.getContext('node') as { onlyOncePer?: UsedKeys };
		if (!this.ofExecutions.has(saved)) keys.learn((saved.onlyOncePer ?? {}) as UsedKeys, now);
		this.ofExecutions.set(saved, keys);
		return {
			node,
			has: (hash) => keys.has(hash, now) || counts(execution.onlyOncePer?.[hash], now),
			add: (hash) => {
				execution.onlyOncePer ??= {};
				execution.onlyOncePer[hash] = minuteOf(now);
				if (context.getMode() === 'manual') return;
				keys.add(hash, now);
				// n8n saves static data only when one of its top-level keys was assigned.
				saved.onlyOncePer = keys.used;
			},
		};
	}

	/** The same keys for all executions of a node, from the first item of one to the last item of the last. */
	private nodeKeys(node: string): NodeKeys {
		const keys = this.recent.get(node) ?? this.known.get(node)?.deref() ?? new NodeKeys();
		this.recent.delete(node);
		this.recent.set(node, keys);
		if (this.recent.size > MOST_NODES) this.letGo();
		return keys;
	}

	private letGo(): void {
		const [oldest, keys] = this.recent.entries().next().value!;
		this.recent.delete(oldest);
		this.known.set(oldest, new WeakRef(keys));
		for (const [node, ref] of this.known) if (!ref.deref()) this.known.delete(node);
	}
}
