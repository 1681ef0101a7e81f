import { idsOf, MINUTE, useTriggerRig } from './support/triggerRig';

const CREATED = { event: 'conversationCreated', inboxIds: 'inbox_support' };

describe('Conversation Created', () => {
	const rig = useTriggerRig();

	it('uses Start From only at the first start, even if its expression changes later', async () => {
		const ages = [50, 30, 10].map(
			(minutes) => rig.arrives({ createdAt: rig.clock.now() - minutes * MINUTE }).record,
		);
		const since = rig.clock.now() - 40 * MINUTE;
		// The expression subtracts the real time that has passed.
		const startFrom = `={{ new Date(${since + Date.now()} - Date.now()).toISOString() }}`;
		const trigger = rig.trigger({ parameters: { ...CREATED, options: { startFrom } } });
		const seeded = [...rig.sandbox.store.conversations.values()].filter(
			({ record }) => record.inbox_id === 'inbox_support' && Date.parse(record.created_at) >= since,
		);
		const came = idsOf(await trigger.poll());
		expect(came.sort()).toEqual(seeded.map(({ record }) => record.id).sort());
		expect(came).toEqual(expect.arrayContaining(ages.slice(1).map(({ id }) => id)));
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
		expect(rig.sandbox.requests().at(-1)?.body).toEqual({
			filters: {
				condition: 'and',
				groups: [{ attribute: 'subject', comparison: 'eq', values: [{ value: 'Refund' }] }],
			},
			display: { sort: 'newest', page: 1, per_page: 100 },
		});
	});
});
