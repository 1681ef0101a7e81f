import type { IDataObject } from 'n8n-workflow';

import { inWantedForm, fieldsToChoose, withOutput } from '../../../nodes/Helpdesk/fields/output';
import { withTimes } from '../../../nodes/Helpdesk/fields/times';
import type { Call, Operation, Output } from '../../../nodes/Helpdesk/operation';
import { countingOf, withComputed } from '../../../nodes/Helpdesk/run/computed';
import {
	anyList,
	anything,
	binary,
	deletedOutput,
	list,
	messageOutput,
	outputOf,
	record,
	recordOrMessage,
	savedItem,
} from '../../../nodes/Helpdesk/run/outputs';
import { searchOutput } from '../../../nodes/Helpdesk/run/search';
import { pageIn, type Answer, type ApiRequest } from '../../../transport';
import { operationAt } from '../../support/operations';

const GET = { method: 'GET', path: '/x' } as const;
const POST = { method: 'POST', path: '/x' } as const;

/** A call that is answered in this way, and what it asks. */
function callOf(answer: (request: ApiRequest) => Partial<Answer>, changes: Partial<Call> = {}) {
	const asked: ApiRequest[] = [];
	const send = async (request: ApiRequest) => {
		asked.push(request);
		return { status: 200, headers: {}, body: undefined, ...answer(request) } as Answer;
	};
	const toBinary = async (...file: unknown[]) => ({ data: file }) as never;
	return { asked, call: { send, request: GET, input: {}, timezone: 'UTC', now: () => 0, toBinary, ...changes } as unknown as Call };
}

/** The items that an output makes of an answer, or the words of its refusal. */
async function itemsOf(output: Output, body: unknown, changes: Partial<Call> = {}): Promise<unknown> {
	const { call } = callOf(() => ({ body }), changes);
	return await output(call).then(
		(items) => items.map(({ json }) => json),
		(error: Error) => error.message,
	);
}

const simple = { id: [['id']], name: [['name']] };
const whole = { id: 'r1', name: 'A', more: 1 };

test.each<[string, Output, unknown, Partial<Call>, unknown]>([
	['a record that is read', record(), { data: whole }, {}, [whole]],
	['a record with Simplify', record(simple), whole, {}, [{ id: 'r1', name: 'A' }]],
	['no record where one is read', record(), '', {}, expect.stringContaining('expected a record')],
	['no record where one is written', record(), '', { request: POST }, [{}]],
	['a message', messageOutput('conversationId'), { message: 'ok' }, { input: { conversationId: 'c1' } }, [{ id: 'c1', message: 'ok' }]],
	[
		'the message on a message',
		messageOutput('messageId'),
		{},
		{ input: { conversationId: 'c1', messageId: 'm1' } },
		[{ id: 'm1', conversation_id: 'c1', message: 'Done' }],
	],
	[
		'the message on several',
		messageOutput('ids'),
		{},
		{ input: { ids: ['a', 'b'] } },
		[
			{ id: 'a', message: 'Done' },
			{ id: 'b', message: 'Done' },
		],
	],
	['what is deleted', deletedOutput('id'), { message: 'ok' }, { input: { id: 'a' } }, [{ id: 'a', deleted: true }]],
	['a record that was saved', recordOrMessage('id'), whole, { input: { id: 'a' } }, [whole]],
	['the message where no record comes back', recordOrMessage('id'), { message: 'ok' }, { input: { id: 'a' } }, [{ id: 'a', message: 'ok' }]],
	['a list of whatever', anything, { data: [1, { a: 1 }] }, {}, [{ data: 1 }, { a: 1 }]],
	['what is written', anything, { id: 'a' }, { request: POST }, [{ id: 'a' }]],
	['nothing that is read', anything, [], {}, []],
	['nothing that is written', anything, [], { request: POST }, [{ data: [] }]],
	['no body', anything, undefined, {}, [{ data: null }]],
])('an output gives %s', async (_, output, body, changes, expected) => {
	expect(await itemsOf(output, body, changes)).toStrictEqual(expected);
});

test('outputs tell their form: what the editor offers before the first run', () => {
	expect([messageOutput('messageId'), messageOutput('id'), deletedOutput('id'), record(), record(simple)].map(({ form }) => form)).toEqual([
		{ fields: { id: 'string', conversation_id: 'string', message: 'string' } },
		{ fields: { id: 'string', message: 'string' } },
		{ fields: { id: 'string', deleted: 'boolean' } },
		{ record: true },
		{ record: true, simple },
	]);
	const listed = [list('counting', pageIn.query, simple), anyList(simple)].map(({ form }) => form);
	expect(listed).toEqual([
		{ record: true, simple },
		{ record: true, simple },
	]);
	expect([anything.form, binary.form, recordOrMessage('id').form]).toEqual([{}, {}, { record: true }]);
});

/** Answers with pages of two of these records. */
function paged(count: number) {
	return ({ query }: ApiRequest) => {
		const page = Number((query as IDataObject).page);
		const data = [page * 2 - 1, page * 2].filter((id) => id <= count).map((id) => ({ id }));
		return { body: { data, meta: { current_page: page, last_page: Math.ceil(count / 2), per_page: 2, total: count }, links: {} } };
	};
}

test.each<[IDataObject, number[]]>([
	[{ returnAll: false, limit: 1 }, [2]],
	[{ returnAll: false, limit: 2 }, [2, 4]],
	[{ returnAll: true, limit: 1 }, [2, 4, 6]],
	[{}, [2, 4, 6]],
])('of a list with %j only the wanted records count', async (input, ids) => {
	const even = list('counting', pageIn.query, undefined, { perPage: 2, wanted: () => (each) => Number(each.id) % 2 === 0 });
	const { call } = callOf(paged(6), { input });
	expect((await even(call)).map(({ json }) => json.id)).toEqual(ids);
});

test('a list of which all is wanted takes what the limit says', async () => {
	const all = list('counting', pageIn.query, undefined, { perPage: 2, wanted: () => undefined });
	expect((await all(callOf(paged(6), { input: { limit: 3 } }).call)).map(({ json }) => json.id)).toEqual([1, 2, 3]);
});

test.each<[Partial<Call>, string]>([
	[{}, 'paged'],
	[{ endpoint: { paged: true } as never }, 'paged'],
	[{ endpoint: {} as never }, 'plain'],
])('a list of unknown form of the endpoint %j is read %s', async (changes, how) => {
	const { call, asked } = callOf(() => ({ body: [{ id: 1 }, { id: 2 }] }), { input: { limit: 1 }, ...changes });
	expect((await anyList()(call)).map(({ json }) => json.id)).toEqual([1]);
	expect(asked.map(({ query }) => 'page' in ((query ?? {}) as object))).toEqual([how === 'paged']);
});

test.each<[Answer['headers'], unknown[]]>([
	[{ 'content-type': 'image/png; x=1', 'content-disposition': 'attachment; filename="a.png"' }, ['a.png', 'image/png']],
	[{}, [undefined, undefined]],
])('a file with the headers %j is stored under its name and type', async (headers, about) => {
	const { call } = callOf(() => ({ headers, body: Buffer.from('abc') }));
	const [item] = await binary(call);
	expect(item).toEqual({ json: {}, binary: { data: [Buffer.from('abc'), ...about] } });
});

const withDate = (date?: string) => async () => ({ headers: date === undefined ? {} : { date } }) as unknown as Answer;

test('time is what the helpdesk told last, and else that of n8n', async () => {
	const given = { input: { computedFields: true }, timezone: 'UTC', now: () => 5 };
	const after = async (...dates: Array<string | undefined>) => {
		let next = 0;
		const counting = countingOf({ ...given, send: async () => await withDate(dates[next++])() })!;
		for (let sent = 0; sent < dates.length; sent += 1) await counting.send(GET);
		return counting.now();
	};
	expect([await after(), await after(undefined), await after('no date')]).toEqual([5, 5, 5]);
	const told = 'Mon, 02 Mar 2026 09:00:00 GMT';
	expect([await after(told), await after(told, 'no date')]).toEqual([Date.parse(told), Date.parse(told)]);
	for (const computedFields of [false, undefined]) expect(countingOf({ ...given, input: { computedFields }, send: withDate() })).toBeUndefined();
});

test('what is computed stands beside what is kept of a record', async () => {
	const waiting = { id: 'c1', name: 'A', more: 1, status: 'Active' };
	const output = withComputed(record(simple));
	expect(await itemsOf(output, waiting, { input: {} })).toEqual([{ id: 'c1', name: 'A' }]);
	const NONE = { waiting_since: null, waiting_minutes: null, waiting_business_minutes: null };
	expect(await itemsOf(output, waiting, { input: { computedFields: true } })).toEqual([{ id: 'c1', name: 'A', ...NONE }]);
	expect(await itemsOf(output, waiting, { input: { computedFields: true, output: 'raw' } })).toEqual([{ ...waiting, ...NONE }]);
	expect(output.form).toEqual({ record: true, simple });
});

test.each<[IDataObject, object]>([
	[{}, { id: 'r1', name: 'A' }],
	[{ simplify: true }, { id: 'r1', name: 'A' }],
	[{ simplify: false }, whole],
	[
		{ output: 'simplified', simplify: false },
		{ id: 'r1', name: 'A' },
	],
	[{ output: 'raw', simplify: true }, whole],
	[{ output: 'selected' }, { id: 'r1' }],
	[
		{ output: 'selected', outputFields: ['more', 'nothing'] },
		{ id: 'r1', more: 1 },
	],
	[
		{ output: 'selected', outputFields: ['name'] },
		{ id: 'r1', name: 'A' },
	],
])('a record with %j is %j', (input, expected) => {
	expect(inWantedForm(whole, input, simple)).toEqual(expected);
});

test('what was saved is kept as Simplify says, and whole where the helpdesk answers with a message alone', () => {
	expect(savedItem({ id: 'r1', body: whole }, {}, simple).json).toEqual({ id: 'r1', name: 'A' });
	expect(savedItem({ id: 'r1', body: { message: 'ok' } }, {}, simple).json).toEqual({ id: 'r1', message: 'ok' });
});

test('a field that Simplify has under another name is chosen by that', () => {
	expect(
		inWantedForm(
			{ id: 1, contact: { name: 'A' } },
			{ output: 'selected', outputFields: ['contact_name'] },
			{ contact_name: [['contact', 'name']] },
		),
	).toEqual({
		id: 1,
		contact_name: 'A',
	});
});

const namesOf = (operation: Operation) => operation.options?.map(({ property }) => property.name);

test('the fields to choose are none but those that the record is known to have, and an operation without Simplify has no such choice', () => {
	expect(fieldsToChoose({ ...operationAt('conversation.get'), operationId: undefined, output: record(simple) })).toEqual([
		{ name: 'name', value: 'name' },
	]);
	expect(fieldsToChoose(operationAt('message.addNote'))).toEqual([]);
	expect(fieldsToChoose(operationAt('conversation.get'))).toContainEqual({ name: 'custom_field_values', value: 'custom_field_values' });
	const plain = { ...operationAt('conversation.get'), options: undefined, output: record() };
	expect([withOutput(plain), namesOf(withOutput({ ...plain, output: record(simple) }))]).toEqual([plain, ['simplify', 'output', 'outputFields']]);
});

test.each<[string, IDataObject, object]>([
	[
		'tells the time that it set, by both clocks',
		{ id: 'c1' },
		{ snoozed_until: '2026-03-03T09:00:00Z', snoozed_until_local: '2026-03-03 10:00:00 Europe/Paris' },
	],
	[
		'keeps what the helpdesk answers under the same name',
		{ snoozed_until: 'later' },
		{ snoozed_until: 'later', snoozed_until_local: '2026-03-03 10:00:00 Europe/Paris' },
	],
	['tells none where it was passed over', { skipped: true }, {}],
])('what snoozes %s', async (_, json, expected) => {
	const snooze = operationAt('conversation.snooze');
	const timed = withTimes({ ...snooze, output: outputOf({}, async () => [{ json }]) });
	const input = { snoozedUntil: '2026-03-03T09:00:00Z' };
	const run = async (given: IDataObject) => (await timed.output(callOf(() => ({}), { input: given, timezone: 'Europe/Paris' }).call))[0]!.json;
	expect(await run(input)).toEqual({ ...json, ...expected });
	expect(await run({})).toEqual(json);
	expect(timed.output.form).toEqual({ fields: { snoozed_until: 'string', snoozed_until_local: 'string' } });
});

test('an operation that sets no time stays as it is', () => {
	const operation = operationAt('contact.get');
	expect(withTimes(operation)).toBe(operation);
});

test.each<[IDataObject, ApiRequest, object]>([
	[{}, POST, { query: { page: 1, 'per-page': 100 } }],
	[{ sort: 'newest' }, POST, { query: { sort: 'newest', page: 1, 'per-page': 100 } }],
	[{ sort: 'newest', pagePlace: 'body' }, { ...POST, body: { q: 'a' } }, { body: { q: 'a', sort: 'newest', page: 1, per_page: 100 } }],
	[{ sort: 'newest', pagePlace: 'query' }, { ...POST, query: { x: 1 } }, { query: { x: 1, sort: 'newest', page: 1, 'per-page': 100 } }],
])('a search with %j asks for its page and its order', async (input, request, expected) => {
	const parts = ({ query, body }: ApiRequest) => ({ ...(query && { query }), ...(body !== undefined && { body }) });
	const conversations = { data: [], meta: { current_page: 1, last_page: 1 }, links: { next: null } };
	const { call, asked } = callOf(() => ({ body: { success: true, data: { conversations } } }), { input, request: { ...request, readOnly: true } });
	expect(await searchOutput(call)).toEqual([]);
	expect(asked.map(parts)).toStrictEqual([expected]);
});
