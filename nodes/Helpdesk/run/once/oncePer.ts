import type { INodeExecutionData } from 'n8n-workflow';

import { endpointOf, methodAndPath, namesInPath } from '../../../shared/endpoint';
import type { Input } from '../../../shared/field';
import type { Operation } from '../../operation';
import { hashOf, type Keys } from './keys';
import type { WriteTracker } from './writeTracker';

/** One item under its Only Once Per key. */
export interface KeyedItem {
	operation: Operation;
	input: Input;
	tracker: WriteTracker;
}

/**
 * Runs an item's task unless its key was used. A key is used once its item has written, or has sent a POST of
 * unknown fate; after a definite failure it is free. Items of the same key wait for one another.
 */
export async function oncePer(
	keys: Keys,
	{ operation, input, tracker }: KeyedItem,
	task: () => Promise<INodeExecutionData[]>,
): Promise<INodeExecutionData[]> {
	// Another operation of the same node is another deed.
	const endpoint = endpointOf(operation);
	const hash = hashOf(`${operation.value} ${endpoint && methodAndPath(endpoint)}`, input.onlyOncePer as string);
	return await inTurn(`${keys.node} ${hash}`, async () => {
		if (keys.has(hash)) return [{ json: { ...actedOn(operation, input), message: 'Not sent again: its key was used before', skipped: true } }];
		try {
			const outputs = await task();
			return keys.kept || !tracker.mustNotResend ? outputs : outputs.map(sayNotKept);
		} finally {
			if (tracker.mustNotResend) keys.add(hash);
		}
	});
}

/** Tells a person who runs the step by hand that it would write again. */
const sayNotKept = (output: INodeExecutionData): INodeExecutionData => ({ ...output, json: { ...output.json, key_kept: false } });

/** The id that the operation outputs after a success, where its path has one. */
function actedOn(operation: Operation, input: Input): { id?: string } {
	const endpoint = endpointOf(operation);
	const name =
		endpoint &&
		namesInPath(endpoint)
			.filter((each) => /^(conversation|contact|message)Id$/.test(each))
			.at(-1);
	return name === undefined ? {} : { id: input[name] as string };
}

const last = new Map<string, Promise<unknown>>();

/**
 * Runs tasks of the same key one after the other, those of other keys meanwhile: n8n starts all items of a
 * run at once, so that two items would both find nothing and both create it.
 */
export async function inTurn<T>(key: string, task: () => Promise<T>): Promise<T> {
	const turn = (last.get(key) ?? Promise.resolve()).then(task, task);
	last.set(key, turn);
	try {
		return await turn;
	} finally {
		if (last.get(key) === turn) last.delete(key);
	}
}
