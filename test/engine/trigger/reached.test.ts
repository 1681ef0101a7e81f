import { applyChange } from '../../../sandbox/changes';
import { appendEvent, newEvent, newMessage } from '../../../sandbox/thread';
import type { StoredConversation } from '../../../sandbox/records';
import { startTriggerRig, type TriggerRig } from './support/triggerRig';

/** What is told of an item, beside its record. */
const toldOf = ({ json: { event, from, to } }: { json: Record<string, unknown> }) => ({ event, from, to });

describe('events that ask for a state', () => {
	let rig: TriggerRig;
	beforeAll(async () => {
		rig = await startTriggerRig({ conversations: 200 });
	});
	beforeEach(() => rig.sandbox.reset({ world: { dateHeader: 'present' } }));
	afterAll(async () => await rig.sandbox.close());

	const parameters = (more: object) => ({ inboxIds: 'inbox_support', ...more });
	const first = () => rig.sandbox.store.sortedConversations({ inboxId: 'inbox_support' }, 'newest')[0]!;

	it('come from one trigger, each saying which one it is, and the old ones with them', async () => {
		const event = ['statusBecame', 'assigned', 'snoozed', 'markedAsSpam', 'customFieldBecame', 'conversationUpdated'];
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
		expect(items.map(toldOf)).toEqual(
			expect.arrayContaining([
				{ event: 'statusBecame', from: 'Active', to: 'Closed' },
				{ event: 'assigned', from: null, to: 'user_ada' },
				{ event: 'snoozed', from: false, to: true },
				{ event: 'markedAsSpam', from: false, to: true },
				{ event: 'customFieldBecame', from: null, to: 'Gold' },
				{ event: 'conversationUpdated', from: undefined, to: undefined },
			]),
		);
		await rig.minute();
		expect(await trigger.poll()).toEqual([]);
	});

	it('tell a single event of old as before, and in a list which one it is', async () => {
		for (const event of ['conversationCreated', ['conversationCreated']]) {
			const trigger = rig.trigger({ parameters: parameters({ event }) });
			await trigger.poll();
			await rig.minute();
			rig.arrives();
			const [item] = await trigger.poll();
			expect(item?.json.event).toBe(Array.isArray(event) ? 'conversationCreated' : undefined);
		}
	});

	it('tell who waits in the poll in which the time is over, also where only the conversation itself shows it', async () => {
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
		expect(item?.json).toMatchObject({ id: waits.record.id, event: 'customerWaiting', waiting_minutes: 30, waiting_business_minutes: 30 });
		expect(rig.sandbox.requests().map(({ path }) => path)).toContain(`/conversation/${waits.record.id}`);
	});

	describe('where a note is the last message of a customer who is due', () => {
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

		it.each(['data', 'bare', 'pages', 'wrapped', 'messages'] as const)(
			'does not tell who was answered before it, by one request (messages: %s)',
			async (form) => {
				rig.sandbox.reset({
					world: { dateHeader: 'present', messagesForm: form, messageOrder: form === 'bare' ? 'newestFirst' : 'oldestFirst' },
				});
				const { trigger, path } = await due('reply', 'note');
				expect(asked(path)).toBe(0);
				expect(await trigger.poll()).toEqual([]);
				await rig.minute();
				expect(await trigger.poll()).toEqual([]);
				expect(asked(path)).toBe(1);
			},
		);

		it('tells on time who was not', async () => {
			const { trigger, path } = await due('note');
			expect((await trigger.poll()).map(({ json }) => json.waiting_minutes)).toEqual([30]);
			await rig.minute();
			expect(await trigger.poll()).toEqual([]);
			expect(asked(path)).toBe(1);
		});

		it.each([
			['is refused (404)', { kind: 'status', status: 404 }],
			['is refused (403)', { kind: 'status', status: 403 }],
			['has a form that is not known', { kind: 'file', bytes: Buffer.from('{"thread":7}').toString('base64'), type: 'application/json' }],
		] as const)('tells whoever is due where the thread %s', async (_, fault) => {
			const { trigger, path } = await due('reply', 'note');
			rig.sandbox.fault({ ...fault, path, times: 0 });
			expect((await trigger.poll()).map(({ json }) => json.waiting_minutes)).toEqual([30]);
		});

		it.each([
			['tells who was not', ['note'], [31]],
			['does not tell who was', ['reply', 'note'], []],
		] as const)('%s with the poll to which a thread comes that failed', async (_, texts, told) => {
			for (const fault of [{ kind: 'status', status: 500 }, { kind: 'drop' }, { kind: 'html' }] as const) {
				rig.sandbox.clearFaults();
				const { trigger, path } = await due(...texts);
				rig.sandbox.fault({ ...fault, path });
				expect(await trigger.poll()).toEqual([]);
				await rig.minute();
				expect((await trigger.poll()).map(({ json }) => json.waiting_minutes)).toEqual(told);
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
	])('count the values %s: a comma divides them, unless it stands between quotation marks', async (customFieldValues, counting) => {
		const trigger = rig.trigger({ parameters: parameters({ event: ['customFieldBecame'], customField: 'plan', customFieldValues }) });
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
			{ event: 'statusBecame', statuses: 'Active, Pending, Closed' },
			{ event: 'statusBecame', from: null },
		],
		[
			{ event: ['customerWaiting'], after: 2, afterUnit: 'hours', countedIn: 'allHours' },
			{ event: 'customerWaiting', waiting_since: expect.any(String) },
		],
	])('show in a test run the newest conversation that could be told: %j', async (chosen, shown) => {
		const [item] = await rig.trigger({ mode: 'manual', parameters: parameters(chosen) }).poll();
		expect(item?.json).toMatchObject(shown);
	});

	it.each(['present', 'absent'] as const)(
		'show in a test run who has waited for the time under After (Date header %s): a customer of this minute was shown',
		async (dateHeader) => {
			rig.sandbox.reset({ world: { dateHeader } });
			const chosen = (after: number) => parameters({ event: ['customerWaiting'], after, afterUnit: 'minutes', countedIn: 'allHours' });
			const waits = rig.arrives();
			await rig.minute(30);
			rig.arrives();
			const [item] = await rig.trigger({ mode: 'manual', parameters: chosen(5) }).poll();
			expect(item?.json).toMatchObject({ id: waits.record.id, waiting_minutes: 30, waiting_business_minutes: 30 });
			for (const each of rig.sandbox.store.conversations.values()) applyChange(rig.sandbox.store, each, { status: 'Closed' });
			rig.arrives();
			expect((await rig.trigger({ mode: 'manual', parameters: chosen(5) }).failure()).message).toBe('Nothing in the helpdesk matches yet');
		},
	);

	it('say at the activation and in a test run what the helpdesk does not send, and n8n at its own start goes on', async () => {
		for (const each of rig.sandbox.store.conversations.values()) delete (each.record as { is_snoozed?: boolean }).is_snoozed;
		const said = 'Your helpdesk does not send whether a conversation is snoozed in its lists: Snoozed cannot be seen';
		const event = ['snoozed'];
		expect((await rig.trigger({ parameters: parameters({ event }) }).failure()).message).toBe(said);
		expect((await rig.trigger({ mode: 'manual', parameters: parameters({ event }) }).failure()).message).toBe(said);
		const atStart = rig.trigger({ parameters: parameters({ event }), activation: 'init' });
		expect(await atStart.poll()).toEqual([]);
		expect(atStart.warnings).toEqual([said]);
		expect(first()).toBeDefined();
	});

	it.each([
		[{ event: ['inboxChanged'] }, 'Inbox Changed needs two inboxes or more'],
		[{ event: ['statusBecame'] }, "'Statuses' is empty"],
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
	])('are refused in words: %j', async (chosen, said) => {
		expect((await rig.trigger({ parameters: parameters(chosen) }).failure()).message).toBe(said);
	});
});
