import type { IDataObject } from 'n8n-workflow';

import { useAnsweringHelpdesk } from '../../support/answeringHelpdesk';
import { byId } from '../../support/locator';
import { INBOX, NOW, page, rows, sample, view, type Row } from './support/samples';

const CONVERSATION = '9d40bde8-7ac8-4c58-9b78-0000000000c8';
const KIM = '9d40a3e4-7a14-4c3c-9b8c-000000000014';
const ADA = '9d40a272-7a0a-4c1e-9b46-00000000000a';
const BEN = '9d40a297-7a0b-4c21-9b4d-00000000000b';

const WAITING = '2026-11-22T09:30:00.000Z';

let bodies: Record<string, unknown> = {};
const helpdesk = useAnsweringHelpdesk(({ method, path }) => ({
	body: bodies[`${method} ${path}`],
	headers: { date: NOW },
}));

beforeAll(async () => await helpdesk.transport.clock.sleep(Date.parse(NOW) - helpdesk.transport.clock.now()));

async function outputs(answers: Record<string, unknown>, operation: string, parameters: object) {
	bodies = answers;
	return (await helpdesk.run(operation, parameters as never)).map(({ json }) => json);
}

const messageId = (end: string) => rows.map(({ event }) => String(event?.id)).find((id) => id.endsWith(end))!;

describe('the sample conversations', () => {
	const list = { [`POST /inboxes/${INBOX}`]: page };
	const getMany = async (options: object) =>
		await outputs(list, 'conversation.getMany', { inboxId: byId(INBOX), returnAll: true, options });

	it('are listed by Get Many, simplified and raw', async () => {
		expect(await getMany({ simplify: false })).toEqual(page.data);
		const simple = await getMany({});
		expect(simple.map(({ ticket_id: ticket }) => ticket)).toEqual([41, 42, 43, 44, 45, 46]);
		expect(simple[0]).toEqual({
			id: CONVERSATION,
			ticket_id: 41,
			subject: 'Where is my order',
			status: 'Active',
			priority: 'Normal',
			contact_name: 'Kim Reader',
			contact_email: 'kim@customer.example.test',
			last_message_text: 'It is still not here.',
			last_message_created_at: '2026-11-22T09:30:00.000000Z',
		});
	});

	it('show a wait only if the customer wrote last in an open conversation', async () => {
		const waiting = (await getMany({ computedFields: true })).map(({ waiting_since: since }) => since);
		expect(waiting).toEqual([WAITING, ...Array(5).fill(null)]);
	});

	const { by_customer: customers, by_teammate: teammates } = sample('last-message-by-variants') as Record<
		string,
		unknown[]
	>;
	it.each([...customers!.map((by) => [by, by === null ? null : WAITING]), ...teammates!.map((by) => [by, null])])(
		'show a wait from last_message_by %j without a direction: %j',
		async (by, since) => {
			const [record] = page.data;
			const shown = {
				...record!,
				last_message: { ...(record!.last_message as object), direction: null },
				last_message_by: by,
			};
			const parameters = { conversationId: byId(CONVERSATION), options: { computedFields: true } };
			const [json] = await outputs(
				{ [`GET /conversation/${CONVERSATION}`]: { data: shown } },
				'conversation.get',
				parameters,
			);
			expect(json!.waiting_since).toBe(since);
		},
	);

	it('are found by Search, and read by Get', async () => {
		const found = await outputs({ 'POST /search': sample('search') }, 'conversation.search', {
			query: 'order',
			returnAll: true,
		});
		expect(found.map(({ ticket_id: ticket }) => ticket)).toEqual([41, 42]);
		const get = async (options: object) =>
			await outputs({ [`GET /conversation/${CONVERSATION}`]: view }, 'conversation.get', {
				conversationId: byId(CONVERSATION),
				options,
			});
		expect(await get({ simplify: false })).toEqual([view.data]);
		expect(await get({})).toMatchObject([
			{ id: CONVERSATION, ticket_id: 41, contact_email: 'kim@customer.example.test' },
		]);
	});
});

const withEvents = (change: (row: Row) => IDataObject) => ({ data: rows.map(change) });
const withoutDirection = ({ event, ...row }: Row) => ({ ...row, event: event && { ...event, direction: undefined } });

describe.each<[string, unknown, automatic: string]>([
	['a list', sample('messages'), 'automation'],
	['a list, newest first', sample('messages-newest-first'), 'automation'],
	['the conversation', view, 'automation'],
	['the customer’s view of the conversation', sample('customer-conversation-view'), 'automation'],
	['a list without directions', withEvents(withoutDirection), 'automation'],
	['a list of bare messages', { data: rows.flatMap(({ event }) => event ?? []) }, 'teammate'],
])('a thread in %s', (_, thread, automatic) => {
	const messages = `/conversation/${CONVERSATION}/messages`;
	const answers = {
		[`GET ${messages}`]: thread,
		[`GET /conversation/${CONVERSATION}`]: view,
		[`POST /conversation/${CONVERSATION}/reply`]: { message: 'ok' },
	};
	const run = async (operation: string, parameters: object = {}) =>
		await outputs(answers, operation, { conversationId: byId(CONVERSATION), ...parameters });

	it('is listed by Message Get Many, with its files', async () => {
		const all = await run('message.getMany', { returnAll: true });
		const ids = all.map(({ id }) => id).filter((id) => rows.some(({ event }) => event?.id === id));
		expect(new Set(ids).size).toBe(7);
		const file = {
			id: '9d40cc5c-7a2c-4c84-9b34-00000000012c',
			name: 'label.pdf',
			url: 'https://files.example.test/a/label.pdf',
			size: 20480,
		};
		expect(all.find(({ id }) => id === messageId('66'))).toMatchObject({ attachments: [file] });
	});

	it('is read by Get Context with writers and file names, without unsent messages', async () => {
		const [{ messages: shown, text, ...json }] = (await run('conversation.getContext')) as [
			IDataObject & { messages: IDataObject[]; text: string },
		];
		expect(shown.map(({ id, from, text: words }) => [id, from, words])).toEqual([
			[messageId('65'), 'customer', expect.stringMatching(/^Hello, where is my order 4711\?/)],
			[messageId('66'), 'teammate', 'Hi Kim, it left our house today.'],
			[messageId('67'), 'customer', 'It is still not here.'],
			[messageId('6a'), automatic, 'Thank you, we have got your message.'],
		]);
		const waits = automatic === 'automation';
		expect(json).toMatchObject({ last_message_id: messageId('6a'), last_customer_message_id: messageId('67') });
		expect(json.waiting_since && Date.parse(json.waiting_since as string)).toBe(waits ? Date.parse(WAITING) : null);
		expect(shown[1]!.attachments).toMatchObject([
			{ name: 'label.pdf', url: 'https://files.example.test/a/label.pdf', size: 20480 },
		]);
		expect(text).toContain('| Hi Kim, it left our house today.\n[file: label.pdf, 20 KB]\n</message>');
		expect(text).not.toMatch(/we are|Did it arrive/);
		const [{ messages: withNotes }] = (await run('conversation.getContext', {
			options: { includeNotes: true },
		})) as [{ messages: IDataObject[] }];
		expect(withNotes.at(-1)).toMatchObject({
			from: 'teammate',
			kind: 'note',
			text: 'Asked the carrier, ticket 99.',
		});
	});

	it.each([
		['the last sent message', () => messageId('6a'), []],
		['the customer’s last message', () => messageId('67'), [() => messageId('6a')]],
		['the time of the last sent message', () => '2026-11-22T09:30:05Z', []],
		['the time of the customer’s last message', () => WAITING, [() => messageId('6a')]],
	])('stops a reply with Only If Unchanged Since %s only if it has newer messages', async (_since, since, newer) => {
		const [json] = await run('message.reply', { message: 'Hello', options: { onlyIfUnchangedSince: since() } });
		const found = (json!.new_messages as IDataObject[] | undefined)?.map(({ id }) => id) ?? [];
		expect([json!.skipped ?? false, found]).toEqual([newer.length > 0, newer.map((id) => id())]);
		expect(helpdesk.requests.filter(({ method }) => method === 'POST')).toHaveLength(newer.length > 0 ? 0 : 1);
	});

	it('stops Not If Already There from repeating a text of the team', async () => {
		const [json] = await run('message.reply', {
			message: 'Hi Kim, it left our house today.',
			messageFormat: 'text',
			options: { notIfAlreadyThere: true },
		});
		expect(json!.skipped).toBe(true);
	});

	it('offers its one scheduled reply in the dropdown', async () => {
		bodies = answers;
		const { results } = await helpdesk.list('scheduledReplies', {
			parameters: { conversationId: byId(CONVERSATION) },
		});
		expect(results).toEqual([
			{ name: expect.stringMatching(/^2026-11-24 \d\d:00 Did it arrive\?$/), value: messageId('6b') },
		]);
	});
});

it.each([
	[
		'contact.create',
		'POST /contacts',
		'contact-created',
		{ email: 'kim@customer.example.test' },
		[{ id: KIM, conversations_count: 0 }],
	],
	[
		'contact.update',
		`PATCH /contacts/${KIM}`,
		'contact-updated',
		{ contactId: byId(KIM), updateFields: { name: 'Kim' } },
		[{ id: KIM, conversations_count: 2 }],
	],
	[
		'contact.get',
		`GET /contacts/${KIM}`,
		'contact-view',
		{ contactId: byId(KIM) },
		[{ id: KIM, name: 'Kim Reader' }],
	],
	['contact.getMany', 'GET /contacts', 'contacts-page', { returnAll: true }, [{ id: KIM }, { name: 'Lee Buyer' }]],
	['user.getCurrent', 'GET /me', 'me', {}, [{ id: ADA, name: 'Ada Agent' }]],
	[
		'user.get',
		`GET /settings/users/${BEN}`,
		'user',
		{ userId: byId(BEN) },
		[{ id: BEN, role: 'User', timezone: 'Europe/Berlin' }],
	],
	[
		'inbox.getTags',
		`GET /inboxes/${INBOX}/tags`,
		'inbox-tags-simple-page',
		{ inboxId: byId(INBOX), returnAll: true },
		[{ name: 'Shipping' }, { name: 'Refund' }],
	],
	['inbox.getMany', 'GET /inboxes', 'inboxes', { returnAll: true }, [{ name: 'Support' }, { name: 'Sales' }]],
	['user.getMany', 'GET /settings/users', 'users', { returnAll: true }, [{ id: ADA }, { id: BEN }]],
	['savedReply.getMany', 'GET /saved-replies', 'saved-replies', { returnAll: true }, [{ name: 'Parcel late' }]],
	[
		'tag.getMany',
		'GET /settings/tags',
		'settings-tags',
		{ returnAll: true },
		[{ name: 'Shipping' }, { name: 'Refund' }],
	],
	['knowledgeBase.getMany', 'GET /knowledgebases', 'knowledgebases', { returnAll: true }, [{ name: 'Help' }]],
])(
	"%s outputs every record of the service's own response to %s",
	async (operation, endpoint, name, parameters, expected) => {
		const items = await outputs({ [endpoint]: sample(name) }, operation, parameters);
		expect(items).toMatchObject(expected);
		expect(items).toHaveLength(expected.length);
	},
);
