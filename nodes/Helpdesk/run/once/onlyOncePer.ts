import { endpointOf, hashOf, methodAndPath } from '../../../shared';
import { serially } from '../serially';
import { lookFor } from '../tool/repeats';
import { actedOn, Item } from '../item';
import { Outputs } from '../../operation';

const MINUTE_MS = 60_000;

const KEPT_MINUTES = 30 * 24 * 60;

export const MAX_KEYS = 5_000;

const SPARE_KEYS = 500;

/** Minute of use (since the epoch) by hash. A plain object, so that n8n can save it. */
type UsedKeys = Record<string, number>;

const NOT_KNOWN = ', and it is not known whether that was applied.';

export type OncePer = (item: Item, next: () => Outputs) => Outputs;

/**
 * Skips an item whose key a write has used. Keys are in this process, in the static data (n8n saves it after a
 * production execution) and in the node's context (for a retry of an execution).
 */
export function onlyOncePer(): OncePer {
	const nodes = new Map<string, NodeKeys>();
	const learned = new WeakSet<object>();
	/** Keys of writes whose outcome is not known. */
	const unknown = new Set<string>();
	return async (item, next) => {
		const { context, operation, transport, ledger, input } = item;
		if (input.onlyOncePer === undefined) return await next();
		const now = transport.clock.now();
		const node = `${context.getWorkflow().id} ${item.node.id}`;
		const keys = nodes.get(node) ?? new NodeKeys();
		nodes.set(node, keys);
		const saved = context.getWorkflowStaticData('node');
		if (!learned.has(saved)) keys.learn((saved.onlyOncePer ?? {}) as UsedKeys, now);
		learned.add(saved);
		const nodeContext = context.getContext('node') as { onlyOncePer?: UsedKeys };
		const isKept = context.getMode() !== 'manual';
		const endpoint = endpointOf(operation);
		const what = `${operation.value} ${endpoint && methodAndPath(endpoint)}`;
		const hash = hashOf(`${what} ${input.onlyOncePer as string}`);
		return await serially(`${node} ${hash}`, async () => {
			if (keys.has(hash, now) || counts(nodeContext.onlyOncePer?.[hash], now)) {
				const doubt = item.isTool && unknown.has(hash) ? `${NOT_KNOWN} ${lookFor(operation)}` : '';
				const message = `Not sent again: its value was used before${doubt}`;
				return [{ json: { ...actedOn(item), message, skipped: true } }];
			}
			try {
				const outputs = await next().catch((error: unknown) => {
					if (ledger.mayHaveBeenApplied) unknown.add(hash);
					throw error;
				});
				unknown.delete(hash);
				if (isKept || !ledger.mustNotResend) return outputs;
				return outputs.map((output) => ({ ...output, json: { ...output.json, key_kept: false } }));
			} finally {
				if (ledger.mustNotResend) (nodeContext.onlyOncePer ??= {})[hash] = minuteOf(now);
				if (ledger.mustNotResend && isKept) {
					keys.add(hash, now);
					// n8n saves static data only if a top-level key is assigned.
					saved.onlyOncePer = keys.used;
				}
			}
		});
	};
}

export class NodeKeys {
	/** Shared by all executions, so that none overwrites another's keys. */
	readonly used: UsedKeys = {};

	has(hash: string, now: number) {
		return counts(this.used[hash], now);
	}

	add(hash: string, now: number) {
		this.learn({ [hash]: minuteOf(now) }, now);
	}

	/** Adds saved keys, also those of other processes. */
	learn(saved: UsedKeys, now: number) {
		for (const [hash, minute] of Object.entries(saved)) {
			if (counts(minute, now)) this.used[hash] = Math.max(minute, this.used[hash] ?? 0);
		}
		if (Object.keys(this.used).length <= MAX_KEYS + SPARE_KEYS) return;
		const newestFirst = Object.entries(this.used).sort(([, a], [, b]) => b - a);
		for (const [hash] of newestFirst.slice(MAX_KEYS)) delete this.used[hash];
	}
}

const minuteOf = (now: number) => Math.floor(now / MINUTE_MS);

const counts = (minute: number | undefined, now: number) =>
	minute !== undefined && minuteOf(now) - minute < KEPT_MINUTES;
