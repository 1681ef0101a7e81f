import { createHash } from 'node:crypto';

import { endpointOf, methodAndPath } from '../../../shared/endpoint';
import { serially } from '../serially';
import { actedOn, type AroundItem } from '../scope';

const MINUTE_MS = 60_000;

/** How long a key counts, in minutes: 30 days. */
const KEPT_MINUTES = 30 * 24 * 60;

/** The newest keys of a node are kept; about 30 bytes each in the database. */
export const MAX_KEYS = 5_000;

/** The oldest keys are removed in groups: each removal sorts all keys. */
const SPARE_KEYS = 500;

/** When a key was used, in minutes since the epoch, by its hash. A plain object, so that n8n can save it. */
type UsedKeys = Record<string, number>;

/**
 * Only Once Per: an item is skipped if its key was used. A key is used once its item has written, or has sent a POST of unknown
 * outcome; after a definite failure it is free. Items of the same key wait for one another. Keys are kept in three places:
 *
 * - this process, for executions that run at the same time;
 * - the workflow's static data, which n8n saves when a production execution ends;
 * - the node's context, which a retry of a failed execution gets, also one started by hand.
 */
export function onlyOncePer(): AroundItem {
	const nodes = new Map<string, NodeKeys>();
	/** Each execution has a copy of the static data. */
	const learned = new WeakSet<object>();
	return async (item, next) => {
		const { context, operation, scope, transport, ledger, input } = item;
		if (input.onlyOncePer === undefined) return await next();
		const now = transport.clock.now();
		const node = `${context.getWorkflow().id} ${scope.node(context).id}`;
		const keys = nodes.get(node) ?? new NodeKeys();
		nodes.set(node, keys);
		const saved = context.getWorkflowStaticData('node');
		if (!learned.has(saved)) keys.learn((saved.onlyOncePer ?? {}) as UsedKeys, now);
		learned.add(saved);
		const execution = context.getContext('node') as { onlyOncePer?: UsedKeys };
		const isKept = context.getMode() !== 'manual';
		const endpoint = endpointOf(operation);
		const hash = hashOf(`${operation.value} ${endpoint && methodAndPath(endpoint)}`, input.onlyOncePer as string);
		return await serially(`${node} ${hash}`, async () => {
			const isUsed = keys.has(hash, now) || counts(execution.onlyOncePer?.[hash], now);
			if (isUsed) return [{ json: { ...actedOn(item), message: 'Not sent again: its key was used before', skipped: true } }];
			try {
				const outputs = await next();
				// A later run by hand would write again.
				const isForgotten = !isKept && ledger.mustNotResend;
				return isForgotten ? outputs.map((output) => ({ ...output, json: { ...output.json, key_kept: false } })) : outputs;
			} finally {
				if (ledger.mustNotResend) {
					(execution.onlyOncePer ??= {})[hash] = minuteOf(now);
					if (isKept) keys.add(hash, now);
					// n8n saves static data only if a top-level key was assigned.
					if (isKept) saved.onlyOncePer = keys.used;
				}
			}
		});
	};
}

/** The used keys of one node in this n8n process. */
export class NodeKeys {
	/** The same object for every execution of the node, so that none overwrites another's keys. */
	readonly used: UsedKeys = {};
	private size = 0;

	has(hash: string, now: number): boolean {
		return counts(this.used[hash], now);
	}

	add(hash: string, now: number): void {
		this.learn({ [hash]: minuteOf(now) }, now);
	}

	/** Adds the keys that another process, or this one before a restart, has saved. */
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

const minuteOf = (now: number): number => Math.floor(now / MINUTE_MS);

const counts = (minute: number | undefined, now: number): boolean => minute !== undefined && minuteOf(now) - minute < KEPT_MINUTES;

/** 96 bits: no customer data, and no two keys alike by chance. */
export function hashOf(scope: string, key: string): string {
	return createHash('sha256').update(`${scope} ${key}`).digest('base64url').slice(0, 16);
}
