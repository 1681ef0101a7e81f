import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { byId } from '../../support/locator';
import { countingPage, useAnsweringHelpdesks } from '../../support/answeringHelpdesk';

const start = useAnsweringHelpdesks();

const conversation = {
	id: 'c1',
	ticket_id: 1523,
	subject: 'Where is my order',
	status: 'Closed',
	priority: 'High',
	is_spam: true,
	inbox_id: 'i1',
	assignable_id: 'u1',
	contact: { id: 'k1', name: 'Kim Reader', email: 'kim@customer.example.test' },
	tags: ['billing'],
	excerpt: 'It is late',
	last_message: { id: 'm1', html_body: '<p>It is late.<br>Where is it?</p>', text_body: null },
	last_message_created_at: '2026-11-22T09:30:00.000000Z',
	custom_field_values: { cf_plan: 'Gold' },
};
const simple = {
	id: 'c1',
	ticket_id: 1523,
	subject: 'Where is my order',
	status: 'Closed',
	priority: 'High',
	contact_name: 'Kim Reader',
	contact_email: 'kim@customer.example.test',
	tags: ['billing'],
	last_message_text: 'It is late.\nWhere is it?',
	last_message_created_at: '2026-11-22T09:30:00.000000Z',
};
const page = (...data: object[]) => countingPage(data, '');

const BODIES: Record<string, unknown> = {
	'GET /conversation/c1': { data: conversation },
	'POST /inboxes/i1': page(conversation),
	'GET /inboxes/i1/custom-fields': { data: [{ id: 'f1', key: 'cf_plan', name: 'Plan' }] },
	'GET /settings/users/u1': { data: { id: 'u1', name: 'Ada Agent' } },
	'GET /conversation/c1/messages': {
		data: [
			{ id: 'e1', actor: { name: 'Kim' }, event: { id: 'm1', direction: 'Inbound', html_body: '<p>Hello</p>' } },
			{ id: 'e2', actor: { name: 'Ada' }, event: { id: 'm2', direction: 'Outbound', text_body: 'Hi' } },
			{ id: 'e3', actor: { name: 'Ada' }, event: { id: 'm3', record_type: 'Draft', text_body: 'Soon' } },
			{ id: 'e4', actor: { name: 'Ada' }, event: { id: 'm4', record_type: 'Note', text_body: 'Ask' } },
			{ id: 'e5', actor: { name: 'Ada' }, action: 'closed', event: null },
		],
	},
};

const helpdesk = async (bodies: Record<string, unknown> = {}) => {
	const all = { ...BODIES, ...bodies };
	return await start(({ method, path }) => {
		const body = all[`${method} ${path.split('?')[0]}`];
		return body === undefined ? { status: 404, body: {} } : { body };
	});
};
type Started = Awaited<ReturnType<typeof helpdesk>>;
const jsonOf = async ({ run }: Started, operation: string, parameters: INodeParameters, changes?: object) =>
	(await run(operation, parameters, changes)).map(({ json }) => json);
const ofConversation = (options: object = {}) => ({
	conversationId: byId('c1'),
	options: options as never,
});
const ofInbox = (more: object = {}) => ({ inboxId: byId('i1'), returnAll: true, ...more });

describe('a simplified conversation', () => {
	it('has the ten fields that the next step uses, with the text of its last message', async () => {
		const on = await helpdesk();
		expect(await jsonOf(on, 'conversation.get', ofConversation())).toEqual([simple]);
		expect(await jsonOf(on, 'conversation.getMany', ofInbox())).toEqual([simple]);
	});

	it.each([
		['text beside HTML', { text_body: 'Plain', html_body: '<p>Rich</p>' }, 'Plain'],
		['an excerpt', { text_body: '', excerpt: 'Short' }, 'Short'],
		['blank text beside HTML', { text_body: '\n', html_body: '<p>Rich</p>' }, 'Rich'],
		['blank text beside an excerpt', { text_body: ' \u200b', html_body: null, excerpt: 'Short' }, 'Short'],
		['nothing', undefined, 'It is late'],
	])('shows the text of a last message with %s', async (_, message, text) => {
		const on = await helpdesk({ 'GET /conversation/c1': { ...conversation, last_message: message } });
		expect((await jsonOf(on, 'conversation.get', ofConversation()))[0]!.last_message_text).toBe(text);
	});

	it('contains is_spam if the filter asks for spam', async () => {
		const on = await helpdesk({ 'POST /inboxes/i1': page({ ...conversation, status: 'Active' }) });
		const items = await jsonOf(on, 'conversation.getMany', ofInbox({ filters: { statuses: ['Spam'] } }));
		expect(items).toEqual([{ ...simple, status: 'Active', is_spam: true }]);
	});
});

describe('Fields to Output', () => {
	const fields = async (on: Started, outputFields: string[], operation = 'conversation.get') =>
		(await jsonOf(on, operation, ofConversation({ outputFields })))[0];

	it('outputs the chosen fields and the ID, custom fields by name or key, and null for what is missing', async () => {
		const on = await helpdesk();
		expect(await fields(on, ['contact_id', 'Plan', 'cf_plan', 'status', 'closed_at'])).toEqual({
			id: 'c1',
			contact_id: 'k1',
			Plan: 'Gold',
			cf_plan: 'Gold',
			status: 'Closed',
			closed_at: null,
		});
	});

	it('reads "constructor" as a field name, and outputs the whole record if it has no chosen field', async () => {
		const on = await helpdesk({ 'GET /conversation/c1': { conversation: { id: 'c1' } } });
		expect(await fields(on, ['constructor', 'toString'])).toEqual({ conversation: { id: 'c1' } });
		expect(await fields(await helpdesk(), ['constructor'])).toEqual({ id: 'c1', constructor: null });
	});

	it('reads the name of each assigned teammate once, and outputs null for a hidden one', async () => {
		const others = [
			conversation,
			{ ...conversation, id: 'c2' },
			{ ...conversation, id: 'c3', assignable_id: 'gone' },
		];
		const on = await helpdesk({
			'POST /inboxes/i1': page(...others, { ...conversation, id: 'c4', assignable_id: null }),
		});
		const items = await jsonOf(
			on,
			'conversation.getMany',
			ofInbox({ options: { outputFields: ['assignee_name'] } }),
		);
		expect(items).toEqual([
			{ id: 'c1', assignee_name: 'Ada Agent' },
			{ id: 'c2', assignee_name: 'Ada Agent' },
			{ id: 'c3', assignee_name: null },
			{ id: 'c4', assignee_name: null },
		]);
		const reads = on.requests.filter(({ path }) => path.startsWith('/settings/users/'));
		expect(reads.map(({ path }) => path).sort()).toEqual(['/settings/users/gone', '/settings/users/u1']);
	});

	it('fails if the name of a teammate cannot be read', async () => {
		const { failure } = await start(({ path }) =>
			path.startsWith('/settings') ? { status: 500, body: {} } : { body: BODIES[`GET ${path}`] },
		);
		await failure('conversation.get', ofConversation({ outputFields: ['assignee_name'], attempts: 1 }));
	});
});

describe('with a Ticket Address in the credential', () => {
	const ticketAddress = 'https://app.example.com/conversations/{id}?inbox=1';
	const url = 'https://app.example.com/conversations/c1?inbox=1';
	const read = async (operation: string, parameters: INodeParameters, incoming: IDataObject = {}) => {
		const on = await helpdesk({ 'POST /conversation/c1/note': { message: 'Note added.' } });
		const credential = { ...on.credential, ticketAddress };
		return (await jsonOf(on, operation, parameters, { credential, items: [{ json: incoming }] }))[0];
	};

	it('conversations, messages, and writes have the address of the ticket', async () => {
		expect(await read('conversation.get', ofConversation())).toEqual({ ...simple, url });
		expect(await read('conversation.getMany', ofInbox())).toEqual({ ...simple, url });
		expect(await read('message.getMany', ofConversation())).toMatchObject({ conversation_id: 'c1', url });
		expect(await read('conversation.getContext', ofConversation())).toMatchObject({ id: 'c1', url });
		expect(await read('message.addNote', { ...ofConversation(), message: 'Hi' })).toMatchObject({ id: 'c1', url });
		expect(await read('conversation.get', ofConversation({ outputFields: ['subject'] }))).toEqual({
			id: 'c1',
			subject: conversation.subject,
		});
		expect(await read('conversation.get', ofConversation({ outputFields: ['url'] }))).toEqual({ id: 'c1', url });
	});

	it.each([
		'https://app.example.com/conversations/',
		'http://app.example.com/c/{id}',
		'app.example.com/{id}',
		'{id}',
	])('%s is refused before a request', async (address) => {
		const on = await helpdesk();
		const credential = { ...on.credential, ticketAddress: address };
		const error = await on.failure('conversation.get', ofConversation(), { credential });
		expect(error.message).toContain("'Ticket Address'");
		expect(on.requests).toEqual([]);
	});
});

it('a write outputs ticket number and subject of the incoming conversation', async () => {
	const on = await helpdesk({ 'POST /conversation/c1/note': { message: 'Note added.' } });
	const parameters = { ...ofConversation(), message: 'Hi' };
	const output = async (incoming: IDataObject) =>
		(await jsonOf(on, 'message.addNote', parameters, { items: [{ json: incoming }] }))[0];
	const written = { id: 'c1', message: 'Note added.' };
	expect(await output(simple)).toEqual({ ...written, ticket_id: 1523, subject: 'Where is my order' });
	expect(await output({ ...simple, id: 'c2' })).toEqual(written);
	const changed = await jsonOf(
		await helpdesk({ 'PATCH /conversation/c1': { message: 'Updated.' } }),
		'conversation.update',
		{ ...ofConversation(), updateFields: { subject: 'New' } },
		{ items: [{ json: simple }] },
	);
	expect(changed).toEqual([{ id: 'c1', message: 'Updated.', ticket_id: 1523 }]);
});

describe('Get Many of Message', () => {
	it('shows the conversation, the writer, and whether a message is a draft or a note', async () => {
		const rows = await jsonOf(await helpdesk(), 'message.getMany', ofConversation());
		expect(
			rows.map(({ id, conversation_id, from, from_name, kind }) => [id, conversation_id, from, from_name, kind]),
		).toEqual([
			['m1', 'c1', 'customer', 'Kim', 'message'],
			['m2', 'c1', 'teammate', 'Ada', 'message'],
			['m3', 'c1', 'unknown', 'Ada', 'draft'],
			['m4', 'c1', 'teammate', 'Ada', 'note'],
			['e5', 'c1', 'unknown', 'Ada', 'event'],
		]);
		expect(rows[0]).toMatchObject({ text_body: 'Hello', thread_event_id: 'e1' });
		expect(Object.keys(rows[0]!)).not.toContain('actor_type');
	});

	it('takes the customer from the incoming item', async () => {
		const row = { id: 'e1', actor: { id: 'k1' }, event: { id: 'm1', text_body: 'Hello' } };
		const on = await helpdesk({ 'GET /conversation/c1/messages': { data: [row] } });
		const [item] = await jsonOf(on, 'message.getMany', ofConversation(), {
			items: [{ json: { id: 'c1', contact_id: 'k1', contact_name: 'Kim' } }],
		});
		expect(item).toMatchObject({ from: 'customer', from_name: 'Kim' });
	});
});

it('without Simplify, a record keeps the fields beside "data"', async () => {
	const included = { inbox: { id: 'i1' } };
	const on = await helpdesk({ 'GET /conversation/c1': { data: conversation, included } });
	expect(await jsonOf(on, 'conversation.get', ofConversation({ simplify: false }))).toEqual([
		{ included, ...conversation },
	]);
	expect(await jsonOf(on, 'conversation.get', ofConversation())).toEqual([simple]);
});

describe('Create of Conversation', () => {
	const create = async (body: object) => {
		const on = await helpdesk({ 'POST /inboxes/i1/conversations': body });
		const [item] = await jsonOf(on, 'conversation.create', {
			inboxId: byId('i1'),
			email: 'kim@customer.example.test',
			message: 'Hello',
			additionalFields: { subject: 'Order' },
		});
		return { item, sent: JSON.parse(on.requests.at(-1)!.body) as IDataObject };
	};

	it('sends address, subject and message, and outputs whether a draft was created', async () => {
		const { item, sent } = await create({ data: { ...conversation, is_draft: true } });
		expect(sent).toEqual({ email: 'kim@customer.example.test', message: 'Hello', subject: 'Order' });
		expect(item).toEqual({ ...simple, is_draft: true, hint: expect.stringContaining('draft') });
		expect((await create({ ...conversation, is_draft: false })).item).toEqual({ ...simple, is_draft: false });
	});
});
