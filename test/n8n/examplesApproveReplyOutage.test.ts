import { startSandbox, type Sandbox } from '../../sandbox';
import type { StoredConversation } from '../../sandbox/records';
import { Approval, open, press } from './support/approval';
import { eventually } from './support/examples';
import { startModel, type ScriptedModel } from './support/model';
import { connect, type SharedN8n } from './support/n8n';

jest.setTimeout(180_000);

describe('the example in which a person approves what a model drafted, where its notes meet an outage of the helpdesk', () => {
	let n8n: SharedN8n;
	let sandbox: Sandbox;
	let model: ScriptedModel;
	let approval: Approval;

	beforeAll(async () => {
		n8n = await connect();
		[sandbox, model] = [await startSandbox({ conversations: 20, limitPerMinute: 0 }), await startModel()];
		approval = await Approval.publish(n8n.client, sandbox, model);
	});
	afterEach(() => sandbox.clearFaults());
	afterAll(async () => {
		await n8n.client.deactivate(approval.workflow);
		await n8n.client.deleteWorkflow(approval.workflow);
		await Promise.all([sandbox.close(), model.close()]);
	});

	const path = ({ record }: StoredConversation, what: string) => `/conversation/${record.id}/${what}`;
	const asked = (of: string, how: string) => sandbox.requests().filter((each) => each.path === of && each.method === how).length;
	const ended = async (link: string) => await n8n.client.finished(/form-waiting\/(\d+)/.exec(link)![1]!);
	function customerWrites(): StoredConversation {
		model.play('Hello from the team');
		return approval.customerWrites();
	}
	/** Pressed and sent, with one note of the draft and one of what came of it. */
	async function isApprovedBy(link: string, conversation: StoredConversation): Promise<void> {
		expect((await open(link)).data).toContain('Send this reply to the customer?');
		await press(link, 'Send it');
		expect((await ended(link)).status).toBe('success');
		expect(approval.replies(conversation)).toEqual(['Hello from the team']);
		expect(approval.standing(conversation)).toEqual([
			expect.stringMatching(/not sent\. Read it and decide/),
			expect.stringMatching(/was approved and sent\.$/),
		]);
	}

	it('a note whose answer was lost has a link that works', async () => {
		const conversation = customerWrites();
		sandbox.fault({ kind: 'drop', when: 'after', path: path(conversation, 'note') });
		await eventually(() => approval.standing(conversation).length > 0);
		await isApprovedBy(await approval.linkIn(approval.standing(conversation)[0]!), conversation);
	});

	it('a note whose answer was lost has a link that works also where nobody could look whether it is there', async () => {
		const conversation = customerWrites();
		sandbox.fault({ kind: 'drop', when: 'after', path: path(conversation, 'note') });
		await eventually(() => approval.standing(conversation).length > 0);
		sandbox.fault({ kind: 'status', status: 503, path: path(conversation, 'messages'), times: 0 });
		const link = await approval.linkIn(approval.standing(conversation)[0]!);
		sandbox.clearFaults();
		await isApprovedBy(link, conversation);
	});

	it('a note that three server errors kept out of the ticket comes later', async () => {
		const conversation = customerWrites();
		sandbox.fault({ kind: 'status', status: 500, path: path(conversation, 'note'), times: 3 });
		await isApprovedBy(await approval.link(conversation), conversation);
	});

	it('ends with an error where the helpdesk refuses the note with the draft', async () => {
		const known = await n8n.client.executionIds(approval.workflow);
		const conversation = customerWrites();
		sandbox.fault({ kind: 'status', status: 422, path: path(conversation, 'note'), times: 0 });
		await eventually(() => asked(path(conversation, 'note'), 'POST') > 0);
		const [newest] = (await n8n.client.executionIds(approval.workflow)).filter((id) => !known.includes(id));
		const { status, error } = await n8n.client.finished(newest!);
		expect([status, error]).toEqual(['error', expect.stringContaining(`${conversation.record.id}: no draft was shown.`)]);
	});

	it('tells what came of it after an outage, once', async () => {
		const conversation = customerWrites();
		const link = await approval.link(conversation);
		sandbox.fault({ kind: 'status', status: 500, path: path(conversation, 'note'), times: 8 });
		await isApprovedBy(link, conversation);
		expect(asked(path(conversation, 'note'), 'POST')).toBe(1 + 8 + 1);
	});

	it('tells once what came of it also where the answer to that note was lost and nobody could look for it', async () => {
		const conversation = customerWrites();
		const link = await approval.link(conversation);
		sandbox.fault({ kind: 'drop', when: 'after', path: path(conversation, 'note') });
		sandbox.fault({ kind: 'status', status: 503, path: path(conversation, 'messages'), times: 0 });
		await press(link, 'Do not send it');
		await eventually(() => approval.standing(conversation).length === 2);
		const before = asked(path(conversation, 'messages'), 'GET');
		// More than one try of the note asks for, with what the node itself repeats.
		await eventually(() => asked(path(conversation, 'messages'), 'GET') > before + 9, 90_000);
		sandbox.clearFaults();
		expect((await ended(link)).status).toBe('success');
		expect(approval.standing(conversation)).toEqual([expect.anything(), expect.stringMatching(/was declined and NOT sent\.$/)]);
	});

	it('ends with an error that says what came of it where the ticket can never be told', async () => {
		const conversation = customerWrites();
		const link = await approval.link(conversation);
		sandbox.fault({ kind: 'status', status: 422, path: path(conversation, 'note'), times: 0 });
		await press(link, 'Send it');
		const { status, error } = await ended(link);
		expect([status, error]).toEqual(['error', expect.stringMatching(/was approved and sent\. The ticket may not say so: /)]);
		expect(error).toContain(conversation.record.id);
		expect(asked(path(conversation, 'note'), 'POST')).toBe(1 + 7);
	});

	it('ends with an error that says what came of it where nobody can tell whether the ticket was told', async () => {
		const conversation = customerWrites();
		const link = await approval.link(conversation);
		Object.assign(conversation.events[0]!.message, { text_body: '', html_body: '', excerpt: '' });
		sandbox.fault({ kind: 'drop', path: path(conversation, 'note') });
		await press(link, 'Do not send it');
		const { status, error } = await ended(link);
		expect([status, error]).toEqual(['error', expect.stringMatching(/was declined and NOT sent\. The ticket may not say so: .*cannot be told/)]);
		expect(asked(path(conversation, 'note'), 'POST')).toBe(2);
	});

	it('tells what came of a draft also where the customer wrote the same words before', async () => {
		const conversation = approval.customerWrites('<p>Draft 1 of the AI was declined and NOT sent.</p>');
		model.play('Hello from the team');
		const link = await approval.link(conversation);
		const draft = /form-waiting\/(\d+)/.exec(link)![1]!;
		conversation.events[0]!.message.text_body = `Draft ${draft} of the AI was declined and NOT sent. Yes.`;
		conversation.events[0]!.message.html_body = `<p>Draft ${draft} of the AI was declined and NOT sent. Yes.</p>`;
		sandbox.fault({ kind: 'status', status: 500, path: path(conversation, 'note') });
		await press(link, 'Do not send it');
		expect((await ended(link)).status).toBe('success');
		expect(approval.notes(conversation)[1]).toMatch(/was declined and NOT sent\.$/);
	});

	it('sends the replies of two conversations whose messages have the same ID', async () => {
		const conversations = [approval.customerWrites(), approval.customerWrites()];
		for (const { events } of conversations) events[0]!.message.id = 'msg_1_of_its_conversation';
		model.play('Hello from the team', 'Hello from the team');
		const links = await Promise.all(conversations.map(async (conversation) => await approval.link(conversation)));
		for (const [index, conversation] of conversations.entries()) await isApprovedBy(links[index]!, conversation);
	});
});
