import { createHash } from 'node:crypto';
import type { IDataObject, IExecutePaginationFunctions, INode } from 'n8n-workflow';

/** Nodes whose keys this process remembers while none of their executions is on; the others' are read from the database again. */
const MAX_NODES = 200;

/** The part of n8n's context that keys are kept in. */
export type KeyContext = Pick<IExecutePaginationFunctions, 'getContext' | 'getMode' | 'getWorkflow' | 'getWorkflowStaticData'>;

/** The used keys of a node, as one of its executions sees them. */
export interface Keys {
	/** Tells nodes apart. */
	node: string;
	has(hash: string): boolean;
	add(hash: string): void;
	/** Whether later executions know what is added: those of runs by hand are forgotten. */
	kept: boolean;
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
		const kept = context.getMode() !== 'manual';
		const execution = context.getContext('node') as { onlyOncePer?: UsedKeys };
		if (!this.ofExecutions.has(saved)) keys.learn((saved.onlyOncePer ?? {}) as UsedKeys, now);
		this.ofExecutions.set(saved, keys);
		return {
			node,
			kept,
			has: (hash) => keys.has(hash, now) || counts(execution.onlyOncePer?.[hash], now),
			add: (hash) => {
				execution.onlyOncePer ??= {};
				execution.onlyOncePer[hash] = minuteOf(now);
				if (!kept) return;
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
		if (this.recent.size > MAX_NODES) this.letGo();
		return keys;
	}

	private letGo(): void {
		const [oldest, keys] = this.recent.entries().next().value!;
		this.recent.delete(oldest);
		this.known.set(oldest, new WeakRef(keys));
		for (const [node, ref] of this.known) if (!ref.deref()) this.known.delete(node);
	}
}

const MINUTE_MS = 60_000;

/** When a key was used, in minutes since the epoch, by its hash; oldest first. Plain, so that n8n can save it. */
export type UsedKeys = Record<string, number>;

/** How long a key counts, in minutes: 30 days. */
export const KEPT_MINUTES = 30 * 24 * 60;

/** So many keys a node keeps, the newest; about 30 bytes each in the database. */
export const MAX_KEYS = 5_000;

/** Oldest keys go in groups: looking through all of them costs more than to keep some for a while. */
const SPARE_KEYS = 500;

/** The keys of one node in this n8n process. */
export class NodeKeys {
	/** One object for good: every execution of the node saves it, so that none overwrites another's keys. */
	readonly used: UsedKeys = {};
	private size = 0;

	has(hash: string, now: number): boolean {
		return counts(this.used[hash], now);
	}

	add(hash: string, now: number): void {
		if (this.used[hash] === undefined) this.size += 1;
		this.used[hash] = minuteOf(now);
		if (this.size > MAX_KEYS + SPARE_KEYS) this.forget(now);
	}

	/** Takes over what another process, or this one before a restart, has saved. */
	learn(saved: UsedKeys, now: number): void {
		for (const [hash, minute] of Object.entries(saved)) {
			if (typeof minute !== 'number' || !counts(minute, now)) continue;
			if (this.used[hash] === undefined) this.size += 1;
			this.used[hash] = Math.max(minute, this.used[hash] ?? 0);
		}
		if (this.size > MAX_KEYS + SPARE_KEYS) this.forget(now);
	}

	private forget(now: number): void {
		const oldestFirst = Object.entries(this.used).sort(([, a], [, b]) => a - b);
		oldestFirst.forEach(([hash, minute], index) => {
			if (index >= oldestFirst.length - MAX_KEYS && counts(minute, now)) return;
			delete this.used[hash];
			this.size -= 1;
		});
	}
}

export function minuteOf(now: number): number {
	return Math.floor(now / MINUTE_MS);
}

/** 96 bits: no customer data, and no two keys alike by chance. */
export function hashOf(deed: string, key: string): string {
	return createHash('sha256').update(`${deed} ${key}`).digest('base64url').slice(0, 16);
}

/** True while a use of a key counts. */
export function counts(minute: number | undefined, now: number): boolean {
	return minute !== undefined && minuteOf(now) - minute < KEPT_MINUTES;
}
