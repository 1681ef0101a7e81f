import { byId, startNodeRig, type NodeRig } from '../../support/nodeRig';
import { saveDraft, threads } from '../../support/sandboxRecords';

describe('Not If Already There', () => {
	let rig: NodeRig;
	let id: string;
	beforeAll(async () => (rig = await startNodeRig({ conversations: 60 })));
	beforeEach(() => {
		rig.sandbox.reset();
		id = threads(rig.sandbox, 1)[0]!.record.id;
	});
	afterAll(async () => await rig.sandbox.close());

	const writing = ['message.addNote', 'message.reply'];
	const parameters = (options: object = {}, message = 'a < b & "c"\nsecond line') => ({
		conversationId: byId(id),
		message,
		options: { notIfAlreadyThere: true, ...options } as never,
	});
	const methods = () => rig.sandbox.requests().map(({ method }) => method);

	it.each(writing)('%s: a second run, in another execution, writes nothing that the first one wrote', async (operation) => {
		const [first] = await rig.run(operation, parameters());
		expect(first!.json.skipped).toBeUndefined();
		const [second] = await rig.run(operation, parameters());
		expect(second!.json).toEqual({
			id,
			message: 'Nothing was sent',
			skipped: true,
			reason: 'A message of the conversation begins with this text',
		});
		expect(methods()).toEqual(['GET', 'POST', 'GET']);
	});

	it.each(writing)('%s: another text is written', async (operation) => {
		await rig.run(operation, parameters());
		const [item] = await rig.run(operation, parameters({}, 'Something else'));
		expect(item!.json.skipped).toBeUndefined();
		expect(methods()).toEqual(['GET', 'POST', 'GET', 'POST']);
	});

	it('off by default: the text is written again, and nothing is read', async () => {
		await rig.run('message.addNote', parameters({ notIfAlreadyThere: false }));
		await rig.run('message.addNote', parameters({ notIfAlreadyThere: false }));
		expect(methods()).toEqual(['POST', 'POST']);
	});

	it('what cannot be told is not written: a text that shows nothing, a saved draft alone', async () => {
		const draftId = saveDraft(rig.sandbox, rig.sandbox.store.conversations.get(id)!);
		const told = 'Whether the conversation has this text already cannot be told';
		const [picture] = await rig.run('message.reply', { ...parameters({}, '<img src="x">'), messageFormat: 'html' });
		const [draft] = await rig.run('message.reply', { ...parameters({}, ''), additionalFields: { draftId } });
		expect([picture!.json.reason, draft!.json.reason]).toEqual([told, told]);
		expect(methods()).toEqual(['GET', 'GET']);
	});

	describe('an excerpt that breaks off where another text goes on', () => {
		const sought = 'Draft 278-af7a46 of the AI was declined.';
		const other = 'Draft 278-af7a46 of the AI, not sent. Read it and decide within two days: http://n8n/form.';
		const shows = (excerpt: string, bodies = other) => {
			const [message] = rig.sandbox.store.conversations.get(id)!.events.map((event) => event.message);
			Object.assign(message!, { text_body: bodies, html_body: bodies, excerpt });
		};

		it.each(['Draft 278-af7a46 of the AI', 'Draft 278-af7a46 of…', 'Draft 278-af7a46 of the ...'])(
			'is no part of the text where it stands beside a whole one that begins so: "%s"',
			async (excerpt) => {
				shows(excerpt);
				const [item] = await rig.run('message.addNote', parameters({}, sought));
				expect(item!.json.skipped).toBeUndefined();
			},
		);

		it.each([
			['beside another whole text', 'Draft 278-af7a46 of the AI', 'Hello'],
			['where it goes on otherwise than the whole text', 'Draft 278-af7a46 of the AI was', other],
		])('may be it %s', async (_, excerpt, bodies) => {
			shows(excerpt, bodies);
			const [item] = await rig.run('message.addNote', parameters({}, sought));
			expect(item!.json.reason).toBe('Whether the conversation has this text already cannot be told');
		});
	});

	it('with Only If Unchanged Since the conversation is read once for both, and what a run before wrote is told as that', async () => {
		const options = { onlyIfUnchangedSince: rig.sandbox.store.conversations.get(id)!.record.last_message.id };
		await rig.run('message.reply', parameters(options));
		const [item] = await rig.run('message.reply', parameters(options));
		expect(item!.json.reason).toBe('A message of the conversation begins with this text');
		expect(methods()).toEqual(['GET', 'POST', 'GET']);
	});

	it('with Check Before Retrying: a lost answer is looked for, and a text that is not there is sent again', async () => {
		rig.sandbox.fault({ kind: 'drop', method: 'POST', when: 'before' });
		const [item] = await rig.run('message.addNote', parameters({ checkBeforeRetrying: true }));
		expect(item!.json.skipped).toBeUndefined();
		expect(methods()).toEqual(['GET', 'POST', 'GET', 'GET', 'POST']);
	});

	it('a key of Only Once Per stays free where nothing was sent', async () => {
		const options = { onlyOncePer: 'k', notIfAlreadyThere: true };
		const staticData = {};
		const run = { mode: 'trigger' as const, staticData };
		await rig.run('message.addNote', parameters());
		expect((await rig.run('message.addNote', parameters(options), run))[0]!.json.reason).toBeDefined();
		const [item] = await rig.run('message.addNote', parameters(options, 'Something else'), run);
		expect(item!.json.skipped).toBeUndefined();
	});

	it('Retry On Fail after a lost answer sends nothing again', async () => {
		rig.sandbox.fault({ kind: 'drop', method: 'POST', when: 'after' });
		const attempt = rig.tries('message.addNote', parameters());
		await expect(attempt()).rejects.toThrow('It may have been applied');
		await expect(attempt()).rejects.toThrow('It may have been applied');
		expect(methods().filter((method) => method === 'POST')).toHaveLength(1);
	});
});
