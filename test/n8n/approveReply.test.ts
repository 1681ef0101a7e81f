import { DomUtils, parseDocument } from 'htmlparser2';

import { receiveMessage } from '../../sandbox/incoming';
import type { StoredConversation } from '../../sandbox/records';
import { byId } from '../support/locator';
import { ApprovalRig, open, press } from './support/approval';
import { eventually } from './support/n8n';
import { chain } from './support/workflows';

const DRAFT = 'Your lamp is on its way.\n\n<b>Ada</b> & the team, see C:\\new\\\\n and \\\\\\n';
/** The helpdesk takes HTML, so the model's brackets are escaped. */
const SENT = 'Your lamp is on its way.<br><br>&lt;b&gt;Ada&lt;/b&gt; &amp; the team, see C:\\new\\\\n and \\\\\\n';

let rig: ApprovalRig;
beforeAll(async () => (rig = await ApprovalRig.start()));
afterEach(() => rig.sandbox.clearFaults());
afterAll(async () => await rig.stop());

/** Lets a customer write, and waits for the note with the draft. */
async function drafted(text = DRAFT): Promise<{ conversation: StoredConversation; link: string }> {
	rig.model.play(text);
	const conversation = rig.approval.customerWrites();
	return { conversation, link: await rig.approval.link(conversation) };
}
/** Asserts that the draft still waits and nothing was sent. */
async function isWaiting({ conversation, link }: { conversation: StoredConversation; link: string }): Promise<void> {
	expect((await open(link)).data).toContain('Send this reply to the customer?');
	expect(rig.approval.notes(conversation)).toHaveLength(1);
	expect(rig.approval.replies(conversation)).toEqual([]);
}

it('the approval example shows the exact draft in the note and on the page, and sends it once when it is approved', async () => {
	const { conversation, link } = await drafted();
	const note = rig.approval.notes(conversation)[0]!;
	expect(note).toMatch(/^To decide: draft \d+-\w{6} of the AI, not sent\.[^]*Your lamp is on its way\.\n\n[^<>]*$/);
	expect(parseDocument(note).children.map(DomUtils.textContent).join('')).toContain(DRAFT);
	expect(JSON.stringify(rig.model.asked[0]!.messages)).toMatch(/\| Where is my lamp\?/);
	const page = (await open(link)).data;
	expect(page).toContain('&lt;b&gt;Ada&lt;/b&gt;');
	expect(DomUtils.textContent(parseDocument(page))).toContain(DRAFT);
	// Pressed three times at once, and again after the end. n8n may never answer the second and third press.
	for (let times = 0; times < 3; times += 1) void press(link, 'Send it').catch(() => undefined);
	expect(await rig.approval.outcome(conversation)).toMatch(/^Sent: draft \d+-\w{6} of the AI, as approved\.$/);
	expect((await rig.ended(link)).status).toBe('success');
	await press(link, 'Do not send it');
	expect((await open(link)).data).not.toContain('Your lamp');
	expect(rig.approval.replies(conversation)).toEqual([SENT]);
	expect(rig.approval.notes(conversation)).toHaveLength(2);
});

it('the approval example does not count a link scanner as a decision, and refuses a forged link', async () => {
	const [mine, other] = [await drafted(), await drafted()];
	const webhook = mine.link.replace('form-waiting', 'webhook-waiting');
	for (const [method, agent] of [
		['GET', 'Mozilla/5.0 (compatible; SafeLinks)'],
		['GET', 'Googlebot/2.1 (+http://www.google.com/bot.html)'],
		['HEAD', 'python-requests/2.32'],
		['OPTIONS', 'Mozilla/5.0 Firefox/140.0'],
	] as const)
		for (const link of [mine.link, webhook]) await open(link, method, agent);
	const { origin, pathname, searchParams } = new URL(mine.link);
	const signature = searchParams.get('signature')!;
	const queries = [
		'',
		'?signature=',
		`?signature=${signature.slice(0, -1)}${signature.endsWith('0') ? '1' : '0'}`,
		new URL(other.link).search,
	];
	for (const link of queries.flatMap((query) => [
		origin + pathname + query,
		new URL(webhook).origin + new URL(webhook).pathname + query,
	])) {
		expect([link, (await press(link, 'Send it')).status]).toEqual([link, 401]);
		expect((await open(link)).data).not.toContain('Your lamp');
	}
	for (const each of [mine, other]) await isWaiting(each);
});

it.each([['Do not send it'], [undefined], ['send it']] as Array<['Send it' | undefined]>)(
	'the approval example sends nothing for the decision %j',
	async (decision) => {
		const { conversation, link } = await drafted();
		await press(link, decision);
		expect(await rig.approval.outcome(conversation)).toMatch(/^NOT sent: draft .* was declined\.$/);
		await rig.ended(link);
		await press(link, 'Send it');
		expect(rig.approval.replies(conversation)).toEqual([]);
		expect(rig.approval.notes(conversation)).toHaveLength(2);
	},
);

it('the approval example does not send an approved reply if the customer wrote meanwhile, reports it, and drafts a new reply', async () => {
	const { conversation, link } = await drafted();
	rig.model.play('Then we take it back.');
	receiveMessage(rig.sandbox.store, conversation, '<p>I do not want it any more.</p>');
	const newer = await rig.approval.link(conversation, 2);
	await press(link, 'Send it');
	expect(await rig.approval.outcome(conversation, 3)).toMatch(
		/^NOT sent now, though approved: draft .* The conversation has a newer message/,
	);
	expect(rig.approval.replies(conversation)).toEqual([]);
	await press(newer, 'Send it');
	await rig.approval.eventually(() =>
		rig.approval.notes(conversation).some((note) => note.startsWith('Sent: draft')),
	);
	expect(rig.approval.replies(conversation)).toEqual(['Then we take it back.']);
});

it.each([
	['could not be sent', { kind: 'status', status: 422 }, /was approved, but: /],
	[
		'may have been sent',
		{ kind: 'drop', when: 'before' },
		/was approved, but: [^]*[Ii]t may have been applied; not sent again/,
	],
] as const)(
	'the approval example reports in the ticket that the approved reply %s, ends with an error, and does not send again',
	async (_, fault, says) => {
		const { conversation, link } = await drafted();
		rig.sandbox.fault({ ...fault, path: rig.path(conversation, 'reply') });
		await press(link, 'Send it');
		expect(await rig.approval.outcome(conversation)).toMatch(says);
		const { status, error } = await rig.ended(link);
		expect([status, error]).toEqual(['error', expect.stringContaining(conversation.record.id)]);
		await press(link, 'Send it');
		expect(rig.asked(rig.path(conversation, 'reply'), 'POST')).toBe(1);
	},
);

it('the approval example sends only one of two drafts for a message, even if both are approved at the same moment', async () => {
	const { conversation, link } = await drafted();
	rig.model.play(DRAFT);
	const call = {
		source: 'database',
		workflowId: byId(rig.approval.workflow.id),
		mode: 'once',
		options: { waitForSubWorkflow: false },
	};
	const again = { name: 'Again', type: 'n8n-nodes-base.executeWorkflow', typeVersion: 1.2, parameters: call };
	const caller = await rig.n8n.client.createWorkflow(
		chain('Drafts again', [{ id: conversation.record.id }], [again]),
	);
	await rig.n8n.client.run(caller, 'By hand');
	await rig.n8n.client.deleteWorkflow(caller);
	const links = [link, await rig.approval.link(conversation, 2)];
	// Longer than the time between two reads of the conversation.
	rig.sandbox.fault({ kind: 'slow', ms: 3_000, path: rig.path(conversation, '*'), times: 0 });
	await Promise.all(links.map(async (each) => await press(each, 'Send it')));
	await Promise.all(links.map(async (each) => await rig.ended(each)));
	expect(rig.approval.replies(conversation)).toEqual([SENT]);
	const outcomes = rig.approval.notes(conversation).slice(2);
	expect(outcomes.map((text) => /^(Sent|NOT sent now)/.exec(text)?.[1]).sort()).toEqual(['NOT sent now', 'Sent']);
});

it('the approval example asks nobody to approve an empty draft, and ends with an error', async () => {
	const known = await rig.n8n.client.executionIds(rig.approval.workflow);
	rig.model.play(' \n\u200b\u2060\u00ad \u2800');
	const conversation = rig.approval.customerWrites();
	let error: string | undefined;
	await eventually(async () => {
		const begun = (await rig.n8n.client.executionIds(rig.approval.workflow)).filter((id) => !known.includes(id));
		const ended = await Promise.all(begun.map(async (id) => await rig.n8n.client.finished(id)));
		error = ended.find(({ status }) => status === 'error')?.error;
		return error !== undefined;
	});
	expect(error).toContain(`${conversation.record.id}: no draft was shown. The model wrote nothing`);
	expect(rig.approval.notes(conversation)).toEqual([]);
});

it('the approval example writes the outcome into the ticket once, after an outage of the helpdesk', async () => {
	const conversation = rig.customerWrites();
	const link = await rig.approval.link(conversation);
	rig.sandbox.fault({ kind: 'status', status: 500, path: rig.path(conversation, 'note'), times: 8 });
	await rig.isApprovedBy(link, conversation);
	expect(rig.asked(rig.path(conversation, 'note'), 'POST')).toBe(1 + 8 + 1);
});

it('the approval example ends with an error that contains the outcome if the ticket may not have it', async () => {
	const conversation = rig.customerWrites();
	const link = await rig.approval.link(conversation);
	rig.sandbox.fault({ kind: 'drop', path: rig.path(conversation, 'note') });
	rig.sandbox.fault({ kind: 'status', status: 403, path: rig.path(conversation, 'messages'), times: 0 });
	await press(link, 'Do not send it');
	const { status, error } = await rig.ended(link);
	expect([status, error]).toEqual(['error', expect.stringMatching(/was declined\. The ticket may not say so: /)]);
});
