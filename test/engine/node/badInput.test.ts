import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { byId, startNodeRig, type NodeRig } from '../../support/nodeRig';

describe('bad input', () => {
	let rig: NodeRig;
	let conversation: string;
	let inbox: string;
	beforeAll(async () => {
		rig = await startNodeRig({ conversations: 60 });
		conversation = [...rig.sandbox.store.conversations.keys()][0]!;
		inbox = [...rig.sandbox.store.inboxes.keys()][0]!;
	});
	beforeEach(() => rig.sandbox.reset());
	afterAll(async () => await rig.sandbox.close());

	const sent = () => rig.sandbox.requests().map(({ method, path }) => `${method} ${path}`);

	it.each([
		['', "'Conversation' is empty", "Choose 'Conversation' from the list, or enter its ID."],
		['..', "'Conversation' is not a valid ID", 'Enter the ID alone'],
		['c1/../../me', "'Conversation' is not a valid ID", 'Enter the ID alone'],
		['c1\u0007', "'Conversation' is not a valid ID", 'Enter the ID alone'],
	])('an ID of %j is refused with what to change, and nothing is sent', async (id, message, todo) => {
		const error = await rig.failure('message.addNote', { conversationId: byId(id), message: 'x' });
		expect(error.message).toBe(message);
		expect(error.description).toContain(todo);
		expect(sent()).toEqual([]);
	});

	it.each([
		['message.addNote', { conversationId: byId('#2242'), message: 'x' }, "'Conversation'"],
		['message.addNote', { conversationId: byId(' # 2242 '), message: 'x' }, "'Conversation'"],
		['conversation.merge', { conversationId: byId('c1'), mergeableConversationIds: 'c2, #2242' }, "'Conversations to Merge Into It'"],
	])('a ticket number in %s, as %j, is called so, and nothing is sent', async (key, parameters, label) => {
		const error = await rig.failure(key, parameters);
		expect(error.message).toBe(`${label}: #2242 is a ticket number, not an ID`);
		expect(error.description).toContain('From List finds it');
		expect(sent()).toEqual([]);
	});

	it('a bare ticket number is sent, since an ID may be one; what is not found is told with what was asked for', async () => {
		const note = async (id: string) => await rig.failure('message.addNote', { conversationId: byId(id), message: 'x' });
		const [number, id] = [await note('2242'), await note('c99')];
		expect(sent()).toEqual(['POST /conversation/2242/note', 'POST /conversation/c99/note']);
		expect(number.description).toContain("Asked for: 'Conversation' 2242. If 2242 is a ticket number, it is not the ID: From List finds it.");
		expect(id.description).toContain("Asked for: 'Conversation' c99.");
		expect(id.description).not.toContain('ticket');
		const contact = await rig.failure('contact.get', { contactId: byId('2242') });
		expect(contact.description).toContain("Asked for: 'Contact' 2242.");
		expect(contact.description).not.toContain('ticket');
	});

	it('what is no ID but what a customer wrote is not quoted', async () => {
		const error = await rig.failure('conversation.get', { conversationId: byId('anna@example.com') });
		expect(error.message).toContain('not found');
		expect(`${error.message} ${error.description}`).not.toContain('anna');
	});

	it.each([{}, 'c2,c 3', ['c2', 'undefined']])('%j as conversations to merge is refused, and nothing is sent', async (mergeableConversationIds) => {
		const error = await rig.failure('conversation.merge', {
			conversationId: byId(conversation),
			mergeableConversationIds: mergeableConversationIds as never,
		});
		expect(error.message).toContain('Conversations to Merge Into It');
		expect(sent()).toEqual([]);
	});

	it.each(['status', 'cc'])(
		'a name for the text of a reply that is the name of its field %s is refused, and nothing is sent',
		async (messageField) => {
			const additionalFields = { status: 'Closed', cc: 'anna@example.com', messageField };
			const error = await rig.failure('message.reply', {
				conversationId: byId(conversation),
				message: 'Hi',
				messageFormat: 'text',
				additionalFields,
			});
			expect(error.message).toContain(`'Advanced: Message Field Name' is '${messageField}'`);
			expect(sent()).toEqual([]);
		},
	);

	it('a time in a zone that no clock has is refused', async () => {
		const error = await rig.failure('conversation.snooze', { conversationId: byId(conversation), snoozedUntil: '2100-01-01T10:00:00+25:00' });
		expect(error.message).toContain('is not a date');
		expect(sent()).toEqual([]);
	});

	it.each([
		['http://api.example.com/v1', "'Base URL' of the Helpdesk credential must start with https://"],
		['https://api.example.com', "'Base URL' of the Helpdesk credential must end with /v1"],
	])('the base URL %s is refused with what to change', async (baseUrl, message) => {
		const credential = { accessToken: 'x', baseUrl };
		const error = await rig.failure('user.getCurrent', {}, { credential });
		expect(error.message).toBe(message);
		expect(error.description).toContain('https://api.example.com/v1');
	});

	it.each([
		['revoked', 'the access token is missing, expired or revoked', 'Create a token'],
		['withoutScope', 'the access token is not allowed to do this', 'use a token with that scope'],
	] as const)('a token that is %s gives an error that says what to change', async (token, why, todo) => {
		const credential = { accessToken: rig.sandbox.tokens[token], baseUrl: rig.sandbox.baseUrl };
		const error = await rig.failure('conversation.get', { conversationId: byId(conversation) }, { credential });
		expect(error.message).toBe(`Could not get conversation: ${why}`);
		expect(error.description).toContain(todo);
		expect(JSON.stringify(error)).not.toContain(credential.accessToken);
	});

	it.each([
		['{"condition": "and"', "'Advanced: Filter (JSON)' is not valid JSON"],
		['[]', "'Advanced: Filter (JSON)' is not a filter tree"],
		['{"condition": "and", "groups": []}', "'Advanced: Filter (JSON)', filters.groups must be a list with at least one entry"],
		[
			'{"condition": "and", "groups": [{"attribute": "status", "comparison": "eq", "values": [{}]}]}',
			'\'Advanced: Filter (JSON)\', filters.groups[0].values[0] must be {"value": "a text"}',
		],
		[
			'{"condition": "and", "groups": [{"condition": "or", "groups": [{"attribute": ""}]}]}',
			'\'Advanced: Filter (JSON)\', filters.groups[0].groups[0].attribute must be a text such as "status"',
		],
		[
			'{"condition": "and", "groups": [{"attribute": "status", "comparison": " "}]}',
			'\'Advanced: Filter (JSON)\', filters.groups[0].comparison must be a text such as "eq"',
		],
		['{"condition": "", "groups": [{}]}', '\'Advanced: Filter (JSON)\', filters.condition must be a text such as "and"'],
		[
			'{"condition": "and", "groups": [{"attribute": "status", "comparison": "eq", "values": "Active"}]}',
			'\'Advanced: Filter (JSON)\', filters.groups[0].values must be a list such as [{"value": "Active"}]',
		],
	])('the filter %s is refused with the place at fault', async (filterJson, message) => {
		const parameters = { inboxId: byId(inbox), filterMode: 'json', filterJson, returnAll: true };
		expect((await rig.failure('conversation.getMany', parameters)).message).toBe(message);
		expect(sent()).toEqual([]);
	});

	it.each([0, -1, 1.5, 'many'])('a limit of %p is refused', async (limit) => {
		const parameters = { inboxId: byId(inbox), filterMode: 'none', returnAll: false, limit };
		expect((await rig.failure('conversation.getMany', parameters)).message).toBe("'Limit' must be a whole number of at least 1");
		expect(sent()).toEqual([]);
	});

	describe('what an expression gives in place of a text', () => {
		/** The operation with one of its fields, which takes what the item has under `v`. */
		const TEXTS: Array<[label: string, operation: string, parameters: INodeParameters]> = [
			['Message', 'message.reply', { conversationId: byId('c1'), message: '={{ $json.v }}', messageFormat: 'text' }],
			['Message', 'message.addNote', { conversationId: byId('c1'), message: '={{ $json.v }}' }],
			['Body', 'message.forward', { conversationId: byId('c1'), messageId: 'm1', to: 'a@b.example', body: '={{ $json.v }}' }],
			['Subject', 'conversation.update', { conversationId: byId('c1'), updateFields: { subject: '={{ $json.v }}' } }],
			['Status', 'conversation.update', { conversationId: byId('c1'), updateFields: { status: '={{ $json.v }}' } }],
			['Query', 'conversation.search', { query: '={{ $json.v }}', returnAll: true }],
			['Name', 'contact.create', { email: 'a@b.example', additionalFields: { name: '={{ $json.v }}' } }],
			['Notes', 'contact.create', { email: 'a@b.example', additionalFields: { notes: '={{ $json.v }}' } }],
			['Search', 'contact.getMany', { returnAll: true, filters: { q: '={{ $json.v }}' } }],
			['Path', 'apiRequest.send', { method: 'POST', path: '={{ $json.v }}', pageMode: 'none' }],
		];

		it.each(TEXTS)(
			"%s of %s: a list, an object, NaN and Infinity are refused by the field's name, and nothing is sent",
			async (...[label, key, parameters]) => {
				const told: Array<[unknown, string]> = [
					[[], 'a list'],
					[[1, null], 'a list'],
					[{}, 'an object'],
					[{ a: 1 }, 'an object'],
					[NaN, 'NaN'],
					[Infinity, 'Infinity'],
					[new Date('2027-01-01'), 'a date'],
				];
				for (const [v, got] of told) {
					const error = await rig.failure(key, parameters, { items: [{ json: { v } as IDataObject }] });
					expect([error.message, (error.description ?? '') !== '']).toEqual([`'${label}' got ${got}, not text`, true]);
				}
				expect(sent()).toEqual([]);
			},
		);

		it('is refused also where n8n resolves the expression', async () => {
			for (const [message, got] of [
				['={{ Number("abc") }}', 'NaN'],
				['={{ [] }}', 'a list'],
				['={{ ({}) }}', 'an object'],
			]) {
				const error = await rig.failure('message.addNote', { conversationId: byId('c1'), message: message! });
				expect(error.message).toBe(`'Message' got ${got}, not text`);
			}
			expect(sent()).toEqual([]);
		});

		it.each([
			[42, '42'],
			[0, '0'],
			[true, 'true'],
			[false, 'false'],
			['NaN', 'NaN'],
		])('%p is sent as a subject: as text', async (v, subject) => {
			const parameters = { conversationId: byId(conversation), updateFields: { subject: '={{ $json.v }}' } };
			await rig.run('conversation.update', parameters, { items: [{ json: { v } }] });
			expect(rig.sandbox.requests()[0]!.body).toEqual({ subject });
		});

		it('a name or a value of a row that is none is refused, and nothing is sent', async () => {
			const row = (name: string, value: string) => ({
				conversationId: byId('c1'),
				customFieldsMode: 'fields',
				customFields: { field: [{ key: name, value }] },
			});
			const failure = async (parameters: INodeParameters) => (await rig.failure('conversation.setCustomFields', parameters)).message;
			expect(await failure(row('={{ ({ a: 1 }) }}', 'x'))).toBe("'Field' in row 1 of 'Custom Fields' got an object, not text");
			expect(await failure(row('a', '={{ Number("abc") }}'))).toBe("'Value' in row 1 of 'Custom Fields' has NaN in it");
			const query = {
				method: 'GET',
				path: '/me',
				pageMode: 'none',
				queryParameters: { parameter: [{ name: 'a', value: '={{ Number("abc") }}' }] },
			};
			expect((await rig.failure('apiRequest.send', query)).message).toBe("'Query Parameters': row 1 needs a name and a value");
			expect(sent()).toEqual([]);
		});
	});

	describe.each([
		['a zero-width space', '\u200b'],
		['spaces, joiners and a byte order mark', ' \u200c\u200d\u2060\ufeff\u00a0\n'],
	])('%s alone', (_, blank) => {
		it.each<[string, string, INodeParameters]>([
			['Message', 'message.addNote', { conversationId: byId('c1'), message: blank }],
			['Message', 'message.reply', { conversationId: byId('c1'), message: blank, messageFormat: 'text' }],
			['Subject', 'conversation.update', { conversationId: byId('c1'), updateFields: { subject: blank } }],
			['Query', 'conversation.search', { query: blank, returnAll: true }],
			['Conversation', 'message.reply', { conversationId: byId(blank), message: 'x', messageFormat: 'text' }],
			['Attachment ID', 'attachment.download', { attachmentId: blank }],
			['Tags', 'conversation.update', { conversationId: byId('c1'), updateFields: { tags: blank } }],
		])('counts as empty: %s of %s is refused, and nothing is sent', async (label, key, parameters) => {
			expect((await rig.failure(key, parameters)).message).toBe(`'${label}' is empty`);
			expect(sent()).toEqual([]);
		});

		it('leaves out what can be left out, and no filter is one', async () => {
			await rig.run('contact.getMany', { returnAll: true, filters: { q: blank, inbox: byId(blank) } });
			expect(sent()).toEqual(['GET /contacts']);
			expect(Object.keys(rig.sandbox.requests()[0]!.query)).not.toEqual(expect.arrayContaining(['q']));
		});
	});

	it.each(['<p></p>', '<P><br/>\n</P >', '<div>&nbsp;</div>\u200b'])('%j as HTML shows nothing: it counts as empty', async (message) => {
		for (const key of ['message.reply', 'scheduledReply.create']) {
			const parameters = { conversationId: byId('c1'), message, messageFormat: 'html', scheduledAt: '2999-01-01T00:00:00Z' };
			expect((await rig.failure(key, parameters)).message).toBe("'Message' is empty");
		}
		expect(sent()).toEqual([]);
	});

	it.each(['<p><img src="x"></p>', '<hr>', '<p>0</p>'])('%j as HTML shows something: it is sent', async (message) => {
		await rig.run('message.reply', { conversationId: byId(conversation), message, messageFormat: 'html' });
		expect(rig.sandbox.requests()[0]!.body).toEqual({ message });
	});

	it('a text that has invisible characters among others is sent as it is', async () => {
		await rig.run('conversation.update', { conversationId: byId(conversation), updateFields: { subject: '👩\u200d💻 hi\u200b' } });
		expect(rig.sandbox.requests()[0]!.body).toEqual({ subject: '👩\u200d💻 hi\u200b' });
	});

	describe('a switch', () => {
		const SWITCHES: Array<[label: string, operation: string, parameters: INodeParameters]> = [
			['Return All', 'inbox.getTags', { inboxId: byId('in1'), returnAll: '={{ $json.v }}', limit: 5 }],
			['Include Notes', 'conversation.merge', { conversationId: byId('c1'), mergeableConversationIds: ['c2'], includeNotes: '={{ $json.v }}' }],
			['Include Notes', 'conversation.getContext', { conversationId: byId('c1'), options: { includeNotes: '={{ $json.v }}' } }],
			[
				'Remove All Tags',
				'conversation.update',
				{ conversationId: byId('c1'), updateFields: { status: 'Closed', removeAllTags: '={{ $json.v }}' } },
			],
			['Unassign', 'conversation.update', { conversationId: byId('c1'), updateFields: { status: 'Closed', unassign: '={{ $json.v }}' } }],
			['Include Those Without Conversations', 'contact.getMany', { returnAll: true, filters: { withOrphan: '={{ $json.v }}' } }],
			['Simplify', 'conversation.get', { conversationId: byId('c1'), options: { simplify: '={{ $json.v }}' } }],
			['Receipt', 'message.addNote', { conversationId: byId('c1'), message: 'x', options: { receipt: '={{ $json.v }}' } }],
			['Download', 'apiRequest.send', { method: 'GET', path: '/me', pageMode: 'none', options: { download: '={{ $json.v }}' } }],
		];

		it.each(SWITCHES)('%s of %s that is neither on nor off is refused, not taken for off', async (...[label, key, parameters]) => {
			for (const json of [{}, ...['TRUE', 'yes', '', 7, null, undefined, {}, [], NaN].map((v) => ({ v }))]) {
				const error = await rig.failure(key, parameters, { items: [{ json: json as IDataObject }] });
				expect([json, error.message]).toEqual([json, `'${label}' is neither on nor off`]);
			}
			expect(sent()).toEqual([]);
		});

		it.each([
			[true, true],
			['true', true],
			[false, false],
			['false', false],
		])('by an expression that gives %j is %j', async (v, on) => {
			const ids = [...rig.sandbox.store.conversations.keys()].slice(0, 2);
			const parameters = { conversationId: byId(ids[0]!), mergeableConversationIds: [ids[1]!], includeNotes: '={{ $json.v }}' };
			await rig.run('conversation.merge', parameters, { items: [{ json: { v } }] });
			expect(rig.sandbox.requests()[0]!.body).toMatchObject({ include_notes: on });
		});

		it('that was never set has its default', async () => {
			const ids = [...rig.sandbox.store.conversations.keys()].slice(0, 2);
			await rig.run('conversation.merge', { conversationId: byId(ids[0]!), mergeableConversationIds: [ids[1]!] });
			await rig.run('conversation.update', { conversationId: byId(ids[0]!), updateFields: { status: 'Closed' } });
			expect(rig.sandbox.requests().map(({ body }) => body)).toEqual([
				{ mergeable_conversation_ids: [ids[1]], include_notes: true, include_merge_summary: true },
				{ status: 'Closed' },
			]);
		});
	});

	describe('JSON', () => {
		const nested = (depth: number): IDataObject => (depth === 0 ? {} : { a: nested(depth - 1) });
		const itself: IDataObject = {};
		itself.a = itself;
		const FIELDS: Array<[label: string, operation: string, parameters: INodeParameters]> = [
			['Advanced: Additional Query (JSON)', 'inbox.getReports', { inboxId: byId('in1'), options: { additionalQuery: '={{ $json.v }}' } }],
			['Advanced: Additional Body (JSON)', 'contact.create', { email: 'a@b.example', additionalFields: { additionalBody: '={{ $json.v }}' } }],
			['Body (JSON)', 'apiRequest.send', { method: 'POST', path: '/x', pageMode: 'none', jsonBody: '={{ $json.v }}' }],
			[
				'Advanced: Custom Fields (JSON)',
				'conversation.setCustomFields',
				{ conversationId: byId('c1'), customFieldsMode: 'json', customFieldsJson: '={{ $json.v }}' },
			],
			[
				"Value' in row 1 of 'Custom Fields",
				'conversation.setCustomFields',
				{ conversationId: byId('c1'), customFieldsMode: 'fields', customFields: { field: [{ key: 'a', value: '={{ $json.v }}' }] } },
			],
			[
				'Advanced: Filter (JSON)',
				'conversation.getMany',
				{ inboxId: byId('in1'), filterMode: 'json', filterJson: '={{ $json.v }}', returnAll: true },
			],
		];

		it.each(FIELDS)('%s of %s that is nested without end is refused, and nothing is sent', async (...[label, key, parameters]) => {
			for (const v of [nested(3_000), itself, { toJSON: 'no function', a: nested(3_000) }]) {
				const error = await rig.failure(key, parameters, { items: [{ json: { v } }] });
				expect(error.message).toBe(`'${label}' is nested too deeply`);
			}
			expect(sent()).toEqual([]);
		});

		it('as text too, and a hundred levels are sent', async () => {
			const send = { method: 'POST', path: '/x', pageMode: 'none' };
			const text = (depth: number) => JSON.stringify(nested(depth - 1));
			expect((await rig.failure('apiRequest.send', { ...send, jsonBody: text(3_000) })).message).toBe("'Body (JSON)' is nested too deeply");
			expect((await rig.failure('apiRequest.send', { ...send, jsonBody: text(101) })).message).toBe("'Body (JSON)' is nested too deeply");
			expect(sent()).toEqual([]);
			await rig.failure('apiRequest.send', { ...send, jsonBody: text(100) });
			expect(sent()).toEqual(['POST /x']);
		});

		it.each([
			['NaN', '={{ ({ a: [Number("x")] }) }}'],
			['Infinity', '{"a": [1e999]}'],
			['a function', '={{ $json.made }}'],
		])('with %s, which JSON would make null, is refused, and nothing is sent', async (what, additionalBody) => {
			const parameters = { email: 'a@b.example', additionalFields: { additionalBody } };
			const made = { a: [() => 'x'] } as unknown as IDataObject;
			const error = await rig.failure('contact.create', parameters, { items: [{ json: { made } }] });
			expect(error.message).toBe(`'Advanced: Additional Body (JSON)' has ${what} in it`);
			expect(sent()).toEqual([]);
		});

		it.each(['{"a": 9007199254740993}', '{"a": [{"b": -12345678901234567890}]}', '={{ ({ a: 2 ** 60 }) }}'])(
			'with a number that would lose its last digits is refused, and nothing is sent: %s',
			async (additionalBody) => {
				const error = await rig.failure('contact.create', { email: 'a@b.example', additionalFields: { additionalBody } });
				expect(error.message).toBe("'Advanced: Additional Body (JSON)' has a number of more than 15 digits in it");
				expect(sent()).toEqual([]);
			},
		);
	});

	it('loses no other item: the good ones are sent, the bad one comes out as an error linked to its input', async () => {
		const [first, second] = [...rig.sandbox.store.conversations.keys()];
		const items = [{ json: { id: first! } }, { json: { id: '..' } }, { json: { id: second! } }];
		const parameters = { conversationId: byId('={{ $json.id }}'), message: 'seen' };
		const output = await rig.run('message.addNote', parameters, { items, onError: 'continueRegularOutput' });
		expect(output.map(({ json, pairedItem }) => [json.id ?? json.error, pairedItem])).toEqual([
			[first, { item: 0 }],
			["'Conversation' is not a valid ID", { item: 1 }],
			[second, { item: 2 }],
		]);
		expect(sent()).toEqual([`POST /conversation/${first}/note`, `POST /conversation/${second}/note`]);
	});
});
