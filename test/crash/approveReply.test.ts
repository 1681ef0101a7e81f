import { setTimeout as sleep } from 'node:timers/promises';

import { startSandbox, type Sandbox } from '../../sandbox';
import type { StoredConversation } from '../../sandbox/records';
import { Approval, open, press } from '../n8n/support/approval';
import { eventually } from '../n8n/support/n8n';
import { startModel, type ScriptedModel } from '../n8n/support/servers';
import { useOwnN8n } from './support/ownN8n';

/** Time for a decision, longer than the test needs for three drafts. */
const SHORT_WAIT_S = 20;

/** Longer than it takes to kill n8n, so that the reply is in flight when it dies. */
const HELD_MS = 30_000;

describe('drafts that wait for a decision while n8n is killed and started again', () => {
	const own = useOwnN8n();
	let sandbox: Sandbox;
	let model: ScriptedModel;
	let approval: Approval;
	/** The drafts that waited when n8n was killed, with the links in their notes. */
	let waiting: Array<{ conversation: StoredConversation; link: string }>;

	beforeAll(async () => {
		[sandbox, model] = [await startSandbox({ conversations: 20, limitPerMinute: 0 }), await startModel()];
		approval = await Approval.publish(own.client, sandbox, model);
		waiting = await drafts(3);
	});
	afterAll(async () => await Promise.all([sandbox.close(), model.close()]));

	async function drafts(count: number) {
		model.play(...Array<string>(count).fill('Hello from the team'));
		const conversations = Array.from({ length: count }, () => approval.customerWrites());
		return await Promise.all(
			conversations.map(async (conversation) => ({ conversation, link: await approval.link(conversation) })),
		);
	}
	const restart = async () => {
		await own.n8n.kill();
		await own.startAgain();
	};
	const is = ({ conversation }: (typeof waiting)[number]) => [
		approval.notes(conversation).length,
		approval.replies(conversation),
	];

	it('still wait, and the link of each one sends it once or declines it', async () => {
		await restart();
		expect(waiting.map(is)).toEqual(waiting.map(() => [1, []]));
		const [approved, declined, left] = waiting;
		await press(approved!.link, 'Send it');
		await press(declined!.link, 'Do not send it');
		expect(await approval.outcome(approved!.conversation)).toMatch(/^Sent: draft/);
		expect(await approval.outcome(declined!.conversation)).toMatch(/was declined\.$/);
		await restart();
		for (const { link } of [approved!, declined!]) await press(link, 'Send it');
		expect((await open(left!.link)).data).toContain('Send this reply to the customer?');
		expect(waiting.map(is)).toEqual([
			[2, ['Hello from the team']],
			[2, []],
			[1, []],
		]);
	});

	it('are never sent if nobody decided in time, whether or not n8n was running, and the tickets say so', async () => {
		await own.client.deactivate(approval.workflow);
		approval = await Approval.publish(own.client, sandbox, model, SHORT_WAIT_S);
		const [begun, late] = [Date.now(), await drafts(1)];
		await own.n8n.kill();
		await sleep(Math.max(0, begun + SHORT_WAIT_S * 1000 + 2_000 - Date.now()));
		await own.startAgain();
		late.push(...(await drafts(1)));
		for (const { conversation, link } of late) {
			expect(await approval.outcome(conversation)).toMatch(/^NOT sent: draft .* nobody decided in time\./);
			await eventually(async () => (await open(link.replace('?', '/n8n-execution-status?'))).data === 'success');
			await press(link, 'Send it');
		}
		expect(late.map(is)).toEqual(late.map(() => [2, []]));
	});

	it('are not sent a second time if n8n is killed while it sends them', async () => {
		const [sending] = await drafts(1);
		sandbox.fault({ kind: 'slow', ms: HELD_MS, path: `/conversation/${sending!.conversation.record.id}/reply` });
		void press(sending!.link, 'Send it').catch(() => undefined);
		await eventually(() =>
			sandbox.requests().some(({ path }) => path === `/conversation/${sending!.conversation.record.id}/reply`),
		);
		await restart();
		await press(sending!.link, 'Send it').catch(() => undefined);
		await open(sending!.link).catch(() => undefined);
		// The request in flight is applied after the helpdesk's delay.
		await eventually(() => approval.replies(sending!.conversation).length > 0);
		const polls = sandbox.requests().length;
		await eventually(() => sandbox.requests().length > polls + 3);
		expect(is(sending!)).toEqual([1, ['Hello from the team']]);
	});
});
