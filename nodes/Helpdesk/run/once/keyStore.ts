import type { IDataObject, IExecutePaginationFunctions, INode } from 'n8n-workflow';

import { counts, minuteOf, NodeKeys, type UsedKeys } from './keys';

/** Nodes whose keys this process remembers; the others' are read from the database again. */
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
	private readonly nodes = new Map<string, NodeKeys>();
	private readonly learnt = new WeakSet<IDataObject>();

	/** @param now ms since the epoch */
	keysOf(context: KeyContext, { id }: INode, now: number): Keys {
		const node = `${context.getWorkflow().id} ${id}`;
		const keys = this.nodeKeys(node);
		const saved = context.getWorkflowStaticData('node');
		const execution = context.getContext('node') as { onlyOncePer?: UsedKeys };
		if (!this.learnt.has(saved)) keys.learn((saved.onlyOncePer ?? {}) as UsedKeys, now);
		this.learnt.add(saved);
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

	private nodeKeys(node: string): NodeKeys {
		const keys = this.nodes.get(node) ?? new NodeKeys();
		this.nodes.delete(node);
		this.nodes.set(node, keys);
		for (const oldest of this.nodes.keys()) {
			if (this.nodes.size <= MOST_NODES) break;
			this.nodes.delete(oldest);
		}
		return keys;
	}
}
