import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { NotSent, withheld } from '../../../nodes/Helpdesk/run/guards/withheld';
import { Ledger } from '../../../nodes/Helpdesk/run/ledger';
import { failureText } from '../../../nodes/shared/failure';
import { useAnsweringHelpdesks } from '../../support/answeringHelpdesk';
import { byId } from '../../support/locator';
import { startNodeRig } from '../../support/nodeRig';
import type { NodeRun } from '../../support/runNode';
import { goesOn, receiptOf, withReceipt } from './support/receipts';

const text = 'Your refund is on its way to you, dear Anna';

interface Answer {
	status?: number;
	headers?: Record<string, string>;
	raw?: string;
	applied?: boolean;
	then?: 'customer writes';
	/** The helpdesk does not show the text yet. */
	late?: true;
}

const start = useAnsweringHelpdesks();

/** Starts a conversation with a customer message, and answers each POST in order. The last answer repeats. */
async function conversation(answers: Answer[], before: IDataObject[] = []) {
	let seconds = 0;
	const time = () => new Date(Date.UTC(2026, 10, 22, 9, 0, (seconds += 1))).toISOString();
	const fromCustomer = (id: string, text_body: string) => ({
		id,
		record_type: 'message',
		status: 'received',
		direction: 'inbound',
		text_body,
		created_at: time(),
	});
	const rows: IDataObject[] = [
		fromCustomer('p1', 'Where is it?'),
		...before.map((row) => ({ created_at: time(), ...row })),
	];
	let posts = 0;
	let applied = 0;
	const helpdesk = await start(({ method, body }) => {
		if (method === 'GET') return { body: { data: rows } };
		const answer = answers[Math.min(posts, answers.length - 1)] ?? {};
		posts += 1;
		const isApplied = answer.applied ?? (answer.status === undefined || answer.status === 200);
		if (isApplied) applied += 1;
		const own = {
			id: `r${posts}`,
			record_type: 'message',
			status: 'sent',
			direction: 'outbound',
			created_at: time(),
		};
		if (isApplied && !answer.late) rows.push({ ...own, text_body: JSON.parse(body).message as string });
		if (answer.then) rows.push(fromCustomer(`late${posts}`, 'Please wait!'));
		return { status: answer.status ?? 200, headers: answer.headers, body: answer.raw ?? { message: 'ok' } };
	});
	const outcomes = async (options: INodeParameters, run: Partial<NodeRun> = {}, message = text) => {
		const items = await helpdesk.run(
			'message.reply',
			withReceipt({ conversationId: byId('c1'), message }, options),
			{ ...goesOn, ...run },
		);
		return items.map((item) => {
			const {
				skipped,
				message: said,
				error,
				reason,
				details,
			} = item.json as Record<string, string | boolean | IDataObject>;
			const { outcome, attempts } = receiptOf(item);
			return {
				skipped,
				message: said,
				reason,
				error,
				description: (details as IDataObject | undefined)?.description,
				outcome,
				attempts,
			};
		});
	};
	return { outcomes, posts: () => posts, applied: () => applied };
}

const limited: Answer = { status: 429, headers: { 'retry-after': '6' }, then: 'customer writes' };
const keyed = (): Partial<NodeRun> => ({ mode: 'trigger', staticData: {}, nodeId: `n${Math.random()}` });

describe('the receipt', () => {
	it('says "skipped" for a throttled reply that a newer message stops, and frees its key', async () => {
		const { outcomes, posts, applied } = await conversation([limited, {}]);
		const run = keyed();
		const options = { onlyOncePer: 'k', onlyIfUnchangedSince: 'p1' };
		expect(await outcomes(options, run)).toEqual([
			expect.objectContaining({ skipped: true, message: 'Nothing was sent', outcome: 'skipped', attempts: 1 }),
		]);
		expect(await outcomes({ ...options, onlyIfUnchangedSince: 'late1' }, run)).toEqual([
			expect.objectContaining({ outcome: 'sent', attempts: 1 }),
		]);
		expect([posts(), applied()]).toEqual([2, 1]);
	});

	it('says "failed" with one attempt for a POST that got an unreadable 401', async () => {
		const { outcomes, posts } = await conversation([
			{ status: 401, headers: { 'content-encoding': 'gzip' }, raw: 'no gzip' },
		]);
		const [result] = await outcomes({});
		expect(result!.error).toContain(
			'the access token is missing, expired or revoked, or your plan does not include the API',
		);
		expect([result!.outcome, result!.attempts, posts()]).toEqual(['failed', 1, 1]);
	});
});

describe('a reply with an unknown outcome and a newer customer message', () => {
	const options = { onlyIfUnchangedSince: 'p1', sendAgainIfMissing: true };

	it.each<[string, Answer, number]>([
		['the reply appears late', { status: 500, applied: true, late: true, then: 'customer writes' }, 1],
		['the reply was not written', { status: 500, applied: false, then: 'customer writes' }, 0],
	])('fails, and the error mentions the unknown outcome and the newer message: %s', async (_, answer, times) => {
		const { outcomes, posts, applied } = await conversation([answer, {}]);
		const [result] = await outcomes(options);
		expect(result).toMatchObject({ skipped: undefined, outcome: 'unknown', attempts: 1 });
		expect(result!.error).toBe(
			'The customer may have got the reply. Could not reply to conversation: something went wrong inside the helpdesk. It may have been applied; not sent again',
		);
		expect(result!.description).toContain('After that it was held back: The conversation has a newer message.');
		expect([posts(), applied()]).toEqual([1, times]);
	});

	it('fails, and the next execution skips its used key', async () => {
		const { outcomes, posts } = await conversation([{ status: 500, applied: false, then: 'customer writes' }, {}]);
		const run = keyed();
		const [first] = await outcomes({ ...options, onlyOncePer: 'k' }, run);
		expect(first).toMatchObject({ outcome: 'unknown', error: expect.stringContaining('It may have been applied') });
		const [second] = await outcomes({ ...options, onlyOncePer: 'k', onlyIfUnchangedSince: 'late1' }, run);
		expect(second).toMatchObject({
			skipped: true,
			message: 'Not sent again: its value was used before',
			outcome: 'skipped',
			attempts: 0,
		});
		expect(posts()).toBe(1);
	});
});

it('an update of unknown outcome stays an error if Retry On Fail finds the conversation changed', async () => {
	const rig = await startNodeRig({ conversations: 5 });
	const [conversationId] = rig.ids();
	rig.answers(503, { when: 'after', method: 'PATCH' });
	const { updated_at } = rig.sandbox.store.conversations.get(conversationId!)!.record;
	await rig.clock.sleep(60_000);
	const parameters = { conversationId: byId(conversationId!), updateFields: { subject: 'New' } };
	const attempt = rig.tries(
		'conversation.update',
		withReceipt(parameters, { onlyIfUnchangedSince: updated_at }),
		goesOn,
	);
	await attempt();
	const [item] = await attempt();
	expect(item!.json.error).toContain('It may have been applied; one attempt');
	expect((item!.json.details as IDataObject).description).toContain(
		'After that it was held back: The conversation was changed after that.',
	);
	expect(receiptOf(item!)).toMatchObject({ outcome: 'unknown', attempts: 1 });
	await rig.sandbox.close();
});

it('an item fails if a cancelled attempt had an unknown outcome and a guard stops the next', async () => {
	const ledger = Object.assign(new Ledger(), { mayHaveBeenApplied: true });
	const held = withheld(
		{ ledger } as never,
		async () => await Promise.reject(new NotSent({ reason: 'The conversation has a newer message' })),
	);
	const text = failureText(await held.catch((error: unknown) => error), { action: 'Do it' });
	expect(text.message).toBe('An earlier attempt got no clear answer. It may have been applied; not sent again');
	expect(text.description).toContain('After that it was held back: The conversation has a newer message.');
});
