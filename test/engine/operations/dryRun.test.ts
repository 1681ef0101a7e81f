import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { byId, useNodeRig } from '../../support/nodeRig';
import { thread, threads } from '../../support/sandboxRecords';

const rig = useNodeRig();

const sent = () => rig.requests();
const writes = () => sent().filter(({ method }) => method !== 'GET');
const withOptions = (parameters: INodeParameters, more: INodeParameters) => ({
	...parameters,
	options: { ...(parameters.options as INodeParameters), ...more },
});
const readOnly = () => rig.credential({ readOnly: true });

it('Dry Run is allowed with a Read Only credential', async () => {
	const output = await rig.run('message.addNote', withOptions(note(), { dryRun: true }), { credential: readOnly() });
	expect(output[0]!.json).toMatchObject({ dryRun: true, wouldSend: { method: 'POST' } });
	expect(sent()).toEqual([]);
});

it('Dry Run uses up no key of Only Once Per, and shows a used key as skipped', async () => {
	const staticData: IDataObject = {};
	const run = { mode: 'trigger' as const, staticData };
	const keyed = withOptions(note(), { onlyOncePer: 'k' });
	expect((await rig.run('message.addNote', withOptions(keyed, { dryRun: true }), run))[0]!.json).toHaveProperty(
		'dryRun',
	);
	expect((await rig.run('message.addNote', keyed, run))[0]!.json).not.toHaveProperty('skipped');
	expect(writes()).toHaveLength(1);
	expect((await rig.run('message.addNote', withOptions(keyed, { dryRun: true }), run))[0]!.json).toMatchObject({
		skipped: true,
	});
	expect(writes()).toHaveLength(1);
});

it('a refusal by Read Only uses up no key of Only Once Per in any attempt', async () => {
	const keyed = withOptions(note(), { onlyOncePer: 'r' });
	const run = { mode: 'trigger' as const, staticData: {} };
	const once = rig.tries('message.addNote', keyed, { ...run, credential: readOnly() });
	for (let each = 0; each < 3; each += 1) await expect(once()).rejects.toThrow('reading only');
	expect(sent()).toEqual([]);
	await rig.run('message.addNote', keyed, run);
	expect(writes()).toHaveLength(1);
});

it('Dry Run of an API Request shows its query with the path', async () => {
	const queryParameters = { parameter: [{ name: 'a', value: 'b c' }] };
	const [output] = await rig.run('apiRequest.send', {
		method: 'POST',
		path: '/x',
		queryParameters,
		pageMode: 'none',
		options: { dryRun: true },
	});
	expect(output!.json.wouldSend).toEqual({ method: 'POST', path: '/x?a=b%20c', body: null });
});

function own() {
	return rig.ids()[0]!;
}

function note() {
	return { conversationId: byId(own()), message: 'seen' };
}

const conversationId = byId('={{ $json.id }}');

const options = { dryRun: true };

const file = { data: 'SGVsbG8=', mimeType: 'text/plain' };

const record = { id: 'c1', ticket_id: 1523, subject: 'Spam', status: 'Active', custom_field_values: { vip: true } };

const rehearse = async (key: string, parameters: INodeParameters, json: IDataObject = record) =>
	(await rig.run(key, { options, ...parameters }, { items: [{ json, binary: { data: file } }] })).map(
		(item) => item.json,
	);

it.each([
	[
		'conversation.update',
		{ updateFields: { status: 'Closed' } },
		{ status: 'Closed' },
		'set conversation #1523 to Closed',
	],
	[
		'conversation.update',
		{ updateFields: { subject: 'New', assignTo: byId('u1') } },
		{ subject: 'New', assignable_id: 'u1' },
		'update conversation #1523: Assign To, Subject',
	],
	[
		'conversation.setPriority',
		{ priority: 'High' },
		{ priority: 'High' },
		'set priority of conversation #1523: High',
	],
	[
		'conversation.addTag',
		{ tagId: { mode: 'list', value: 'tag_vip' } },
		{},
		'add tag to conversation #1523: tag_vip',
	],
	['conversation.markSpam', {}, { is_spam: true }, 'mark conversation as spam (conversation #1523)'],
	['conversation.unsnooze', {}, { is_snoozed: false }, 'unsnooze conversation #1523'],
	['conversation.delete', {}, { deleted: true }, 'delete conversation #1523'],
	[
		'conversation.merge',
		{ mergeableConversationIds: ['c2'] },
		{},
		'merge c2 into conversation #1523. There is no known undo',
	],
	['message.addNote', { message: 'Seen' }, {}, 'add note to conversation #1523'],
	[
		'scheduledReply.cancel',
		{ messageId: byId('m1') },
		{ message_id: 'm1' },
		'cancel scheduled reply (conversation #1523): m1',
	],
	[
		'conversation.setCustomFields',
		{ customFields: { field: [{ key: { mode: 'list', value: 'order' }, value: '={{ 7 }}' }] } },
		{ custom_field_values: { vip: true, order: 7 } },
		'set custom fields of conversation #1523',
	],
])(
	'%s with Dry Run outputs the record as it would be, and says what would be done',
	async (key, given, changed, message) => {
		const rehearsed = await rehearse(key, { conversationId, ...given });
		expect(rehearsed).toEqual([
			{
				...record,
				...changed,
				message: `Would ${message}. Nothing was changed.`,
				dryRun: true,
				wouldSend: expect.any(Object),
			},
		]);
		// n8n's table shows only the first fields.
		expect(Object.keys(rehearsed[0]!).slice(0, 2)).toEqual(['id', 'message']);
	},
);

it('Dry Run outputs only ID and changes if the incoming item is another record', async () => {
	const [json] = await rehearse('conversation.update', {
		conversationId: byId('c2'),
		updateFields: { status: 'Closed' },
	});
	expect(json).toMatchObject({
		id: 'c2',
		status: 'Closed',
		message: 'Would set conversation c2 to Closed. Nothing was changed.',
	});
	expect(json).not.toHaveProperty('subject');
});

it('Dry Run outputs one item per record, and no ID for a new record', async () => {
	const many = { inboxId: byId('i1'), conversationIds: ['c1', 'c2'], updateFields: { status: 'Closed' } };
	expect((await rehearse('conversation.updateMany', many)).map(({ id, message }) => [id, message])).toEqual([
		['c1', 'Would set conversation #1523 to Closed. Nothing was changed.'],
		['c2', 'Would set conversation c2 to Closed. Nothing was changed.'],
	]);
	const [made] = await rehearse('contact.create', { email: 'a@b.example', additionalFields: { name: 'Anna' } });
	expect(made).toMatchObject({
		email: 'a@b.example',
		name: 'Anna',
		message: 'Would create contact. Nothing was changed.',
	});
	expect(made).not.toHaveProperty('id');
	const [opened] = await rehearse('conversation.create', {
		inboxId: byId('i1'),
		additionalFields: { additionalBody: '{"subject":"New"}' },
	});
	expect(opened).toMatchObject({ subject: 'New', message: 'Would create conversation: i1. Nothing was changed.' });
	expect(opened).not.toHaveProperty('id');
});

it('Dry Run of Merge, Split, Move and Change Contact names tickets, inboxes and people', async () => {
	const [into, one, other] = threads(rig.sandbox, 3).map((each) => each.record);
	const { events } = thread(rig.sandbox);
	const called = ({ ticket_id: number, subject, contact }: NonNullable<typeof one>) =>
		`#${number} ${subject} (${contact.name})`;
	const sentence = async (key: string, given: INodeParameters, json: IDataObject = {}) =>
		(await rehearse(`conversation.${key}`, { conversationId: byId(into!.id), ...given }, json))[0]!.message;
	const merged = { mergeableConversationIds: [one!.id, other!.id], includeNotes: false, includeMergeSummary: true };
	expect(await sentence('merge', merged)).toBe(
		`Would merge ${called(one!)} and ${called(other!)} into conversation ${called(into!)}, without their ` +
			'internal notes. There is no known undo. Nothing was changed.',
	);
	expect(rig.requests().map(({ method }) => method)).toEqual(['GET', 'GET', 'GET']);
	expect(await sentence('move', { inboxId: byId('inbox_billing') })).toBe(
		`Would move conversation to inbox (conversation ${called(into!)}): Billing. Nothing was changed.`,
	);
	const [person] = rig.sandbox.store.contactsOf('org_acme');
	expect(await sentence('changeContact', { contactId: byId(person!.id) })).toBe(
		`Would change contact of conversation ${called(into!)}: ${person!.name} (${person!.email}). ` +
			'Nothing was changed.',
	);
	const split = { threadEventId: byId(events[1]!.id), direction: 'after', subject: 'New', status: '' };
	expect(await sentence('split', split)).toMatch(/^Would split conversation #\d+ .+: event_.+, after\. Nothing/);
});

it('Dry Run of Move shows the ID of an inbox that the helpdesk does not list', async () => {
	rig.sandbox.reset({ world: { provisionalEndpoints: 'none' } });
	await rig.clock.sleep(600_000);
	const [json] = await rehearse('conversation.move', { conversationId, inboxId: byId('inbox_billing') });
	expect(json!.message).toBe(
		'Would move conversation to inbox (conversation #1523): inbox_billing. Nothing was changed.',
	);
});

it("Dry Run shows the label of a dropdown's choice without a request", async () => {
	const picked = (value: string, cachedResultName: string) => ({ __rl: true, mode: 'list', value, cachedResultName });
	const given = { conversationId: picked('c9', '#7 Lamp (Ada)'), assignTo: picked('user_ben', 'Ben') };
	const [json] = await rehearse('conversation.assign', given, {});
	expect(json!.message).toBe('Would assign conversation #7 Lamp (Ada): Ben. Nothing was changed.');
	expect(rig.requests()).toEqual([]);
});

it('the output of a Dry Run has the changed fields, so that the next step can use them', async () => {
	const [json] = await rehearse('conversation.update', { conversationId, updateFields: { status: 'Closed' } });
	expect(
		(await rehearse('message.addNote', { conversationId, message: '={{ $json.status }}' }, json))[0],
	).toMatchObject({
		id: 'c1',
		status: 'Closed',
		wouldSend: { path: '/conversation/c1/note', body: { message: 'Closed' } },
	});
});
