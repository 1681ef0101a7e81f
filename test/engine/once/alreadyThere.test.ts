import { useAnsweringHelpdesks } from '../../support/answeringHelpdesk';
import { byId, useNodeRig } from '../../support/nodeRig';
import { saveDraft, threads } from '../../support/sandboxRecords';

describe('Not If Already There', () => {
	let id: string;
	const rig = useNodeRig();
	beforeEach(() => (id = threads(rig.sandbox, 1)[0]!.record.id));

	const writing = ['message.addNote', 'message.reply'];
	const parameters = (options: object = {}, message = 'a < b & "c"\nsecond line') => ({
		conversationId: byId(id),
		message,
		options: { notIfAlreadyThere: true, ...options } as never,
	});
	const methods = () => rig.requests().map(({ method }) => method);

	it.each(writing)('%s does not write the same text again in a later execution', async (operation) => {
		const [first] = await rig.run(operation, parameters());
		expect(first!.json.skipped).toBeUndefined();
		const [second] = await rig.run(operation, parameters());
		expect(second!.json).toEqual({
			id,
			message: 'Nothing was sent',
			skipped: true,
			reason: 'A message of the team has this text already',
		});
		expect(methods()).toEqual(['GET', 'POST', 'GET']);
	});

	it('writes a text once for two equal items of a run, with one read', async () => {
		const [, second] = await rig.run('message.addNote', parameters(), { items: [{ json: {} }, { json: {} }] });
		expect(second!.json.reason).toBe('An earlier item of this run has sent this text, or may have sent it');
		expect(methods()).toEqual(['GET', 'POST']);
	});

	it('is off by default: the text is written again without a read', async () => {
		await rig.run('message.addNote', parameters({ notIfAlreadyThere: false }));
		await rig.run('message.addNote', parameters({ notIfAlreadyThere: false }));
		expect(methods()).toEqual(['POST', 'POST']);
	});

	it('a saved draft without text is not sent, because there is no text to compare', async () => {
		const draftId = saveDraft(rig.sandbox, rig.sandbox.store.conversations.get(id)!);
		const [draft] = await rig.run('message.reply', { ...parameters({}, ''), additionalFields: { draftId } });
		expect(draft!.json.reason).toBe('The node cannot tell whether the text is there already: it has no words.');
		expect(methods()).toEqual(['GET']);
	});

	it('shares one read with Only If Unchanged Since, and reports the earlier text as already there', async () => {
		const options = { onlyIfUnchangedSince: rig.sandbox.store.conversations.get(id)!.record.last_message.id };
		await rig.run('message.reply', parameters(options));
		const [item] = await rig.run('message.reply', parameters(options));
		expect(item!.json.reason).toBe('A message of the team has this text already');
		expect(methods()).toEqual(['GET', 'POST', 'GET']);
	});

	it('with Send Again If Missing, sends a missing text again after one more read', async () => {
		rig.sandbox.fault({ kind: 'drop', method: 'POST', when: 'before' });
		const [item] = await rig.run('message.addNote', parameters({ sendAgainIfMissing: true }));
		expect(item!.json.skipped).toBeUndefined();
		expect(methods()).toEqual(['GET', 'POST', 'GET', 'GET', 'GET', 'POST']);
	});

	it('uses up no key of Only Once Per if nothing was sent', async () => {
		const options = { onlyOncePer: 'k', notIfAlreadyThere: true };
		const staticData = {};
		const run = { mode: 'trigger' as const, staticData };
		await rig.run('message.addNote', parameters());
		expect((await rig.run('message.addNote', parameters(options), run))[0]!.json.reason).toBeDefined();
		const [item] = await rig.run('message.addNote', parameters(options, 'Something else'), run);
		expect(item!.json.skipped).toBeUndefined();
	});
});

describe('Not If Already There in a conversation', () => {
	const start = useAnsweringHelpdesks();
	const TEXT = 'Your refund is on its way to you, dear Anna, and you need do nothing more.';
	const ofTeam = {
		record_type: 'Email',
		direction: 'Outbound',
		actor_type: 'App\\Models\\User',
		actor: { id: 'u1' },
	};
	const cannotTell = (why: string) => `The node cannot tell whether the text is there already: ${why}`;
	const among = cannotTell('a message of the team has this text among other words.');
	const inPart = cannotTell('a message is shown without its whole text.');
	const whose = cannotTell('a message has this text, and the helpdesk does not show who wrote it.');
	const there = 'A message of the team has this text already';

	it.each([
		[
			'with other tags, entities and white space',
			there,
			[{ ...ofTeam, html_body: `<p>${TEXT.replaceAll(' ', '&nbsp;<b></b>')}</p>` }],
		],
		['as a note', there, [{ ...ofTeam, record_type: 'Note', text_body: TEXT }]],
		[
			'and a message without text',
			there,
			[
				{ ...ofTeam, text_body: TEXT },
				{ ...ofTeam, record_type: 'Email' },
			],
		],
		['with one other word', undefined, [{ ...ofTeam, text_body: TEXT.replace('Anna', 'Ann') }]],
		['of the customer', undefined, [{ ...ofTeam, direction: 'Inbound', text_body: TEXT }]],
		[
			'of a draft',
			undefined,
			[
				{ ...ofTeam, text_body: 'Hi' },
				{ ...ofTeam, record_type: 'Draft', text_body: TEXT },
			],
		],
		['with a signature', among, [{ ...ofTeam, html_body: `${TEXT}<p>Acme</p>` }]],
		['of an unknown writer', whose, [{ text_body: TEXT }]],
		['of an automation', whose, [{ ...ofTeam, actor: null, actor_type: null, text_body: TEXT }]],
		[
			'of a message that is shown only in part',
			inPart,
			[{ ...ofTeam, text_body: 'Your refund', is_clipped: true }],
		],
		['of a message without text', inPart, [{ ...ofTeam, html_body: null }]],
		['in an empty list', cannotTell('the helpdesk shows no message of it.'), []],
		[
			'in a list that may have more messages',
			cannotTell('the helpdesk may have more messages.'),
			[{ ...ofTeam, text_body: 'Hi' }],
			{ total: 5 },
		],
	])('an earlier text %s gives this reason to skip: %s', async (...[, reason, data, beside]) => {
		const helpdesk = await start(({ method }) => ({
			body: method === 'GET' ? { data, ...beside } : { message: 'ok' },
		}));
		const parameters = { conversationId: byId('c1'), message: TEXT, options: { notIfAlreadyThere: true } };
		const [item] = await helpdesk.run('message.reply', parameters);
		expect([item!.json.reason, helpdesk.requests.at(-1)!.method]).toEqual([
			reason,
			reason === undefined ? 'POST' : 'GET',
		]);
	});

	it('does not send a short text if a message contains it among other words', async () => {
		const rows = [{ ...ofTeam, html_body: '<p>We are on it.</p><p>-- <br>Ada, Acme</p>' }];
		const helpdesk = await start(({ method }) => ({ body: method === 'GET' ? { data: rows } : { message: 'ok' } }));
		const parameters = {
			conversationId: byId('c1'),
			message: 'We are on it.',
			options: { notIfAlreadyThere: true },
		};
		const [item] = await helpdesk.run('message.reply', parameters);
		expect(item!.json.reason).toBe(among);
	});
});
