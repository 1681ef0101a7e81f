import { setTimeout as sleep } from 'node:timers/promises';

import { DomUtils, parseDocument } from 'htmlparser2';

import { startSandbox, type Sandbox } from '../../sandbox';
import { receiveMessage } from '../../sandbox/incoming';
import type { StoredConversation } from '../../sandbox/records';
import { appendEvent, newEvent, newMessage } from '../../sandbox/thread';
import { itemsOf, type Execution } from '../../tools/n8n/execution';
import { byId } from '../support/locator';
import { Approval, open, press } from './support/approval';
import { chain } from './support/chain';
import { startModel, type ScriptedModel } from './support/model';
import { connect, type SharedN8n } from './support/n8n';

jest.setTimeout(120_000);

const DRAFT = 'Your lamp is on its way.\n\n<b>Ada</b> & the team, see C:\\new\\\\n and \\\\\\n';
/** As the helpdesk takes it: what the model wrote in brackets is text and no HTML. */
const SENT = 'Your lamp is on its way.<br><br>&lt;b&gt;Ada&lt;/b&gt; &amp; the team, see C:\\new\\\\n and \\\\\\n';

describe('the example in which a person approves what a model drafted, in a real n8n', () => {
	let n8n: SharedN8n;
	let sandbox: Sandbox;
	let model: ScriptedModel;
	let approval: Approval;

	beforeAll(async () => {
		n8n = await connect();
		[sandbox, model] = [await startSandbox({ conversations: 20, limitPerMinute: 0 }), await startModel()];
		approval = await Approval.publish(n8n.client, sandbox, model);
	});
	afterAll(async () => {
		await n8n.client.deactivate(approval.workflow);
		await n8n.client.deleteWorkflow(approval.workflow);
		await Promise.all([sandbox.close(), model.close()]);
	});

	/** A customer has written, and the note with the draft is there. */
	async function drafted(text = DRAFT): Promise<{ conversation: StoredConversation; link: string }> {
		model.play(text);
		const conversation = approval.customerWrites();
		return { conversation, link: await approval.link(conversation) };
	}
	const executionOf = (link: string) => /form-waiting\/(\d+)/.exec(link)![1]!;
	const ended = async (link: string) => await n8n.client.finished(executionOf(link));
	/** The one execution that has failed since, once it has. */
	async function failedSince(known: string[]): Promise<Execution> {
		for (; ; await sleep(100)) {
			for (const id of (await n8n.client.executionIds(approval.workflow)).filter((each) => !known.includes(each))) {
				const execution = await n8n.client.finished(id);
				if (execution.status === 'error') return execution;
			}
		}
	}
	/** It waits, and nothing went to the customer. */
	async function isWaiting({ conversation, link }: { conversation: StoredConversation; link: string }): Promise<void> {
		expect((await open(link)).data).toContain('Send this reply to the customer?');
		expect(approval.notes(conversation)).toHaveLength(1);
		expect(approval.replies(conversation)).toEqual([]);
	}

	it('shows the draft in a note and on the page, letter by letter, and sends it once when the button says so', async () => {
		const { conversation, link } = await drafted();
		const note = approval.notes(conversation)[0]!;
		expect(note).toMatch(/^To decide: draft \d+-\w{6} of the AI, not sent\.[^]*Your lamp is on its way\.\n\n[^<>]*$/);
		expect(parseDocument(note).children.map(DomUtils.textContent).join('')).toContain(DRAFT);
		expect(JSON.stringify(model.asked[0]!.messages)).toMatch(/\| Where is my lamp\?/);
		const page = (await open(link)).data;
		expect(page).toContain('&lt;b&gt;Ada&lt;/b&gt;');
		expect(DomUtils.textContent(parseDocument(page))).toContain(DRAFT);
		expect((await press(link, 'Send it')).status).toBe(200);
		expect(await approval.outcome(conversation)).toMatch(/^Sent: draft \d+-\w{6} of the AI, as approved\.$/);
		expect(approval.replies(conversation)).toEqual([SENT]);
		expect((await ended(link)).status).toBe('success');
	});

	it.each([
		['a scanner that opens it', 'GET', 'Mozilla/5.0 (compatible; SafeLinks)'],
		['a scanner that names itself a robot', 'GET', 'Googlebot/2.1 (+http://www.google.com/bot.html)'],
		['a scanner that asks for the head', 'HEAD', 'python-requests/2.32'],
		['a browser that asks whether it may', 'OPTIONS', 'Mozilla/5.0 Firefox/140.0'],
	] as const)('a link sends nothing and decides nothing for %s, and works afterwards', async (_, method, agent) => {
		const each = await drafted();
		for (const link of [each.link, each.link.replace('form-waiting', 'webhook-waiting')]) await open(link, method, agent);
		await isWaiting(each);
		await press(each.link, 'Send it');
		await approval.outcome(each.conversation);
		expect(approval.replies(each.conversation)).toEqual([SENT]);
	});

	it('a forged link sends nothing: without a signature, with another one, with that of another ticket', async () => {
		const [mine, other] = [await drafted(), await drafted()];
		const { origin, pathname, searchParams } = new URL(mine.link);
		const signature = searchParams.get('signature')!;
		const forged = [
			'',
			'?signature=',
			`?signature=${'0'.repeat(signature.length)}`,
			`?signature=${signature.slice(0, -1)}${signature.endsWith('0') ? '1' : '0'}`,
			`?signature=${new URL(other.link).searchParams.get('signature')}`,
		].flatMap((query) => [origin + pathname + query, origin + pathname.replace('form-waiting', 'webhook-waiting') + query]);
		for (const link of forged) {
			expect([link, (await press(link, 'Send it')).status]).toEqual([link, 401]);
			expect((await open(link)).data).not.toContain('Your lamp');
		}
		for (const each of [mine, other]) await isWaiting(each);
	});

	it('a link that is used twice sends once, pressed one after the other or at the same moment, and a decision cannot be changed', async () => {
		const { conversation, link } = await drafted();
		await Promise.allSettled(Array.from({ length: 5 }, async () => await press(link, 'Send it')));
		await approval.outcome(conversation);
		await ended(link);
		await press(link, 'Send it');
		await press(link, 'Do not send it');
		expect((await open(link)).data).not.toContain('Your lamp');
		expect(approval.replies(conversation)).toEqual([SENT]);
		expect(approval.notes(conversation)).toHaveLength(2);
	});

	it('sends nothing that was declined, also when the link is pressed again to send it', async () => {
		const { conversation, link } = await drafted();
		await press(link, 'Do not send it');
		expect(await approval.outcome(conversation)).toMatch(/^NOT sent: draft .* was declined\.$/);
		await ended(link);
		await press(link, 'Send it');
		expect(approval.replies(conversation)).toEqual([]);
		expect(approval.notes(conversation)).toHaveLength(2);
	});

	it('sends nothing where the button was pressed without a decision, or with one that the page does not have', async () => {
		const [none, strange] = [await drafted(), await drafted()];
		await press(none.link);
		await press(strange.link, 'send it' as 'Send it');
		for (const { conversation } of [none, strange]) {
			expect(await approval.outcome(conversation)).toMatch(/^NOT sent: draft .* was declined\.$/);
			expect(approval.replies(conversation)).toEqual([]);
		}
	});

	it('keeps the answer back where the customer has written meanwhile, says so, and drafts a new one', async () => {
		const { conversation, link } = await drafted();
		model.play('Then we take it back.');
		receiveMessage(sandbox.store, conversation, '<p>I do not want it any more.</p>');
		const newer = await approval.link(conversation, 2);
		await press(link, 'Send it');
		expect(await approval.outcome(conversation, 3)).toMatch(/^NOT sent now, though approved: draft .* The conversation has a newer message/);
		expect(approval.replies(conversation)).toEqual([]);
		await press(newer, 'Send it');
		expect(await approval.outcome(conversation, 4)).toMatch(/^Sent: draft/);
		expect(approval.replies(conversation)).toEqual(['Then we take it back.']);
	});

	it('says so where the approved reply could not be sent or may have been sent, ends with an error, and sends nothing again', async () => {
		const [refused, unsure] = [await drafted(), await drafted()];
		sandbox.fault({ kind: 'status', status: 422, path: `/conversation/${refused.conversation.record.id}/reply` });
		sandbox.fault({ kind: 'drop', when: 'after', path: `/conversation/${unsure.conversation.record.id}/reply` });
		for (const [{ conversation, link }, says] of [
			[refused, /was approved, but: Could not /],
			[unsure, /was approved, but: [^]*It may have been applied; not sent again/],
		] as const) {
			await press(link, 'Send it');
			expect(await approval.outcome(conversation)).toMatch(says);
			const { status, error } = await ended(link);
			expect([status, error]).toEqual(['error', expect.stringContaining(conversation.record.id)]);
			await press(link, 'Send it');
			expect(sandbox.requests().filter(({ path }) => path === `/conversation/${conversation.record.id}/reply`)).toHaveLength(1);
		}
	});

	it('sends one answer to a message that was drafted for twice, also where both drafts are approved at the same moment', async () => {
		const { conversation, link } = await drafted();
		model.play(DRAFT);
		const call = { source: 'database', workflowId: byId(approval.workflow.id), mode: 'once', options: { waitForSubWorkflow: false } };
		const again = { name: 'Again', type: 'n8n-nodes-base.executeWorkflow', typeVersion: 1.2, parameters: call };
		const caller = await n8n.client.createWorkflow(chain('Drafts again', [{ id: conversation.record.id }], [again]));
		await n8n.client.run(caller, 'By hand');
		const second = await approval.link(conversation, 2);
		// Longer than it takes from one reading of the conversation to the other.
		sandbox.fault({ kind: 'slow', ms: 3_000, path: `/conversation/${conversation.record.id}/*`, times: 0 });
		await Promise.all([link, second].map(async (each) => await press(each, 'Send it')));
		await Promise.all([link, second].map(ended));
		sandbox.clearFaults();
		expect(approval.replies(conversation)).toEqual([SENT]);
		const outcomes = approval.notes(conversation).slice(2);
		expect(outcomes.sort((one, other) => one.length - other.length).map((text) => text.replace(/\d+-\w{6}/, 'N'))).toEqual([
			'Sent: draft N of the AI, as approved.',
			expect.stringMatching(/^NOT sent now, though approved: draft .* Not sent again/),
		]);
		await n8n.client.deleteWorkflow(caller);
	});

	it('tells what came of it once, also where the answer to the note is lost', async () => {
		const { conversation, link } = await drafted();
		sandbox.fault({ kind: 'drop', when: 'after', path: `/conversation/${conversation.record.id}/note` });
		await press(link, 'Send it');
		expect((await ended(link)).status).toBe('success');
		expect(conversation.events.filter(({ message }) => /^Sent: draft/.test(message.text_body))).toHaveLength(1);
	});

	it('has a page of its own for each of several customers who write at once', async () => {
		model.play('One', 'Two', 'Three');
		const conversations = [approval.customerWrites(), approval.customerWrites(), approval.customerWrites()];
		const links = await Promise.all(conversations.map(async (conversation) => await approval.link(conversation)));
		expect(new Set(links.map(executionOf)).size).toBe(3);
		await press(links[1]!, 'Send it');
		await press(links[2]!, 'Do not send it');
		await approval.outcome(conversations[1]!);
		await approval.outcome(conversations[2]!);
		expect(conversations.map((conversation) => approval.replies(conversation).length)).toEqual([0, 1, 0]);
	});

	it.each(['', ' \n\u200b\u2060\u00ad \u2800'])('asks nobody to approve a draft that shows nothing, and ends with an error: %j', async (draft) => {
		const known = await n8n.client.executionIds(approval.workflow);
		model.play(draft);
		const conversation = approval.customerWrites();
		const { error } = await failedSince(known);
		expect(error).toContain(`${conversation.record.id}: no draft was shown. The model wrote nothing`);
		expect(approval.notes(conversation)).toEqual([]);
	});

	it('drafts nothing where a teammate has answered before it came to it', async () => {
		const { store } = sandbox;
		const conversation = approval.customerWrites();
		const answer = newMessage(store, { html: '<p>Tomorrow.</p>', direction: 'outgoing' });
		appendEvent(store, conversation, newEvent(store, 'replied', store.teammates.get('user_ada')!, answer));
		const pinData = { 'For one conversation': [{ json: { id: conversation.record.id } }] };
		const { name, nodes, connections, settings } = approval.workflow;
		const workflow = await n8n.client.createWorkflow({ name, nodes, connections, settings, pinData });
		const execution = await n8n.client.run(workflow, 'For one conversation');
		expect([execution.status, itemsOf(execution, 'Read the conversation').length]).toEqual(['success', 1]);
		expect(itemsOf(execution, 'Does the customer wait?')).toEqual([]);
		expect(approval.notes(conversation)).toEqual([]);
		await n8n.client.deleteWorkflow(workflow);
	});
});
