import { MARK } from '../../../tools/service/writes';
import { serviceCheck } from '../../../tools/service/command';
import type { Report } from '../../../tools/service/check';
import { thread } from '../../support/sandboxRecords';
import { startRig, type Rig } from '../../support/transport';

let rig: Rig;
beforeAll(async () => (rig = await startRig({ limitPerMinute: 0, conversations: 60 })));
beforeEach(() => rig.sandbox.reset());
afterAll(async () => await rig.sandbox.close());

const stored = () => thread(rig.sandbox);
const written = () => rig.sandbox.requests().filter(({ method, path }) => method !== 'GET' && !/^\/(search|inboxes\/\w+)$/.test(path));

async function tryOn(id = stored().record.id, confirmed = ['--yes']) {
	let [told, text] = ['', '{}'];
	const status = await serviceCheck(['--try-writes-on', String(id), ...confirmed], {
		env: { HELPDESK_BASE_URL: rig.sandbox.baseUrl, HELPDESK_TOKEN: rig.sandbox.tokens.personal },
		tell: (line) => (told += line),
		warn: (line) => (told += line),
		write: (file, report) => ((text = report), file),
		transport: rig.transport,
	});
	const report = JSON.parse(text) as Report;
	return { status, told, text, report, writes: report.writes ?? {} };
}

/** What the note and the draft that stay change by themselves. */
const BY_THE_WAY = ['updated_at', 'messages_count', 'last_message', 'last_message_by', 'last_message_created_at', 'excerpt', 'is_draft'];
const without = (record: object) => Object.fromEntries(Object.entries(record).filter(([name]) => !BY_THE_WAY.includes(name)));

it('does each write once and undoes it, except for one note and one draft', async () => {
	const before = structuredClone(stored());
	const { writes, report, told, status, text } = await tryOn();
	expect([status, Object.values(writes).filter((finding) => finding !== 'done')]).toEqual([0, []]);
	const { record, tagIds, events } = stored();
	expect(without(record)).toEqual(without({ ...before.record, updated_subject: before.record.subject }));
	expect(tagIds).toEqual(before.tagIds);
	expect(events.slice(before.events.length).map(({ action, message }) => [action, message.text_body])).toEqual([['note', MARK]]);
	expect(written()).toHaveLength(Object.keys(writes).length);
	expect(report.findings.savedContact).toMatchObject({ state: 'seen', read: 'answers read: 1 of 1' });
	expect([report.endpoints.addNote.state, report.endpoints.replyToConversation.state]).toEqual(['answers', 'not asked']);
	expect(told).toContain(
		'PUT /conversation/{conversation_id}/snooze snoozes it until tomorrow; then DELETE /conversation/{conversation_id}/unsnooze',
	);
	expect(text).not.toContain(record.id);
});

it.each([
	['without --yes', undefined, [], 'Run the command again with --yes'],
	['on a conversation that is not there', 'nobody', undefined, 'The conversation is not there'],
	['on something that is no ID', 'a/b', undefined, 'The conversation is not there'],
])('writes nothing %s', async (_, id, confirmed, words) => {
	const { told } = await tryOn(id, confirmed);
	expect(told).toContain(words);
	expect(told).toContain('nothing was written');
	expect(written()).toEqual([]);
});

const PRIORITY = '/update/priority';

it.each([
	['is refused', PRIORITY, { kind: 'status', status: 422 }, 'setConversationPriority', /^surprise: answered with status 422$/],
	['fails', PRIORITY, { kind: 'status', status: 500 }, 'setConversationPriority', /^surprise: answered with status 500; it may have been applied/],
	['gets no answer', PRIORITY, { kind: 'drop' }, 'setConversationPriority', /^surprise: got no answer; it may have been applied/],
	['cannot be undone', '/unsnooze', { kind: 'status', status: 403 }, 'snoozeConversation', /answered with status 403, so that it is not undone$/],
	['is still to be seen when undone', '/unsnooze', { kind: 'status', status: 200 }, 'snoozeConversation', /different from before: snoozed$/],
] as const)('stops if a write %s, and sends it once', async (_, path, fault, operationId, because) => {
	rig.sandbox.fault({ ...fault, path: `/conversation/${stored().record.id}${path}`, times: 0 });
	const { writes, told } = await tryOn();
	expect(writes[operationId]).toMatch(because);
	expect(written().filter((each) => each.path.endsWith(path))).toHaveLength(1);
	expect(written().at(-1)!.path).toMatch(/priority|snooze$/);
	expect(writes.deleteConversation).toBe('not tried: something before it was not as expected');
	expect(told).toContain('Stopped at ');
});

it('the report shows no value of the conversation', async () => {
	Object.assign(stored().record, { subject: 'SECRET-subject', custom_field_values: { 'SECRET-key': 'SECRET-value' } });
	const { told, text } = await tryOn();
	expect(told + text).not.toMatch(/SECRET/);
	expect(told + text).not.toContain(stored().record.id);
});
