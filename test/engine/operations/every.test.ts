import type { INodeParameters } from 'n8n-workflow';

import { resources } from '../../../nodes/Helpdesk/resources';
import { byId, startNodeRig, type NodeRig } from '../../support/nodeRig';
import { samples } from '../../support/samples';
import { thread } from '../../support/sandboxRecords';

const operations = resources.flatMap((resource) =>
	resource.operations.map((operation) => [`${resource.value}.${operation.value}`, operation] as const),
);
const requiredFields = operations.flatMap(([key, { fields = [] }]) =>
	fields.filter(({ property }) => property.required).map(({ property }) => [key, property.displayName, property] as const),
);

let rig: NodeRig;
beforeAll(async () => (rig = await startNodeRig({ conversations: 60 })));
beforeEach(() => rig.sandbox.reset());
afterAll(async () => await rig.sandbox.close());

const typical = (operation: string) => samples[operation]!(rig.sandbox).parameters;
const sent = () => rig.sandbox.requests();

it.each(operations)('%s that fails is data of exactly two keys for the error output', async (key) => {
	rig.sandbox.fault({ kind: 'status', status: 422, times: 0 });
	const output = await rig.run(key, typical(key), { onError: 'continueErrorOutput' });
	expect(output).toEqual([
		{
			json: {
				error: expect.stringMatching(/^Could not .+: the helpdesk refused a value$/),
				details: { description: expect.any(String), statusCode: 422, mayHaveBeenApplied: false, requestId: null, code: null },
			},
			pairedItem: { item: 0 },
		},
	]);
});

const answeredByMessage = operations.filter(([, { output }]) => {
	const { id, message, deleted } = output.form.fields ?? {};
	return id && (message ?? deleted);
});

it.each(answeredByMessage)('%s outputs the ID of what it acted on, as it was given', async (key) => {
	const parameters = typical(key);
	const output = await rig.run(key, parameters);
	expect(output.length).toBeGreaterThan(0);
	for (const { json } of output) expect(JSON.stringify(parameters)).toContain(String(json.id));
});

it.each(requiredFields)('%s without %s is refused with the name of the field, and nothing is sent', async (key, label, property) => {
	const empty = property.type === 'resourceLocator' ? byId('') : '';
	const modes: INodeParameters = property.name.startsWith('customFields') ? { customFieldsMode: 'json' } : {};
	const error = await rig.failure(key, { ...typical(key), ...modes, [property.name]: empty });
	expect(error.message).toContain(label);
	expect(error.description).not.toBe('');
	expect(sent()).toEqual([]);
});

it.each<[string, string, INodeParameters]>([
	['message.forward', 'body', { body: '' }],
	['message.saveDraft', 'message', { message: '', additionalFields: { cc: 'anna@example.com' } }],
	['savedReply.create', 'message', { message: ' ' }],
	['scheduledReply.create', 'type', { additionalFields: { type: '' } }],
])('%s without %s, which the API documentation does not require, is sent without it', async (key, name, parameters) => {
	await rig.run(key, { ...typical(key), ...parameters }, { onError: 'continueRegularOutput' });
	expect(sent().filter(({ method }) => method === 'POST')).toHaveLength(1);
	const body = sent()[0]!.body as object;
	expect([Object.keys(body).length > 0, name in body]).toEqual([true, false]);
});

it('message.saveDraft without anything to save is refused, and nothing is sent', async () => {
	const error = await rig.failure('message.saveDraft', { ...typical('message.saveDraft'), message: '' });
	expect(error.message).toBe("'Message' is empty");
	expect(sent()).toEqual([]);
});

it.each(operations.filter(([, { updateFields }]) => updateFields).map(([key]) => key))('%s without any field to update is refused', async (key) => {
	for (const updateFields of [{}, { messageFormat: 'html' }]) {
		const error = await rig.failure(key, { ...typical(key), updateFields });
		expect(error.message).toBe('There is nothing to update');
	}
	expect(sent()).toEqual([]);
});

describe('bad input', () => {
	const own = () => thread(rig.sandbox).record.id;
	it.each<[string, string, () => INodeParameters]>([
		[
			'conversation.merge',
			"'Conversations to Merge Into It' names the conversation itself",
			() => ({ mergeableConversationIds: `c2, ${own()}` }),
		],
		[
			'conversation.merge',
			"'Conversations to Merge Into It': entry number 2 is empty or not a text",
			() => ({ mergeableConversationIds: '={{ ["c2", null] }}' }),
		],
		['conversation.updateMany', "'Conversations': entry number 1 is empty or not a text", () => ({ conversationIds: '={{ [{ id: "c1" }] }}' })],
		['message.forward', "'To': address number 2 is not an e-mail address", () => ({ to: 'a@example.com, b.example.com' })],
		['message.saveDraft', "'CC' is not an e-mail address", () => ({ additionalFields: { cc: 'nobody' } })],
		['contact.create', "'Email' must be one e-mail address", () => ({ email: 'a@example.com, b@example.com' })],
		['contact.update', "'Email' is not an e-mail address", () => ({ updateFields: { email: 'a@b' } })],
		['contact.create', "'Advanced: Additional Body (JSON)' is not valid JSON", () => ({ additionalFields: { additionalBody: '{"a": ' } })],
		['conversation.setPriority', "'Priority' got a list, not text", () => ({ priority: '={{ ["High"] }}' })],
		['conversation.setCustomFields', "'Custom Fields': row 1 has no field", () => ({ customFields: { field: [{ key: ' ', value: 'x' }] } })],
		[
			'conversation.setCustomFields',
			"'Custom Fields': row 2 repeats the field 'a'",
			() => ({
				customFields: {
					field: [
						{ key: 'a', value: '1' },
						{ key: 'a', value: '2' },
					],
				},
			}),
		],
		[
			'conversation.setCustomFields',
			"'Custom Fields': row 1 has no value",
			() => ({ customFields: { field: [{ key: 'a', value: '={{ $json.missing }}' }] } }),
		],
		['conversation.setCustomFields', "'Custom Fields' has no field", () => ({ customFields: {} })],
		[
			'conversation.setCustomFields',
			"'Advanced: Custom Fields (JSON)' must be a JSON object",
			() => ({ customFieldsMode: 'json', customFieldsJson: '[1]' }),
		],
		['scheduledReply.update', "'Scheduled At' is not a date", () => ({ updateFields: { scheduledAt: 'tomorrow' } })],
		['conversation.getMany', "'Filter' must be one of: none, conditions, json", () => ({ filterMode: '={{ "all" }}' })],
		[
			'conversation.getMany',
			"'Values' in condition 1 of 'Conditions': entry number 1 is empty or not a text",
			() => ({
				filterMode: 'conditions',
				conditions: { condition: [{ attribute: 'status', comparison: 'eq', values: '={{ [{ value: "Active" }] }}' }] },
			}),
		],
		['message.reply', "'Message Format' must be one of: text, html", () => ({ messageFormat: '={{ "markdown" }}' })],
		[
			'apiRequest.send',
			"'Query Parameters': row 1 needs a name and a value",
			() => ({ queryParameters: { parameter: [{ name: 'q', value: '={{ null }}' }] } }),
		],
		['apiRequest.send', "'Path' must be relative to the base URL", () => ({ path: 'https://evil.example/v1/me' })],
	])('%s is refused before anything is sent: %s', async (operation, message, parameters) => {
		expect((await rig.failure(operation, { ...typical(operation), ...parameters() })).message).toBe(message);
		expect(sent()).toEqual([]);
	});
});

describe('values that were seen are suggestions', () => {
	const body = () => sent().map(({ body }) => body)[0];
	it.each<[string, INodeParameters, Record<string, unknown>]>([
		['conversation.update', { updateFields: { status: 'On Hold' } }, { status: 'On Hold' }],
		['conversation.updateMany', { updateFields: { status: 'On Hold' } }, { status: 'On Hold' }],
		['conversation.setPriority', { priority: 'Urgent' }, { priority: 'Urgent' }],
		['conversation.snooze', { type: 'always' }, { type: 'always' }],
		['conversation.split', { direction: 'before', status: 'On Hold' }, { direction: 'before', status: 'On Hold' }],
		['message.reply', { additionalFields: { action: 'send_and_close', status: 'On Hold' } }, { action: 'send_and_close', status: 'On Hold' }],
		['scheduledReply.create', { additionalFields: { type: 'always', status: 'On Hold' } }, { type: 'always', status: 'On Hold' }],
		['scheduledReply.update', { updateFields: { status: 'On Hold' } }, { status: 'On Hold' }],
	])('%s sends any other value as it is, typed or by an expression', async (operation, parameters, expected) => {
		const byExpression = JSON.parse(
			JSON.stringify(parameters).replace(/"(On Hold|Urgent|always|before|send_and_close)"/g, '"={{ \\"$1\\" }}"'),
		) as INodeParameters;
		for (const given of [parameters, byExpression]) {
			rig.sandbox.reset();
			await rig.run(operation, { ...typical(operation), ...given }, { onError: 'continueRegularOutput' });
			expect(body()).toMatchObject(expected);
		}
	});
});

describe('dates', () => {
	it.each([
		['the date picker', '2026-03-05T10:00:00'],
		['a Luxon DateTime', '={{ DateTime.fromISO("2026-03-05T18:00", { zone: "Asia/Tokyo" }) }}'],
		['a DateTime in the time zone of the workflow', '={{ DateTime.fromISO("2026-03-05T10:00") }}'],
		['a Date', '={{ new Date("2026-03-05T09:00:00Z") }}'],
		['milliseconds', '={{ 1772701200000 }}'],
		['text with an offset', '={{ "2026-03-05T04:00:00-05:00" }}'],
		['text with an expression in it', '=2026-03-05T{{ 5 + 5 }}:00'],
	])('%s is sent as UTC, as a field and in a collection', async (_, date) => {
		const timezone = 'Europe/Berlin';
		await rig.run('conversation.snooze', { ...typical('conversation.snooze'), snoozedUntil: date }, { timezone });
		await rig.run('scheduledReply.update', { ...typical('scheduledReply.update'), updateFields: { scheduledAt: date } }, { timezone });
		expect(sent().map(({ body }) => body)).toEqual([
			{ snoozed_until: '2026-03-05T09:00:00Z', type: 'if_no_reply' },
			{ scheduled_at: '2026-03-05T09:00:00Z' },
		]);
	});

	it('a time that the time zone of the workflow skips is refused before anything is sent', async () => {
		const parameters = { ...typical('conversation.snooze'), snoozedUntil: '2026-03-29T02:30:00' };
		const error = await rig.failure('conversation.snooze', parameters, { timezone: 'Europe/Berlin' });
		expect(error.message).toBe("'Snoozed Until' does not exist in the time zone Europe/Berlin");
		expect(sent()).toEqual([]);
	});
});
