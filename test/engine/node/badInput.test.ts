import { byId, useNodeRig } from '../../support/nodeRig';

describe('bad input', () => {
	const rig = useNodeRig();
	let conversation: string;
	beforeAll(() => ([conversation] = rig.ids() as [string]));

	const sent = () => rig.requests().map(({ method, path }) => `${method} ${path}`);

	it.each([
		['', "'Conversation' is empty", "Enter 'Conversation', or"],
		['..', `'Conversation': ".." is not a valid ID`, 'Enter the ID alone'],
		['c1/../../me', `'Conversation': "c1/../../me" is not a valid ID`, 'Enter the ID alone'],
		['c1\u0007', "'Conversation' contains a control character", 'Type the text anew'],
	])('the ID %j is refused before anything is sent, and the error says what to change', async (id, message, todo) => {
		const error = await rig.failure('message.addNote', { conversationId: byId(id), message: 'x' });
		expect(error.message).toBe(message);
		expect(error.description).toContain(todo);
		expect(sent()).toEqual([]);
	});

	it.each([
		['message.addNote', { conversationId: byId('#2242'), message: 'x' }, "'Conversation'"],
		['message.addNote', { conversationId: byId(' # 2242 '), message: 'x' }, "'Conversation'"],
		[
			'conversation.merge',
			{ conversationId: byId('c1'), mergeableConversationIds: 'c2, #2242' },
			"'Conversations to Merge Into It', entry 2",
		],
	])(
		'%s refuses a ticket number before anything is sent, and the error says what it is: %j',
		async (key, parameters, label) => {
			const error = await rig.failure(key, parameters);
			expect(error.message).toBe(`${label}: #2242 is a ticket number, not an ID`);
			expect(error.description).toContain('From List');
			expect(sent()).toEqual([]);
		},
	);

	it('a number is sent as an ID, and the error of a 404 hints at ticket numbers', async () => {
		const note = async (id: string) =>
			await rig.failure('message.addNote', { conversationId: byId(id), message: 'x' });
		const [number, id] = [await note('2242'), await note('c99')];
		expect(sent()).toEqual(['POST /conversation/2242/note', 'POST /conversation/c99/note']);
		expect(number.description).toContain(
			"Asked for: 'Conversation' 2242. If 2242 is a ticket number, choose From List, and type it there.",
		);
		expect(id.description).toContain("Asked for: 'Conversation' c99.");
		expect(id.description).not.toContain('ticket');
		const contact = await rig.failure('contact.get', { contactId: byId('2242') });
		expect(contact.description).toContain("Asked for: 'Contact' 2242.");
		expect(contact.description).not.toContain('ticket');
	});

	it('a 404 names the field of the incoming item that contains the right ID', async () => {
		const items = [{ json: { id: 'm9', conversation_id: 'c9' } }];
		const cancel = { conversationId: byId('={{ $json.id }}'), messageId: byId('={{ $json.id }}') };
		const { description } = await rig.failure('scheduledReply.cancel', cancel, { items });
		expect(description).toContain("The incoming item has another 'Conversation' as 'conversation_id': drag that.");
	});

	it.each([
		['{"condition": "and"', "'Advanced: Filter (JSON)' is not valid JSON"],
		['{"condition": "and", "groups": {}}', "'Advanced: Filter (JSON)' is not a filter"],
	])('a malformed JSON filter is refused before anything is sent: %s', async (filterJson, message) => {
		const parameters = { inboxId: byId('inbox_support'), filterMode: 'json', filterJson, returnAll: true };
		expect((await rig.failure('conversation.getMany', parameters)).message).toBe(message);
		expect(sent()).toEqual([]);
	});

	it.each([
		[42, '42'],
		[0, '0'],
		[true, 'true'],
		[false, 'false'],
		['NaN', 'NaN'],
	])('%p from an expression is sent as text', async (v, subject) => {
		const parameters = { conversationId: byId(conversation), updateFields: { subject: '={{ $json.v }}' } };
		await rig.run('conversation.update', parameters, { items: [{ json: { v } }] });
		expect(rig.requests()[0]!.body).toEqual({ subject });
	});

	it.each([
		'<p></p>',
		'<P><br/>\n</P >',
		'<div>&nbsp;</div>\u200b',
		'<style>a{}</style>&#8203;<!-- hi --><p>&shy;</p>',
	])('the HTML message %j is blank and counts as empty', async (message) => {
		for (const key of ['message.reply', 'scheduledReply.create']) {
			const parameters = {
				conversationId: byId('c1'),
				message,
				messageFormat: 'html',
				scheduledAt: '2199-01-01T00:00:00Z',
			};
			expect((await rig.failure(key, parameters)).message).toBe("The customer got nothing. 'Message' is empty");
		}
		expect(sent()).toEqual([]);
	});

	it.each(['<p><img src="x"></p>', '<hr>', '<p>0</p>'])(
		'the HTML message %j has visible content and is sent',
		async (message) => {
			await rig.run('message.reply', { conversationId: byId(conversation), message, messageFormat: 'html' });
			expect(rig.requests()[0]!.body).toEqual({ message });
		},
	);

	it('a text with some invisible characters is sent unchanged', async () => {
		await rig.run('conversation.update', {
			conversationId: byId(conversation),
			updateFields: { subject: '👩\u200d💻 hi\u200b' },
		});
		expect(rig.requests()[0]!.body).toEqual({ subject: '👩\u200d💻 hi\u200b' });
	});

	it('a switch without a stored value uses its default', async () => {
		const ids = rig.ids().slice(0, 2);
		await rig.run('conversation.merge', { conversationId: byId(ids[0]!), mergeableConversationIds: [ids[1]!] });
		await rig.run('conversation.update', { conversationId: byId(ids[0]!), updateFields: { status: 'Closed' } });
		expect(rig.requests().map(({ body }) => body)).toEqual([
			{ mergeable_conversation_ids: [ids[1]], include_notes: true, include_merge_summary: true },
			{ status: 'Closed' },
		]);
	});

	it('with Continue, one bad item is output as an error and the others run', async () => {
		const [first, second] = rig.ids();
		const items = [{ json: { id: first! } }, { json: { id: '..' } }, { json: { id: second! } }];
		const parameters = { conversationId: byId('={{ $json.id }}'), message: 'seen' };
		const output = await rig.run('message.addNote', parameters, { items, onError: 'continueRegularOutput' });
		expect(output.map(({ json, pairedItem }) => [json.id ?? json.error, pairedItem])).toEqual([
			[first, { item: 0 }],
			[`'Conversation': ".." is not a valid ID`, { item: 1 }],
			[second, { item: 2 }],
		]);
		expect(sent()).toEqual([`POST /conversation/${first}/note`, `POST /conversation/${second}/note`]);
	});
});
