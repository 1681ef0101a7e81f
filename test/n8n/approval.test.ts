import { receiveMessage } from '../../sandbox/incoming';
import type { StoredConversation } from '../../sandbox/records';
import { itemsOf } from '../../tools/n8n/client';
import { withCredential } from '../../tools/n8n/workflow';
import { byId } from '../support/locator';
import { Approval, isOpen, open, press, Tickets, type Form } from './support/approval';
import { eventually, useRig } from './support/n8n';
import { startModel, type ScriptedModel } from './support/servers';
import { chain, helpdesk } from './support/workflows';

const DRAFT = 'Your lamp is on its way.\n\n<b>Ada</b> & the team';
/** The helpdesk takes HTML, so the model's brackets are escaped. */
const SENT = 'Your lamp is on its way.<br><br>&lt;b&gt;Ada&lt;/b&gt; &amp; the team';
const APPROVE: Form = { decision: 'approve', text: DRAFT };

const rig = useRig({ conversations: 20 });
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

	it('sends the draft once as edited, even if the button is pressed several times', async () => {
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

	it('sends nothing after the customer wrote again, warns on the page, and asks about the newer message', async () => {
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

it('Ask for Approval decides by the button only: links that are opened, scanned or forged decide nothing', async () => {
	rig.sandbox.reset();
	const [conversation] = [...rig.sandbox.store.conversations.values()];
	const parameters = { conversationId: byId(conversation!.record.id), message: DRAFT };
	const workflow = chain('Asks', [{}], [helpdesk('Ask', 'message.sendAndWait', parameters)]);
	const saved = await rig.client.createWorkflow(withCredential(workflow, rig.credential));
	const id = await rig.client.start(saved, 'By hand');
	const link = await new Tickets(rig.sandbox).link(conversation!);
	for (const [method, agent] of [
		['GET', 'Mozilla/5.0 (compatible; SafeLinks)'],
		['GET', 'Googlebot/2.1 (+http://www.google.com/bot.html)'],
		['HEAD', 'python-requests/2.32'],
		['OPTIONS', 'Mozilla/5.0 Firefox/140.0'],
	] as const)
		for (const each of [link, `${link}&decision=approve`, `${link}&approved=true`]) await open(each, method, agent);
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
	const [item] = itemsOf(await rig.client.finished(id), 'Ask');
	expect(item!.json).toMatchObject({ approved: true, text: DRAFT, is_edited: false });
});
