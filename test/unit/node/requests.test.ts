import { additionalBody, additionalQuery } from '../../../nodes/Helpdesk/fields/fieldNames';
import { buildRequest, fieldNames, labelOf } from '../../../nodes/Helpdesk/run/buildRequest';
import { rehearsed } from '../../../nodes/Helpdesk/run/rehearsal';
import { searchBody } from '../../../nodes/Helpdesk/run/search';
import { SeenEndpoints } from '../../../nodes/Helpdesk/run/seenEndpoints';
import { taskOf } from '../../../nodes/Helpdesk/run/task';
import { callOf, forWhoReads } from '../../../nodes/Helpdesk/run/tool';
import type { Input } from '../../../nodes/shared/field';
import { WouldSend, type ApiRequest } from '../../../transport';
import { operationAt } from '../../support/operations';

const BASE = 'https://api.example.com/v1';

/** The request of an operation, or the words with which it is refused. */
function requestOf(key: string, input: Input): ApiRequest | string {
	try {
		return buildRequest(operationAt(key), input, BASE);
	} catch (error) {
		return `${(error as Error).message}. ${(error as { description?: string }).description}`;
	}
}

test.each<[string, Input, unknown]>([
	['contact.get', { contactId: 'c1' }, { method: 'GET', path: '/contacts/c1', query: {} }],
	[
		'contact.getMany',
		{ q: 'anna', withOrphan: false, returnAll: true },
		{ method: 'GET', path: '/contacts', query: { q: 'anna', with_orphan: false } },
	],
	['contact.getMany', { q: undefined, withOrphan: true }, { method: 'GET', path: '/contacts', query: { with_orphan: true } }],
	['user.getCurrent', {}, { method: 'GET', path: '/me', query: {} }],
	['conversation.delete', { conversationId: 'c1' }, { method: 'DELETE', path: '/conversation/c1', body: undefined }],
	['conversation.delete', { conversationId: 'c1', additionalBody: {} }, { method: 'DELETE', path: '/conversation/c1', body: undefined }],
	[
		'conversation.setPriority',
		{ conversationId: 'c1', priority: 'High', additionalBody: { x: [1], priority: 'High' } },
		expect.objectContaining({ body: { x: [1], priority: 'High' } }),
	],
	['contact.get', { contactId: '' }, expect.stringContaining("'Contact' is empty")],
])('%s of %j is the request %j', (key, input, expected) => {
	expect(requestOf(key, input)).toStrictEqual(expected);
});

test.each<[string, Input, string]>([
	[
		'conversation.setPriority',
		{ conversationId: 'c1', priority: 'High', additionalBody: { priority: 'Low' } },
		"'Advanced: Additional Body (JSON)' has 'priority', which another field of this operation sets. Nothing was sent. Use that field, or leave it empty.",
	],
	[
		'tag.getMany',
		{ additionalQuery: { x: 1, per_page: 5 } },
		"'Advanced: Additional Query (JSON)' has 'per_page', which this operation sets for each page. Nothing was sent. Remove it there.",
	],
	[
		'tag.getMany',
		{ additionalQuery: { page: 2 } },
		"'Advanced: Additional Query (JSON)' has 'page', which this operation sets for each page. Nothing was sent. Remove it there.",
	],
	[
		'tag.getMany',
		{ additionalQuery: { 'per-page': 5 } },
		"'Advanced: Additional Query (JSON)' has 'per-page', which this operation sets for each page. Nothing was sent. Remove it there.",
	],
])('%s is refused where what was typed would be replaced: %j', (key, input, expected) => {
	expect(requestOf(key, input)).toBe(expected);
});

test('a page goes out where the operation reads no pages, and what is typed into a query is refused where a field sets it', () => {
	expect(requestOf('report.agents', { inboxId: 'i1', additionalQuery: { page: 2, from: 'x' } })).toMatchObject({ query: { page: 2, from: 'x' } });
	const search = { ...operationAt('contact.getMany'), options: [additionalQuery] };
	expect(() => buildRequest(search, { q: 'a', additionalQuery: { q: 'b' } }, BASE)).toThrow("has 'q', which another field of this operation sets");
	expect(buildRequest(search, { q: 'a', additionalQuery: { x: 'b' } }, BASE).query).toEqual({ q: 'a', x: 'b' });
});

test.each<[Input, boolean]>([
	[{}, false],
	[{ options: {} }, false],
	[{ additionalBody: {} }, false],
	[{ additionalBody: { x: 1 } }, true],
	[{ status: 'Closed' }, true],
])('an update with %j has something to send: %s', (input, isSent) => {
	const update = operationAt('conversation.update');
	const send = () => buildRequest(update, { conversationId: 'c1', ...input }, BASE);
	if (isSent) expect(send).not.toThrow();
	else expect(send).toThrow('There is nothing to update');
});

test('of an update a field that is not sent is nothing to update', () => {
	const update = { ...operationAt('contact.update'), updateFields: [additionalBody] };
	expect(() => buildRequest(update, { contactId: 'c1', additionalBody: {} }, BASE)).toThrow('There is nothing to update');
});

test.each<[string, string | undefined]>([
	['assign_to', "'Assign To'"],
	['conversation', "'Conversation'"],
	['conversation_id', "'Conversation'"],
	['nobodys', undefined],
])('a refusal that names %s of an update means the field %s', (apiName, expected) => {
	expect(fieldNames(operationAt('conversation.update'), {})(apiName)).toBe(expected);
});

test.each<[string, string, string | undefined]>([
	['filters.groups', 'conditions', "'Conditions'"],
	['filters.groups.0.values', 'conditions', "'Conditions', entry 1, 'Values'"],
	['filters.groups.11.comparison', 'conditions', "'Conditions', entry 12, 'Comparison'"],
	['filters.groups.0.values', 'json', undefined],
	['my.filters.groups', 'conditions', undefined],
	['filters.groups.0.values.0', 'conditions', undefined],
	['filters.groups.x.values', 'conditions', undefined],
])('of a filter %s means with %s the field %s', (apiName, filterMode, expected) => {
	expect(fieldNames(operationAt('conversation.getMany'), { filterMode })(apiName)).toBe(expected);
});

test('a field that the operation does not have is called as it is', () => {
	expect([labelOf(operationAt('contact.get'), 'contactId'), labelOf(operationAt('contact.get'), 'other')]).toEqual(["'Contact'", "'other'"]);
});

const TICKET = (number: string) => `Asked for: 'Conversation' ${number}. If ${number} is a ticket number, it is not the ID: From List finds it.`;

test.each<[string, Input | undefined, string | undefined]>([
	['conversation.get', { conversationId: 'c-1.2:3_x' }, "Asked for: 'Conversation' c-1.2:3_x."],
	['conversation.get', { conversationId: '2242' }, TICKET('2242')],
	['conversation.get', { conversationId: '7' }, TICKET('7')],
	['conversation.get', { conversationId: 'c7' }, "Asked for: 'Conversation' c7."],
	['conversation.get', { conversationId: '7c' }, "Asked for: 'Conversation' 7c."],
	['conversation.get', { conversationId: 'x'.repeat(64) }, `Asked for: 'Conversation' ${'x'.repeat(64)}.`],
	['conversation.get', { conversationId: 'x'.repeat(65) }, undefined],
	['conversation.get', { conversationId: 'a secret' }, undefined],
	['conversation.get', { conversationId: '@a' }, undefined],
	['conversation.get', { conversationId: 'a@' }, undefined],
	['conversation.get', {}, undefined],
	['conversation.get', undefined, undefined],
	['apiRequest.send', { conversationId: '7' }, undefined],
	['contact.get', { contactId: 'x', conversationId: '7' }, "Asked for: 'Contact' x."],
	['scheduledReply.cancel', { conversationId: 'c1', messageId: 'm1' }, "Asked for: 'Conversation' c1, 'Scheduled Reply' m1."],
	['scheduledReply.cancel', { conversationId: '7 x', messageId: 'm1' }, "Asked for: 'Scheduled Reply' m1."],
])('where %s of %j finds nothing, it tells what was asked for', (key, input, expected) => {
	expect(taskOf(operationAt(key), input).askedFor).toBe(expected);
});

test('what an operation is called, and what is known of its endpoint, is told with its errors', () => {
	const { action, instead } = operationAt('tag.getMany');
	const task = taskOf(operationAt('tag.getMany'));
	expect(task).toMatchObject({ action, instead, provisional: true, path: '/settings/tags' });
	expect(taskOf(operationAt('conversation.update')).fieldName!('assign_to')).toBe("'Assign To'");
});

const credential = (baseUrl: string) => ({ baseUrl }) as never;

test('an endpoint that worked is known for its helpdesk and its operation, also when there have been many', () => {
	const seen = new SeenEndpoints();
	const [get, update] = [operationAt('contact.get'), operationAt('contact.update')];
	for (let each = 0; each < 1_000; each += 1) seen.add(credential(`https://h${each}.example`), get);
	expect([0, 999, 1_000].map((each) => seen.has(credential(`https://h${each}.example`), get))).toEqual([true, true, false]);
	expect(seen.has(credential('https://h0.example'), update)).toBe(false);
	seen.add(credential('https://more.example'), get);
	expect([seen.has(credential('https://h0.example'), get), seen.has(credential('https://more.example'), get)]).toEqual([false, true]);
});

test.each<[Partial<ApiRequest>, object]>([
	[{ body: { a: 1 } }, { path: '/x', body: { a: 1 } }],
	[{ query: { q: 'a b' } }, { path: '/x?q=a%20b', body: null }],
	[{ encoded: { bytes: Buffer.from('abc'), type: 'text/plain', fields: { file: 'abc' } } }, { path: '/x', body: { file: 'abc' } }],
	[{ encoded: { bytes: Buffer.from('abc'), type: 'text/plain' } }, { path: '/x', body: null }],
])('a rehearsal tells what would have been sent: %j', (request, told) => {
	const held = new WouldSend({ method: 'POST', path: '/x', ...request });
	expect(rehearsed(held)).toEqual([{ json: { dryRun: true, wouldSend: { method: 'POST', ...told } } }]);
});

test('what else happens in a rehearsal is thrown on', () => {
	const error = new Error('else');
	expect(() => rehearsed(error)).toThrow(error);
});

test.each<[string, string, string]>([
	['Not sent', 'Try again.', 'Not sent. Try again.'],
	['Not sent.', 'Try again.', 'Not sent. Try again.'],
	['Sent?', 'Try again.', 'Sent? Try again.'],
	['Stop!', 'Try again.', 'Stop! Try again.'],
	['Not sent', '', 'Not sent.'],
	['Not sent', 'It broke (ECONNRESET)', 'Not sent. It broke'],
	['Not sent', 'It broke(ERR_2)', 'Not sent. It broke'],
	['Not sent', 'It broke (EPIPE) again', 'Not sent. It broke (EPIPE) again'],
	['Not sent', 'It broke (Ab)', 'Not sent. It broke (Ab)'],
	['Not sent', 'It broke (AB or c)', 'Not sent. It broke (AB or c)'],
	['Not sent', 'It broke (4A)', 'Not sent. It broke (4A)'],
	['Not sent', 'It broke (A)', 'Not sent. It broke (A)'],
])('a model reads of "%s" and "%s": %s', (message, description, expected) => {
	const text = { message, description, details: {} } as never;
	expect(forWhoReads(text, { type: 'n8n-nodes-helpdesk.helpdeskTool' }).message).toBe(expected);
	expect(forWhoReads(text, { type: 'n8n-nodes-helpdesk.helpdesk' })).toBe(text);
	expect(forWhoReads(text, { type: 'n8n-nodes-helpdeskTool.other' })).toBe(text);
});

test('the call of a tool is what the model called it with; a step has none', () => {
	const json = { q: 'x' };
	expect(callOf({ inputData: { ai_tool: [[{ json }]] } })).toBe(json);
	for (const context of [
		{},
		{ inputData: {} },
		{ inputData: { main: [[{ json }]] } },
		{ inputData: { ai_tool: [] } },
		{ inputData: { ai_tool: [[]] } },
	])
		expect(callOf(context)).toBeUndefined();
	expect(callOf({ inputData: { ai_tool: [null] } })).toBeUndefined();
});

test('a search has its order in its body only where the user typed it there', () => {
	expect(searchBody({ query: 'a' }, { x: 1, sort: 'oldest' })).toEqual({ x: 1, sort: 'oldest', query: 'a' });
	expect(searchBody({ query: 'a' }, { x: 1 })).toStrictEqual({ x: 1, query: 'a' });
	expect(searchBody({ query: 'a', sort: 'newest', queryField: 'q' }, { sort: 'newest', x: 1 })).toEqual({ x: 1, q: 'a' });
});
