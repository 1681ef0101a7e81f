import type { INodeParameters } from 'n8n-workflow';

import { useAnsweringHelpdesks } from '../../support/answeringHelpdesk';
import { byId, useNodeRig } from '../../support/nodeRig';
import { thread } from '../../support/sandboxRecords';

const rig = useNodeRig();
const start = useAnsweringHelpdesks();

const last = () => thread(rig.sandbox).events.at(-1)!;

describe('message operations', () => {
	const done = (message: string) => [
		{ json: { id: thread(rig.sandbox).record.id, message }, pairedItem: { item: 0 } },
	];

	it('reply sends typed text as HTML with its line breaks', async () => {
		expect(
			await rig.run('message.reply', { ...rig.typical('message.reply'), message: 'Hello\nIt is on its way.' }),
		).toEqual(done('Reply sent successfully.'));
		expect([last().action, last().message.html_body]).toEqual(['replied', 'Hello<br>It is on its way.']);
	});

	it('reply sends a draft with status, assignee and copies', async () => {
		const parameters = rig.full('message.reply');
		const additionalFields = {
			...(parameters.additionalFields as INodeParameters),
			assignTo: 'user_ben',
			cc: 'boss@example.com, team@example.com',
			additionalBody: '{"undo": false}',
		};
		await rig.run('message.reply', {
			...parameters,
			message: '<p>Hello</p>',
			messageFormat: 'html',
			additionalFields,
		});
		const { record, drafts } = thread(rig.sandbox);
		expect([record.status, record.assignable_id, drafts]).toEqual(['Closed', 'user_ben', {}]);
		expect([last().message.html_body, last().message.cc]).toEqual([
			'<p>Hello</p>',
			['boss@example.com', 'team@example.com'],
		]);
		expect(rig.requests()[0]!.body).toMatchObject({ action: 'send_and_next_active', undo: false });
	});

	it('addNote writes the note unchanged and mentions teammates', async () => {
		expect(
			await rig.run('message.addNote', {
				...rig.full('message.addNote'),
				message: 'a < b',
				additionalFields: { mentionedIds: ['user_ben', 'user_ada'] },
			}),
		).toEqual(done('Note added successfully.'));
		expect([last().action, last().message.html_body, last().message.extra]).toEqual([
			'note',
			'a < b',
			{ mentioned_ids: ['user_ben', 'user_ada'] },
		]);
	});

	it('forward sends the message to every address, with the text unchanged', async () => {
		expect(
			await rig.run('message.forward', { ...rig.typical('message.forward'), to: 'a@example.com, b@example.com' }),
		).toEqual(done('Message forwarded successfully.'));
		const message_id = thread(rig.sandbox).events[0]!.message.id;
		expect([last().action, last().message.html_body, last().message.extra]).toEqual([
			'forwarded',
			'Please see below',
			{ to: ['a@example.com', 'b@example.com'], message_id },
		]);
	});

	it('get many adds text to messages that have only HTML, except in Raw', async () => {
		const events = [
			{ id: 'e1', event: { id: 'm1', html_body: '<p>Where is it?</p><img src="a.png">', text_body: null } },
			{ id: 'm2', html_body: '<b>x</b>', text_body: 'plain' },
			{ id: 'e3', event: null },
		];
		const helpdesk = await start(() => ({ body: { data: events } }));
		const shown = await helpdesk.run('message.getMany', { conversationId: byId('c1') });
		expect(shown.map(({ json }) => json.text_body)).toEqual(['Where is it?\n\n[image: a.png]', 'plain', undefined]);
		const raw = await helpdesk.run('message.getMany', { conversationId: byId('c1'), options: { simplify: false } });
		expect(raw.map(({ json }) => json)).toMatchObject(events);
	});

	it('reply sends a saved draft without text, and refuses to send without both', async () => {
		const conversationId = rig.typical('message.reply').conversationId!;
		await rig.run('message.saveDraft', { conversationId, message: 'As drafted', messageFormat: 'text' });
		const { id: draftId } = thread(rig.sandbox).drafts.user_ada!.message;
		for (const sendAgainIfMissing of [true, false]) {
			const alone = {
				conversationId,
				message: '',
				messageFormat: 'text',
				additionalFields: { draftId },
				options: { sendAgainIfMissing },
			};
			const sent = await rig.run('message.reply', alone).catch((error: Error) => error.message);
			expect(sent).toEqual(
				sendAgainIfMissing ? done('Reply sent successfully.') : expect.stringContaining('Could not reply'),
			);
		}
		expect(last().message.html_body).toBe('As drafted');
		expect(rig.requests()[1]!.body).toEqual({ draft_id: draftId });
		rig.sandbox.reset();
		const { message, description } = await rig.failure('message.reply', {
			conversationId,
			message: ' ',
			messageFormat: 'text',
		});
		expect([message, rig.requests()]).toEqual(["The customer got nothing. 'Message' is empty", []]);
		expect(description).toContain("'Draft ID'");
	});

	it('saveDraft without a field is refused before anything is sent, because it would empty the saved draft', async () => {
		const { conversationId } = rig.typical('message.saveDraft');
		const { message, description } = await rig.failure('message.saveDraft', {
			conversationId,
			message: '',
			messageFormat: 'text',
		});
		expect([message, rig.requests()]).toEqual([expect.stringContaining("'Message' is empty"), []]);
		expect(description).toContain("Enter 'Message', or 'CC' under 'Additional Fields'.");
	});

	it('saveDraft outputs the draft_id, and saving again replaces the draft', async () => {
		const [first] = await rig.run('message.saveDraft', rig.typical('message.saveDraft'));
		const [second] = await rig.run('message.saveDraft', {
			...rig.full('message.saveDraft'),
			message: '<p>Dear</p>',
			messageFormat: 'html',
		});
		const { id, drafts } = { id: thread(rig.sandbox).record.id, drafts: thread(rig.sandbox).drafts };
		expect(first!.json).toEqual({
			id,
			draft_id: drafts.user_ada!.message.id,
			message: 'Draft saved successfully.',
		});
		expect(second!.json).toEqual(first!.json);
		expect(drafts.user_ada!.message).toMatchObject({
			id: first!.json.draft_id,
			html_body: '<p>Dear</p>',
			cc: ['boss@example.com'],
		});
	});
});

describe('scheduled reply operations', () => {
	it('create schedules the reply with its condition and status', async () => {
		const { record, scheduled } = thread(rig.sandbox);
		expect(
			await rig.run('scheduledReply.create', {
				...rig.full('scheduledReply.create'),
				message: '<p>Any news?</p>',
				messageFormat: 'html',
				scheduledAt: '2026-03-03T09:00:00Z',
			}),
		).toEqual([
			{
				json: expect.objectContaining({
					id: record.id,
					message: 'Reply scheduled successfully.',
					message_id: expect.any(String),
				}),
				pairedItem: { item: 0 },
			},
		]);
		expect(scheduled).toMatchObject([
			{ scheduledAt: expect.stringMatching(/^2026-03-03T09:/), type: 'if_no_reply', status: 'Closed' },
		]);
		expect(scheduled[0]!.event.message.html_body).toBe('<p>Any news?</p>');
	});

	it('update changes time, text and status, and outputs the ID of the message beside its conversation', async () => {
		const parameters = rig.full('scheduledReply.update');
		const updateFields = {
			scheduledAt: '2026-03-05T09:00:00Z',
			message: 'a < b',
			messageFormat: 'text',
			status: 'Closed',
		};
		const [output] = await rig.run('scheduledReply.update', { ...parameters, updateFields });
		const id = (parameters.messageId as { value: string }).value;
		expect(output!.json).toMatchObject({ message_id: id, message: 'Scheduled reply updated successfully.' });
		const changed = thread(rig.sandbox).scheduled.find(({ event }) => event.message.id === id)!;
		expect([changed.scheduledAt, changed.event.message.html_body, changed.status]).toEqual([
			expect.stringMatching(/^2026-03-05T09:/),
			'a &lt; b',
			'Closed',
		]);
	});

	it.each([
		['scheduledReply.cancel', 'Reply unscheduled successfully.', 0],
		['scheduledReply.sendNow', 'Scheduled reply sent successfully.', 1],
	])(
		'%s takes the reply off the schedule, and outputs the conversation with the message',
		async (operation, message, sent) => {
			const before = thread(rig.sandbox).events.length;
			const parameters = rig.typical(operation);
			const [output] = await rig.run(operation, parameters);
			expect(output!.json).toEqual({
				id: (parameters.conversationId as { value: string }).value,
				message_id: (parameters.messageId as { value: string }).value,
				message,
			});
			const { scheduled, events } = thread(rig.sandbox);
			expect([scheduled, events.length - before]).toEqual([[], sent]);
		},
	);
});
