import { anyConversation, as, startClient, type Client } from './client';

let client: Client;
beforeAll(async () => {
	client = await startClient();
});
afterAll(() => client.sandbox.close());
beforeEach(() => client.sandbox.reset());

const outcome = ({ status, data }: { status: number; data: unknown }) => [status, data];
const path = () => `/conversation/${anyConversation(client).record.id}`;
/** Sends the text as it stands, which axios would otherwise make JSON of. */
const raw = (type: string) => ({ headers: { 'content-type': type }, transformRequest: [(text: string) => text] });
const json = raw('application/json');

test.each([
	['no token', ''],
	['an unknown token', 'Bearer nobody'],
	['another scheme', 'Basic c2FuZGJveA=='],
	['a revoked token', 'Bearer sandbox-revoked'],
	['an expired token', 'Bearer sandbox-expired'],
])('%s is 401', async (_, authorization) => {
	expect(outcome(await client.call('GET', '/me', undefined, { headers: { authorization } }))).toEqual([401, { message: 'Unauthenticated.' }]);
});

test('the token of the other organization works, for its own records', async () => {
	const other = as(client.sandbox.tokens.otherOrganization);
	expect((await client.call('GET', '/me', undefined, other)).data.data.organization.id).toBe('org_other');
	const { data } = await client.call('POST', '/inboxes/inbox_other', {}, other);
	expect(data.meta.total).toBe(12);
	expect((await client.call('GET', `/conversation/${data.data[0].id}`, undefined, other)).status).toBe(200);
});

test('a record of another organization cannot be told from a missing one', async () => {
	const [foreign] = client.sandbox.store.sortedConversations({ organizationId: 'org_other' }, 'newest');
	const missing = await client.call('GET', '/conversation/conv_missing');
	const hidden = await client.call('GET', `/conversation/${foreign?.record.id}`);
	expect(outcome(hidden)).toEqual(outcome(missing));
	expect(missing.status).toBe(404);
});

test.each([
	'/nowhere',
	'/auth/registration/register',
	'/conversation',
	'/conversation/',
	'/conversation/x/y',
	'/inboxes/inbox_support/',
	'/%2e%2e/me',
])('GET %s is no endpoint', async (unknown) => {
	expect((await client.call('GET', unknown)).status).toBe(404);
});

test('a known path with another verb is 405', async () => {
	expect(outcome(await client.call('PUT', '/me'))).toEqual([405, { message: 'The PUT method is not supported for this route.' }]);
	expect((await client.call('GET', '/search')).status).toBe(405);
});

test('malformed JSON is 400', async () => {
	expect(outcome(await client.call('PATCH', path(), '{"status":', json))).toEqual([400, { message: 'Malformed JSON.' }]);
});

test('an unknown field is 400 and nothing is changed', async () => {
	const { record } = anyConversation(client);
	const before = record.status;
	expect((await client.call('PATCH', path(), { status: before === 'Closed' ? 'Active' : 'Closed', colour: 'red' })).status).toBe(400);
	expect(record.status).toBe(before);
	expect((await client.call('POST', `${path()}/spam`, { colour: 'red' })).status).toBe(400);
	expect((await client.call('PATCH', `${path()}/restore`, { colour: 'red' }, as(client.sandbox.tokens.personal))).status).toBe(400);
	expect((await client.call('GET', '/contacts?colour=red')).status).toBe(400);
});

test('an empty object is no unknown field', async () => {
	expect((await client.call('POST', `${path()}/spam`, {})).status).toBe(200);
});

test('a wrong type is 422 with a message for each field', async () => {
	const { status, data } = await client.call('PATCH', path(), { status: 5, tags: ['tag_bug', 7] });
	expect([status, data.message]).toEqual([422, 'The given data was invalid.']);
	expect(data.errors).toEqual({ status: [expect.any(String)], 'tags.1': [expect.any(String)] });
});

test('a message says of its field that it is missing, or what it must be', async () => {
	const errors = async (body: object) => (await client.call('POST', `${path()}/note`, body)).data.errors;
	expect(await errors({})).toEqual({ message: ['The message field is required.'] });
	expect(await errors({ message: '' })).toEqual({ message: ['The message field is required.'] });
	expect(await errors({ message: 5 })).toEqual({ message: ['The message field must be string.'] });
	for (const snoozed_until of ['tomorrow', '2026-13-45T09:00:00Z']) {
		const { data } = await client.call('PUT', `${path()}/snooze`, { snoozed_until, type: 'always' });
		expect(data.errors).toEqual({ snoozed_until: ['The snoozed_until field must match format "date-time".'] });
	}
});

test.each([
	['note', 'POST', {}, 'message'],
	['note', 'POST', { message: '' }, 'message'],
	['note', 'POST', { message: 'x', mentioned_ids: ['user_zoe'] }, 'mentioned_ids.0'],
	['reply', 'POST', { status: 'Closed' }, 'message'],
	['reply', 'POST', { message: '' }, 'message'],
	['reply', 'POST', { message: 5 }, 'message'],
	['reply', 'POST', { message: 'x', cc: ['no address'] }, 'cc.0'],
	['reply', 'POST', { message: 'x', assign_to: 'user_zoe' }, 'assign_to'],
	['reply', 'POST', { message: 'x', assign_to: 'user_missing' }, 'assign_to'],
	['reply', 'POST', { message: 'x', draft_id: 'draft_missing' }, 'draft_id'],
	['draft', 'POST', {}, 'message'],
	['tags', 'POST', { tag: 'tag_urgent_org_other' }, 'tag'],
	['tags', 'DELETE', { tag: 'tag_missing' }, 'tag'],
	['move', 'POST', { inbox_id: 'inbox_other' }, 'inbox_id'],
	['change-contact', 'PATCH', { contact_id: 'contact_missing' }, 'contact_id'],
	['snooze', 'PUT', { type: 'if_no_reply' }, 'snoozed_until'],
	['snooze', 'PUT', { snoozed_until: 'tomorrow', type: 'if_no_reply' }, 'snoozed_until'],
	['snooze', 'PUT', { snoozed_until: '2020-01-01T00:00:00Z', type: 'if_no_reply' }, 'snoozed_until'],
	['reply/schedule', 'POST', { message: 'x', scheduled_at: '2020-01-01T00:00:00Z' }, 'scheduled_at'],
	['forward', 'POST', { body: 'x', message_id: 'msg_missing', to: ['a@example.com'] }, 'message_id'],
	['merge', 'POST', { mergeable_conversation_ids: [] }, 'mergeable_conversation_ids'],
	['merge', 'POST', { mergeable_conversation_ids: ['conv_missing'] }, 'mergeable_conversation_ids.0'],
	['split', 'POST', { thread_event_id: 'event_missing', direction: 'sideways' }, 'thread_event_id'],
	['split', 'POST', { thread_event_id: 'event_missing', direction: 'after' }, 'thread_event_id'],
	['update/priority', 'PUT', {}, 'priority'],
])('%s (%s) with %j is 422 for %s, and nothing is changed', async (endpoint, method, body, field) => {
	const { version } = client.sandbox.store;
	const { status, data } = await client.call(method, `${path()}/${endpoint}`, body);
	expect([status, data.message, Object.keys(data.errors)]).toEqual([422, 'The given data was invalid.', [field]]);
	expect(client.sandbox.store.version).toBe(version);
});

test('a body that must be sent is missed', async () => {
	expect((await client.call('PATCH', path())).status).toBe(422);
	expect((await client.call('PATCH', path(), '{"status":"Closed"}', raw('text/plain'))).status).toBe(422);
	expect((await client.call('PATCH', path(), '[]', json)).status).toBe(422);
	expect((await client.call('PATCH', path(), '"Closed"', json)).status).toBe(422);
	expect((await client.call('POST', `${path()}/spam`, 'null', json)).status).toBe(422);
});

test('a status that the state machine does not know is 409', async () => {
	expect(outcome(await client.call('PATCH', path(), { status: 'Solved' }))).toEqual([409, { message: expect.stringContaining('Solved') }]);
	const batch = { conversation_ids: [anyConversation(client).record.id], status: 'Solved' };
	expect((await client.call('POST', '/inboxes/inbox_support/batch/update', batch)).status).toBe(409);
	expect((await client.call('POST', `${path()}/reply`, { message: 'x', status: 'Solved' })).status).toBe(409);
	expect(anyConversation(client).events.at(-1)?.message.html_body).not.toBe('x');
});

test('a batch update without a field to update is 412', async () => {
	const batch = { conversation_ids: [anyConversation(client).record.id] };
	expect(outcome(await client.call('POST', '/inboxes/inbox_support/batch/update', batch))).toEqual([412, { message: 'Nothing to update' }]);
});

test('the order of refusals is token, scope, record, fields, state', async () => {
	const { withoutScope, revoked } = client.sandbox.tokens;
	const missing = '/conversation/conv_missing';
	const wrong = { status: 'Solved', colour: 'red' };
	expect((await client.call('PATCH', missing, wrong, as(revoked))).status).toBe(401);
	expect((await client.call('PATCH', missing, wrong, as(withoutScope))).status).toBe(403);
	expect((await client.call('PATCH', missing, wrong)).status).toBe(404);
	expect((await client.call('PATCH', path(), wrong)).status).toBe(400);
	expect((await client.call('PATCH', path(), { status: 'Solved', subject: 1 })).status).toBe(422);
	expect((await client.call('PATCH', path(), { status: 'Solved' })).status).toBe(409);
});

test('an unexpected exception is 500 with a request id and without a trace of the code', async () => {
	client.sandbox.store.conversations.set('conv_broken', null as never);
	client.sandbox.store.version += 1;
	const { status, data, headers } = await client.call('GET', '/conversations/mine');
	expect([status, Object.keys(data)]).toEqual([500, ['message', 'request_id']]);
	expect(headers['x-request-id']).toBe(data.request_id);
	expect(data.request_id).toMatch(/^[0-9a-f-]{36}$/);
	expect(client.sandbox.service.incidents.get(data.request_id)).toBeInstanceOf(Error);
});

test.each([
	['GET', '/conversation/none'],
	['GET', '/contacts/none'],
	['POST', '/inboxes/none'],
	['GET', '/settings/users/none'],
	['GET', '/settings/users/user_zoe'],
	['GET', '/inboxes/inbox_support/automations/none'],
	['DELETE', '/settings/tags/none'],
	['DELETE', '/saved-replies/none'],
	['GET', '/knowledgebases/none'],
	['GET', '/attachments/none'],
])('%s %s is 404', async (method, missing) => {
	expect(outcome(await client.call(method, missing, method === 'POST' ? {} : undefined))).toEqual([
		404,
		{ message: 'The requested resource was not found.' },
	]);
});

test('an unknown field is named by its place', async () => {
	const message = async (method: string, endpoint: string, body: unknown) => (await client.call(method, endpoint, body)).data.message;
	expect(await message('PATCH', path(), { colour: 'red' })).toBe('Unrecognized field: colour.');
	expect(await message('POST', `${path()}/spam`, { colour: 'red' })).toBe('Unrecognized field: colour.');
	const groups = [{ attribute: 'status', comparison: 'eq', values: [{ value: 'x', colour: 'red' }] }];
	expect(await message('POST', '/inboxes/inbox_support', { filters: { condition: 'and', groups } })).toBe(
		'Unrecognized field: filters.groups.0.values.0.colour.',
	);
	expect((await client.call('PATCH', path())).data.errors).toEqual({ body: ['The body field is required.'] });
	expect((await client.call('PATCH', path(), '"Closed"', json)).data.errors).toEqual({ body: ['The body must be an object.'] });
});

test('an id that leads nowhere, a text that is missing and a time that is over are refused in words', async () => {
	const errors = async (method: string, endpoint: string, body: unknown) => (await client.call(method, endpoint, body)).data.errors;
	expect(await errors('PATCH', path(), { tags: ['tag_bug', 'tag_missing'] })).toEqual({ 'tags.1': ['The selected tags.1 is invalid.'] });
	expect(await errors('POST', '/search', { query: 5 })).toEqual({ query: ['The query field is required.'] });
	expect(await errors('POST', '/search', { query: 'x', 'per-page': 0 })).toMatchObject({ 'per-page': [expect.any(String)] });
	expect(await errors('POST', '/search', { query: 'x', sort: 'loudest' })).toEqual({ sort: ['The selected sort is invalid.'] });
	const now = new Date(client.clock.ms).toISOString();
	expect(await errors('PUT', `${path()}/snooze`, { snoozed_until: now, type: 'always' })).toEqual({
		snoozed_until: ['The snoozed_until field must be a date after now.'],
	});
});

test.each([
	['2026-07-01T10:00Z', 200],
	['2026-07-01T10:00:09.123456Z', 200],
	['2026-07-01T10:00:59+02:00', 200],
	['2026-07-01T10:00:59-1130', 200],
	['2026-07-01T10:00:59', 422],
	['2026-07-01 10:00:59Z', 422],
	['+002026-07-01T10:00:59Z', 422],
	['2026-07-01', 422],
	['2026-07-41T10:00Z', 422],
	['2026-07-01T10:00:59.Z', 422],
])('the time %s is answered with %i', async (snoozed_until, status) => {
	expect((await client.call('PUT', `${path()}/snooze`, { snoozed_until, type: 'always' })).status).toBe(status);
});

test.each([
	['some.one@mail.example.com', 200],
	['someone@example', 422],
	['some one@example.com', 422],
	['x someone@example.com', 422],
	['someone@example.com x', 422],
	['some@one@example.com', 422],
	['someone@exam ple.com', 422],
	['someone@.', 422],
])('the address %s is answered with %i', async (address, status) => {
	expect((await client.call('POST', `${path()}/reply`, { message: 'x', cc: [address] })).status).toBe(status);
});

test.each(['POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'])('%s is no method of a path that is only read', async (method) => {
	expect((await client.call(method, '/me')).status).toBe(405);
});
