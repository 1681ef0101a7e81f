import type { IDataObject } from 'n8n-workflow';

import type { Call, Operation, Resource } from '../../../nodes/Helpdesk/operation';
import { apiRequest } from '../../../nodes/Helpdesk/resources/apiRequest';
import { contact } from '../../../nodes/Helpdesk/resources/contact';
import { conversation } from '../../../nodes/Helpdesk/resources/conversation';
import { message } from '../../../nodes/Helpdesk/resources/message';
import { tag } from '../../../nodes/Helpdesk/resources/tag';
import { ApiError, InputError, type ApiRequest } from '../../../transport';

const operation = ({ operations }: Resource, name: string): Operation => operations.find(({ value }) => value === name)!;
const bodyOf = (resource: Resource, name: string, input: IDataObject, fields: IDataObject = {}) => operation(resource, name).body!(input, fields);

/** What an operation outputs, and what it sent, where the helpdesk answers so. */
async function ran(it: Operation, answer: (request: ApiRequest) => unknown, call: { request: ApiRequest; input: IDataObject }) {
	const sent: ApiRequest[] = [];
	const send = async (request: ApiRequest) => {
		sent.push(request);
		const body = answer(request);
		if (body instanceof Error) throw body;
		return { status: 200, headers: { date: 'today' }, body };
	};
	const output = await it.output({ send, run: {}, ...call } as never as Call);
	return { output: output.map(({ json }) => json), sent };
}

const send = operation(apiRequest, 'send');
const get: ApiRequest = { method: 'GET', path: '/x' };
const refused = (body: unknown) => new ApiError(get, { kind: 'answer', answer: { status: 404, headers: { date: 'today' }, body } }, false, 1);

describe('the whole answer to an API request', () => {
	const input = { pageMode: 'none', fullResponse: true };
	const answered = async (body: unknown, request = get) => (await ran(send, () => body, { request, input })).output;

	it.each<[unknown, unknown]>([
		[[1], { statusCode: 200, headers: { date: 'today' }, body: [1] }],
		[refused({}), { statusCode: 404, headers: { date: 'today' }, body: null }],
		[refused({ message: 'No.' }), { statusCode: 404, headers: { date: 'today' }, body: { message: 'No.' } }],
		[
			refused({ message: 'No.', code: 'ERROR_GONE' }),
			{ statusCode: 404, headers: { date: 'today' }, body: { message: 'No.', code: 'ERROR_GONE' } },
		],
	])('is output: %#', async (body, json) => {
		expect(await answered(body)).toStrictEqual([json]);
	});

	it('is no failure without an answer, none of a write, and none of our own', async () => {
		const silent = new ApiError(get, { kind: 'noAnswer', ending: 'timedOut', code: '' }, false, 1);
		await expect(answered(silent)).rejects.toBe(silent);
		await expect(answered(refused({}), { ...get, method: 'POST' })).rejects.toBeInstanceOf(ApiError);
		await expect(answered(new Error('other'))).rejects.toThrow('other');
	});
});

it('an API request is made of what was entered, and says which POST only reads', () => {
	const made = (input: IDataObject) => send.request!(input, 'https://api.example.com/v1');
	const file = { binaryPropertyName: 'data' };
	expect(made({ method: 'POST', path: ' inboxes/i1 ', jsonBody: { a: 1 }, queryParameters: { q: 1 }, ...file })).toEqual({
		method: 'POST',
		path: '/inboxes/i1',
		body: { a: 1 },
		query: { q: 1 },
		readOnly: true,
	});
	expect(made({ method: 'GET', path: '/x', download: true })).toMatchObject({ download: true, readOnly: false });
	expect(made({ method: 'POST', path: '/x' })).toMatchObject({ readOnly: false });
	expect(() => made({ method: 'GET', path: '/x', ...file })).toThrow("'Method' is GET, which sends no file");
});

describe('the page of an API request', () => {
	const page = { data: [], links: { next: null }, meta: { current_page: 1, last_page: 1, per_page: 100, total: 0 } };
	const asked = async (request: Partial<ApiRequest>) => {
		const full = { ...get, ...request };
		const { sent } = await ran(send, () => page, { request: full, input: { pageMode: 'counting', returnAll: true } });
		return [new URLSearchParams(sent[0]!.query as URLSearchParams | undefined).toString(), sent[0]!.body];
	};

	it.each<[Partial<ApiRequest>, unknown[]]>([
		[{}, ['page=1&per-page=100', undefined]],
		[{ path: '/contacts' }, ['page=1&per_page=100', undefined]],
		[{ body: { q: 'a' } }, ['page=1&per-page=100', { q: 'a' }]],
		[{ body: [1] }, ['page=1&per-page=100', [1]]],
		[{ body: { display: 'x' } }, ['page=1&per-page=100', { display: 'x' }]],
		[{ body: { display: {} } }, ['', { display: { page: 1, per_page: 100 } }]],
		[{ body: { display: {}, per_page: '7' } }, ['', { display: {}, page: 1, per_page: 7 }]],
		[{ body: { display: { 'per-page': 7 }, page: 3 } }, ['', { display: { page: 1, 'per-page': 7 }, page: 3 }]],
		[{ body: { display: {} }, query: new URLSearchParams('per_page=7') }, ['per_page=7&page=1', { display: {} }]],
		[{ body: { page: 1 } }, ['', { page: 1, per_page: 100 }]],
	])('stands where the request has one, else in "display" or the query: %j', async (request, expected) => {
		expect(await asked(request)).toEqual(expected);
	});

	it.each([0, -1, 1.5, true, null, '', 'x', 2 ** 53])('or its size is refused as %j', async (value) => {
		for (const name of ['page', 'per_page', 'per-page'])
			await expect(asked({ body: { [name]: value } })).rejects.toThrow(`'${name}' must be a whole number`);
	});
});

describe('what is written', () => {
	const EMPTY = "'Message' is empty";

	it.each<[IDataObject, IDataObject, IDataObject]>([
		[
			{ message: 'a < b', messageFormat: 'text' },
			{ message: 'a < b', status: 'Closed' },
			{ status: 'Closed', message: 'a &lt; b' },
		],
		[{ draftId: 'd1' }, {}, { draft_id: 'd1' }],
		[{ additionalBody: { undo: false } }, { undo: false }, { undo: false }],
		[{ message: 'x', messageFormat: 'html', draftId: 'd1', messageField: 'body', draftField: 'draft' }, {}, { body: 'x', draft: 'd1' }],
	])('in a reply of %j is sent under the names that were given', (input, fields, body) => {
		expect(bodyOf(message, 'reply', input, fields)).toStrictEqual(body);
	});

	it('is something, in a reply and in a draft, and no field twice', () => {
		for (const input of [{}, { additionalBody: {} }]) expect(() => bodyOf(message, 'reply', input, { status: 'Closed' })).toThrow(EMPTY);
		expect(() => bodyOf(message, 'saveDraft', {}, {})).toThrow(EMPTY);
		expect(bodyOf(message, 'saveDraft', {}, { cc: ['a@b.example'] })).toMatchObject({ cc: ['a@b.example'] });
		const taken = { message: 'x', messageFormat: 'html', messageField: 'status' };
		expect(() => bodyOf(message, 'reply', taken, { status: 'Closed' })).toThrow("is 'status', the name of another field of this reply");
		expect(() => bodyOf(message, 'reply', { ...taken, draftId: 'd1', draftField: 'status' })).toThrow(InputError);
	});

	it('of tags stands under their names, and nothing is merged into itself', () => {
		const input = { tagIds: ['t1', 't2'] };
		expect(bodyOf(tag, 'merge', input, { tag_id: 't3', more: 1 })).toStrictEqual({ more: 1, tag_ids: ['t1', 't2'], tag_id: 't3' });
		const names = { tagIdsField: 'from', mergeTargetField: 'to' };
		expect(bodyOf(tag, 'merge', { ...input, ...names }, { tag_id: 't3' })).toStrictEqual({ from: ['t1', 't2'], to: 't3' });
		expect(() => bodyOf(tag, 'merge', input, { tag_id: 't2' })).toThrow("'Tags to Merge Into It' has the tag to keep");
		for (const name of ['addTag', 'removeTag'])
			expect(bodyOf(conversation, name, {}, { tag_id: 't1', more: 1 })).toStrictEqual({ more: 1, tag: 't1' });
		const merge = { conversationId: 'c1', mergeableConversationIds: ['c2'] };
		expect(bodyOf(conversation, 'merge', merge, { a: 1 })).toStrictEqual({ a: 1 });
		expect(() => bodyOf(conversation, 'merge', { ...merge, conversationId: 'c2' })).toThrow('names the conversation itself');
		expect(bodyOf(conversation, 'setCustomFields', { customFields: { a: 1 } })).toEqual({ a: 1 });
		expect(bodyOf(conversation, 'setCustomFields', { customFieldsJson: { b: 1 } })).toEqual({ b: 1 });
	});
});

describe('Create or Update of a contact', () => {
	const upsert = operation(contact, 'upsert');
	const page = (current: number, ...data: IDataObject[]) => ({
		data,
		links: { next: current < 2 ? 'x' : null },
		meta: { current_page: current, last_page: 2, per_page: 1, total: 2 },
	});
	const saved = async (input: IDataObject, found: IDataObject, answer: unknown) => {
		const request = upsert.request!(input, '');
		const lists = ({ query }: ApiRequest) =>
			new URLSearchParams(query as never).get('page') === '2' ? page(2, found) : page(1, { id: 'k0', email: 'x@other.example' });
		const { output, sent } = await ran(upsert, (each) => (each.method === 'GET' ? lists(each) : answer), { request, input });
		return { output, written: sent.filter(({ method }) => method !== 'GET'), first: new URLSearchParams(sent[0]!.query as never).toString() };
	};
	const other = { id: 'k2', email: 'x@b.example.org' };

	it('searches all pages, and creates who is not there', async () => {
		const done = await saved({ email: 'x@b.example', name: 'X', additionalBody: { a: 1 } }, other, { message: 'Done.' });
		expect(done.first).toMatch(/^q=x%40b.example&with_orphan=true&page=1/);
		expect(done.written).toEqual([{ method: 'POST', path: '/contacts', body: { a: 1, name: 'X', email: 'x@b.example' } }]);
		expect(done.output).toEqual([{ id: 'x@b.example', message: 'Done.', created: true }]);
	});

	it('updates who is there in whatever case, and writes nothing where nothing was entered', async () => {
		const found = { id: 'k7', email: 'X@B.example' };
		const done = await saved({ email: 'x@b.EXAMPLE', name: 'X' }, found, { message: 'Done.' });
		expect(done.written).toEqual([{ method: 'PATCH', path: '/contacts/k7', body: { name: 'X' } }]);
		expect(done.output).toEqual([{ id: 'k7', message: 'Done.', created: false }]);
		const same = await saved({ email: 'x@b.example' }, found, {});
		expect([same.written, same.output]).toEqual([[], [{ ...found, created: false }]]);
	});
});
