import { factNames, openFacts, type World } from '../../../contract/worlds';
import { endpoints, type OperationId } from '../../../contract/endpoints';
import { namedBy } from '../../../nodes/shared/endpoint';
import { thread } from '../../support/sandboxRecords';
import { startRig, type Rig } from '../../support/transport';
import { createSend, type Send } from '../../../transport/send';
import { n8nWire } from '../../../transport/wire';
import { readCredential } from '../../../transport/credential';
import { Priority } from '../../../transport/rateLimit';
import { n8nHelpers } from '../../support/n8nHelpers';
import { strictWire } from '../../../tools/service/writes/strictWire';
import { documentedWrites, MARK } from '../../../tools/service/writes/steps';
import { tryWrites, UnfitConversationError, type TryOptions } from '../../../tools/service/writes/tryWrites';

/** No fact has more values. */
const WORLDS = 7;

describe('trying writes on one conversation', () => {
	let rig: Rig;
	let plan: string[];
	let told: string[];
	beforeAll(async () => (rig = await startRig({ limitPerMinute: 0, conversations: 60 })));
	beforeEach(() => {
		rig.sandbox.reset();
		[plan, told] = [[], []];
	});
	afterAll(async () => await rig.sandbox.close());

	const stored = () => thread(rig.sandbox);
	const attempt = async (changes: Partial<TryOptions> = {}) => {
		const data = { accessToken: rig.sandbox.tokens.personal, baseUrl: rig.sandbox.baseUrl, requestsPerMinute: 300 };
		const credential = readCredential(data);
		const wire = strictWire(n8nWire(n8nHelpers(data, rig.clock), credential));
		return await tryWrites({
			read: rig.sender({ readOnly: true }),
			write: createSend(rig.transport, { wire, credential, priority: Priority.bulk }),
			conversationId: rig.sandbox.wireId(stored().record.id),
			agreed: async (lines) => (plan = lines).length > 0,
			tell: (line) => told.push(line),
			now: () => rig.clock.now(),
			...changes,
		});
	};
	const written = () => rig.sandbox.requests().filter(({ method, path }) => method !== 'GET' && !/^\/inboxes\/\w+$/.test(path));
	/** What the note and the draft that stay change by themselves. */
	const BY_THE_WAY = ['updated_at', 'messages_count', 'last_message', 'last_message_by', 'last_message_created_at', 'excerpt', 'is_draft'];
	const without = (record: object) => Object.fromEntries(Object.entries(record).filter(([name]) => !BY_THE_WAY.includes(name)));

	it('does each once, undoes what the API can, and leaves the conversation as it was but for a note and a draft', async () => {
		const before = structuredClone(stored());
		const findings = (await attempt())!;
		const done = Object.entries(findings).filter(([, { state }]) => state === 'done');
		expect(done.map(([id]) => id).sort()).toEqual(
			[
				'addNote',
				'addTagToConversation',
				'changeConversationContact',
				'deleteConversation',
				'markConversationAsSpam',
				'moveConversation',
				'removeTagFromConversation',
				'restoreConversation',
				'saveDraft',
				'setConversationCustomFields',
				'setConversationPriority',
				'snoozeConversation',
				'unmarkConversationAsSpam',
				'unsnoozeConversation',
				'updateConversation',
			].sort(),
		);
		const { record, tagIds, events } = stored();
		expect(without(record)).toEqual(without({ ...before.record, updated_subject: before.record.subject }));
		expect(tagIds).toEqual(before.tagIds);
		expect(events.slice(before.events.length).map(({ action, message }) => [action, message.text_body])).toEqual([['note', MARK]]);
		expect(written()).toHaveLength(done.length + 2);
	});

	it('names every documented write, and says of each that it was done or why not', async () => {
		const findings = (await attempt())!;
		expect(
			Object.keys(findings)
				.filter((id) => id !== 'batchRestoreConversations')
				.sort(),
		).toEqual([...documentedWrites].sort());
		for (const finding of Object.values(findings))
			expect([finding.state, Boolean(finding.because)]).toEqual([finding.state, finding.state !== 'done']);
	});

	it('writes nothing unless it is agreed to, and lists before it asks what it will do and what not', async () => {
		expect(await attempt({ agreed: async (lines) => ((plan = lines), false) })).toBeUndefined();
		expect(written()).toEqual([]);
		const text = plan.join('\n');
		expect(text).toContain(
			'PUT /conversation/{conversation_id}/snooze: snoozes it until tomorrow; then DELETE /conversation/{conversation_id}/unsnooze undoes it',
		);
		for (const id of documentedWrites) expect(text).toContain(`${endpoints[id].method} ${endpoints[id].path}`);
	});

	const toSomebody: OperationId[] = ['replyToConversation', 'forwardMessage', 'scheduleReply', 'updateScheduledReply', 'sendScheduledReplyNow'];
	const neverSent = [...toSomebody, 'deleteAutomation', 'mergeConversations', 'splitConversation'] as const;

	it('touches one conversation alone in every value of the open facts, sends nothing to anybody, and leaves what it cannot put back', async () => {
		let tried = 0;
		for (let seed = 0; seed < WORLDS; seed += 1) {
			const value = (fact: keyof World) => openFacts[fact].values[(seed + factNames.indexOf(fact)) % openFacts[fact].values.length];
			rig.sandbox.reset({ world: Object.fromEntries(factNames.map((fact) => [fact, value(fact)])) as unknown as World });
			const before = structuredClone(stored());
			const others = () => JSON.stringify([...rig.sandbox.store.conversations].filter(([id]) => id !== before.record.id));
			const [othersBefore, own] = [others(), rig.sandbox.wireId(before.record.id)];
			const findings = (await attempt())!;
			const surprises = Object.entries(findings).filter(([, { state }]) => state === 'surprise');
			expect([seed, surprises]).toEqual([seed, []]);
			expect(others()).toBe(othersBefore);
			for (const { method, path } of written()) {
				expect(namedBy({ method: method as 'GET', path }).conversationId).toBe(own);
				expect(path).not.toMatch(/reply|forward|scheduled|merge|split|batch/);
			}
			for (const id of neverSent) expect(findings[id as OperationId]?.state ?? 'not tried').toBe('not tried');
			const { record, tagIds } = stored();
			for (const name of ['subject', 'status', 'priority', 'inbox_id', 'is_snoozed', 'is_spam', 'deleted_at', 'assignable_id'] as const)
				expect([seed, name, record[name]]).toEqual([seed, name, before.record[name]]);
			expect(tagIds).toEqual(before.tagIds);
			tried += Object.values(findings).filter(({ state }) => state === 'done').length;
		}
		expect(tried).toBeGreaterThan(WORLDS * 8);
	});

	it.each([
		['refused', { kind: 'status', status: 422 }, /answered with status 422$/],
		['broken', { kind: 'status', status: 500 }, /answered with status 500; it may have been applied/],
		['lost', { kind: 'drop' }, /got no answer; it may have been applied/],
	] as const)('stops where a write is %s, sends it once and nothing after it', async (_, fault, because) => {
		rig.sandbox.fault({ ...fault, path: `/conversation/${stored().record.id}/update/priority`, times: 0 });
		const findings = (await attempt())!;
		expect(findings.setConversationPriority).toMatchObject({ state: 'surprise', because: expect.stringMatching(because) });
		expect(written().filter(({ path }) => path.endsWith('/update/priority'))).toHaveLength(1);
		expect(written().at(-1)!.path).toMatch(/update\/priority$/);
		expect(findings.snoozeConversation).toEqual({ state: 'not tried', because: 'something before it was not as expected' });
		expect(told.at(-1)).toMatch(/^Stopped: PUT /);
	});

	it('stops where a success is not to be seen afterwards, having undone it', async () => {
		rig.sandbox.fault({ kind: 'status', status: 200, message: 'Done.', path: `/conversation/${stored().record.id}/snooze` });
		const findings = (await attempt())!;
		expect(findings.snoozeConversation).toMatchObject({ state: 'surprise', because: expect.stringContaining('does not show it; it was undone') });
		expect(written().at(-1)!.path).toMatch(/unsnooze$/);
	});

	it('says what is left where undoing is refused', async () => {
		rig.sandbox.fault({ kind: 'status', status: 403, path: `/conversation/${stored().record.id}/restore` });
		const findings = (await attempt())!;
		expect(findings.restoreConversation).toMatchObject({
			state: 'surprise',
			status: 403,
			because: 'answered with status 403; what DELETE /conversation/{conversation_id} did is not undone',
		});
	});

	it('stops where what was undone is still to be seen, and names it without its value', async () => {
		rig.sandbox.fault({ kind: 'status', status: 200, message: 'Done.', path: `/conversation/${stored().record.id}/unsnooze` });
		const findings = (await attempt())!;
		expect(findings.unsnoozeConversation).toMatchObject({ state: 'surprise', because: 'left the conversation different from before: snoozed' });
		expect(written().at(-1)!.path).toMatch(/unsnooze$/);
	});

	it('stops where a saved draft comes without its ID', async () => {
		rig.sandbox.fault({ kind: 'status', status: 200, message: 'Done.', when: 'after', path: `/conversation/${stored().record.id}/draft` });
		const findings = (await attempt())!;
		expect(findings.saveDraft).toMatchObject({ state: 'surprise', because: expect.stringContaining('not what the API documentation says') });
		expect(written().at(-1)!.path).toMatch(/draft$/);
	});

	/** Reads as the sandbox answers, with other fields in the conversation. */
	const shownAs = (fields: object): Send => {
		const read = rig.sender({ readOnly: true });
		return async (request) => {
			const answer = await read(request);
			const { data } = answer.body as { data: object };
			return /^\/conversation\/\w+$/.test(request.path) ? { ...answer, body: { data: { ...data, ...fields } } } : answer;
		};
	};

	it('writes nothing on a conversation that is shown as deleted', async () => {
		await expect(attempt({ read: shownAs({ deleted_at: '2026-01-01T00:00:00Z' }) })).rejects.toThrow(UnfitConversationError);
		expect(written()).toEqual([]);
	});

	it('takes no tag away where the conversation shows tags by text: a name could be that of one it had', async () => {
		const findings = (await attempt({ read: shownAs({ tags: ['Login', 'Bug'] }) }))!;
		expect([findings.addTagToConversation!.state, findings.removeTagFromConversation!.state]).toEqual(['not tried', 'not tried']);
		expect(written().filter(({ path }) => path.endsWith('/tags'))).toEqual([]);
	});

	it('leaves the subject alone where two different ones are shown', async () => {
		const findings = (await attempt({ read: shownAs({ subject: 'One', updated_subject: 'Other' }) }))!;
		expect(findings.updateConversation!.state).toBe('not tried');
		expect(written().filter(({ method, path }) => method === 'PATCH' && /^\/conversation\/\w+$/.test(path))).toEqual([]);
	});

	it('leaves alone what could not be put back', async () => {
		Object.assign(stored().record, { is_draft: true, is_snoozed: true, is_spam: true, priority: null, custom_field_values: {} });
		const findings = (await attempt())!;
		for (const id of [
			'saveDraft',
			'snoozeConversation',
			'markConversationAsSpam',
			'setConversationPriority',
			'setConversationCustomFields',
		] as const)
			expect([id, findings[id]!.state]).toEqual([id, 'not tried']);
		expect(written().filter(({ path }) => /draft|snooze|spam|priority|custom/.test(path))).toEqual([]);
	});

	it('writes nothing on a conversation that is not there or in the trash', async () => {
		for (const conversationId of ['nobody', 'a/b', '']) await expect(attempt({ conversationId })).rejects.toThrow(UnfitConversationError);
		const { id } = stored().record;
		rig.sandbox.store.trash(stored());
		await expect(attempt({ conversationId: id })).rejects.toThrow(UnfitConversationError);
		expect(written()).toEqual([]);
	});

	it('tells no value of the conversation', async () => {
		Object.assign(stored().record, { subject: 'SECRET-subject', custom_field_values: { 'SECRET-key': 'SECRET-value' } });
		const findings = await attempt();
		expect(JSON.stringify([findings, plan, told])).not.toMatch(/SECRET/);
		expect(JSON.stringify([findings, plan, told])).not.toContain(stored().record.id);
	});
});
