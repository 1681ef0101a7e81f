import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import type { FaultRule, LoggedRequest } from '../../../sandbox';
import type { StoredConversation } from '../../../sandbox/records';
import { byId, startNodeRig, type NodeRig } from '../../support/nodeRig';
import type { NodeRun } from '../../support/runNode';

/** Faults with their probability per request. The first that applies is used. */
const FAULTS: FaultRule[] = [
	{ kind: 'status', status: 429, retryAfter: 1, probability: 0.06 },
	{ kind: 'drop', when: 'before', probability: 0.06 },
	{ kind: 'drop', when: 'after', probability: 0.06 },
	{ kind: 'status', status: 500, when: 'before', probability: 0.05 },
	{ kind: 'status', status: 500, when: 'after', probability: 0.05 },
	{ kind: 'html', status: 502, when: 'after', probability: 0.04 },
	{ kind: 'status', status: 503, when: 'before', probability: 0.04 },
	{ kind: 'status', status: 422, when: 'before', probability: 0.1 },
];

/** One kind of write. Each write has its own conversation. */
interface Step {
	operation: string;
	count: number;
	method: string;
	/** The end of the write's path, after the conversation's ID. */
	end: string;
	changed: string[];
	parameters: INodeParameters;
	applied: (conversation: StoredConversation, text: string) => number;
	/** Number of items that have the Only Once Per key of another item. */
	doubled?: number;
	/** True with Retry On Fail. */
	retried?: true;
}

const texts = ({ events }: StoredConversation, text: string) =>
	events.filter(({ message }) => message.text_body === text).length;
const steps: Step[] = [
	{
		operation: 'message.addNote',
		count: 65,
		method: 'POST',
		end: '/note',
		changed: ['message'],
		parameters: { message: '={{ $json.text }}', options: { onlyOncePer: '={{ $json.id }}' } },
		applied: texts,
		doubled: 15,
		retried: true,
	},
	{
		operation: 'message.reply',
		count: 55,
		method: 'POST',
		end: '/reply',
		changed: ['message'],
		parameters: { message: '={{ $json.text }}' },
		applied: texts,
	},
	{
		operation: 'conversation.update',
		count: 65,
		method: 'PATCH',
		end: '',
		changed: ['subject'],
		parameters: { updateFields: { subject: '={{ $json.text }}' } },
		applied: ({ record }, text) => Number(record.subject === text),
		retried: true,
	},
	{
		operation: 'conversation.snooze',
		count: 40,
		method: 'PUT',
		end: '/snooze',
		changed: ['snoozed_until', 'type'],
		parameters: { snoozedUntil: '2027-01-01T09:00:00Z', type: 'if_no_reply' },
		applied: ({ snooze }) => Number(snooze !== null),
	},
	{
		operation: 'apiRequest.send',
		count: 25,
		method: 'POST',
		end: '/tags',
		changed: ['tag'],
		parameters: {
			method: 'POST',
			path: '=/conversation/{{ $json.id }}/tags',
			jsonBody: '{"tag": "tag_refund"}',
			pageMode: 'none',
		},
		applied: ({ tagIds }) => Number(tagIds.includes('tag_refund')),
	},
];

/** Tries as n8n's Retry On Fail does: at most three times, and again only if the first item failed. */
async function tried(once: () => Promise<INodeExecutionData[]>) {
	let outputs = await once();
	for (let tries = 1; tries < 3 && outputs[0]!.json.error; tries += 1) outputs = await once();
	return outputs;
}

/** Plays a step with random faults. Reads the result only from the node's output. */
async function played(
	rig: NodeRig,
	{ operation, parameters, doubled = 0, retried, end, method }: Step,
	conversations: StoredConversation[],
) {
	const items = conversations.map(({ record: { id } }, index) => ({ json: { id, text: `text ${index}` } }));
	if (retried) rig.answers(422, { method, path: `/conversation/${items[0]!.json.id}${end}` });
	FAULTS.forEach((fault) => rig.sandbox.fault({ ...fault, times: 0, method }));
	const options = { ...(parameters.options as INodeParameters), receipt: true };
	const given = { conversationId: byId('={{ $json.id }}'), ...parameters, options };
	const run: Partial<NodeRun> = {
		items: [...items, ...items.slice(0, doubled)],
		onError: 'continueRegularOutput',
		mode: 'trigger',
		staticData: {},
	};
	const outputs = retried ? await tried(rig.tries(operation, given, run)) : await rig.run(operation, given, run);
	rig.sandbox.clearFaults();
	expect(outputs).toHaveLength(items.length + doubled);
	return outputs.map(({ json }) => (json.receipt ?? (json.details as IDataObject).receipt) as IDataObject);
}

const writesOf = (log: LoggedRequest[], { method, end }: Step, { record }: StoredConversation) =>
	log.filter((each) => each.method === method && each.path === `/conversation/${record.id}${end}`);
const sum = (numbers: number[]) => numbers.reduce((total, each) => total + each, 0);

let rig: NodeRig;
afterEach(async () => await rig.sandbox.close());

it('receipts agree with the log of the helpdesk over 250 writes with 429s, lost responses and Retry On Fail', async () => {
	const seed = Number(process.env.HELPDESK_SEED ?? 1);
	rig = await startNodeRig({ seed, conversations: 420 });
	const isFree = ({ tagIds, snooze, record }: StoredConversation) =>
		!tagIds.includes('tag_refund') && snooze === null && record.deleted_at === null;
	const free = rig.conversations().filter(isFree);
	const tally = { sent: 0, found: 0, skipped: 0, unknown: 0, failed: 0 };
	const wrong: unknown[] = [];
	let attempts = 0;
	for (const step of steps) {
		const conversations = free.splice(0, step.count);
		expect(conversations).toHaveLength(step.count);
		const before = rig.requests().at(-1)?.number ?? 0;
		const receipts = await played(rig, step, conversations);
		const log = rig.requests(before);
		const byRecord = new Map<unknown, IDataObject[]>();
		for (const receipt of receipts) {
			tally[receipt.outcome as 'sent'] += 1;
			const { id } = receipt.record as IDataObject;
			byRecord.set(id, [...(byRecord.get(id) ?? []), receipt]);
		}
		attempts += sum(receipts.map((receipt) => receipt.attempts as number));
		conversations.forEach((conversation, index) => {
			const logged = writesOf(log, step, conversation);
			const own = byRecord.get(conversation.record.id) ?? [];
			const count = (outcome: string) => own.filter((receipt) => receipt.outcome === outcome).length;
			const applied = step.applied(conversation, `text ${index}`);
			const isRight =
				sum(own.map((receipt) => receipt.attempts as number)) === logged.length &&
				own.every(({ operation }) => operation === step.operation) &&
				own.every(
					(receipt) => receipt.outcome === 'skipped' || String(receipt.changed) === String(step.changed),
				) &&
				count('sent') === Math.min(1, logged.filter(({ status }) => status === 200).length) &&
				applied >= count('sent') + count('found') &&
				applied <= count('sent') + count('found') + count('unknown');
			if (!isRight)
				wrong.push({
					step: step.operation,
					own,
					logged: logged.map(({ status, fault }) => [status, fault]),
					applied,
				});
		});
		// Every write has a receipt.
		expect(log.filter(({ method }) => method !== 'GET')).toHaveLength(
			sum(receipts.map((receipt) => receipt.attempts as number)),
		);
	}
	const logged = rig.requests();
	const lost = logged.filter(({ status }) => status === 0).length;
	const throttled = logged.filter(({ status }) => status === 429).length;
	expect({ seed, wrong }).toEqual({ seed, wrong: [] });
	expect(sum(steps.map(({ count }) => count))).toBe(250);
	expect(sum(Object.values(tally))).toBe(265);
	expect(attempts).toBe(logged.filter(({ method }) => method !== 'GET').length);
	for (const [what, count, least] of [
		['sent', tally.sent, 150],
		['found', tally.found, 3],
		['skipped', tally.skipped, 5],
		['unknown', tally.unknown, 10],
		['failed', tally.failed, 3],
		['throttled', throttled, 8],
		['lost', lost, 15],
	] as const)
		expect([what, count, count >= least]).toEqual([what, count, true]);
});
