import { applyChange } from '../../../sandbox/changes';
import { appendEvent, newEvent, newMessage } from '../../../sandbox/thread';
import type { StoredConversation } from '../../../sandbox/records';
import { startTriggerRig, type TriggerRig } from './support/triggerRig';

/** What is told of an item, beside its record. */
const valuesOf = ({ json: { event, from, to } }: { json: Record<string, unknown> }) => ({ event, from, to });

describe('state events', () => {
	let rig: TriggerRig;
	beforeAll(async () => {
		rig = await startTriggerRig({ conversations: 200 });
	});
	beforeEach(() => rig.sandbox.reset({ world: { dateHeader: 'present' } }));
	afterAll(async () => await rig.sandbox.close());

	const parameters = (more: object) => ({ inboxIds: 'inbox_support', ...more });

	it('are emitted by one trigger together with other events, each with its name', async () => {
		const event = [
			'statusChangedTo',
			'conversationAssigned',
			'conversationSnoozed',
			'markedAsSpam',
			'customFieldChangedTo',
			'conversationUpdated',
		];
		const trigger = rig.trigger({
			parameters: parameters({ event, statuses: 'closed', assignedTo: 'anybody', customField: 'plan', watchFields: ['status'] }),
		});
		await trigger.poll();
		await rig.minute();
		const fresh = rig.arrives();
		await trigger.poll();
		applyChange(rig.sandbox.store, fresh, { status: 'Closed', assign_to: 'user_ada' });
		rig.sandbox.store.touch(fresh, { is_snoozed: true, is_spam: true, custom_field_values: { plan: 'Gold' } });
		await rig.minute();
		const items = await trigger.poll();
		expect(items.map(({ json }) => json.id)).toEqual(Array.from({ length: 6 }, () => fresh.record.id));
		expect(items.map(valuesOf)).toEqual(
			expect.arrayContaining([
				{ event: 'statusChangedTo', from: 'Active', to: 'Closed' },
				{ event: 'conversationAssigned', from: null, to: 'user_ada' },
				{ event: 'conversationSnoozed', from: false, to: true },
				{ event: 'markedAsSpam', from: false, to: true },
				{ event: 'customFieldChangedTo', from: null, to: 'Gold' },
				{ event: 'conversationUpdated', from: undefined, to: undefined },
			]),
		);
		await rig.minute();
		expect(await trigger.poll()).toEqual([]);
	});

	it('include Customer Waiting in the first poll after the time, behind 130 newer conversations', async () => {
		const trigger = rig.trigger({ parameters: parameters({ event: 'customerWaiting', after: 30, afterUnit: 'minutes', countedIn: 'allHours' }) });
		await trigger.poll();
		const waits = rig.arrives();
		await trigger.poll();
		for (let count = 0; count < 130; count += 1) applyChange(rig.sandbox.store, rig.arrives(), { status: 'Closed' });
		await rig.minute(29);
		expect(await trigger.poll()).toEqual([]);
		await rig.minute();
		const [item, ...more] = await trigger.poll();
		expect(more).toEqual([]);
		expect(item?.json).toMatchObject({ id: waits.record.id, event: 'customerWaiting', waiting_minutes: 30 });
	});

	describe("if a note follows the customer's message", () => {
		const answerAndNote = (conversation: StoredConversation, ...texts: Array<'reply' | 'note'>) => {
			const { store } = rig.sandbox;
			const ada = [...store.teammates.values()][0]!;
			for (const text of texts) {
				const isNote = text === 'note';
				const message = newMessage(store, { html: text, direction: isNote ? 'internal' : 'outgoing', recordType: isNote ? 'note' : 'email' });
				appendEvent(store, conversation, newEvent(store, isNote ? 'note' : 'replied', ada, message));
				// The list shows notes as well.
				store.touch(conversation, { last_message: message, last_message_created_at: message.created_at, last_message_by: 'user' });
			}
		};
		/** He wrote and was seen; then this, before the next look; his time is over with the next poll. */
		const due = async (...texts: Array<'reply' | 'note'>) => {
			const trigger = rig.trigger({
				parameters: parameters({ event: 'customerWaiting', after: 30, afterUnit: 'minutes', countedIn: 'allHours' }),
			});
			await trigger.poll();
			const waits = rig.arrives();
			await trigger.poll();
			await rig.minute();
			answerAndNote(waits, ...texts);
			await rig.minute(28);
			expect(await trigger.poll()).toEqual([]);
			await rig.minute();
			return { trigger, path: `/conversation/${waits.record.id}/messages` };
		};
		const asked = (wanted: string) => rig.sandbox.requests().filter(({ path }) => path === wanted).length;

		it.each(['data', 'events'] as const)(
			'a customer who was answered before it causes no event, with one request (messages: %s)',
			async (form) => {
				rig.sandbox.reset({
					world: { dateHeader: 'present', messagesForm: form, messageOrder: form === 'data' ? 'newestFirst' : 'oldestFirst' },
				});
				const { trigger, path } = await due('reply', 'note');
				expect(asked(path)).toBe(0);
				expect(await trigger.poll()).toEqual([]);
				await rig.minute();
				expect(await trigger.poll()).toEqual([]);
				expect(asked(path)).toBe(1);
			},
		);

		it('a customer who was not answered causes an event on time', async () => {
			const { trigger, path } = await due('note');
			expect((await trigger.poll()).map(({ json }) => json.waiting_minutes)).toEqual([30]);
			await rig.minute();
			expect(await trigger.poll()).toEqual([]);
			expect(asked(path)).toBe(1);
		});

		it.each([
			['is refused (403)', { kind: 'status', status: 403 }],
			['has a form that is not known', { kind: 'file', bytes: Buffer.from('{"thread":7}').toString('base64'), type: 'application/json' }],
		] as const)('the event waits while the thread %s, and that is reported', async (_, fault) => {
			const { trigger, path } = await due('note');
			rig.sandbox.fault({ ...fault, path, times: 0 });
			expect(await trigger.poll()).toEqual([]);
			await rig.minute();
			expect((await trigger.failure()).message).toContain('in inbox inbox_support');
			rig.sandbox.clearFaults();
			expect(await trigger.poll()).toHaveLength(1);
		});

		it.each([
			['tells who was not', ['note'], 1],
			['does not tell who was', ['reply', 'note'], 0],
		] as const)('%s is emitted by the poll that gets the thread after a failure', async (_, texts, told) => {
			for (const fault of [{ kind: 'status', status: 500 }, { kind: 'drop' }, { kind: 'html' }] as const) {
				rig.sandbox.clearFaults();
				const { trigger, path } = await due(...texts);
				rig.sandbox.fault({ ...fault, path });
				const came = await trigger.poll();
				await rig.minute();
				expect([...came, ...(await trigger.poll())]).toHaveLength(told);
			}
		});
	});

	it.each([
		['"Gold, plus"', ['Gold, plus']],
		['Silver, "gold, Plus" , "VIP"', ['Gold, plus', 'Silver', 'VIP']],
		['"5"" disk, new", 3" disk', ['5" disk, new', '3" disk']],
		['Silver, Gold', ['Gold', 'Silver']],
		['"Gold, plus', ['"Gold', 'plus']],
		['={{ ["Gold, plus"] }}', ['Gold, plus']],
	])('read the values %s: a comma separates them, except inside quotation marks', async (customFieldValues, counting) => {
		const trigger = rig.trigger({ parameters: parameters({ event: ['customFieldChangedTo'], customField: 'plan', customFieldValues }) });
		await trigger.poll();
		await rig.minute();
		const all = ['Gold, plus', 'Gold', '"Gold', 'plus', 'Silver', 'VIP', '"VIP"', '5" disk, new', '3" disk', 'new'];
		const fresh = all.map(() => rig.arrives());
		await trigger.poll();
		fresh.forEach((conversation, index) => rig.sandbox.store.touch(conversation, { custom_field_values: { plan: all[index]! } }));
		await rig.minute();
		expect((await trigger.poll()).map(({ json }) => json.to).sort()).toEqual([...counting].sort());
	});

	it.each([
		[
			{ event: 'statusChangedTo', statuses: 'Active, Pending, Closed' },
			{ event: 'statusChangedTo', from: null },
		],
		[
			{ event: ['customerWaiting'], after: 2, afterUnit: 'hours', countedIn: 'allHours' },
			{ event: 'customerWaiting', waiting_since: expect.any(String) },
		],
	])('show the newest match in a test run: %j', async (chosen, shown) => {
		const [item] = await rig.trigger({ mode: 'manual', parameters: parameters(chosen) }).poll();
		expect(item?.json).toMatchObject(shown);
	});

	it('show the longest wait in a test run of Customer Waiting', async () => {
		const chosen = parameters({ event: ['customerWaiting'], after: 5, afterUnit: 'minutes', countedIn: 'allHours' });
		const testRun = () => rig.trigger({ mode: 'manual', parameters: chosen });
		for (const each of rig.sandbox.store.conversations.values()) applyChange(rig.sandbox.store, each, { status: 'Closed' });
		rig.arrives();
		expect((await testRun().failure()).message).toBe('Nothing in the helpdesk matches yet');
		await rig.minute(60);
		for (let count = 0; count < 150; count += 1) applyChange(rig.sandbox.store, rig.arrives(), { status: 'Closed' });
		await rig.minute();
		rig.arrives();
		const [item] = await testRun().poll();
		expect(item?.json).toMatchObject({ event: 'customerWaiting', waiting_minutes: 61 });
	});

	it.each([
		[{ event: ['conversationMoved'] }, 'Conversation Moved needs two inboxes or more'],
		[{ event: ['statusChangedTo'] }, "'Statuses' is empty"],
		[{ event: [] }, "'Events' is empty"],
		[{ event: ['customerWaiting'], after: 0, afterUnit: 'hours', countedIn: 'allHours' }, "'After' must be a number from 1 to 10000"],
		[
			{
				event: ['customerWaiting'],
				after: 1,
				afterUnit: 'hours',
				countedIn: 'openingHours',
				openingDays: [1],
				opensAt: '25:00',
				closesAt: '17:00',
			},
			"'Opens At' is not a time of day",
		],
	])('are refused with an explanation: %j', async (chosen, said) => {
		expect((await rig.trigger({ parameters: parameters(chosen) }).failure()).message).toBe(said);
	});
});
