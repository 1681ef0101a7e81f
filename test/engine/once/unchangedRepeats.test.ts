import { receiveMessage } from '../../../sandbox/incoming';
import type { StoredConversation } from '../../../sandbox/records';
import { MAX_ATTEMPTS } from '../../../transport';
import { byId, useNodeRig } from '../../support/nodeRig';
import { inHours, scheduleReply, threads } from '../../support/sandboxRecords';

let conversation: StoredConversation;
const rig = useNodeRig();
beforeEach(() => (conversation = threads(rig.sandbox, 1)[0]!));
afterEach(() => jest.restoreAllMocks());

const methods = () => rig.requests().map(({ method }) => method);
const lastMessageId = () => conversation.record.last_message.id;
const parametersOf = (own: object, since: string) => ({
	conversationId: byId(conversation.record.id),
	...own,
	options: { onlyIfUnchangedSince: since },
});

const priorityFails = async (since = lastMessageId()) =>
	await rig.failure('conversation.setPriority', parametersOf({ priority: 'High' }, since) as never);

const REPEATED: Record<string, () => object> = {
	'conversation.update': () => ({ updateFields: { status: 'Closed' } }),
	'conversation.setPriority': () => ({ priority: 'High' }),
	'conversation.snooze': () => ({ snoozedUntil: inHours(rig.sandbox, 24), type: 'if_no_reply' }),
	'scheduledReply.update': () => ({
		messageId: scheduleReply(rig.sandbox, conversation),
		updateFields: { message: 'Later' },
	}),
};
const names = Object.keys(REPEATED);

/** Applies a fault to the first write. If `words` are given, the customer writes them meanwhile. */
function firstWriteGets(fault: object, words?: string) {
	let writes = 0;
	jest.spyOn(rig.sandbox.service.faults, 'next').mockImplementation((method: string) => {
		if (method === 'GET' || (writes += 1) > 1) return { delayMs: 0, fault: null };
		if (words !== undefined) receiveMessage(rig.sandbox.store, conversation, words);
		return { delayMs: 0, fault: fault as never };
	});
}

describe('a write with Only If Unchanged Since', () => {
	it.each(names)('does not retry %s if the customer wrote meanwhile', async (operation) => {
		const parameters = parametersOf(REPEATED[operation]!(), lastMessageId());
		firstWriteGets({ kind: 'status', status: 504 }, 'Wait!');
		expect((await rig.failure(operation, parameters as never)).message).toContain('may have been applied');
		expect(methods()).toEqual(['GET', expect.stringMatching(/PUT|PATCH/), 'GET']);
	});

	it.each(names)('retries %s if nobody wrote', async (operation) => {
		const parameters = parametersOf(REPEATED[operation]!(), lastMessageId());
		firstWriteGets({ kind: 'status', status: 503 });
		const [item] = await rig.run(operation, parameters as never);
		expect(item!.json.skipped).toBeUndefined();
		expect(methods().map((method) => method === 'GET')).toEqual([true, false, true, false]);
	});

	it('stays an error if it was applied, because its own change counts too', async () => {
		const known = conversation.record.updated_at;
		await rig.clock.sleep(60_000);
		firstWriteGets({ kind: 'drop', when: 'after' });
		const error = await priorityFails(known);
		expect(error.message).toContain('may have been applied');
		expect(methods()).toEqual(['GET', 'PUT', 'GET']);
	});

	it('is retried as often as without the option, with growing waits, and the error counts the attempts', async () => {
		rig.answers(503, { method: 'PUT', times: 0 });
		const begun = rig.clock.now();
		const error = await priorityFails();
		expect(methods().filter((method) => method === 'PUT')).toHaveLength(MAX_ATTEMPTS);
		expect(rig.clock.now() - begun).toBeGreaterThanOrEqual(500 + 1_000 + 2_000);
		expect(`${error.message} ${error.description}`).toContain(`${MAX_ATTEMPTS} attempts`);
	});

	it('is not retried after another item has stopped the run', async () => {
		const two = threads(rig.sandbox, 2);
		const items = two.map(({ record }) => ({ json: { id: record.id, last: record.last_message.id } }));
		for (const [at, status] of [504, 422].entries())
			rig.sandbox.fault({
				kind: 'status',
				status,
				method: 'PUT',
				path: `/conversation/${two[at]!.record.id}/**`,
			});
		const options = { onlyIfUnchangedSince: '={{ $json.last }}' };
		const error = await rig.failure(
			'conversation.setPriority',
			{ conversationId: byId('={{ $json.id }}'), priority: 'High', options },
			{ items },
		);
		expect(error.httpCode).toBe('422');
		expect(methods().filter((method) => method === 'PUT')).toHaveLength(2);
	});

	it('fails with the error of the write, not of the read before the retry', async () => {
		rig.answers(504, { method: 'PUT' });
		rig.answers(403, { method: 'GET', skip: 1 });
		const error = await priorityFails();
		expect(error.message).toContain('may have been applied');
		expect(error.httpCode).toBe('504');
	});
});

describe('several items of one conversation in one run', () => {
	const items = [1, 2, 3, 4, 5].map((number) => ({ json: { text: `Words ${number}` } }));
	const run = async (operation: string, since: string) =>
		await rig.run(operation, parametersOf({ message: '={{ $json.text }}' }, since) as never, { items });

	it.each(['by ID', 'by time'])('sends only one of five replies to the conversation, compared %s', async (by) => {
		const since = by === 'by ID' ? lastMessageId() : conversation.record.updated_at;
		await rig.clock.sleep(60_000);
		const output = await run('message.reply', since);
		expect(methods().filter((method) => method === 'POST')).toHaveLength(1);
		expect(output.map(({ json }) => json.skipped)).toEqual([undefined, true, true, true, true]);
		expect(output[4]!.json.new_messages).toMatchObject([{ from: 'teammate' }]);
	});

	it('sends all five notes, because notes do not count as messages', async () => {
		const output = await run('message.addNote', lastMessageId());
		expect(output.map(({ json }) => json.skipped)).toEqual(items.map(() => undefined));
		expect(methods().filter((method) => method === 'POST')).toHaveLength(5);
	});
});
