import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import type { IExecutePaginationFunctions, INodeExecutionData } from 'n8n-workflow';

import { onceInAllAttempts } from '../../../nodes/Helpdesk/run/once/attempts';
import type { WriteTracker } from '../../../nodes/Helpdesk/run/once/writeTracker';
import { ApiError, DroppedError, type ApiRequest } from '../../../transport';

setFlagsFromString('--expose_gc');
const collectGarbage = runInNewContext('gc') as () => void;

const POST = { method: 'POST', path: '/conversation/c1/note' } as const;

/** Starts an item's task in a run, as n8n does with each try. */
const startIn =
	(data: object) =>
	async (task: (tracker: WriteTracker) => Promise<INodeExecutionData[]>, item = 0, run = 'Helpdesk 0') => {
		const context = { getExecuteData: () => data, getItemIndex: () => item, getInputData: () => [] } as unknown as IExecutePaginationFunctions;
		return await onceInAllAttempts(context, run, task);
	};
const PATCH = { method: 'PATCH', path: '/conversation/c1' } as const;
const writes = (request: ApiRequest, error?: Error) => async (tracker: WriteTracker) => {
	const answer = { status: 200, headers: {}, body: {} };
	await tracker.over(async () => await (error ? Promise.reject(error) : Promise.resolve(answer)))(request);
	return [{ json: { attempt: 1 } }];
};
const second = async () => await Promise.resolve([{ json: { attempt: 2 } }]);

it.each<[string, (tracker: WriteTracker) => Promise<INodeExecutionData[]>, number]>([
	['has written gives its first output', writes(POST), 1],
	['has read runs anew', writes({ method: 'GET', path: '/me' }), 2],
	['has a PATCH of unknown fate runs anew', writes(PATCH, new ApiError(PATCH, { kind: 'noAnswer', ending: 'broken', code: '' }, true, 1)), 2],
])('an item that %s', async (_, task, attempt) => {
	const start = startIn({});
	await start(task).catch(() => []);
	expect(await start(second)).toEqual([{ json: { attempt } }]);
});

it('a PATCH of unknown fate stays open in the next try', async () => {
	const start = startIn({});
	await start(writes(PATCH, new ApiError(PATCH, { kind: 'noAnswer', ending: 'broken', code: '' }, true, 1))).catch(() => []);
	const open: boolean[] = [];
	await start(async (tracker) => await Promise.resolve([{ json: { open: open.push(tracker.mayHaveBeenApplied) } }]));
	expect(open).toEqual([true]);
});

it('what an item gave that only read is not kept, also while its run is on', async () => {
	const data = {};
	const output = new WeakRef(await startIn(data)(second));
	await new Promise((resolve) => setImmediate(resolve));
	collectGarbage();
	expect([output.deref(), data]).toEqual([undefined, {}]);
});

it('what an item has written is its own: another item, another node or run and other data write', async () => {
	const data = {};
	await startIn(data)(writes(POST));
	const attempts = await Promise.all([startIn(data)(second, 1), startIn(data)(second, 0, 'Helpdesk 1'), startIn({})(second)]);
	expect(attempts.map(([output]) => output!.json.attempt)).toEqual([2, 2, 2]);
});

it('a second attempt waits for the first one', async () => {
	const start = startIn({});
	let end!: () => void;
	const first = start(async (tracker) => {
		await new Promise<void>((resolve) => (end = resolve));
		return await writes(POST)(tracker);
	});
	const next = start(second);
	await new Promise((resolve) => setImmediate(resolve));
	end();
	expect([await first, await next]).toEqual([[{ json: { attempt: 1 } }], [{ json: { attempt: 1 } }]]);
});

it('the tracker of a try knows that of the one before where that has sent something, and nothing of one that has not', async () => {
	const start = startIn({});
	const known: Array<[boolean, number]> = [];
	const telling = (end: Error | undefined) => async (tracker: WriteTracker) => {
		known.push([tracker.mayHaveBeenApplied, tracker.written.attempts]);
		tracker.written.attempts += end ? 1 : 0;
		return await writes(PATCH, end)(tracker);
	};
	const refused = new ApiError(PATCH, { kind: 'answer', answer: { status: 422, headers: {}, body: {} } }, false, 1);
	const open = new ApiError(PATCH, { kind: 'noAnswer', ending: 'broken', code: '' }, true, 1);
	for (const end of [refused, open, undefined]) await start(telling(end)).catch(() => []);
	expect(known).toEqual([
		[false, 0],
		[false, 1],
		[true, 2],
	]);
});

it('an item that was dropped on its way to another sending tells in the next attempt what its sending before left open', async () => {
	const data = {};
	const context = { getExecuteData: () => data, getItemIndex: () => 0, getInputData: () => [] } as unknown as IExecutePaginationFunctions;
	const attempt = async (task: (tracker: WriteTracker) => Promise<INodeExecutionData[]>) => await onceInAllAttempts(context, 'Helpdesk 0', task);
	const open = new ApiError(POST, { kind: 'noAnswer', ending: 'broken', code: 'ECONNRESET' }, true, 1);
	const first = attempt(async (tracker) => {
		await tracker
			.over(async () => await Promise.reject(open))(POST)
			.catch(() => undefined);
		throw new DroppedError();
	});
	await expect(first).rejects.toBeInstanceOf(DroppedError);
	await expect(attempt(async () => await Promise.resolve([]))).rejects.toBe(open);
});
