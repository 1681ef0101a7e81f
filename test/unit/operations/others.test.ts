import type { Call } from '../../../nodes/Helpdesk/operation';
import { saveDraft } from '../../../nodes/Helpdesk/resources/message/saveDraft';
import { startNodeBench, type NodeBench } from '../../support/nodeBench';
import { samples } from '../../support/samples';
import { thread } from '../../support/sandboxRecords';

let bench: NodeBench;
beforeAll(async () => (bench = await startNodeBench({ conversations: 60 })));
beforeEach(() => bench.sandbox.reset());
afterAll(async () => await bench.sandbox.close());

const typical = (operation: string) => samples[operation]!(bench.sandbox).parameters;
const full = (operation: string) => samples[operation]!(bench.sandbox).variants![0]!;
const last = () => thread(bench.sandbox).events.at(-1)!;

describe('message operations', () => {
	const done = (message: string) => [{ json: { id: thread(bench.sandbox).record.id, message }, pairedItem: { item: 0 } }];

	it('reply sends typed text as HTML with its line breaks', async () => {
		expect(await bench.run('message.reply', typical('message.reply'))).toEqual(done('Reply sent successfully.'));
		expect([last().action, last().message.html_body]).toEqual(['replied', 'Hello<br>It is on its way.']);
	});

	it('reply sends a draft with status, assignee and copies', async () => {
		await bench.run('message.reply', full('message.reply'));
		const { record, drafts } = thread(bench.sandbox);
		expect([record.status, record.assignable_id, drafts]).toEqual(['Closed', 'user_ben', {}]);
		expect([last().message.html_body, last().message.cc]).toEqual(['<p>Hello</p>', ['boss@example.com', 'team@example.com']]);
		expect(bench.sandbox.requests()[0]!.body).toMatchObject({ action: 'send_and_next_active', undo: false });
	});

	it('addNote writes a note as typed and mentions teammates', async () => {
		expect(await bench.run('message.addNote', { ...full('message.addNote'), message: 'a < b' })).toEqual(done('Note added successfully.'));
		expect([last().action, last().message.html_body, last().message.extra]).toEqual(['note', 'a < b', { mentioned_ids: ['user_ben', 'user_ada'] }]);
	});

	it('forward sends a message to every address, its text as typed', async () => {
		expect(await bench.run('message.forward', typical('message.forward'))).toEqual(done('Message forwarded successfully.'));
		const message_id = thread(bench.sandbox).events[0]!.message.id;
		expect([last().action, last().message.html_body, last().message.extra]).toEqual([
			'forwarded', 'Please see below', { to: ['a@example.com', 'b@example.com'], message_id },
		]);
	});

	it('saveDraft outputs the draft_id, and saving again replaces the draft', async () => {
		const [first] = await bench.run('message.saveDraft', typical('message.saveDraft'));
		const [second] = await bench.run('message.saveDraft', full('message.saveDraft'));
		const { id, drafts } = { id: thread(bench.sandbox).record.id, drafts: thread(bench.sandbox).drafts };
		expect(first!.json).toEqual({ id, draft_id: drafts.user_ada!.id, message: 'Draft saved successfully.' });
		expect(second!.json).toEqual(first!.json);
		expect(drafts.user_ada).toEqual({ id: first!.json.draft_id, message: '<p>Dear</p>', cc: ['boss@example.com'] });
	});

	it.each([{ draft_id: 'd1' }, { data: { draft_id: 'd1' } }, { data: { draft: { draft_id: 'd1' } } }])(
		'saveDraft finds the draft_id in %j, since its place is not shown',
		async (body) => {
			const send = async () => ({ status: 200, headers: {}, body });
			const [item] = await saveDraft.output({ send, input: { conversationId: 'c1' } } as unknown as Call);
			expect(item!.json).toMatchObject({ id: 'c1', draft_id: 'd1' });
		},
	);

	it('getMany outputs one item for each entry, or the one of a message', async () => {
		const { events } = thread(bench.sandbox);
		const all = await bench.run('message.getMany', typical('message.getMany'));
		expect(all.map(({ json }) => [json.id, json.action])).toEqual(events.map(({ id, action }) => [id, action]));
		expect(all[0]!.json).not.toHaveProperty('actor');
		const [one, ...more] = await bench.run('message.getMany', full('message.getMany'));
		expect([one!.json.id, one!.json.actor, more]).toEqual([events[0]!.id, events[0]!.actor, []]);
	});
});

describe('scheduled reply operations', () => {
	it('create schedules the reply with its condition and status', async () => {
		const { record, scheduled } = thread(bench.sandbox);
		expect(await bench.run('scheduledReply.create', full('scheduledReply.create'))).toEqual([
			{ json: { id: record.id, message: 'Reply scheduled successfully.' }, pairedItem: { item: 0 } },
		]);
		expect(scheduled).toMatchObject([{ scheduledAt: expect.stringMatching(/^2026-03-03T09:/), type: 'if_no_reply', status: 'Closed' }]);
		expect(scheduled[0]!.event.message.html_body).toBe('<p>Any news?</p>');
	});

	it('update changes time, text and status, and outputs the ID of the message', async () => {
		const parameters = full('scheduledReply.update');
		const [output] = await bench.run('scheduledReply.update', parameters);
		expect(output!.json).toEqual({ id: parameters.messageId, message: 'Scheduled reply updated successfully.' });
		const changed = thread(bench.sandbox).scheduled.find(({ event }) => event.message.id === parameters.messageId)!;
		expect([changed.scheduledAt, changed.event.message.html_body, changed.status]).toEqual([
			expect.stringMatching(/^2026-03-05T09:/), 'a &lt; b', 'Closed',
		]);
	});

	it.each([
		['scheduledReply.cancel', 'Reply unscheduled successfully.', 0],
		['scheduledReply.sendNow', 'Scheduled reply sent successfully.', 1],
	])('%s takes the reply off the schedule', async (operation, message, sent) => {
		const before = thread(bench.sandbox).events.length;
		const parameters = typical(operation);
		const [output] = await bench.run(operation, parameters);
		expect(output!.json).toEqual({ id: parameters.messageId, message });
		const { scheduled, events } = thread(bench.sandbox);
		expect([scheduled, events.length - before]).toEqual([[], sent]);
	});
});

describe('contact operations', () => {
	const contacts = () => bench.sandbox.store.contactsOf('org_acme');

	it('create adds a contact and outputs it', async () => {
		const [output] = await bench.run('contact.create', full('contact.create'));
		expect(output!.json).toEqual(contacts().at(-1));
		expect(output!.json).toMatchObject({ email: 'new@example.com', name: 'New' });
	});

	it('get outputs a contact, whole when Simplify is off', async () => {
		const [simple] = await bench.run('contact.get', typical('contact.get'));
		const [whole] = await bench.run('contact.get', full('contact.get'));
		expect(Object.keys(simple!.json)).toEqual(['id', 'name', 'email', 'company', 'job_title', 'conversations_count']);
		expect(whole!.json).toEqual(contacts()[0]);
	});

	it('getMany filters by search, inbox and orphans', async () => {
		const output = await bench.run('contact.getMany', { ...full('contact.getMany'), filters: { q: 'an', withOrphan: true } });
		const wanted = contacts().filter(({ name, email }) => `${name} ${email}`.toLowerCase().includes('an'));
		expect(output.map(({ json }) => json)).toEqual(wanted);
	});

	it('update changes the contact and outputs it, or its ID where the API answers otherwise', async () => {
		const [output] = await bench.run('contact.update', full('contact.update'));
		expect(output!.json).toEqual({ ...contacts()[0], name: 'Renamed', email: 'renamed@example.com', company: 'Acme' });
		bench.sandbox.fault({ kind: 'status', status: 200, message: 'Updated.', when: 'after' });
		const [other] = await bench.run('contact.update', typical('contact.update'));
		expect(other!.json).toEqual({ id: contacts()[0]!.id, message: 'Updated.' });
	});

	it('upsert creates what is not there', async () => {
		const [output] = await bench.run('contact.upsert', typical('contact.upsert'));
		expect(output!.json).toEqual({ ...contacts().at(-1), email: 'new@example.com', name: 'New', created: true });
	});

	it('upsert updates what is there, whatever its case and even without a conversation', async () => {
		const { length } = contacts();
		contacts()[0]!.conversations_count = 0;
		const [output] = await bench.run('contact.upsert', full('contact.upsert'));
		expect(output!.json).toEqual({ ...contacts()[0], name: 'Renamed', company: 'Acme', created: false });
		expect(contacts().length).toBe(length);
	});

	it('upsert does not take a contact whose address only contains the one wanted, and changes nothing without a field', async () => {
		const [first] = contacts();
		bench.sandbox.store.addContact('org_acme', { id: 'contact_longer', email: `x${first!.email}` });
		bench.sandbox.store.addContact('org_acme', { id: 'contact_exact', email: 'exact@example.com' });
		const [output] = await bench.run('contact.upsert', { email: first!.email });
		expect(output!.json).toMatchObject({ id: first!.id, created: false });
		expect(bench.sandbox.requests().map(({ method }) => method)).toEqual(['GET']);
	});

	it('upsert of the same address by many items of one run adds it once', async () => {
		const items = Array.from({ length: 8 }, (_, index) => ({ json: { email: index % 2 ? 'same@example.com' : 'SAME@example.com' } }));
		const output = await bench.run('contact.upsert', { email: '={{ $json.email }}' }, { items });
		expect(output.map(({ json }) => json.created)).toEqual([true, ...Array(7).fill(false)]);
		expect(contacts().filter(({ email }) => email.toLowerCase() === 'same@example.com').length).toBe(1);
	});
});

describe('inboxes, automations, teammates', () => {
	it('getTags reads the simple paginator to its end', async () => {
		const output = await bench.run('inbox.getTags', full('inbox.getTags'));
		const { store } = bench.sandbox;
		expect(output.map(({ json }) => json)).toEqual(store.inboxes.get('inbox_support')!.tagIds.map((id) => store.tags.get(id)!.record));
	});

	it('automations and teammates come unwrapped, one item each', async () => {
		const { automations } = bench.sandbox.store.inboxes.get('inbox_support')!;
		const many = await bench.run('automation.getMany', typical('automation.getMany'));
		const [one] = await bench.run('automation.get', typical('automation.get'));
		const [teammate] = await bench.run('user.get', typical('user.get'));
		const [me] = await bench.run('user.getCurrent');
		expect(many.map(({ json }) => json)).toEqual(automations);
		expect(one!.json).toEqual(automations[0]);
		expect(teammate!.json).toEqual(bench.sandbox.store.teammates.get('user_ben'));
		expect(me!.json).toMatchObject({ id: 'user_ada', organization: { id: 'org_acme' } });
	});

	it.each(['automation.getMany', 'conversation.delete'])('%s with a partner-issued token says that it cannot do this', async (operation) => {
		const credential = { accessToken: bench.sandbox.tokens.partner, baseUrl: bench.sandbox.baseUrl };
		const error = await bench.failure(operation, typical(operation), { credential });
		expect(error.message).toMatch(/: this needs a personal access token$/);
		expect(error.description).toContain('A partner-issued token cannot do this.');
	});
});
