import { press } from './support/approval';
import { eventually } from './support/examples';
import { OutageRig } from './support/outage';

jest.setTimeout(180_000);

describe('the example in which a person approves what a model drafted, where its notes meet an outage of the helpdesk', () => {
	let rig: OutageRig;
	beforeAll(async () => (rig = await OutageRig.start()));
	afterEach(() => rig.sandbox.clearFaults());
	afterAll(async () => await rig.stop());

	it('a note whose answer was lost has a link that works', async () => {
		const conversation = rig.customerWrites();
		rig.sandbox.fault({ kind: 'drop', when: 'after', path: rig.path(conversation, 'note') });
		await eventually(() => rig.approval.standing(conversation).length > 0);
		await rig.isApprovedBy(await rig.approval.linkIn(rig.approval.standing(conversation)[0]!), conversation);
	});

	it('ends with an error where the helpdesk refuses the note with the draft', async () => {
		const known = await rig.n8n.client.executionIds(rig.approval.workflow);
		const conversation = rig.customerWrites();
		rig.sandbox.fault({ kind: 'status', status: 422, path: rig.path(conversation, 'note'), times: 0 });
		await eventually(() => rig.asked(rig.path(conversation, 'note'), 'POST') > 0);
		const [newest] = (await rig.n8n.client.executionIds(rig.approval.workflow)).filter((id) => !known.includes(id));
		const { status, error } = await rig.n8n.client.finished(newest!);
		expect([status, error]).toEqual(['error', expect.stringContaining(`${conversation.record.id}: no draft was shown.`)]);
	});

	it('tells what came of it after an outage, once', async () => {
		const conversation = rig.customerWrites();
		const link = await rig.approval.link(conversation);
		rig.sandbox.fault({ kind: 'status', status: 500, path: rig.path(conversation, 'note'), times: 8 });
		await rig.isApprovedBy(link, conversation);
		expect(rig.asked(rig.path(conversation, 'note'), 'POST')).toBe(1 + 8 + 1);
	});

	it('ends with an error that says what came of it where nobody can tell whether the ticket was told', async () => {
		const conversation = rig.customerWrites();
		const link = await rig.approval.link(conversation);
		Object.assign(conversation.events[0]!.message, { text_body: '', html_body: '', excerpt: '' });
		rig.sandbox.fault({ kind: 'drop', path: rig.path(conversation, 'note') });
		await press(link, 'Do not send it');
		const { status, error } = await rig.ended(link);
		expect([status, error]).toEqual(['error', expect.stringMatching(/was declined\. The ticket may not say so: .*cannot be told/)]);
		expect(rig.asked(rig.path(conversation, 'note'), 'POST')).toBe(2);
	});

	it('tells what came of a draft also where the customer wrote the same words before', async () => {
		const conversation = rig.approval.customerWrites('<p>NOT sent: draft 1 of the AI was declined.</p>');
		rig.model.play('Hello from the team');
		const link = await rig.approval.link(conversation);
		const draft = /form-waiting\/(\d+)/.exec(link)![1]!;
		conversation.events[0]!.message.text_body = `NOT sent: draft ${draft} of the AI was declined. Yes.`;
		conversation.events[0]!.message.html_body = `<p>NOT sent: draft ${draft} of the AI was declined. Yes.</p>`;
		rig.sandbox.fault({ kind: 'status', status: 500, path: rig.path(conversation, 'note') });
		await press(link, 'Do not send it');
		expect((await rig.ended(link)).status).toBe('success');
		expect(rig.approval.notes(conversation)[1]).toMatch(/^NOT sent: draft .* was declined\.$/);
	});

	it('sends the replies of two conversations whose messages have the same ID', async () => {
		const conversations = [rig.approval.customerWrites(), rig.approval.customerWrites()];
		for (const { events } of conversations) events[0]!.message.id = 'msg_1_of_its_conversation';
		rig.model.play('Hello from the team', 'Hello from the team');
		const links = await Promise.all(conversations.map(async (conversation) => await rig.approval.link(conversation)));
		for (const [index, conversation] of conversations.entries()) await rig.isApprovedBy(links[index]!, conversation);
	});
});
