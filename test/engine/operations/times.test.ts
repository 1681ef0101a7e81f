import { useNodeRig } from '../../support/nodeRig';
import { samples } from '../../support/samples';

const rig = useNodeRig({ conversations: 20 });

const typical = (key: string) => samples[key]!(rig.sandbox).parameters;
const timezone = 'America/New_York';

test("Snooze outputs the time in UTC and in the workflow's zone", async () => {
	const parameters = { ...typical('conversation.snooze'), snoozedUntil: '2026-03-09T09:00:00' };
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
	const [item] = await rig.run(key, { ...typical(key), ...given }, { timezone });
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
	const { message, description } = await rig.failure(key, { ...typical(key), ...given });
	expect(message).toContain("'Scheduled At' is in the past");
	expect(description).toContain('2026-03-02 08:59:00 UTC. Nothing was sent.');
	expect(rig.sandbox.requests()).toEqual([]);
});
