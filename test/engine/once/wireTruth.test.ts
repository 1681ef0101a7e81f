import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { heldBack, NotSent } from '../../../nodes/Helpdesk/run/guards/heldBack';
import { WriteTracker } from '../../../nodes/Helpdesk/run/once/writeTracker';
import { failureText } from '../../../nodes/shared/failure';
import { startAnsweringHelpdesk } from '../../support/answeringHelpdesk';
import { byId } from '../../support/locator';
import { startNodeRig } from '../../support/nodeRig';
import type { NodeRun } from '../../support/runNode';
import { goesOn, receiptOf, withReceipt } from './support/receipts';

const text = 'Your refund is on its way to you, dear Anna';

interface Fate {
	status?: number;
	headers?: Record<string, string>;
	/** What stands in the answer, as it is. */
	raw?: string;
	applied?: boolean;
	/** The customer writes at that moment. */
	then?: 'customer writes';
	/** The helpdesk does not show it yet. */
	late?: true;
}

/** What a user reads of the error that `task` throws. */
function failureTextOf(task: () => unknown) {
	try {
		task();
	} catch (error) {
		return failureText(error, { action: 'Do it' });
	}
	throw new Error('it was expected to fail');
}

let close: (() => Promise<unknown>) | undefined;
afterEach(async () => await close?.());

/** A conversation with a message of the customer, and what becomes of each POST; the last fate stays. */
async function conversation(fates: Fate[], before: IDataObject[] = []) {
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
	const rows: IDataObject[] = [fromCustomer('p1', 'Where is it?'), ...before.map((row) => ({ created_at: time(), ...row }))];
	let posts = 0;
	let applied = 0;
	const helpdesk = await startAnsweringHelpdesk(({ method, body }) => {
		if (method === 'GET') return { body: { data: rows } };
		const fate = fates[Math.min(posts, fates.length - 1)] ?? {};
		posts += 1;
		const isApplied = fate.applied ?? (fate.status === undefined || fate.status === 200);
		if (isApplied) applied += 1;
		const own = { id: `r${posts}`, record_type: 'message', status: 'sent', direction: 'outbound', created_at: time() };
		if (isApplied && !fate.late) rows.push({ ...own, text_body: JSON.parse(body).message as string });
		if (fate.then) rows.push(fromCustomer(`late${posts}`, 'Please wait!'));
		return { status: fate.status ?? 200, headers: fate.headers, body: fate.raw ?? { message: 'ok' } };
	});
	({ close } = helpdesk);
	const outcomes = async (options: INodeParameters, run: Partial<NodeRun> = {}, message = text) => {
		const items = await helpdesk.run('message.reply', withReceipt({ conversationId: byId('c1'), message }, options), { ...goesOn, ...run });
		return items.map((item) => {
			const { skipped, message: said, error, reason, details } = item.json as Record<string, string | boolean | IDataObject>;
			const { outcome, attempts } = receiptOf(item);
			return { skipped, message: said, reason, error, description: (details as IDataObject | undefined)?.description, outcome, attempts };
		});
	};
	return { outcomes, posts: () => posts, applied: () => applied };
}

const limited: Fate = { status: 429, headers: { 'retry-after': '6' }, then: 'customer writes' };
const keyed = (): Partial<NodeRun> => ({ mode: 'trigger', staticData: {}, nodeId: `n${Math.random()}` });

describe('the receipt', () => {
	it('of a reply that the limit refused and that was then held back is skipped, not sent, and its key stays free', async () => {
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

	it.each<[string, IDataObject]>([
		[
			'a message of the customer',
			{ id: 'z', record_type: 'message', status: 'received', direction: 'inbound', text_body: `${text}: what does that mean?` },
		],
		['a draft', { id: 'd', record_type: 'draft', status: 'draft', text_body: text }],
		['an older message', { id: 'o', record_type: 'message', status: 'sent', direction: 'outbound', text_body: text }],
	])('of a reply that was never sent, where %s begins the same, is found, not sent', async (_, row) => {
		const { outcomes, applied } = await conversation([{ status: 500, applied: false }], [row]);
		const [told] = await outcomes({ checkBeforeRetrying: true });
		expect(told).toMatchObject({ message: 'Found in the conversation, so not sent again', outcome: 'found', attempts: 1 });
		expect(applied()).toBe(0);
	});

	it('of a reply that was sent again, since it was not there, is sent', async () => {
		const { outcomes } = await conversation([{ status: 500, applied: false }, {}]);
		expect(await outcomes({ checkBeforeRetrying: true })).toEqual([expect.objectContaining({ outcome: 'sent', attempts: 2 })]);
	});

	it('of a POST that a 401 refused, whose answer cannot be read, is failed with the one attempt that the helpdesk got', async () => {
		const { outcomes, posts } = await conversation([{ status: 401, headers: { 'content-encoding': 'gzip' }, raw: 'no gzip' }]);
		const [told] = await outcomes({});
		expect(told!.error).toContain('the access token is missing, expired or revoked');
		expect([told!.outcome, told!.attempts, posts()]).toEqual(['failed', 1, 1]);
	});

	it('of a reply for which no connection was made has no attempt', async () => {
		const helpdesk = await startAnsweringHelpdesk(() => ({}));
		({ close } = helpdesk);
		const credential = { accessToken: 'any', baseUrl: 'http://127.0.0.1:1/v1' };
		const [item] = await helpdesk.run('message.reply', withReceipt({ conversationId: byId('c1'), message: text }), { ...goesOn, credential });
		expect(receiptOf(item!)).toMatchObject({ outcome: 'failed', attempts: 0 });
	});
});

describe('a reply of unknown fate, when the customer has written since', () => {
	const options = { onlyIfUnchangedSince: 'p1', checkBeforeRetrying: true };

	it.each<[string, Fate, number]>([
		['that is shown late', { status: 500, applied: true, late: true, then: 'customer writes' }, 1],
		['that was not written', { status: 500, applied: false, then: 'customer writes' }, 0],
	])('is an error that says both, not skipped: %s', async (_, fate, times) => {
		const { outcomes, posts, applied } = await conversation([fate, {}]);
		const [told] = await outcomes(options);
		expect(told).toMatchObject({ skipped: undefined, outcome: 'unknown', attempts: 1 });
		expect(told!.error).toBe(
			'Could not reply to conversation: something went wrong inside the helpdesk. It may have been applied; not sent again',
		);
		expect(told!.description).toContain('After that it was held back: The conversation has a newer message.');
		expect([posts(), applied()]).toEqual([1, times]);
	});

	it('is an error before its key of Only Once Per is said to be used', async () => {
		const { outcomes, posts } = await conversation([{ status: 500, applied: false, then: 'customer writes' }, {}]);
		const run = keyed();
		const [first] = await outcomes({ ...options, onlyOncePer: 'k' }, run);
		expect(first).toMatchObject({ outcome: 'unknown', error: expect.stringContaining('It may have been applied') });
		const [second] = await outcomes({ ...options, onlyOncePer: 'k', onlyIfUnchangedSince: 'late1' }, run);
		expect(second).toMatchObject({ skipped: true, message: 'Not sent again: its key was used before', outcome: 'skipped', attempts: 0 });
		expect(posts()).toBe(1);
	});
});

it('an update of unknown fate that Retry On Fail tries again is an error that says both, where its own change may be what is new', async () => {
	const rig = await startNodeRig({ conversations: 5 });
	close = async () => await rig.sandbox.close();
	const [conversationId] = rig.sandbox.store.conversations.keys();
	rig.sandbox.fault({ kind: 'status', status: 503, when: 'after', method: 'PATCH' });
	const { updated_at } = rig.sandbox.store.conversations.get(conversationId!)!.record;
	await rig.clock.sleep(60_000);
	const parameters = { conversationId: byId(conversationId!), updateFields: { subject: 'New' } };
	const attempt = rig.tries('conversation.update', withReceipt(parameters, { onlyIfUnchangedSince: updated_at }), goesOn);
	await attempt();
	const [item] = await attempt();
	expect(item!.json.error).toContain('It may have been applied; tried once');
	expect((item!.json.details as IDataObject).description).toContain('After that it was held back: The conversation was changed after that.');
	expect(receiptOf(item!)).toMatchObject({ outcome: 'unknown', attempts: 1 });
});

it('an item whose earlier try was dropped with its fate open is an error too, where it is held back', () => {
	const tracker = Object.assign(new WriteTracker(), { mayHaveBeenApplied: true });
	const text = failureTextOf(() => heldBack(new NotSent('c1', { reason: 'The conversation has a newer message' }), tracker));
	expect(text.message).toBe('An earlier attempt got no clear answer. It may have been applied; not sent again');
	expect(text.description).toContain('After that it was held back: The conversation has a newer message.');
});

describe('Not If Already There with several items of one conversation in a run', () => {
	const three = { items: [{ json: {} }, { json: {} }, { json: {} }] };
	const reason = 'An item before this one in the same run has sent this text, or may have';

	it.each([undefined, true] as const)('sends a text once; the helpdesk shows it late: %s', async (late) => {
		const { outcomes, posts } = await conversation([{ late }]);
		const told = await outcomes({ notIfAlreadyThere: true }, three);
		expect(told.map(({ outcome }) => outcome)).toEqual(['sent', 'skipped', 'skipped']);
		expect(told.slice(1).map((each) => each.reason)).toEqual([reason, reason]);
		expect(posts()).toBe(1);
	});

	it('does not send a text again whose first item is of unknown fate', async () => {
		const { outcomes, posts } = await conversation([{ status: 500, applied: true, late: true }, {}]);
		const told = await outcomes({ notIfAlreadyThere: true }, three);
		expect(told.map(({ outcome }) => outcome)).toEqual(['unknown', 'skipped', 'skipped']);
		expect(posts()).toBe(1);
	});

	it('sends a text that an item before it was refused', async () => {
		const { outcomes, posts } = await conversation([{ status: 422 }, {}]);
		expect((await outcomes({ notIfAlreadyThere: true }, three)).map(({ outcome }) => outcome)).toEqual(['failed', 'sent', 'skipped']);
		expect(posts()).toBe(2);
	});

	it('sends each of several texts', async () => {
		const { outcomes, posts } = await conversation([{}]);
		const items = ['One answer', 'Another answer'].map((own) => ({ json: { own } }));
		const told = await outcomes({ notIfAlreadyThere: true }, { items }, '={{ $json.own }}');
		expect(told.map(({ outcome }) => outcome)).toEqual(['sent', 'sent']);
		expect(posts()).toBe(2);
	});
});
