import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { byId, useNodeRig } from '../../support/nodeRig';

const rig = useNodeRig({ conversations: 30 });
let conversation: string;
beforeEach(() => ([conversation] = [...rig.sandbox.store.conversations.keys()] as [string]));

const writes = () =>
	rig.sandbox
		.requests()
		.filter(({ method, path }) => method !== 'GET' && path !== '/search' && !/^\/inboxes\/[^/]+$/.test(path));
const fromAi = (name: string) => `={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('${name}', \`\`, 'string') }}`;

describe('a filter whose expression has no value', () => {
	const getMany = (filters: INodeParameters, options: INodeParameters = {}) =>
		['conversation.getMany', { inboxId: byId('inbox_support'), returnAll: true, filters, options }] as const;

	it.each<[string, string, INodeParameters]>([
		['Statuses', 'conversation', { statuses: '={{ $json.status }}' }],
		['Created Before', 'conversation', { createdBefore: '={{ $json.at }}' }],
		['Assigned To', 'conversation', { assignedTo: byId('={{ $json.who }}') }],
		['Search', 'contact', { q: '={{ $json.name }}' }],
	])('is refused before a request: %s of a %s, set to %j', async (label, record, filters) => {
		const error =
			record === 'contact'
				? await rig.failure('contact.getMany', { returnAll: true, filters })
				: await rig.failure(...getMany(filters));
		expect(error.message).toBe(`'${label}' has no value for this item, so every ${record} would match`);
		expect(error.description).toContain("'Ignore Empty Filters'");
		expect(rig.sandbox.requests()).toEqual([]);
	});

	it.each([
		[
			'a condition',
			{
				filterMode: 'conditions',
				conditions: { condition: [{ attribute: 'status', values: '={{ $json.s }}' }] },
			},
		],
		[
			'a tree',
			{
				filterMode: 'json',
				filterJson:
					'={"condition":"and","groups":[{"attribute":"status","comparison":"eq","values":[{"value":"{{ $json.s ?? "" }}"}]}]}',
			},
		],
		[
			'a condition of a tree',
			{ filterMode: 'json', filterJson: '={{ ({ groups: [{ attribute: "status", values: [{}] }] }) }}' },
		],
		['an empty tree', { filterMode: 'json', filterJson: '={{ ({ condition: "and", groups: [] }) }}' }],
		['the limit', { returnAll: false, limit: '={{ $json.limit }}' }],
	])('is refused in %s', async (_, parameters) => {
		await rig.failure('conversation.getMany', {
			inboxId: byId('inbox_support'),
			returnAll: true,
			...parameters,
		} as INodeParameters);
		expect(rig.sandbox.requests()).toEqual([]);
	});
});

describe('a model that fills in a tool', () => {
	const update = (call: IDataObject) =>
		rig.run(
			'conversation.update',
			{
				conversationId: byId(conversation),
				updateFields: {
					status: fromAi('Status'),
					subject: fromAi('Subject'),
					assignTo: byId(fromAi('Assign_To')),
				},
			},
			{ asTool: true, call },
		);

	it.each(['', null, ' '])('leaves out optional fields with %j', async (nothing) => {
		await update({ Status: 'Closed', Subject: nothing, Assign_To: nothing });
		expect(rig.sandbox.requests()[0]!.body).toEqual({ status: 'Closed' });
	});

	it('is asked to call a list again if no inbox has the given name', async () => {
		const parameters = { inboxId: byId(fromAi('Inbox')), limit: 5 };
		const asked = rig.run('conversation.getMany', parameters, { asTool: true, call: { Inbox: 'Marketing' } });
		await expect(asked).rejects.toThrow(/No inbox is named "Marketing".*Call the tool again with another/);
	});

	it('may look for conversations of nobody', async () => {
		const parameters = { inboxId: byId('inbox_support'), filters: { assignedTo: byId('nobody') } };
		expect(await rig.run('conversation.getMany', parameters, { asTool: true })).not.toEqual([]);
	});

	it('may schedule the same text for another time, or again after a cancellation', async () => {
		const tool = { asTool: true, nodeId: 'later' };
		const scheduled = async (time: string) => {
			const parameters = { conversationId: byId(conversation), message: 'Later', when: 'at', scheduledAt: time };
			return (await rig.run('scheduledReply.create', parameters, tool))[0]!.json;
		};
		const { message_id: messageId } = await scheduled('2099-12-01T09:00');
		expect((await scheduled('2099-12-01T09:00')).skipped).toBe(true);
		expect((await scheduled('2099-12-03T09:00')).skipped).toBeUndefined();
		const cancelled = { conversationId: byId(conversation), messageId: byId(String(messageId)) };
		await rig.run('scheduledReply.cancel', cancelled, tool);
		expect((await scheduled('2099-12-01T09:00')).skipped).toBeUndefined();
		const now = { conversationId: byId(conversation), messageId: byId(String(messageId)) };
		await expect(rig.run('scheduledReply.sendNow', now, tool)).rejects.toThrow('not found');
	});

	it('cannot repeat a text of unknown outcome, even for another time or after another write', async () => {
		const tool = { asTool: true, nodeId: 'lost', onError: 'continueRegularOutput' } as const;
		const text = { conversationId: byId(conversation), message: 'Perhaps', when: 'at' };
		rig.sandbox.fault({ kind: 'drop', when: 'before', path: '/conversation/**', method: 'POST', times: 2 });
		const written = async (operation: string, more = {}) =>
			(await rig.run(operation, { ...text, ...more }, tool))[0]!.json;
		await written('scheduledReply.create', { scheduledAt: '2099-12-01T09:00' });
		await written('message.reply');
		const tag = { conversationId: byId(conversation), tagId: byId('tag_bug') };
		await rig.run('conversation.removeTag', tag, tool);
		expect(await written('message.reply')).toMatchObject({ skipped: true });
		const later = await written('scheduledReply.create', { scheduledAt: '2099-12-01T09:01' });
		expect(later.reason).toContain('List the scheduled replies');
	});

	it('cannot repeat a split of unknown outcome', async () => {
		const parameters = { conversationId: byId(conversation), threadEventId: byId('m1') };
		const tool = { asTool: true, nodeId: 'splits' };
		rig.sandbox.fault({ kind: 'drop', when: 'after', path: '/conversation/**', method: 'POST' });
		await expect(rig.run('conversation.split', parameters, tool)).rejects.toThrow('Do not repeat it');
		expect((await rig.run('conversation.split', parameters, tool))[0]!.json.skipped).toBe(true);
		expect(writes()).toHaveLength(1);
	});

	it('may create a conversation with the same text for another customer', async () => {
		const created = async (email: string) => {
			const parameters = { inboxId: byId('inbox_support'), email, message: 'Hi' };
			return (await rig.run('conversation.create', parameters, { asTool: true }))[0]!.json.skipped;
		};
		expect([await created('a@x.example'), await created('b@x.example')]).toEqual([undefined, undefined]);
	});

	it('cannot repeat an API Request of unknown outcome', async () => {
		rig.sandbox.fault({ kind: 'drop', when: 'after', path: '/contacts', method: 'POST' });
		const parameters = { method: 'POST', path: '/contacts', jsonBody: '{"email": "c@x.example"}' };
		await expect(rig.run('apiRequest.send', parameters, { asTool: true })).rejects.toThrow('Do not repeat it');
	});

	it('looks for a scheduled reply that cannot be cancelled', async () => {
		rig.answers(404);
		const parameters = { conversationId: byId(conversation), messageId: byId('m1') };
		await expect(rig.run('scheduledReply.cancel', parameters, { asTool: true })).rejects.toThrow(
			'if it is no longer there, it was cancelled or sent',
		);
	});

	it('is told that a refused write changed nothing', async () => {
		const parameters = { conversationId: byId(conversation), tagId: byId('nowhere') };
		await expect(rig.run('conversation.addTag', parameters, { asTool: true })).rejects.toThrow(
			'Nothing was changed.',
		);
	});

	it('gets an error after a wait of 45 seconds, and the next run looks names up again', async () => {
		const tag = { conversationId: byId(conversation), tagId: { __rl: true, mode: 'name', value: 'Bug' } };
		await rig.clock.sleep(600_000);
		rig.sandbox.fault({ kind: 'status', status: 429, retryAfter: 50, path: '/inboxes/**', times: 1 });
		await expect(rig.run('conversation.addTag', tag, { asTool: true })).rejects.toThrow('45 seconds went by');
		await rig.run('conversation.addTag', tag);
		expect(writes().at(-1)!.body).toEqual({ tag: 'tag_bug' });
	});

	it('gets a mark before each line that a person wrote, also after U+0085', async () => {
		rig.sandbox.store.conversations.get(conversation)!.record.subject = 'Hello there\u0085Assigned to: me';
		const parameters = { conversationId: byId(conversation) };
		const [item] = await rig.run('conversation.get', parameters, { asTool: true });
		expect(item!.json.subject).toBe('| Hello there\u0085| Assigned to: me');
	});

	it('may write a fixed choice in any capitalisation', async () => {
		const parameters = { conversationId: byId(conversation), message: '**Hi**', messageFormat: fromAi('Format') };
		await rig.run('message.reply', parameters, { asTool: true, call: { Format: 'Markdown' } });
		expect(JSON.stringify(rig.sandbox.requests().at(-1)!.body)).toContain('<strong>Hi</strong>');
		await expect(rig.run('message.reply', parameters, { asTool: true, call: { Format: 'rtf' } })).rejects.toThrow(
			'must be one of: text, markdown, html',
		);
	});

	it('gets the documented values of a field and those found in its records', async () => {
		rig.sandbox.store.conversations.get(conversation)!.record.status = 'On hold';
		const list = (call: IDataObject) => {
			const filters = { statuses: fromAi('Status'), priorities: fromAi('Priority') };
			const parameters = { inboxId: byId('inbox_support'), returnAll: true, filters };
			return rig.run('conversation.getMany', parameters, { asTool: true, call });
		};
		await list({ Status: '', Priority: '' });
		await expect(list({ Status: 'none', Priority: '' })).rejects.toThrow('Active, Closed, Pending, Spam, On hold');
		await expect(list({ Status: '', Priority: 'On hold' })).rejects.toThrow('High, Low, Normal');
	});

	describe('if the helpdesk lists no names', () => {
		beforeEach(async () => {
			await rig.clock.sleep(600_000);
			for (const path of ['/tags', '/inboxes', '/inboxes/**', '/settings/**'])
				rig.sandbox.fault({ kind: 'status', status: 403, path, method: 'GET', times: 0 });
		});
		afterEach(async () => await rig.clock.sleep(600_000));

		const tag = (value: string) => ({ tagId: { __rl: true, mode: 'name', value } });
		const called = (operation: string, parameters: INodeParameters) =>
			rig.run(operation, { conversationId: byId(conversation), ...parameters }, { asTool: true });

		it.each([
			['conversation.getMany', { inboxId: byId('billing'), limit: 5 }],
			['conversation.addTag', tag('urgent')],
			['conversation.removeTag', tag('urgent')],
			['conversation.assign', { assignTo: byId('Kim') }],
		])('cannot use a name (%s)', async (operation, parameters) => {
			await expect(called(operation, parameters)).rejects.toThrow(
				/your helpdesk does not list its \w+\. .*Names cannot be looked up here/,
			);
			expect(writes()).toEqual([]);
		});

		it('may use an ID', async () => {
			await called('conversation.addTag', tag('tag_7')).catch(() => undefined);
			expect(writes()[0]!.body).toEqual({ tag: 'tag_7' });
		});
	});

	it('filters by a status in any capitalisation', async () => {
		const filters = { statuses: fromAi('Status') };
		const parameters = { inboxId: byId('inbox_support'), returnAll: true, filters };
		await rig.run('conversation.getMany', parameters, { asTool: true, call: { Status: 'active' } });
		expect(JSON.stringify(rig.sandbox.requests().at(-1)!.body)).toContain('"Active"');
	});

	it('cannot switch off a filter that an expression sets', async () => {
		const parameters = {
			inboxId: byId('inbox_support'),
			returnAll: true,
			filters: { statuses: '={{ $json.status }}' },
		};
		await expect(
			rig.run('conversation.getMany', parameters, { asTool: true, call: { Status: '' } }),
		).rejects.toThrow("'Statuses' has no value");
	});
});

describe('an optional field of a write', () => {
	const update = (updateFields: INodeParameters) =>
		rig.run('conversation.update', { conversationId: byId(conversation), updateFields });

	it('is left out by null', async () => {
		await update({ status: "={{ $json.solved ? 'Closed' : null }}", subject: 'Hi' });
		expect(rig.sandbox.requests()[0]!.body).toEqual({ subject: 'Hi' });
	});

	it.each(["={{ '' }}", '={{ $json.missing }}', '={{ [] }}'])(
		'refuses other empty values (%s), and the error suggests null',
		async (subject) => {
			const { message, description } = await rig.failure('conversation.update', {
				conversationId: byId(conversation),
				updateFields: { subject },
			});
			expect(message).toBe("'Subject' is empty");
			expect(description).toContain('let it give null');
			expect(writes()).toEqual([]);
		},
	);

	it('is emptied by null if it is a custom field, and refuses other empty values', async () => {
		const set = (value: string) => ({
			conversationId: byId(conversation),
			customFields: { field: [{ key: { mode: 'list', value: 'plan' }, value }] },
		});
		await rig.run('conversation.setCustomFields', set('={{ null }}'));
		expect(writes()[0]!.body).toEqual({ plan: null });
		const { description } = await rig.failure('conversation.setCustomFields', set("={{ '' }}"));
		expect(description).toContain('Null empties the field.');
	});

	it('is refused as "nothing to update" if all are left out', async () => {
		await expect(update({ status: '={{ null }}' })).rejects.toThrow('There is nothing to update');
	});
});

const upsert = async (email: string) => (await rig.run('contact.upsert', { email }))[0]!.json;

it.each([
	'mailto:anna@bücher.example',
	'Anna@xn--bcher-kva.example',
	'\u200banna@bücher.example',
	'anna@bu\u0308cher.example',
])('Create or Update finds an existing contact by %j', async (same) => {
	const { id } = await upsert('anna@bücher.example');
	expect(await upsert(same)).toMatchObject({ id, email: 'anna@xn--bcher-kva.example', created: false });
});

it('a custom field refuses a NUL character', async () => {
	const customFields = { field: [{ key: byId('plan'), value: 'a\u0000' }] };
	await rig.failure('conversation.setCustomFields', { conversationId: byId(conversation), customFields });
	expect(writes()).toEqual([]);
});

describe('names in place of IDs', () => {
	it.each([
		['a list of names', '={{ ["Feature request", "Bug"] }}'],
		['names with other white space', 'Feature\u00a0 request, bug'],
		['IDs as JSON', '={{ \'["tag_feature_request","tag_bug"]\' }}'],
	])('Tags of Update accepts %s', async (_, tags) => {
		await rig.run('conversation.update', { conversationId: byId(conversation), updateFields: { tags } });
		expect(writes().map(({ body }) => body)).toEqual([{ tags: ['tag_feature_request', 'tag_bug'] }]);
	});

	it('Tags of Update refuses an unknown name', async () => {
		const parameters = { conversationId: byId(conversation), updateFields: { tags: 'Nonsense' } };
		expect((await rig.failure('conversation.update', parameters)).message).toContain('named "Nonsense"');
		expect(writes()).toEqual([]);
	});

	it('Tag accepts a name with other white space', async () => {
		const tagId = byId('\u200bFeature\u00a0 request');
		await rig.run('conversation.addTag', { conversationId: byId(conversation), tagId });
		expect(writes()[0]!.body).toEqual({ tag: 'tag_feature_request' });
	});

	it('the error of Add Tag with a wrong conversation names the conversation, not the tag', async () => {
		const items = [{ json: { ticket_id: 1042 } }];
		const { message, description } = await rig.failure(
			'conversation.addTag',
			{ conversationId: byId('={{ $json.ticket_id }}'), tagId: { __rl: true, mode: 'name', value: 'Urgent' } },
			{ items },
		);
		expect(message).toContain('Could not find the conversation: not found');
		expect(description).toContain("The incoming item has 1042 as 'ticket_id'.");
	});

	it('a teammate can be given by email address or as Me', async () => {
		const teammate = [...rig.sandbox.store.teammates.values()][1]!;
		const assign = async (value: string) =>
			await rig.run('conversation.assign', { conversationId: byId(conversation), assignTo: byId(value) });
		await assign(String(teammate.email).toUpperCase());
		await assign('Me');
		await rig.run('message.addNote', {
			conversationId: byId(conversation),
			message: 'x',
			additionalFields: { mentionedIds: `={{ "${String(teammate.email)}" }}` },
		});
		const [first, second, note] = writes().map(({ body }) => body as IDataObject);
		expect(first).toEqual({ assign_to: teammate.id });
		expect(second!.assign_to).not.toBe('me');
		expect(note!.mentioned_ids).toEqual([teammate.id]);
		await expect(assign('nobody@nowhere.example')).rejects.toThrow(
			'No teammate has the email address "nobody@nowhere.example"',
		);
	});

	it('a custom field can be given by its shown name; an unknown name is refused', async () => {
		const set = async (name: string) =>
			await rig.run('conversation.setCustomFields', {
				conversationId: byId(conversation),
				customFields: { field: [{ key: byId(name), value: '7' }] },
			});
		await set('Order  number');
		expect(writes()[0]!.body).toEqual({ order_number: '7' });
		await expect(set('Nonsense')).rejects.toThrow('No custom field is named "Nonsense"');
	});

	it('an email address as contact ID is refused; the error says how to find the ID', async () => {
		const { message, description } = await rig.failure('contact.get', { contactId: byId('kim@x.example') });
		expect(message).toBe(`'Contact': "kim@x.example" is an email address, not an ID`);
		expect(description).toContain('Contact → Get Many with a search');
		expect(rig.sandbox.requests()).toEqual([]);
	});
});
