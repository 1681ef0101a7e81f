import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { applyChange } from '../../../sandbox/changes';
import { receiveMessage } from '../../../sandbox/incoming';
import type { StoredConversation } from '../../../sandbox/records';
import { MINUTE, startTriggerRig, type TriggerRig } from './support/triggerRig';

describe('the Filters of the trigger', () => {
	let rig: TriggerRig;
	beforeAll(async () => {
		rig = await startTriggerRig();
	});
	beforeEach(() => rig.sandbox.reset({ world: { tagsInList: 'objects', dateHeader: 'present' } }));
	afterAll(async () => await rig.sandbox.close());

	const VIP = { tags: '={{ "Urgent" }}' };
	const parameters = (event: string, filters: IDataObject, more: IDataObject = {}) =>
		({
			event: [event],
			inboxIds: 'inbox_support',
			filters,
			...more,
		}) as INodeParameters;
	const active = (...with_: Parameters<typeof parameters>) => rig.trigger({ parameters: parameters(...with_) });
	const tag = (stored: StoredConversation, tags = ['tag_urgent']) => applyChange(rig.sandbox.store, stored, { tags });
	const writes = (stored: StoredConversation) => receiveMessage(rig.sandbox.store, stored, '<p>Again</p>');
	const earlier = (minutes: number) => rig.arrives({ createdAt: rig.clock.now() - minutes * MINUTE });
	const next = async (trigger: ReturnType<typeof rig.trigger>) => {
		await rig.minute();
		return (await trigger.poll()).map(({ json }) => json.id);
	};

	it('emit only messages of conversations with the tag, and read no other thread', async () => {
		const [vip, other] = [earlier(60), earlier(50)];
		tag(vip);
		const trigger = active('customerMessage', VIP);
		await trigger.poll();
		await rig.minute();
		for (const stored of [vip, other, vip, other]) writes(stored);
		const before = rig.requests().length;
		expect(await next(trigger)).toEqual([vip.record.id, vip.record.id]);
		const threads = rig.requests(before).filter(({ path }) => path.endsWith('/messages'));
		expect(threads.map(({ path }) => path)).toEqual([expect.stringContaining(vip.record.id)]);
		tag(other);
		expect(await next(trigger)).toEqual([]);
		writes(other);
		tag(vip, []);
		writes(vip);
		expect(await next(trigger)).toEqual([other.record.id]);
	});

	it('have the value that their expression gives at each poll', async () => {
		const stored = earlier(60);
		const trigger = active('customerMessage', { priorities: "={{ $now.year > 2090 ? 'High' : 'Low' }}" });
		applyChange(rig.sandbox.store, stored, { priority: 'High' });
		await trigger.poll();
		await rig.minute();
		writes(stored);
		expect(await next(trigger)).toEqual([]);
		const later = jest.spyOn(Date, 'now').mockReturnValue(Date.parse('2091-06-01'));
		writes(stored);
		expect(await next(trigger)).toEqual([stored.record.id]);
		later.mockRestore();
	});

	it('emit a new conversation once, as soon as it matches them', async () => {
		const old = rig.arrives();
		await rig.minute();
		const trigger = active('conversationCreated', { ...VIP, priorities: ['high'] });
		await trigger.poll();
		await rig.minute();
		const created = rig.arrives();
		tag(created);
		expect(await next(trigger)).toEqual([]);
		for (const stored of [old, created]) applyChange(rig.sandbox.store, stored, { priority: 'High' });
		tag(old);
		expect(await next(trigger)).toEqual([created.record.id]);
		expect(await next(trigger)).toEqual([]);
	});

	it('emit no change from before the conversation matched them', async () => {
		const stored = earlier(60);
		const trigger = active('statusChangedTo', VIP, { statuses: 'closed' });
		await trigger.poll();
		applyChange(rig.sandbox.store, stored, { status: 'Closed' });
		expect(await next(trigger)).toEqual([]);
		tag(stored);
		expect(await next(trigger)).toEqual([]);
		applyChange(rig.sandbox.store, stored, { status: 'Active' });
		expect(await next(trigger)).toEqual([]);
		applyChange(rig.sandbox.store, stored, { status: 'Closed' });
		expect(await next(trigger)).toEqual([stored.record.id]);
	});

	it('end the wait of a customer whose conversation no longer matches them', async () => {
		const trigger = active('customerWaiting', VIP, { after: 1, afterUnit: 'hours', countedIn: 'allHours' });
		await trigger.poll();
		await rig.minute();
		const [kept, left] = [rig.arrives(), rig.arrives()];
		for (const stored of [kept, left]) tag(stored);
		expect(await next(trigger)).toEqual([]);
		tag(left, []);
		expect(await next(trigger)).toEqual([]);
		await rig.minute(60);
		expect(await next(trigger)).toEqual([kept.record.id]);
	});

	it('apply in a test run, too', async () => {
		rig.arrives();
		const vip = earlier(5);
		tag(vip);
		for (const { record } of rig.conversations()) record.priority = 'Normal';
		vip.record.priority = 'High';
		for (const event of ['conversationCreated', 'statusChangedTo']) {
			const more = { statuses: 'Active' };
			const run = rig.trigger({ mode: 'manual', parameters: parameters(event, { priorities: ['High'] }, more) });
			expect((await run.poll()).map(({ json }) => json.id)).toEqual([vip.record.id]);
		}
	});

	it('are refused if an expression has no value, the tag does not exist, or the helpdesk shows no tags', async () => {
		const messageWith = async (filters: IDataObject) =>
			(await active('conversationCreated', filters).failure()).message;
		expect(await messageWith({ tags: '={{ [] }}' })).toBe(
			"'Tags' has no value for this item, so every conversation would match",
		);
		expect(rig.requests()).toEqual([]);
		expect(await messageWith({ tags: '={{ "Urgently" }}' })).toBe('No tag of the inbox is named "Urgently"');
		rig.sandbox.reset({ world: { tagsInList: 'absent' } });
		expect(await active('conversationCreated', VIP).failure()).toMatchObject({
			message: "The list of your helpdesk does not show tags, so 'Tags' cannot be compared",
			description: expect.stringContaining("'Advanced: Filter' → Conditions → Tag"),
		});
	});
});
