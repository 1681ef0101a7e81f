import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { receiveMessage } from '../../sandbox/incoming';
import type { StoredConversation } from '../../sandbox/records';
import { itemsOf } from '../../tools/n8n/client';
import { withCredential } from '../../tools/n8n/workflow';
import { byId } from '../support/locator';
import { Approval, isOpen, open, press, Tickets, type Form } from './support/approval';
import { eventually, useRig } from './support/n8n';
import { startModel, type ScriptedModel } from './support/servers';
import { chain, helpdesk, type Link } from './support/workflows';

const DRAFT = 'Your lamp is on its way.\n\n<b>Ada</b> & the team';
/** The helpdesk takes HTML, so the model's brackets are escaped. */
const SENT = 'Your lamp is on its way.<br><br>&lt;b&gt;Ada&lt;/b&gt; &amp; the team';
const APPROVE: Form = { decision: 'approve', text: DRAFT };

const rig = useRig({ conversations: 20 });
let tickets: Tickets;
beforeAll(() => (tickets = new Tickets(rig.sandbox)));
afterEach(() => rig.sandbox.clearFaults());

describe.each(['ai-approval', 'approve-reply'])('the example %s', (example) => {
	let approval: Approval;
	let model: ScriptedModel;
	beforeAll(async () => {
		model = await startModel();
		approval = await Approval.publish(rig.client, rig.sandbox, model, example);
	});
	afterAll(async () => {
		await approval.remove();
		await model.close();
	});

	async function drafted(): Promise<{ conversation: StoredConversation; link: string }> {
		model.play(DRAFT);
		const conversation = approval.customerWrites();
		return { conversation, link: await approval.link(conversation) };
	}

	it('sends the draft once, as the person has changed it, however often the button is pressed', async () => {
		const { conversation, link } = await drafted();
		const form = { ...APPROVE, text: DRAFT.replace('on its way', 'here').replaceAll('\n', '\r\n') };
		await Promise.all([1, 2, 3].map(async () => await press(link, form)));
		expect(await approval.outcome(conversation)).toBe('Sent, as approved.');
		await press(link, APPROVE);
		expect(approval.replies(conversation)).toEqual([SENT.replace('on its way', 'here')]);
		expect(approval.notes(conversation)).toHaveLength(2);
	});

	it('sends nothing after a decline, and a note has the reason', async () => {
		const { conversation, link } = await drafted();
		await press(link, { decision: 'decline', text: DRAFT, reason: 'Ask <Bob>' });
		expect(await approval.outcome(conversation)).toBe('NOT sent: declined. Ask &lt;Bob>');
		await press(link, APPROVE);
		expect(approval.replies(conversation)).toEqual([]);
		expect(approval.notes(conversation)).toHaveLength(2);
	});

	it('sends nothing after the customer wrote again, which the page says, and asks about the newer message', async () => {
		const { conversation, link } = await drafted();
		model.play('Then we take it back.');
		receiveMessage(rig.sandbox.store, conversation, '<p>I do not want it any more.</p>');
		const newer = await approval.link(conversation, 2);
		expect((await open(link)).data).toContain('The conversation has a newer message. Read the ticket first.');
		expect((await open(newer)).data).not.toContain('newer message');
		await press(link, APPROVE);
		expect(await approval.outcome(conversation, 3)).toBe('NOT sent: The conversation has a newer message');
		await press(newer, { decision: 'approve', text: 'Then we take it back.' });
		expect(await approval.outcome(conversation, 4)).toBe('Sent, as approved.');
		expect(approval.replies(conversation)).toEqual(['Then we take it back.']);
	});

	it('says in the ticket that an approved reply may have been sent', async () => {
		const { conversation, link } = await drafted();
		rig.sandbox.fault({ kind: 'drop', path: `/conversation/${conversation.record.id}/reply` });
		await press(link, APPROVE);
		await eventually(() => approval.notes(conversation).length === 2);
		expect(approval.notes(conversation)[1]).toMatch(/^Look here: .*may have been applied; not sent again/);
		await press(link, APPROVE);
		expect(approval.replies(conversation)).toEqual([]);
	});
});

describe('Ask for Approval', () => {
	beforeEach(() => rig.sandbox.reset());

	const first = () => [...rig.sandbox.store.conversations.values()][0]!;
	const asking = (parameters: INodeParameters = {}, more: Partial<Link> = {}) =>
		helpdesk(
			'Ask',
			'message.sendAndWait',
			{ conversationId: byId('={{ $json.id }}'), message: DRAFT, ...parameters },
			more,
		);

	/** Starts a workflow that asks about items, and returns the ID of the execution. */
	async function start(items: IDataObject[], ask = asking(), more: Link[] = []): Promise<string> {
		const workflow = withCredential(chain('Asks', items, [...more, ask]), rig.credential);
		if (more.length > 0)
			Object.assign(workflow.connections, {
				Loop: { main: [[], [{ node: 'Ask', type: 'main', index: 0 }]] },
				Ask: { main: [[{ node: 'Loop', type: 'main', index: 0 }]] },
			});
		return await rig.client.start(await rig.client.createWorkflow(workflow), 'By hand');
	}
	const outputs = async (id: string) => itemsOf(await rig.client.finished(id), 'Ask').map(({ json }) => json);

	it('decides by the button only: links that are opened, scanned or forged decide nothing', async () => {
		const id = await start([{ id: first().record.id }]);
		const link = await tickets.link(first());
		for (const [method, agent] of [
			['GET', 'Mozilla/5.0 (compatible; SafeLinks)'],
			['GET', 'Googlebot/2.1 (+http://www.google.com/bot.html)'],
			['HEAD', 'python-requests/2.32'],
			['OPTIONS', 'Mozilla/5.0 Firefox/140.0'],
		] as const)
			for (const each of [link, `${link}&decision=approve`, `${link}&approved=true`])
				await open(each, method, agent);
		for (const form of [{}, { decision: 'Approve' }, { ...APPROVE, text: ' \u200b\n' }])
			expect(isOpen(await press(link, form))).toBe(true);
		const changed = (change: (url: URL) => void) => {
			const url = new URL(link);
			change(url);
			return url.href;
		};
		const signature = new URL(link).searchParams.get('signature')!;
		const forged = [
			changed(({ searchParams }) => searchParams.delete('signature')),
			changed(({ searchParams }) => searchParams.set('signature', '')),
			changed(({ searchParams }) =>
				searchParams.set(
					'signature',
					signature.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
				),
			),
			changed(({ searchParams }) => searchParams.set('ask', '0123456789abcdef')),
			changed((url) => (url.pathname = url.pathname.replace(/\/[^/]+$/, ''))),
		];
		for (const each of forged) expect([each, (await press(each, APPROVE)).status]).toEqual([each, 401]);
		expect(isOpen(await open(link))).toBe(true);
		await press(link, APPROVE);
		expect(await outputs(id)).toMatchObject([{ approved: true, text: DRAFT, is_edited: false }]);
	});

	it('refuses several items before any request', async () => {
		const id = await start([{ id: first().record.id }, { id: 'conv_2' }]);
		expect((await rig.client.finished(id)).error).toMatch(/several items.*Nothing was asked/);
		expect(rig.sandbox.requests()).toEqual([]);
	});

	it('writes one note with one link with Retry On Fail', async () => {
		const path = `/conversation/${first().record.id}/note`;
		rig.sandbox.fault({ kind: 'status', status: 422, path, times: 2 });
		rig.sandbox.fault({ kind: 'drop', when: 'after', path });
		const ask = asking({}, { retryOnFail: true, maxTries: 3, waitBetweenTries: 0 });
		const id = await start([{ id: first().record.id }], ask);
		await press(await tickets.link(first()), APPROVE);
		expect(await outputs(id)).toMatchObject([{ approved: true }]);
		const sent = rig.sandbox.requests().filter((each) => each.path === path && each.method === 'POST');
		expect(sent.map(({ body }) => body)).toEqual(Array(3).fill(sent[0]!.body));
		expect(tickets.links(first())).toHaveLength(1);
	});

	it('asks anew in the next turn of a loop, where the link of the turn before decides nothing', async () => {
		const loop = {
			name: 'Loop',
			type: 'n8n-nodes-base.splitInBatches',
			typeVersion: 3,
			parameters: { options: {} },
		};
		const id = await start([{ id: first().record.id }, { id: first().record.id }], asking(), [loop]);
		const old = await tickets.link(first());
		await press(old, { decision: 'decline' });
		const link = await tickets.link(first(), 2);
		expect((await press(old, APPROVE)).data).toContain('This link no longer works');
		expect(isOpen(await open(link))).toBe(true);
		await press(link, APPROVE);
		expect((await outputs(id)).map(({ approved }) => approved)).toEqual([false, true]);
	});
});
