import type { IDataObject, INodeExecutionData, INodeParameters, IRunExecutionData } from 'n8n-workflow';

import { receiveMessage } from '../../../sandbox/incoming';
import type { StoredConversation } from '../../../sandbox/records';
import { visit, type Visit, type Visited } from '../../support/approval';
import { byId, useNodeRig } from '../../support/nodeRig';
import { newExecutionData, type NodeRun } from '../../support/runNode';

const rig = useNodeRig({ conversations: 3 });

const TEXT = 'Your lamp\nis <b>on</b> its way.';

const conversation = (): StoredConversation => [...rig.sandbox.store.conversations.values()][0]!;
const notes = () =>
	conversation()
		.events.filter(({ message }) => message.record_type === 'Note')
		.map(({ message }) => message.html_body);
const parameters = (more: INodeParameters = {}): INodeParameters => ({
	conversationId: byId(conversation().record.id),
	message: TEXT,
	...more,
});

interface Asked {
	executionData: IRunExecutionData;
	items: INodeExecutionData[];
	note: string;
	link: string;
}

async function ask(more: INodeParameters = {}, run: Partial<NodeRun> = {}) {
	const executionData = run.executionData ?? newExecutionData();
	const items = await rig.run('message.sendAndWait', parameters(more), { executionId: 'e1', ...run, executionData });
	const note = notes().at(-1) ?? '';
	return { executionData, items, note, link: linkIn(note) };
}

const linkIn = (note: string) => /http\S+/.exec(note)?.[0] ?? '';

const open = async ({ executionData, link }: Asked, more: Partial<Visit> = {}): Promise<Visited> =>
	await visit({ transport: rig.transport, credential: rig.credential(), executionData, link, ...more });

const writes = () => rig.sandbox.requests().filter(({ method, path }) => method === 'POST' && path.endsWith('/note'));

const WAITING = { approved: false, expired: true, decided_at: null, reason: null, is_edited: false, text: null };

describe('the note that asks for approval', () => {
	it('contains the text, the time and the link, and the execution waits for three days', async () => {
		const { executionData, items, note, link } = await ask({}, { timezone: 'Europe/Berlin' });
		const { id, ticket_id } = conversation().record;
		expect(items[0]!.json).toEqual({ id, ticket_id, ...WAITING });
		const days = (executionData.waitTill!.getTime() - Date.now()) / 86_400_000;
		expect([days > 2.9, days <= 3]).toEqual([true, true]);
		expect(note).toMatch(
			/^Please approve or decline by \w{3} \d+ \w{3} \d{4}, \d\d:\d\d (CET|CEST|GMT[+]\d): https:\S+\n/,
		);
		expect(note).toContain('Your lamp\nis &lt;b&gt;on&lt;/b&gt; its way.');
		expect(link).toMatch(/^https:\/\/n8n\.example\.com\/webhook-waiting\/e1\/helpdesk\?ask=\w+&signature=\w+$/);
		expect(writes()).toHaveLength(1);
	});

	it('waits as long as the option says', async () => {
		const { executionData } = await ask({ options: { waitAtMost: 2 } });
		expect(executionData.waitTill!.getTime() - Date.now()).toBeLessThanOrEqual(7_200_000);
	});

	it('says that others cannot open the link if the address of n8n is local', async () => {
		expect((await ask({}, { waitingUrl: 'http://localhost:5678/webhook-waiting' })).note).toContain('WEBHOOK_URL');
		expect((await ask()).note).not.toContain('WEBHOOK_URL');
	});

	it('shows invisible characters by their code points', async () => {
		const asked = await ask({ message: 'a\u200bb\u202ec' });
		expect(asked.note).toContain('a[U+200B]b[U+202E]c');
		expect((await open(asked)).html).toContain('<pre>a[U+200B]b[U+202E]c</pre>');
	});

	it('outputs approved false when its time is over, even if the incoming item has approved true', async () => {
		const executeData = { data: { main: [[{ json: { approved: true } }]] }, node: {} as never, source: null };
		await ask({}, { executeData, items: [{ json: { approved: true } }] });
		expect(executeData.data.main[0]![0]!.json).toMatchObject(WAITING);
	});

	it('is written once by Retry On Fail, with one link, also after a lost response', async () => {
		rig.sandbox.fault({ kind: 'drop', when: 'after', path: `/conversation/${conversation().record.id}/note` });
		const executionData = newExecutionData();
		const attempt = rig.tries('message.sendAndWait', parameters(), { executionData, executionId: 'e1' });
		await attempt().catch(() => undefined);
		await attempt();
		expect(new Set(notes().map(linkIn)).size).toBe(1);
		expect(notes()).toHaveLength(1);
	});

	it('is written again in the next run of the node, and the old link decides nothing', async () => {
		const executionData = newExecutionData();
		const first = await ask({}, { executionData });
		const second = await ask({}, { executionData, runIndex: 1 });
		expect(second.link).not.toBe(first.link);
		const visited = await open(first, { form: { decision: 'approve' } });
		expect([visited.status, visited.output]).toEqual([409, undefined]);
		expect(visited.html).toContain('This link no longer works');
		expect((await open(second, { form: { decision: 'approve' } })).output).toMatchObject({ approved: true });
	});

	it('is refused for several items before any request, and the error suggests a loop', async () => {
		const items = [{ json: {} }, { json: {} }];
		const error = await rig.failure('message.sendAndWait', parameters(), { items });
		expect([error.message, error.description].join()).toMatch(
			/several items[^]*Max Events per Poll[^]*Loop Over Items[^]*Execute Sub-workflow/,
		);
		const failed = await rig.run('message.sendAndWait', parameters(), { items, onError: 'continueRegularOutput' });
		expect(failed.map(({ json, pairedItem }) => [json.approved, pairedItem])).toEqual([
			[false, { item: 0 }],
			[false, { item: 1 }],
		]);
		expect(rig.sandbox.requests()).toEqual([]);
	});

	it.each<[string, INodeParameters, object]>([
		['a Dry Run', { options: { dryRun: true } }, { dryRun: true }],
		['a guard', { options: { onlyIfUnchangedSince: '2020-01-01' } }, { skipped: true }],
		['a failure with Continue', { message: '' }, { error: expect.any(String) }],
	])('is not written after %s: approved is false, and the execution does not wait', async (_, more, output) => {
		const items = [{ json: { approved: true } }];
		const asked = await ask(more, { items, onError: 'continueRegularOutput' });
		expect(asked.items.map(({ json }) => json)).toEqual([expect.objectContaining({ approved: false, ...output })]);
		expect([asked.executionData.waitTill, writes()]).toEqual([undefined, []]);
	});

	it('outputs approved false on the error output if it fails', async () => {
		const [item] = (await ask({ message: '' }, { onError: 'continueErrorOutput' })).items;
		expect([item!.json.approved, item!.error]).toEqual([false, expect.anything()]);
	});

	it('is not sent with a Read Only credential', async () => {
		const error = await rig.failure('message.sendAndWait', parameters(), {
			credential: rig.credential({ readOnly: true }),
		});
		expect([error.message, writes()]).toEqual([expect.stringContaining('reading only'), []]);
	});

	it('is refused as a tool of an agent', async () => {
		const error = await rig.failure('message.sendAndWait', parameters(), { asTool: true });
		expect(error.message).toContain("'Ask for Approval' is no tool");
		expect(rig.sandbox.requests()).toEqual([]);
	});
});

describe('the page of Ask for Approval', () => {
	it('escapes ticket, workflow and text, and decides nothing when it is opened', async () => {
		conversation().record.subject = 'A <script>lamp</script> & "more"';
		const asked = await ask();
		const { status, headers, html, output } = await open(asked);
		expect([status, output]).toEqual([200, undefined]);
		const { ticket_id } = conversation().record;
		expect(html).toContain(`Ticket #${ticket_id}: A &lt;script&gt;lamp&lt;/script&gt; &amp; &quot;more&quot;`);
		expect(html).toContain('“Drafts”');
		expect(html).toMatch(
			/<textarea id="text" name="text"[^>]*>\nYour lamp\nis &lt;b&gt;on&lt;\/b&gt; its way\.<\/textarea/,
		);
		expect(html).not.toMatch(/<script|role="alert"/);
		expect(headers).toMatchObject({ 'Referrer-Policy': 'no-referrer', 'Cache-Control': 'no-store' });
		expect(headers['Content-Security-Policy']).toMatch(/^sandbox allow-forms[^;]*; default-src 'none';/);
	});

	it.each<[string, object, object]>([
		[
			'approved as it is',
			{ decision: 'approve', text: TEXT.replace('\n', '\r\n') },
			{ approved: true, text: TEXT },
		],
		[
			'approved with changes',
			{ decision: 'approve', text: 'New\r\ntext' },
			{ approved: true, text: 'New\ntext', is_edited: true },
		],
		['declined with a reason', { decision: 'decline', text: 'x', reason: ' Wrong. ' }, { reason: 'Wrong.' }],
		['declined without one', { decision: 'decline', reason: '' }, {}],
	])('decides when its button is pressed: %s', async (_, form, output) => {
		const asked = await ask();
		const visited = await open(asked, { form: { ...form } });
		const { id, ticket_id } = conversation().record;
		const decided = { ...WAITING, expired: false, decided_at: expect.stringMatching(/^\d{4}-.*Z$/) };
		expect(visited.output).toEqual({ id, ticket_id, ...decided, ...output });
		expect(visited.html).toMatch(/Approved|Declined/);
	});

	it.each<[string, object]>([
		['without a button', { text: TEXT }],
		['with another word', { decision: 'yes' }],
		['with an emptied text', { decision: 'approve', text: ' \u200b\r\n' }],
		['with two texts', { decision: 'approve', text: ['a', 'b'] }],
	])('decides nothing if the form is sent %s', async (_, form) => {
		const { output, html } = await open(await ask(), { form: { ...form } });
		expect([output, html.includes('<form')]).toEqual([undefined, true]);
	});

	it('decides nothing for a guessed question, or after the time', async () => {
		const asked = await ask();
		for (const ask of ['', '0123456789abcdef']) {
			const link = new URL(asked.link);
			link.searchParams.set('ask', ask);
			const visited = await open({ ...asked, link: link.href }, { form: { decision: 'approve' } });
			expect([visited.status, visited.output]).toEqual([409, undefined]);
		}
		const { question } = asked.executionData.executionData!.contextData['node:Helpdesk'] as never as {
			question: { until: number };
		};
		question.until = Date.now() - 1;
		expect((await open(asked, { form: { decision: 'approve' } })).output).toBeUndefined();
	});

	it('says if the customer has written meanwhile, and links the ticket', async () => {
		const asked = await ask();
		receiveMessage(rig.sandbox.store, conversation(), '<p>No.</p>');
		const credential = rig.credential({ ticketAddress: 'https://app.example.com/t/{id}' });
		const { html } = await open(asked, { credential });
		expect(html).toMatch(/role="alert">The conversation has a newer message\. Read the ticket first\./);
		expect(html).toContain(`<a href="https://app.example.com/t/${conversation().record.id}">Ticket #`);
	});

	it('shows the whole text, also after many blank lines', async () => {
		const { html } = await open(await ask({ message: `Hi${'\n'.repeat(400)}Hidden` }));
		expect(Number(/rows="(\d+)"/.exec(html)![1])).toBeGreaterThan(400);
	});

	it('answers 409 and ends no execution if n8n has no question of the node', async () => {
		const asked = await ask();
		delete asked.executionData.executionData!.contextData['node:Helpdesk'];
		expect((await open(asked)).status).toBe(409);
	});

	it('shows the question and a notice if the helpdesk does not answer', async () => {
		const asked = await ask();
		rig.sandbox.fault({ kind: 'status', status: 503, times: 10 });
		const { html } = await open(asked);
		expect(html).toMatch(/role="alert">The helpdesk did not answer[^]*<textarea/);
	});

	it('passes the receipt of the note to the output', async () => {
		const asked = await ask({ options: { receipt: true } });
		const { output } = await open(asked, { form: { decision: 'approve' } });
		expect(output!.receipt).toMatchObject({
			operation: 'message.sendAndWait',
			outcome: 'sent',
			changed: ['message'],
		});
	});
});

describe('the review step of an agent', () => {
	const calledWith = (Conversation: string) => ({
		toolParameters: { Conversation, Message_Format: 'html', Message: 'Hi\n<b>you</b>' },
	});
	const review = { asReview: true, items: [{ json: { tool: 'Reply' } as IDataObject }] };
	beforeEach(() => Object.assign(review.items[0]!.json, calledWith(conversation().record.id)));

	it('accepts the ID of a tool call with spaces around it', async () => {
		Object.assign(review.items[0]!.json, calledWith(` ${conversation().record.id}`));
		await ask({ message: 'Run it?' }, review);
		expect(writes()).toHaveLength(1);
	});

	it('is refused if the tool call is about another conversation than the question', async () => {
		Object.assign(review.items[0]!.json, calledWith('c2'));
		await expect(ask({ message: 'Run it?' }, review)).rejects.toThrow('about another conversation');
		expect(writes()).toEqual([]);
	});

	it('shows every parameter by its name in the panel, but no edit box', async () => {
		const asked = await ask(
			{ message: 'The agent wants to run this tool: Reply\n\nInput:\n[object Object]' },
			review,
		);
		const { html } = await open(asked, { asReview: true });
		expect(html).toContain(
			`Input:\nConversation: ${conversation().record.id}\nMessage Format: html\nMessage: Hi\n&lt;b&gt;you&lt;/b&gt;</pre>`,
		);
		expect(html).not.toContain('id="text"');
	});

	it('passes the reason for a decline to the model, but no changed text', async () => {
		const asked = await ask({ message: 'Run it?' }, review);
		const form = { decision: 'decline', reason: 'Be polite.' };
		expect((await open(asked, { asReview: true, form })).output).toMatchObject({
			approved: false,
			chatInput: 'Be polite.',
		});
		const approved = await open(asked, { asReview: true, form: { decision: 'approve', text: 'x' } });
		expect(approved.output).toMatchObject({ approved: true, is_edited: false });
		expect(approved.output).not.toHaveProperty('chatInput');
	});

	it('tells the model that nobody has decided in time', async () => {
		expect((await ask({ message: 'Run it?' }, review)).items[0]!.json).toMatchObject({
			approved: false,
			chatInput: expect.stringContaining('Nobody has decided'),
		});
	});
});

describe('links of waiting executions', () => {
	const WAYS = [
		'https://n8n.example.com/webhook-waiting/12/ab?signature=0123456789abcdef0123456789abcdef',
		'HTTPS://N8N.EXAMPLE.COM/%77ebhook-waiting/12/ab',
		'https://n8n.example.com/form-waiting/12',
		'https://n8n.example.com/web\u200bhook-waiting/12',
		'https://n8n.example.com/webhook&#45;waiting/12',
		'https://n8n.example.com/wait-here/12',
		'ab?ask=1&signature=0123456789abcdef0123456789abcdef',
	];

	it.each(WAYS)('are not given to a model: %s', async (link) => {
		const { record } = conversation();
		receiveMessage(rig.sandbox.store, conversation(), `<p>Look: ${link} now</p>`);
		const run = { waitingUrl: 'https://n8n.example.com/wait-here' };
		const [context] = await rig.run('conversation.getContext', { conversationId: byId(record.id) }, run);
		expect(context!.json.text).toMatch(/Look: \[link to a waiting workflow, left out\] now/);
		const rows = await rig.run(
			'message.getMany',
			{ conversationId: byId(record.id), returnAll: true, options: { output: 'raw' } },
			{ ...run, asTool: true },
		);
		expect(JSON.stringify(rows)).not.toMatch(/signature=0|waiting\/12|wait-here\/12/i);
	});
});
