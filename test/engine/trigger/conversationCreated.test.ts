import { MINUTE, startTriggerRig, type ActiveTrigger, type TriggerRig } from './support/triggerRig';

const CREATED = { event: 'conversationCreated', inboxIds: 'inbox_support' };
const idsOf = (items: Array<{ json: { id?: unknown } }>) => items.map(({ json }) => json.id);

describe.each(['created', 'lastMessage'] as const)('Conversation Created, where newest goes by %s', (newestGoesBy) => {
	let rig: TriggerRig;
	let trigger: ActiveTrigger;
	beforeAll(async () => {
		rig = await startTriggerRig({ world: { newestGoesBy } });
	});
	beforeEach(async () => {
		rig.sandbox.reset();
		trigger = rig.trigger({ parameters: CREATED });
		expect(await trigger.poll()).toEqual([]);
		await rig.minute();
	});
	afterAll(async () => await rig.sandbox.close());

	const requests = () => rig.sandbox.requests().length;

	it('emits a new conversation once', async () => {
		const { record } = rig.arrives();
		expect(idsOf(await trigger.poll())).toEqual([record.id]);
		for (let minute = 0; minute < 15; minute += 1) {
			await rig.minute();
			expect(await trigger.poll()).toEqual([]);
		}
	});

	it('sends two requests for an idle inbox of more than a page', async () => {
		const before = requests();
		for (let minute = 0; minute < 15; minute += 1) {
			await trigger.poll();
			await rig.minute();
		}
		expect(requests() - before).toBe(30);
	});

	it('emits 130 conversations of the same second once each, in order', async () => {
		const wanted = Array.from({ length: 130 }, () => rig.arrives().record.id);
		const first = await trigger.poll();
		await rig.minute();
		const more = [...(await trigger.poll()), ...(await trigger.poll())];
		expect(idsOf(first)).toEqual(wanted);
		expect(more).toEqual([]);
	});

	it('emits one that appears nine minutes late', async () => {
		await rig.minute(10);
		rig.arrives();
		await trigger.poll();
		await rig.minute();
		const { record } = rig.arrives({ createdAt: rig.clock.now() - 9 * MINUTE });
		expect(idsOf(await trigger.poll())).toEqual([record.id]);
		await rig.minute();
		expect(await trigger.poll()).toEqual([]);
	});

	it('ignores an old conversation with a new message', async () => {
		const old = [...rig.sandbox.store.conversations.values()].find(({ record }) => record.inbox_id === 'inbox_support')!;
		rig.sandbox.store.touch(old, { last_message_created_at: rig.sandbox.store.now() });
		const { record } = rig.arrives();
		expect(idsOf(await trigger.poll())).toEqual([record.id]);
	});

	it('emits conversations created while n8n was down, none twice', async () => {
		const first = rig.arrives().record.id;
		expect(idsOf(await trigger.poll())).toEqual([first]);
		const saved = JSON.parse(JSON.stringify(trigger.staticData));
		await rig.minute(180);
		const second = rig.arrives({ createdAt: rig.clock.now() - 100 * MINUTE }).record.id;
		const restarted = rig.trigger({ parameters: CREATED, saved, activation: 'init' });
		expect(idsOf(await restarted.poll())).toEqual([second]);
		expect(await restarted.poll()).toEqual([]);
	});

	it('emits a backlog in order and in batches, over several polls', async () => {
		const wanted = Array.from({ length: 25 }, (_, index) => rig.arrives({ createdAt: rig.clock.now() - (60 - index) * 1000 }).record.id);
		const bounded = rig.trigger({ parameters: { ...CREATED, options: { maxEventsPerPoll: 10 } }, saved: trigger.staticData });
		const polls = [await bounded.poll(), await bounded.poll(), await bounded.poll(), await bounded.poll()];
		expect(polls.map(({ length }) => length)).toEqual([10, 10, 5, 0]);
		expect(idsOf(polls.flat())).toEqual(wanted);
	});
});

describe('Conversation Created', () => {
	let rig: TriggerRig;
	beforeAll(async () => {
		rig = await startTriggerRig();
	});
	beforeEach(() => rig.sandbox.reset());
	afterAll(async () => await rig.sandbox.close());

	it('starts at Start From once, even if its expression changes later', async () => {
		const ages = [50, 30, 10].map((minutes) => rig.arrives({ createdAt: rig.clock.now() - minutes * MINUTE }).record);
		const since = rig.clock.now() - 40 * MINUTE;
		// Its value goes back by what real time passes.
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

	it('reads Start From in the time zone of the workflow', async () => {
		const { record } = rig.arrives();
		const local = new Date(rig.clock.now() + 9 * 60 * MINUTE - 2 * MINUTE).toISOString().slice(0, 16);
		const trigger = rig.trigger({ parameters: { ...CREATED, options: { startFrom: local } }, timezone: 'Asia/Tokyo' });
		expect(idsOf(await trigger.poll())).toContain(record.id);
	});

	it('requests only conversations that match the filter', async () => {
		const conditions = { condition: [{ attribute: 'subject', comparison: 'eq', values: 'Refund' }] };
		const trigger = rig.trigger({ parameters: { ...CREATED, filterMode: 'conditions', conditions, combine: 'and' } });
		await trigger.poll();
		await rig.minute();
		rig.arrives();
		const { record } = rig.arrives({ subject: 'Refund' });
		expect(idsOf(await trigger.poll())).toEqual([record.id]);
		expect(rig.sandbox.requests().at(-1)?.body).toEqual({
			filters: { condition: 'and', groups: [{ attribute: 'subject', comparison: 'eq', values: [{ value: 'Refund' }] }] },
			display: { sort: 'newest', page: 1, per_page: 100 },
		});
	});

	it('outputs the whole record without Simplify', async () => {
		const trigger = rig.trigger({ parameters: { ...CREATED, options: { simplify: false } } });
		await trigger.poll();
		await rig.minute();
		const { record } = rig.arrives();
		expect((await trigger.poll())[0]?.json).toMatchObject({
			ticket_id: record.ticket_id,
			viewer_id: null,
			last_message: { excerpt: 'Hello' },
			event: 'conversationCreated',
		});
	});

	it('emits the first conversation of an empty inbox', async () => {
		const [some] = rig.sandbox.store.inboxes.values();
		rig.sandbox.store.inboxes.set('inbox_new', { ...some!, id: 'inbox_new' });
		const trigger = rig.trigger({ parameters: { ...CREATED, inboxIds: 'inbox_new' } });
		await trigger.poll();
		await rig.minute();
		const { record } = rig.arrives({ inboxId: 'inbox_new' });
		expect(idsOf(await trigger.poll())).toEqual([record.id]);
		expect(await trigger.poll()).toEqual([]);
	});

	const requests = () => rig.sandbox.requests().length;
	const manyInboxes = (count: number) => {
		const [some] = rig.sandbox.store.inboxes.values();
		const inboxIds = Array.from({ length: count }, (_, index) => `inbox_${index}`);
		for (const id of inboxIds) rig.sandbox.store.inboxes.set(id, { ...some!, id });
		return inboxIds;
	};

	it('polls 20 inboxes with nothing new in 20 requests', async () => {
		const inboxIds = manyInboxes(20);
		for (const id of inboxIds) rig.arrives({ inboxId: id });
		const trigger = rig.trigger({ parameters: { ...CREATED, inboxIds } });
		await trigger.poll();
		await rig.minute();
		const before = requests();
		expect(await trigger.poll()).toEqual([]);
		expect(requests() - before).toBe(20);
	});

	it('starts an added inbox with its own baseline, and leaves the others unchanged', async () => {
		const trigger = rig.trigger({ parameters: CREATED });
		await trigger.poll();
		await rig.minute();
		const missed = rig.arrives().record.id;
		const wider = rig.trigger({ parameters: { ...CREATED, inboxIds: ['inbox_support', 'inbox_orders'] }, saved: trigger.staticData });
		expect(idsOf(await wider.poll())).toEqual([missed]);
		await rig.minute();
		const { record } = rig.arrives({ inboxId: 'inbox_orders' });
		expect(idsOf(await wider.poll())).toEqual([record.id]);
	});
});
