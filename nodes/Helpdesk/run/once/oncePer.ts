import type { INodeExecutionData } from 'n8n-workflow';

import type { Input, Operation } from '../../operation';
import { inTurn } from '../inTurn';
import { hashOf } from './keys';
import type { Keys } from './keyStore';
import type { WriteWatch } from './writeWatch';

/** One item under its Only Once Per key. */
export interface KeyedItem {
	operation: Operation;
	input: Input;
	watch: WriteWatch;
}

/**
 * Runs an item's task unless its key was used. A key is used once its item has written, or has sent a POST of
 * unknown fate; after a definite failure it is free. Items of the same key wait for one another.
 */
export async function oncePer(
	keys: Keys,
	{ operation, input, watch }: KeyedItem,
	task: () => Promise<INodeExecutionData[]>,
): Promise<INodeExecutionData[]> {
	// Another operation of the same node is another deed.
	const hash = hashOf(`${operation.value} ${operation.endpoint}`, input.onlyOncePer as string);
	return await inTurn(`${keys.node} ${hash}`, async () => {
		if (keys.has(hash)) return [{ json: { ...actedOn(operation, input), message: 'Not sent again: its key was used before', skipped: true } }];
		try {
			return await task();
		} finally {
			if (watch.stands) keys.add(hash);
		}
	});
}

/** The id that the operation outputs after a success, where its path has one. */
function actedOn({ endpoint = '' }: Operation, input: Input): { id?: string } {
	const name = /.*\{(conversation|contact|message)_id\}/.exec(endpoint)?.[1];
	return name === undefined ? {} : { id: input[`${name}Id`] as string };
}
