import { startSandbox, type Sandbox } from '../../sandbox';
import type { StoredConversation } from '../../sandbox/records';
import { itemsOf } from '../../tools/n8n/client';
import { withCredential } from '../../tools/n8n/workflow';
import { Approval, isOpen, open, press, type Form } from '../n8n/support/approval';
import { eventually, quickCredential } from '../n8n/support/n8n';
import { startModel, type ScriptedModel } from '../n8n/support/servers';
import { chain, helpdesk } from '../n8n/support/workflows';
import { byId } from '../support/locator';
import { useOwnN8n } from './support/ownN8n';

const DRAFT = 'Hello from the team';
const CHANGED = 'Hello, your lamp is here';

const WAYS: Record<string, { form?: Form; sent: string[] }> = {
	approved: { form: { decision: 'approve', text: DRAFT }, sent: [DRAFT] },
	changed: { form: { decision: 'approve', text: CHANGED }, sent: [CHANGED] },
	declined: { form: { decision: 'decline', text: CHANGED }, sent: [] },
	left: { sent: [] },
};
const QUESTIONS = 40;

/** Longer than an approval waits. */
const LATER_MS = 73 * 3_600_000;

describe('40 questions, while n8n is stopped, killed and started again', () => {
	const own = useOwnN8n();
	let sandbox: Sandbox;
	let model: ScriptedModel;
	let approval: Approval;
	let asked: Array<{ conversation: StoredConversation; link: string; way: string }>;

	beforeAll(async () => {
		[sandbox, model] = [await startSandbox({ conversations: 20, limitPerMinute: 0 }), await startModel()];
		approval = await Approval.publish(own.client, sandbox, model);
		model.play(...Array<string>(QUESTIONS).fill(DRAFT));
		const conversations = Array.from({ length: QUESTIONS }, () => approval.customerWrites());
		asked = [];
		for (const [index, conversation] of conversations.entries()) {
			const way = Object.keys(WAYS)[index % 4]!;
			asked.push({ conversation, link: await approval.link(conversation), way });
		}
	});
	afterAll(async () => await Promise.all([sandbox.close(), model.close()]));

	const pressed = async ({ link, way }: (typeof asked)[number]) => {
		const { form } = WAYS[way]!;
		if (form) await press(link, form).catch(() => undefined);
	};
	const replies = () => asked.map(({ conversation }) => approval.replies(conversation));
	const outcomes = (part: typeof asked) =>
		eventually(() => part.every(({ conversation }) => approval.notes(conversation).length === 2));

	it('send only approved replies, and none of them twice', async () => {
		const [before, during, after] = [asked.slice(0, 12), asked.slice(12, 32), asked.slice(32)];
		const decided = (part: typeof asked) => part.filter(({ way }) => way !== 'left');
		await own.n8n.kill();
		await own.startAgain();
		for (const { link } of asked) expect(isOpen(await open(link))).toBe(true);
		expect(replies().flat()).toEqual([]);
		await Promise.all(before.map(pressed));
		await outcomes(decided(before));

		sandbox.settings({ latencyMs: 300 });
		const presses = during.map(pressed);
		await eventually(() => during.some(({ conversation }) => approval.replies(conversation).length > 0));
		await own.n8n.kill();
		sandbox.settings({ latencyMs: 0 });
		await Promise.all(presses);
		await own.startAgain();
		await Promise.all(asked.slice(0, 32).map(pressed));

		await own.n8n.stop();
		await own.startAgain();
		await Promise.all(after.map(pressed));
		await outcomes(decided(after));
		await Promise.all(asked.map(pressed));
		const left = asked.filter(({ way }) => way === 'left');
		await eventually(async () => {
			const pages = await Promise.all(asked.map(async ({ link }) => await open(link)));
			return pages.filter(isOpen).length === left.length;
		});

		const sent = replies();
		for (const [index, { way }] of asked.entries()) {
			const { sent: wanted } = WAYS[way]!;
			// A crash after the decision may lose the reply.
			const allowed = during.includes(asked[index]!) ? [wanted, []] : [wanted];
			expect(allowed).toContainEqual(sent[index]);
		}
		const approved = asked.filter(({ way }) => WAYS[way]!.sent.length > 0);
		console.info(`${sent.flat().length} of ${approved.length} approved replies were sent`);
	});

	it('are not approved when their time is over, even if the incoming item has approved true', async () => {
		const items = [{ id: asked[0]!.conversation.record.id, approved: true }];
		const ask = helpdesk('Ask', 'message.sendAndWait', { conversationId: byId('={{ $json.id }}'), message: DRAFT });
		const workflow = withCredential(chain('Asks', items, [ask]), await quickCredential(own.client, sandbox));
		const id = await own.client.start(await own.client.createWorkflow(workflow), 'By hand');
		const link = await approval.link(asked[0]!.conversation, 2);
		const sent = replies();
		await own.n8n.kill();
		await own.startAgain(LATER_MS);
		expect(itemsOf(await own.client.finished(id), 'Ask').map(({ json }) => json)).toMatchObject([
			{ approved: false, expired: true, decided_at: null, text: null },
		]);
		const left = asked.filter(({ way }) => way === 'left');
		await outcomes(left);
		for (const { conversation } of left)
			expect(approval.notes(conversation)[1]).toBe('NOT sent: nobody decided in time.');
		for (const each of [link, ...left.map(({ link }) => link)])
			await press(each, { decision: 'approve', text: DRAFT });
		expect(replies()).toEqual(sent);
	});
});
