import { anyConversation, as, useClient, type Client } from './client';

const client = useClient();

const path = () => `/conversation/${anyConversation(client).record.id}`;
const answer = async (...request: Parameters<Client['call']>) => {
	const { status, data } = await client.call(...request);
	return [status, data];
};
/** Sends text unchanged, which axios would otherwise convert to JSON. */
const raw = (type: string) => ({ headers: { 'content-type': type }, transformRequest: [(text: string) => text] });
const json = raw('application/json');

test.each([
	['no token', ''],
	['an unknown token', 'Bearer nobody'],
	['another scheme', 'Basic c2FuZGJveA=='],
	['an expired token', 'Bearer sandbox-expired'],
])('the sandbox answers 401 to %s', async (_, authorization) => {
	expect(await answer('GET', '/me', undefined, { headers: { authorization } })).toEqual([
		401,
		{ message: 'Unauthenticated.' },
	]);
});

test.each([
	['GET', '/nowhere', 404],
	['GET', '/conversation/', 404],
	['GET', '/conversation/x/y', 404],
	['GET', '/%2e%2e/me', 404],
	['GET', '/conversation/none', 404],
	['POST', '/inboxes/none', 404],
	['GET', '/inboxes/inbox_support/automations/none', 404],
	['GET', '/search', 405],
	['PUT', '/me', 405],
	['HEAD', '/me', 405],
	['OPTIONS', '/me', 405],
])('the sandbox answers %s %s with %i', async (method, unknown, status) => {
	expect((await client.call(method, unknown, method === 'POST' ? {} : undefined)).status).toBe(status);
});

test('the sandbox checks token, scope, record, fields and state in this order', async () => {
	const { withoutScope, revoked } = client.sandbox.tokens;
	const [missing, wrong] = ['/conversation/conv_missing', { status: 'Solved', colour: 'red' }];
	const requests: Array<[string, object, object?]> = [
		[missing, wrong, as(revoked)],
		[missing, wrong, as(withoutScope)],
		[missing, wrong],
		[path(), wrong],
		[path(), { status: 'Solved', subject: 1 }],
		[path(), { status: 'Solved' }],
	];
	const statuses = await Promise.all(
		requests.map(async ([endpoint, body, config]) => (await client.call('PATCH', endpoint, body, config)).status),
	);
	expect(statuses).toEqual([401, 403, 404, 400, 422, 409]);
});

test.each([
	['PATCH', '', '{"status":', json, 'Malformed JSON.'],
	['PATCH', '', { colour: 'red' }, undefined, 'Unrecognized field: colour.'],
	['POST', '/spam', { colour: 'red' }, undefined, 'Unrecognized field: colour.'],
])('the sandbox answers 400 to %s %s with %j', async (method, endpoint, body, config, message) => {
	expect(await answer(method, path() + endpoint, body, config)).toEqual([400, { message }]);
});

test('the sandbox names the place of an unknown field in the body and in the query', async () => {
	const groups = [{ attribute: 'status', comparison: 'eq', values: [{ value: 'x', colour: 'red' }] }];
	const { data } = await client.call('POST', '/inboxes/inbox_support', { filters: { condition: 'and', groups } });
	expect(data.message).toBe('Unrecognized field: filters.groups.0.values.0.colour.');
	expect((await client.call('GET', '/contacts?colour=red')).status).toBe(400);
	expect((await client.call('POST', `${path()}/spam`, {})).status).toBe(200);
});

test.each([
	['POST', 'note', {}, 'message'],
	['POST', 'note', { message: '' }, 'message'],
	['POST', 'note', { message: 'x', mentioned_ids: ['user_zoe'] }, 'mentioned_ids.0'],
	['POST', 'reply', { status: 'Closed' }, 'message'],
	['POST', 'reply', { message: 5 }, 'message'],
	['POST', 'reply', { message: 'x', cc: ['no address'] }, 'cc.0'],
	['POST', 'reply', { message: 'x', cc: ['someone@example'] }, 'cc.0'],
	['POST', 'reply', { message: 'x', assign_to: 'user_zoe' }, 'assign_to'],
	['POST', 'reply', { message: 'x', draft_id: 'draft_missing' }, 'draft_id'],
	['POST', 'draft', {}, 'message'],
	['POST', 'tags', { tag: 'tag_urgent_org_other' }, 'tag'],
	['DELETE', 'tags', { tag: 'tag_missing' }, 'tag'],
	['POST', 'move', { inbox_id: 'inbox_other' }, 'inbox_id'],
	['PATCH', 'change-contact', { contact_id: 'contact_missing' }, 'contact_id'],
	['PUT', 'snooze', { type: 'if_no_reply' }, 'snoozed_until'],
	['PUT', 'snooze', { snoozed_until: '2026-07-01', type: 'if_no_reply' }, 'snoozed_until'],
	['PUT', 'snooze', { snoozed_until: '2020-01-01T00:00:00Z', type: 'if_no_reply' }, 'snoozed_until'],
	['POST', 'reply/schedule', { message: 'x', scheduled_at: '2020-01-01T00:00:00Z' }, 'scheduled_at'],
	['POST', 'forward', { body: 'x', message_id: 'msg_missing', to: ['a@example.com'] }, 'message_id'],
	['POST', 'merge', { mergeable_conversation_ids: [] }, 'mergeable_conversation_ids'],
	['POST', 'merge', { mergeable_conversation_ids: ['conv_missing'] }, 'mergeable_conversation_ids.0'],
	['POST', 'split', { thread_event_id: 'event_missing', direction: 'after' }, 'thread_event_id'],
	['PUT', 'update/priority', {}, 'priority'],
])('the sandbox answers 422 to %s %s with %j, and changes nothing', async (method, endpoint, body, field) => {
	const { version } = client.sandbox.store;
	const { status, data } = await client.call(method, `${path()}/${endpoint}`, body);
	expect([status, data.message, data.errors]).toEqual([
		422,
		'The given data was invalid.',
		{ [field]: [expect.stringMatching(/\.$/)] },
	]);
	expect(client.sandbox.store.version).toBe(version);
});

test('the sandbox answers 422 to a body that is missing, not typed as JSON, or not an object', async () => {
	const bodies = [[], ['{"status":"Closed"}', raw('text/plain')], ['[]', json], ['"Closed"', json]] as const;
	for (const [body, config] of bodies) expect((await client.call('PATCH', path(), body, config)).status).toBe(422);
});

test('the sandbox answers 409 to a status that the state machine does not know', async () => {
	const batch = { conversation_ids: [anyConversation(client).record.id], status: 'Solved' };
	expect(await answer('PATCH', path(), { status: 'Solved' })).toEqual([
		409,
		{ message: expect.stringContaining('Solved') },
	]);
	expect((await client.call('POST', '/inboxes/inbox_support/batch/update', batch)).status).toBe(409);
	expect((await client.call('POST', `${path()}/reply`, { message: 'x', status: 'Solved' })).status).toBe(409);
});

test('the sandbox answers 412 to a batch update without a change', async () => {
	const batch = { conversation_ids: [anyConversation(client).record.id] };
	expect(await answer('POST', '/inboxes/inbox_support/batch/update', batch)).toEqual([
		412,
		{ message: 'Nothing to update' },
	]);
});

test('the sandbox answers 500 with a request ID and no stack trace', async () => {
	client.sandbox.store.conversations.set('conv_broken', null as never);
	client.sandbox.store.version += 1;
	const { status, data, headers } = await client.call('GET', '/conversations/mine');
	expect([status, Object.keys(data)]).toEqual([500, ['message', 'request_id']]);
	expect([headers['x-request-id'], data.request_id]).toEqual([
		data.request_id,
		expect.stringMatching(/^[0-9a-f-]{36}$/),
	]);
	expect(client.sandbox.service.incidents.get(data.request_id)).toBeInstanceOf(Error);
});
