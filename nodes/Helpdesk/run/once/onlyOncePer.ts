import { createHash } from 'node:crypto';
import type { IDataObject, IExecutePaginationFunctions, INode } from 'n8n-workflow';

import { endpointOf, methodAndPath } from '../../../shared/endpoint';
import { serially } from '../serially';
import { actedOn, type AroundItem } from '../scope';

/**
 * Only Once Per: an item goes on unless its key was used. A key is used once its item has written, or has sent a POST of
 * unknown outcome; after a definite failure it is free. Items of the same key wait for one another.
 */
export function onlyOncePer(keyStore = new KeyStore()): AroundItem {
	return async (item, next) => {
		const { context, operation, scope, transport, ledger, input } = item;
		if (input.onlyOncePer === undefined) return await next();
		const keys = keyStore.keysOf(context, scope.node(context), transport.clock.now());
		// Another operation of the same node is another deed.
		const endpoint = endpointOf(operation);
		const hash = hashOf(`${operation.value} ${endpoint && methodAndPath(endpoint)}`, input.onlyOncePer as string);
		return await serially(`${keys.node} ${hash}`, async () => {
			if (keys.has(hash)) return [{ json: { ...actedOn(item), message: 'Not sent again: its key was used before', skipped: true } }];
			try {
				const outputs = await next();
				// A person who runs the step by hand would write again.
				const isForgotten = !keys.kept && ledger.mustNotResend;
				return isForgotten ? outputs.map((output) => ({ ...output, json: { ...output.json, key_kept: false } })) : outputs;
			} finally {
				if (ledger.mustNotResend) keys.add(hash);
			}
		});
	};
}

/** The part of n8n's context that keys are kept in. */
export type KeyContext = Pick<IExecutePaginationFunctions, 'getContext' | 'getMode' | 'getWorkflow' | 'getWorkflowStaticData'>;

/** The used keys of a node, as one of its executions sees them. */
export interface Keys {
	/** Identifies the node. */
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
	private readonly nodes = new Map<string, NodeKeys>();
	/** The executions whose static data was read: each has a copy of its own. */
	private readonly read = new WeakSet<IDataObject>();

	/** @param now ms since the epoch */
	keysOf(context: KeyContext, { id }: INode, now: number): Keys {
		const node = `${context.getWorkflow().id} ${id}`;
		const keys = this.nodes.get(node) ?? new NodeKeys();
		this.nodes.set(node, keys);
		const saved = context.getWorkflowStaticData('node');
		const kept = context.getMode() !== 'manual';
		const execution = context.getContext('node') as { onlyOncePer?: UsedKeys };
		if (!this.read.has(saved)) keys.learn((saved.onlyOncePer ?? {}) as UsedKeys, now);
		this.read.add(saved);
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
		this.learn({ [hash]: minuteOf(now) }, now);
	}

	/** Takes over what another process, or this one before a restart, has saved. */
	learn(saved: UsedKeys, now: number): void {
		for (const [hash, minute] of Object.entries(saved)) {
			if (typeof minute !== 'number' || !counts(minute, now)) continue;
			this.size += this.used[hash] === undefined ? 1 : 0;
			this.used[hash] = Math.max(minute, this.used[hash] ?? 0);
		}
		if (this.size <= MAX_KEYS + SPARE_KEYS) return;
		const newestFirst = Object.entries(this.used).sort(([, a], [, b]) => b - a);
		const gone = newestFirst.filter(([, minute], index) => index >= MAX_KEYS || !counts(minute, now));
		for (const [hash] of gone) delete this.used[hash];
		this.size -= gone.length;
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
