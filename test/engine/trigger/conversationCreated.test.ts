import { idsOf, MINUTE, useTriggerRig } from './support/triggerRig';

const CREATED = { event: 'conversationCreated', inboxIds: 'inbox_support' };

describe('Conversation Created', () => {
	const rig = useTriggerRig();

	it('uses Start From only once, even if the value of its expression changes', async () => {
		const ages = [50, 30, 10].map(
			(minutes) => rig.arrives({ createdAt: rig.clock.now() - minutes * MINUTE }).record,
		);
		const since = rig.clock.now() - 40 * MINUTE;
		// The expression subtracts the real time that has passed.
		const startFrom = `={{ new Date(${since + Date.now()} - Date.now()).toISOString() }}`;
		const trigger = rig.trigger({ parameters: { ...CREATED, options: { startFrom } } });
		const seeded = rig
			.conversations()
			.filter(({ record }) => record.inbox_id === 'inbox_support' && Date.parse(record.created_at) >= since);
		const ids = idsOf(await trigger.poll());
		expect(ids.sort()).toEqual(seeded.map(({ record }) => record.id).sort());
		expect(ids).toEqual(expect.arrayContaining(ages.slice(1).map(({ id }) => id)));
		await rig.minute();
		expect(await trigger.poll()).toEqual([]);
	});

	it.each([
		['in the time zone of the workflow', (ms: number) => new Date(ms + 9 * 60 * MINUTE).toISOString().slice(0, 16)],
		['as seconds', (ms: number) => `={{ ${ms / 1_000} }}`],
	])('reads Start From %s', async (_, written) => {
		const { record } = rig.arrives();
		const startFrom = written(rig.clock.now() - 2 * MINUTE);
		const trigger = rig.trigger({ parameters: { ...CREATED, options: { startFrom } }, timezone: 'Asia/Tokyo' });
		expect(idsOf(await trigger.poll())).toEqual([record.id]);
	});

	it('requests only conversations that match the filter', async () => {
		const conditions = { condition: [{ attribute: 'subject', comparison: 'eq', values: 'Refund' }] };
		const trigger = rig.trigger({
			parameters: { ...CREATED, filterMode: 'conditions', conditions, combine: 'and' },
		});
		await trigger.poll();
		await rig.minute();
		rig.arrives();
		const { record } = rig.arrives({ subject: 'Refund' });
		expect(idsOf(await trigger.poll())).toEqual([record.id]);
		expect(rig.requests().at(-1)?.body).toEqual({
			filters: {
				condition: 'and',
				groups: [{ attribute: 'subject', comparison: 'eq', values: [{ value: 'Refund' }] }],
			},
			display: { sort: 'newest', page: 1, per_page: 100 },
		});
	});

	it('emits the text of the message, or the chosen fields with the name of the assigned teammate', async () => {
		const options = { outputFields: ['subject', 'assignee_name', 'plan'] };
		const triggers = [{}, { options }].map((more) => rig.trigger({ parameters: { ...CREATED, ...more } }));
		for (const trigger of triggers) await trigger.poll();
		await rig.minute();
		const { record } = rig.arrives();
		record.assignable_id = 'user_ada';
		record.custom_field_values = { plan: 'Gold' };
		const [simplified, chosen] = [await triggers[0]!.poll(), await triggers[1]!.poll()];
		expect(simplified[0]!.json).toMatchObject({
			id: record.id,
			last_message_text: 'Hello',
			inbox_id: 'inbox_support',
		});
		expect(chosen.map(({ json }) => json)).toEqual([
			{
				id: record.id,
				subject: 'Hello',
				assignee_name: 'Ada Lindqvist',
				plan: 'Gold',
				event: 'conversationCreated',
			},
		]);
	});

	it('fails if the name of a teammate cannot be read, and emits the conversation later', async () => {
		const trigger = rig.trigger({ parameters: { ...CREATED, options: { outputFields: ['assignee_name'] } } });
		await trigger.poll();
		await rig.minute();
		rig.arrives().record.assignable_id = 'user_ben';
		rig.answers(500, { path: '/settings/users/*', times: 0 });
		await trigger.failure();
		rig.sandbox.clearFaults();
		await rig.minute();
		expect((await trigger.poll()).map(({ json }) => json.assignee_name)).toEqual(['Ben Okoye']);
	});
});
