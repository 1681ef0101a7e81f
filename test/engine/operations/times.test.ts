import type { INodeParameters } from 'n8n-workflow';

import { byId, useNodeRig } from '../../support/nodeRig';
import { thread } from '../../support/sandboxRecords';

const rig = useNodeRig({ conversations: 20 });

const timezone = 'America/New_York';

test("Snooze outputs the time in UTC and in the workflow's zone", async () => {
	const parameters = { ...rig.typical('conversation.snooze'), snoozedUntil: '2026-03-09T09:00:00' };
	const [item] = await rig.run('conversation.snooze', parameters, { timezone });
	expect(item!.json).toMatchObject({
		snoozed_until: '2026-03-09T13:00:00Z',
		snoozed_until_local: '2026-03-09 09:00:00 America/New_York',
	});
	// The next step reads the time with its zone as the same moment.
	const again = await rig.run('conversation.snooze', {
		...parameters,
		snoozedUntil: item!.json.snoozed_until_local as string,
	});
	expect(again[0]!.json).toMatchObject({
		snoozed_until: '2026-03-09T13:00:00Z',
		snoozed_until_local: '2026-03-09 13:00:00 UTC',
	});
});

test.each([
	['scheduledReply.create', { scheduledAt: '2026-03-09T09:00:00' }],
	['scheduledReply.update', { updateFields: { scheduledAt: '2026-03-09T09:00:00' } }],
])('%s outputs the sending time with its zone', async (key, given) => {
	const [item] = await rig.run(key, { ...rig.typical(key), ...given }, { timezone });
	expect(item!.json).toMatchObject({
		scheduled_at: expect.any(String),
		scheduled_at_local: '2026-03-09 09:00:00 America/New_York',
	});
	expect(new Date(item!.json.scheduled_at as string).toISOString()).toBe('2026-03-09T13:00:00.000Z');
});

test.each([
	['scheduledReply.create', { scheduledAt: '2026-03-02T08:59:00' }],
	['scheduledReply.update', { updateFields: { scheduledAt: '2026-03-02T08:59:00' } }],
])('%s refuses a time in the past', async (key, given) => {
	const { message, description } = await rig.failure(key, { ...rig.typical(key), ...given });
	expect(message).toContain("'Scheduled At' is in the past");
	expect(description).toContain('2026-03-02 08:59:00 UTC. Nothing was sent.');
	expect(rig.requests()).toEqual([]);
});

const body = () => rig.requests()[0]!.body as Record<string, unknown>;

const inAll = (amount: number, unit: string, more: INodeParameters = {}) => ({
	when: 'in',
	amount,
	unit,
	timeOfDay: '',
	...more,
});

test.each([
	[inAll(30, 'minutes'), '2026-03-02T09:30:00Z'],
	[inAll(3, 'hours', { timeOfDay: '17:00' }), '2026-03-02T12:00:00Z'],
	[inAll(1, 'days'), '2026-03-03T09:00:00Z'],
	[inAll(1, 'days', { timeOfDay: '09:00' }), '2026-03-03T14:00:00Z'],
	// Clocks go forward on 8 March. A day is a calendar day, not 24 hours.
	[inAll(1, 'weeks'), '2026-03-09T08:00:00Z'],
	[inAll(1, 'weeks', { timeOfDay: '9:15' }), '2026-03-09T13:15:00Z'],
	[inAll(6, 'days', { timeOfDay: '02:30' }), '2026-03-08T07:30:00Z'],
	[inAll(1, 'days', { timeOfDay: '24:00' }), '2026-03-04T05:00:00Z'],
])('Snooze computes the time from amount, unit and time of day: %j is %s', async (given, wanted) => {
	const [item] = await rig.run(
		'conversation.snooze',
		{ ...rig.typical('conversation.snooze'), ...given },
		{ timezone },
	);
	expect(body().snoozed_until).toBe(wanted);
	expect(Object.keys(body()).sort()).toEqual(['snoozed_until', 'type']);
	expect(item!.json.snoozed_until).toBe(wanted);
	expect(item!.json.snoozed_until_local).toMatch(/^2026-03-\d\d \d\d:\d\d:00 America\/New_York$/);
});

test('Scheduled Reply → Create sends the reply in an amount of days, and outputs its time and ID', async () => {
	const given = { ...rig.typical('scheduledReply.create'), ...inAll(3, 'days', { timeOfDay: '08:00' }) };
	const [item] = await rig.run('scheduledReply.create', given, { timezone });
	expect(item!.json).toMatchObject({
		scheduled_at: '2026-03-05T13:00:00Z',
		scheduled_at_local: '2026-03-05 08:00:00 America/New_York',
		message_id: expect.any(String),
	});
});

describe('Scheduled Reply → Update', () => {
	const update = (updateFields: INodeParameters) => ({ ...rig.typical('scheduledReply.update'), updateFields });

	test('reads an amount without a unit as days', async () => {
		const [item] = await rig.run('scheduledReply.update', update({ when: 'in', amount: 2 }), { timezone });
		expect(body()).toEqual({ scheduled_at: '2026-03-04T09:00:00Z' });
		expect(item!.json.scheduled_at_local).toBe('2026-03-04 04:00:00 America/New_York');
	});

	test('prefers an amount to a time that the editor hides', async () => {
		const both = { when: 'in', amount: 2, scheduledAt: '2026-04-01T09:00' };
		await rig.run('scheduledReply.update', update(both));
		expect(body()).toEqual({ scheduled_at: '2026-03-04T09:00:00Z' });
	});

	test('refuses the choice In without an amount', async () => {
		const { message } = await rig.failure('scheduledReply.update', update({ when: 'in', status: 'Closed' }));
		expect([message, rig.requests()]).toEqual([expect.stringContaining("'Amount' is empty"), []]);
	});
});

test.each([
	[inAll(0, 'days'), "'Amount' must be a whole number of at least 1"],
	[inAll(1, 'days', { timeOfDay: '25:00' }), '\'Time of Day\': "25:00" is not a time of day'],
	[inAll(1, 'months'), "'Unit' must be one of: minutes, hours, days, weeks"],
	[inAll(9_999_999, 'weeks'), "'Amount'"],
])('Snooze refuses an amount, a unit or a time of day that is not valid: %j', async (given, message) => {
	const parameters = { ...rig.typical('conversation.snooze'), ...given };
	expect((await rig.failure('conversation.snooze', parameters)).message).toContain(message);
	expect(rig.requests()).toEqual([]);
});

test("Split offers the conversation's messages and notes by time and text, the newest first", async () => {
	const { record, events } = thread(rig.sandbox);
	const { results } = await rig.list('messages', { parameters: { conversationId: byId(record.id) } });
	const offered = events.filter(({ message }) => message !== undefined);
	expect(results.map(({ value }) => value)).toEqual(offered.map(({ id }) => id).reverse());
	for (const { name } of results)
		expect(name).toMatch(/^20\d\d-\d\d-\d\d \d\d:\d\d (Customer|Team|Note|Unknown).*: \S/);
	const filter = results[0]!.name.slice(-12);
	expect(
		(await rig.list('messages', { parameters: { conversationId: byId(record.id) }, filter })).results,
	).toContainEqual(results[0]);
	expect(await rig.list('messages')).toEqual({ results: [] });
	await rig.run('conversation.split', {
		...rig.typical('conversation.split'),
		conversationId: byId(record.id),
		threadEventId: { __rl: true, mode: 'list', value: String(results[0]!.value) },
		options: { dryRun: true },
	});
});
