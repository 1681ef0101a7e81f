import type { IDataObject } from 'n8n-workflow';

import { foundOrCreated } from '../../../nodes/Helpdesk/run/findOrCreateTag';
import { outputOf } from '../../../nodes/Helpdesk/run/outputs';
import { Progress } from '../../../nodes/Helpdesk/run/progress';
import { RunScope } from '../../../nodes/Helpdesk/run/runScope';
import { withMessageId } from '../../../nodes/Helpdesk/run/scheduledReply';
import { sharedCredential } from '../../../nodes/Helpdesk/run/sharedCredential';
import { inputFile, withFile } from '../../../nodes/Helpdesk/run/upload';
import type { InputFile, Output } from '../../../nodes/Helpdesk/operation';
import type { Input } from '../../../nodes/shared/field';
import type { ApiRequest } from '../../../transport';

const helpers = (binary: object | Error, bytes: Buffer | Error) =>
	({
		helpers: {
			assertBinaryData: () => {
				if (binary instanceof Error) throw binary;
				return binary;
			},
			getBinaryDataBuffer: async () => (bytes instanceof Error ? await Promise.reject(bytes) : bytes),
		},
	}) as never;

const BYTES = Buffer.from('abc');
const GONE = new Error('gone');

test.each<[string, object | Error, Buffer | Error, unknown]>([
	['its name and type', { fileName: 'a.png', mimeType: 'image/png' }, BYTES, { bytes: BYTES, name: 'a.png', type: 'image/png' }],
	['a name and a type where it has none', { fileName: '', mimeType: '' }, BYTES, { bytes: BYTES, name: 'file', type: 'application/octet-stream' }],
	['a refusal where there is none', GONE, BYTES, "This item has no file in 'Input Binary Field'"],
	['a refusal where n8n lost its bytes', {}, GONE, "The file in 'Input Binary Field' could not be read"],
])('the file of an item gives %s', async (_, binary, bytes, expected) => {
	expect(await inputFile(helpers(binary, bytes), 'data').catch((error: Error) => error.message)).toEqual(expected);
});

const FILE: InputFile = { bytes: BYTES, name: 'a.png', type: 'image/png' };
const POST = { method: 'POST', path: '/x' } as const;
const sent = async (body: ApiRequest['body'], input: Input) => await withFile({ ...POST, body }, FILE, input).catch((error: Error) => error.message);

test.each<[ApiRequest['body'], Input, unknown]>([
	[undefined, { fileFormat: 'raw' }, { ...POST, encoded: FILE }],
	[{}, { fileFormat: 'raw' }, { ...POST, encoded: FILE }],
	[{ a: 1 }, { fileFormat: 'raw' }, "'Send File As' is Raw, which has no place for other fields"],
	[{ a: 1 }, { fileFormat: 'base64' }, { ...POST, body: { a: 1, file: 'YWJj' } }],
	[undefined, { fileFormat: 'base64', fileField: 'upload' }, { ...POST, body: { upload: 'YWJj' } }],
	[{ file: 1 }, { fileFormat: 'base64' }, "'Advanced: File Field Name' is 'file', the name of another field of this request"],
	[{ file: 1 }, { fileFormat: 'form' }, "'Advanced: File Field Name' is 'file', the name of another field of this request"],
	[[1], { fileFormat: 'form' }, 'A list cannot be sent together with a file'],
	[{ a: [1] }, { fileFormat: 'form' }, 'A form takes texts, numbers, true and false beside its file'],
	[{ a: null as never }, {}, 'A form takes texts, numbers, true and false beside its file'],
])('a file beside the body %j with %j', async (body, input, expected) => {
	expect(await sent(body, input)).toEqual(expected);
});

test('a form has the other fields first, as texts, and the file last', async () => {
	const { encoded, ...request } = (await sent({ a: 'x', b: 1.5, c: false }, {})) as ApiRequest;
	expect(request).toEqual(POST);
	expect(encoded!.type).toMatch(/^multipart\/form-data; boundary=/);
	expect(encoded!.fields).toEqual({ a: 'x', b: 1.5, c: false, file: { name: 'a.png', type: 'image/png', bytes: 3 } });
	const parts = [
		...Buffer.from(encoded!.bytes)
			.toString()
			.matchAll(/name="(\w+)"(.*)\r\n(?:Content-Type: (.*)\r\n)?\r\n(.*)\r\n/g),
	];
	expect(parts.map(([, name, file, type, value]) => [name, file, type, value])).toEqual([
		['a', '', undefined, 'x'],
		['b', '', undefined, '1.5'],
		['c', '', undefined, 'false'],
		['file', '; filename="a.png"', 'image/png', 'abc'],
	]);
});

/** What a run told of itself, at these times. */
function told(...standings: Array<[now: number, done: number, waitsUntil?: number]>) {
	const lines: unknown[] = [];
	const context = {
		getExecutionId: () => 'e1',
		getNode: () => ({ name: 'Mine' }),
		getTimezone: () => 'Asia/Tokyo',
		logger: { info: (...words: unknown[]) => lines.push(words) },
	} as never;
	const progress = new Progress();
	for (const [now, done, waitsUntil] of standings) progress.tell(context, { now, done, total: 3, waitsUntil });
	return lines;
}

const line = (text: string) => [`Helpdesk: ${text}`, { executionId: 'e1', node: 'Mine' }];

test('the progress of a run is told after five seconds, and a wait at once while something is still to do', () => {
	expect(told([0, 1], [4_999, 2])).toEqual([]);
	expect(told([0, 1], [5_000, 2])).toEqual([line('2 of 3 items done')]);
	expect(told([0, 2, 60_000])).toEqual([line('2 of 3 items done, waiting for the rate limit until 09:01:00')]);
	expect(told([0, 1], [5_000, 2], [5_001, 2, 60_000])).toEqual([
		line('2 of 3 items done'),
		line('2 of 3 items done, waiting for the rate limit until 09:01:00'),
	]);
	expect(told([0, 3, 60_000], [5_000, 3, 60_000])).toEqual([line('3 of 3 items done')]);
	expect(told([0, 1, 60_000], [4_999, 2, 60_000], [5_001, 2])).toEqual([
		line('1 of 3 items done, waiting for the rate limit until 09:01:00'),
		line('2 of 3 items done'),
	]);
});

test('a run tells nothing where n8n has no place for it', () => {
	expect(() => new Progress().tell({} as never, { now: 0, done: 1, total: 3, waitsUntil: undefined })).not.toThrow();
	const bare = { getTimezone: () => 'UTC' } as never;
	expect(() => new Progress().tell(bare, { now: 0, done: 1, total: 3, waitsUntil: 9 })).not.toThrow();
});

const CREDENTIAL = { accessToken: 'resolved' };

/** A context of n8n whose credential is stored in this way. */
function credentialContext(stored: IDataObject | undefined, additionalData: object | undefined = {}) {
	const getDecrypted = async (...given: unknown[]) => {
		const { workflow } = given[6] as { workflow: { expression: { getParameterValue: (data: unknown) => unknown } } };
		if (stored === undefined) throw new Error('refused');
		return workflow.expression.getParameterValue(stored);
	};
	return {
		additionalData: additionalData && { credentialsHelper: { getDecrypted }, ...additionalData },
		getCredentials: async () => CREDENTIAL,
		getItemIndex: () => 0,
		getMode: () => 'manual',
		getExecuteData: () => ({}),
	} as never;
}

const NODE = { credentials: { helpdeskApi: { id: '1', name: 'Mine' } } } as never;

test.each<[string, IDataObject | undefined, boolean]>([
	['plain values', { accessToken: 'a=b', requestsPerMinute: 300, readOnly: false }, true],
	['an expression', { accessToken: '={{ $json.token }}' }, false],
	['an expression beside plain values', { accessToken: 'abc', baseUrl: '={{ 1 }}' }, false],
	['what n8n does not show', undefined, false],
])('a credential of %s is the same for all items: %s', async (_, stored, isShared) => {
	expect(await sharedCredential(credentialContext(stored), NODE)).toBe(isShared ? CREDENTIAL : undefined);
});

test('each item asks for its own credential where n8n or the node shows none', async () => {
	const stored = { accessToken: 'abc' };
	for (const context of [
		credentialContext(stored, { credentialsHelper: undefined }),
		{ ...(credentialContext(stored) as object), additionalData: undefined } as never,
	])
		expect(await sharedCredential(context, NODE)).toBeUndefined();
	for (const node of [{}, { credentials: {} }]) expect(await sharedCredential(credentialContext(stored), node as never)).toBeUndefined();
});

/** The context of one item of a run of several. */
function itemContext(executeData: object, item: number, changes: object = {}) {
	return {
		getNode: () => ({ id: 'n1', parameters: {} }),
		getItemIndex: () => item,
		getExecuteData: () => executeData,
		getExecutionCancelSignal: () => undefined,
		continueOnFail: () => false,
		runIndex: 0,
		inputData: { main: [[{}, {}]] },
		...changes,
	} as never;
}

const withOptions = (requestOptions: unknown) => ({ getNode: () => ({ id: 'n1', parameters: { requestOptions } }) });

test.each<[string, object, boolean]>([
	['of two items', {}, true],
	['of a tool that is called with two', { inputData: { ai_tool: [[{}, {}]] } }, true],
	['of one item', { inputData: { main: [[{}]] } }, false],
	['of which n8n shows no items', { inputData: undefined }, false],
	['of which an input is empty', { inputData: { main: [null] } }, false],
	['that goes on after a failure', { continueOnFail: () => true }, false],
	['with a pause between batches', withOptions({ batching: { batch: { batchInterval: 1000 } } }), false],
	['with a pause that n8n chooses', withOptions({ batching: {} }), false],
	['with batches without a pause', withOptions({ batching: { batch: { batchInterval: 0 } } }), true],
	['with other options', withOptions({ timeout: 1 }), true],
])('a run %s, of which one began and no other follows, is given up: %s', (_, changes, isGivenUp) => {
	const context = itemContext({}, 0, changes);
	const scope = RunScope.join(context);
	scope.stopIfGivenUp(context);
	expect(scope.signal.aborted).toBe(isGivenUp);
});

test('the items of a run share a scope; another run, another node and a new try have their own', () => {
	const data = {};
	const first = RunScope.join(itemContext(data, 0));
	expect(RunScope.join(itemContext(data, 1))).toBe(first);
	expect(RunScope.join(itemContext({}, 0))).not.toBe(first);
	expect(RunScope.join(itemContext(data, 2, { runIndex: 1 }))).not.toBe(first);
	expect(RunScope.join(itemContext(data, 2, { getNode: () => ({ id: 'n2', parameters: {} }) }))).not.toBe(first);
	expect(RunScope.join(itemContext(data, 0))).not.toBe(first);
});

test('a run is forgotten when its last item is through, and a stopped one stays known', () => {
	const data = {};
	const context = (item: number) => itemContext(data, item);
	const first = RunScope.join(context(0));
	RunScope.join(context(1));
	const standing = { now: 0, waitsUntil: undefined };
	first.leave(context(0), standing);
	expect(RunScope.join(context(2))).toBe(first);
	first.leave(context(1), standing);
	first.leave(context(2), standing);
	const second = RunScope.join(context(3));
	expect(second).not.toBe(first);
	second.stop();
	second.leave(context(3), standing);
	expect(RunScope.join(context(4))).toBe(second);
});

test('a new try of the same item replaces a run, and what is left of that takes nothing away', () => {
	const data = {};
	const first = RunScope.join(itemContext(data, 0));
	const second = RunScope.join(itemContext(data, 0));
	expect(second).not.toBe(first);
	first.leave(itemContext(data, 0), { now: 0, waitsUntil: undefined });
	expect(RunScope.join(itemContext(data, 1))).toBe(second);
});

test('a run tells how many of its items are through, and nothing once it is stopped', () => {
	const lines: string[] = [];
	const context = (item: number) => itemContext(itemsOf, item, { getTimezone: () => 'UTC', sendMessageToUI: (text: string) => lines.push(text) });
	const itemsOf = {};
	const [scope] = [context(0), context(1)].map((each) => RunScope.join(each));
	scope!.leave(context(0), { now: 0, waitsUntil: 60_000 });
	expect(lines).toEqual(['1 of 2 items done, waiting for the rate limit until 00:01:00']);
	scope!.stop();
	scope!.leave(context(1), { now: 9_000, waitsUntil: undefined });
	expect(lines).toHaveLength(1);
});

test('cancelling stops a run as long as items of it are on', () => {
	const controller = new AbortController();
	const cancelled = { getExecutionCancelSignal: () => controller.signal };
	const [data, over] = [{}, {}];
	const scope = RunScope.join(itemContext(data, 0, cancelled));
	const ended = RunScope.join(itemContext(over, 0, cancelled));
	ended.leave(itemContext(over, 0, cancelled), { now: 0, waitsUntil: undefined });
	controller.abort();
	expect([scope.signal.aborted, ended.signal.aborted]).toEqual([true, false]);
});

const later = async () => await new Promise((resolve) => setImmediate(resolve));

/** A call that goes on only when all is let go. */
function heldCalls(wrap: (output: Output) => Output) {
	const began: unknown[] = [];
	let letGo = () => {};
	const gate = new Promise<void>((resolve) => (letGo = resolve));
	const output = wrap(
		outputOf({ fields: { id: 'string' } }, async ({ input }) => {
			began.push(input.as);
			await gate;
			return [{ json: { id: 'r1' } }];
		}),
	);
	const lookup = { account: 'a1', cache: { forget: () => undefined } };
	const send = async () => ({ status: 200, headers: {}, body: { data: [] } });
	const run = async (input: Input) => await output({ input, lookup, send } as never);
	return { began, run, letGo: () => letGo(), form: output.form };
}

test('scheduling waits for what is scheduled in the same conversation, and for no other', async () => {
	const { began, run, letGo, form } = heldCalls(withMessageId);
	const runs = [
		['c1', 'first'],
		['c1', 'second'],
		['c2', 'other'],
	].map(([conversationId, as]) => run({ conversationId, as, message: 'x' }));
	await later();
	expect(began).toEqual(['first', 'other']);
	letGo();
	const [[item]] = (await Promise.all(runs)) as [[{ json: object }]];
	expect([began.at(-1), item.json]).toEqual(['second', { id: 'r1', message_id: null, hint: expect.stringContaining('does not tell the ID') }]);
	expect(form.fields).toEqual({ id: 'string', message_id: 'string' });
});

test('creating a tag waits for one of the same name, and for no other', async () => {
	const { began, run, letGo, form } = heldCalls(foundOrCreated);
	const runs = [
		['Refund', 'first'],
		[' refund', 'second'],
		['Bug', 'other'],
	].map(([name, as]) => run({ name, as, ifTagExists: 'create' }));
	await later();
	expect(began).toEqual(['first', 'other']);
	letGo();
	expect((await Promise.all(runs)).flat().map(({ json }) => json)).toEqual(Array(3).fill({ id: 'r1', created: true }));
	expect([began.at(-1), form.fields]).toEqual(['second', { id: 'string', created: 'boolean' }]);
});
