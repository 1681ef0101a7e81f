import type { INodeParameters } from 'n8n-workflow';

import { receiveMessage } from '../../../sandbox/incoming';
import type { StoredConversation } from '../../../sandbox/records';
import { appendEvent, newEvent, newMessage } from '../../../sandbox/thread';
import { useAnsweringHelpdesks } from '../../support/answeringHelpdesk';
import { byId, useNodeRig } from '../../support/nodeRig';
import { inHours, scheduleReply, threads } from '../../support/sandboxRecords';

let conversation: StoredConversation;
const rig = useNodeRig();
const start = useAnsweringHelpdesks();
beforeEach(() => (conversation = threads(rig.sandbox, 1)[0]!));

const id = () => conversation.record.id;
const lastMessageId = () => conversation.record.last_message.id;
const writes = () => rig.requests().filter(({ method }) => method !== 'GET');
const reads = () => rig.requests().filter(({ method }) => method === 'GET').length;
async function customerWrites(text = 'Wait!') {
	await rig.clock.sleep(60_000);
	receiveMessage(rig.sandbox.store, conversation, text);
	return conversation.events.at(-1)!.message;
}
async function note() {
	await rig.clock.sleep(60_000);
	const { store } = rig.sandbox;
	const message = newMessage(store, { html: 'A draft to approve', direction: 'internal', recordType: 'note' });
	appendEvent(store, conversation, newEvent(store, 'note', store.teammates.get('user_ada')!, message));
	return message;
}

/** Operations with Only If Unchanged Since, and their other parameters. */
const GUARDED: Record<string, () => INodeParameters> = {
	'message.reply': () => ({ message: 'Hello' }),
	'message.addNote': () => ({ message: 'Hello' }),
	'message.saveDraft': () => ({ message: 'Hello' }),
	'scheduledReply.create': () => ({ message: 'Hello', scheduledAt: inHours(rig.sandbox, 24) }),
	'scheduledReply.update': () => ({
		messageId: scheduleReply(rig.sandbox, conversation),
		updateFields: { message: 'Later' },
	}),
	'scheduledReply.sendNow': () => ({ messageId: scheduleReply(rig.sandbox, conversation) }),
	'conversation.update': () => ({ updateFields: { subject: 'New' } }),
	'conversation.setPriority': () => ({ priority: 'High' }),
	'conversation.snooze': () => ({ snoozedUntil: inHours(rig.sandbox, 24), type: 'if_no_reply' }),
	'conversation.merge': () => ({
		mergeableConversationIds: threads(rig.sandbox, 2)[1]!.record.id,
		includeNotes: true,
		includeMergeSummary: true,
	}),
};
const names = Object.keys(GUARDED);
const ofRecord = names.filter((name) => name.startsWith('conversation.'));
async function run(operation: string, since: unknown, own: INodeParameters = GUARDED[operation]!()) {
	const parameters = { conversationId: byId(id()), ...own, options: { onlyIfUnchangedSince: since as string } };
	const [item, ...others] = await rig.run(operation, parameters);
	expect(others).toEqual([]);
	return item!.json;
}

it.each(names)('%s is sent after one read if nothing is newer', async (operation) => {
	// A scheduled reply is read once more, to find its ID.
	const isReadOnce = [1, operation === 'scheduledReply.create' ? 2 : 1];
	expect((await run(operation, lastMessageId())).skipped).toBeUndefined();
	expect([writes().length, reads()]).toEqual(isReadOnce);
	rig.sandbox.reset();
	conversation = threads(rig.sandbox, 1)[0]!;
	const own = GUARDED[operation]!();
	expect((await run(operation, conversation.record.updated_at, own)).skipped).toBeUndefined();
	expect([writes().length, reads()]).toEqual(isReadOnce);
});

it.each(names)(
	'%s is not sent if the customer wrote again; the output lists new messages without their text',
	async (operation) => {
		const known = lastMessageId();
		const own = GUARDED[operation]!();
		const { id: newId, created_at: at } = await customerWrites('My secret is 42');
		const json = await run(operation, known, own);
		expect(json).toEqual({
			id: id(),
			message: 'Nothing was sent',
			skipped: true,
			reason: 'The conversation has a newer message',
			new_messages: [{ id: newId, created_at: new Date(at).toISOString(), from: 'customer' }],
		});
		expect(JSON.stringify(json)).not.toContain('secret');
		expect([writes().length, reads()]).toEqual([0, 1]);
	},
);

it.each(names)('%s is not sent after a message newer than the given time', async (operation) => {
	const own = GUARDED[operation]!();
	const known = conversation.record.updated_at;
	await customerWrites();
	expect(await run(operation, known, own)).toMatchObject({
		skipped: true,
		reason: expect.stringMatching(/newer message|was changed/),
	});
	expect([writes().length, reads()]).toEqual([0, 1]);
});

it.each(names.filter((name) => !ofRecord.includes(name)))(
	'%s is sent after a new note of the team',
	async (operation) => {
		const known = lastMessageId();
		await note();
		expect((await run(operation, known)).skipped).toBeUndefined();
	},
);

it.each(ofRecord)('%s is not sent after any change of the conversation since the given time', async (operation) => {
	const known = conversation.record.updated_at;
	await rig.clock.sleep(60_000);
	rig.sandbox.store.touch(conversation, { priority: 'Low' });
	expect(await run(operation, known)).toMatchObject({
		skipped: true,
		reason: 'The conversation was changed after that',
		updated_at: new Date(conversation.record.updated_at).toISOString(),
	});
	expect(writes()).toEqual([]);
});

it('a scheduled reply does not count as a newer message', async () => {
	const known = lastMessageId();
	await rig.clock.sleep(60_000);
	scheduleReply(rig.sandbox, conversation);
	expect((await run('message.reply', known)).skipped).toBeUndefined();
});

it('the scheduled reply that Send Now sends does not count as a newer message', async () => {
	const row = { direction: 'outgoing', text_body: 'Hi' };
	const data = [
		{ ...row, id: 'm1', created_at: '2026-03-02T08:30:00Z' },
		{ ...row, id: 'm2', created_at: '2026-03-02T08:40:00Z' },
	];
	const helpdesk = await start(({ method }) => ({ body: method === 'GET' ? { data } : { message: 'Done' } }));
	for (const messageId of ['m2', 'm3']) {
		const parameters = { conversationId: byId('c1'), messageId, options: { onlyIfUnchangedSince: 'm1' } };
		const [item] = await helpdesk.run('scheduledReply.sendNow', parameters);
		expect([messageId, item!.json.skipped]).toEqual([messageId, messageId === 'm2' ? undefined : true]);
	}
});

describe('a reply with Only If Unchanged Since', () => {
	it('is not sent if the conversation lacks the given message', async () => {
		expect(await run('message.reply', 'msg_of_another')).toMatchObject({
			skipped: true,
			reason: 'The node cannot tell whether the conversation is unchanged: it has no message with this ID.',
		});
		expect(writes()).toEqual([]);
	});

	it('reads a time without a zone as UTC or local, whichever is earlier', async () => {
		const rows = [{ id: 'm1', direction: 'incoming', text_body: 'Hi', created_at: '2026-03-02T08:30:00Z' }];
		// In UTC: 08:00 or 09:00 for Berlin, 13:00 or 08:00 for New York.
		for (const timezone of ['Europe/Berlin', 'America/New_York']) {
			const local = timezone === 'Europe/Berlin' ? '2026-03-02T09:00:00' : '2026-03-02T08:00:00';
			expect(await answeredBy({ data: rows }, local, timezone)).toMatchObject({ skipped: true });
		}
	});

	it('fails and is not sent if the conversation cannot be read', async () => {
		rig.answers(403, { method: 'GET' });
		const parameters = {
			conversationId: byId(id()),
			message: 'Hello',
			options: { onlyIfUnchangedSince: lastMessageId() },
		};
		expect((await rig.failure('message.reply', parameters)).message).not.toContain('may have been applied');
		expect(writes()).toEqual([]);
	});
});

async function answeredBy(body: unknown, since: string, timezone = 'UTC') {
	const helpdesk = await start(({ method }) => ({ body: method === 'GET' ? body : { message: 'Done' } }));
	const parameters = { conversationId: byId(id()), message: 'Hello', options: { onlyIfUnchangedSince: since } };
	const [item] = await helpdesk.run('message.reply', parameters, { timezone });
	expect(helpdesk.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
	return item!.json;
}

describe('a reply while the customer writes', () => {
	it('is sent if the message comes after the read, because the API has no conditional write', async () => {
		const known = lastMessageId();
		const read = jest.spyOn(rig.sandbox.service.faults, 'next').mockImplementation((method: string) => {
			if (method === 'POST') receiveMessage(rig.sandbox.store, conversation, 'Wait!');
			return { delayMs: 0, fault: null };
		});
		expect((await run('message.reply', known)).skipped).toBeUndefined();
		expect(writes()).toHaveLength(1);
		read.mockRestore();
	});

	it('is not sent if the message comes while it waits for a slot', async () => {
		const known = lastMessageId();
		const throttled = jest.spyOn(rig.sandbox.service.faults, 'next').mockImplementation((method: string) => {
			if (method !== 'POST') return { delayMs: 0, fault: null };
			void rig.clock.sleep(10_000).then(() => receiveMessage(rig.sandbox.store, conversation, 'Wait!'));
			return { delayMs: 0, fault: { kind: 'status', status: 429, retryAfter: 30 } };
		});
		expect((await run('message.reply', known)).skipped).toBe(true);
		throttled.mockRestore();
		expect(writes().map(({ status }) => status)).toEqual([429]);
		expect(reads()).toBe(2);
	});

	it.each([
		[30, 'is sent once after a second read', 2],
		[6, 'is sent once after a second read, because five seconds are over', 2],
		[4, 'is sent without a second read', 1],
	])('waits %i s without a message, and %s', async (retryAfter, _, looks) => {
		rig.answers(429, { retryAfter, method: 'POST' });
		expect((await run('message.reply', lastMessageId())).skipped).toBeUndefined();
		expect(writes().map(({ status }) => status)).toEqual([429, 200]);
		expect(reads()).toBe(looks);
	});
});
