import type { World } from '../../../contract/worlds';
import type { StoredConversation } from '../../../sandbox/records';
import { startTriggerRig, type TriggerRig } from './support/triggerRig';

type Shown = Record<string, unknown> & { last_message: Record<string, unknown> };

/** What a helpdesk that shows less does not send. */
interface Less {
	field?: string;
	ofMessage?: string;
	world?: Partial<World>;
}

const CHOICES = {
	inboxIds: 'inbox_support',
	statuses: 'Active',
	priorities: 'High',
	assignedTo: 'anybody',
	customField: 'plan',
	after: 1,
	afterUnit: 'hours',
	countedIn: 'allHours',
	contactFields: ['name', 'company'],
	watchFields: ['tags'],
};

const NO_TAGS: Less = { world: { tagsInList: 'absent' } };
const NO_AUTHOR: Less = { world: { lastMessageBy: 'absent' } };
const notSent = (what: string, event: string) => `Your helpdesk does not send ${what} in its lists: ${event} cannot be seen`;
const UNCHANGING = 'Your helpdesk does not send tags in its lists: Conversation Updated cannot see that they change';
const MISSPELT = notSent("the custom field 'plann'", 'Custom Field Becomes');

describe('what the helpdesk does not send', () => {
	let rig: TriggerRig;
	beforeAll(async () => {
		rig = await startTriggerRig({ conversations: 100 });
	});
	beforeEach(() => rig.sandbox.reset({ world: { tagsInList: 'names' } }));
	afterAll(async () => await rig.sandbox.close());

	const conversations = () => [...rig.sandbox.store.conversations.values()];
	const trigger = (event: string[], more: object = {}) => rig.trigger({ parameters: { ...CHOICES, event }, ...more });
	const testStep = (event: string[], more: object = {}) => rig.trigger({ mode: 'manual', parameters: { ...CHOICES, ...more, event } });

	function strip({ field, ofMessage, world }: Less): void {
		if (world) rig.sandbox.reset({ world });
		for (const each of conversations()) stripOne(each, { field, ofMessage });
	}
	function stripOne({ record }: StoredConversation, { field, ofMessage }: Less): void {
		const shown = record as unknown as Shown;
		if (field) delete shown[field];
		if (ofMessage) delete shown.last_message[ofMessage];
	}

	it.each<[event: string, said: string, Less]>([
		['conversationUpdated', UNCHANGING, NO_TAGS],
		['customerMessage', notSent('who wrote last', 'Customer Message'), NO_AUTHOR],
		['customFieldBecame', notSent('custom fields', 'Custom Field Becomes'), { field: 'custom_field_values' }],
		['customerWaiting', notSent('who wrote last', 'Customer Waiting'), NO_AUTHOR],
		['markedAsSpam', notSent('whether a conversation is spam', 'Marked as Spam'), { field: 'is_spam' }],
		['noteAdded', notSent('the kind of the last message', 'Note Added'), { ofMessage: 'record_type' }],
		['noteAdded', notSent('the kind of the last message', 'Note Added'), { world: { lastMessage: 'absent' } }],
		['priorityBecame', notSent('priorities', 'Priority Becomes'), { field: 'priority' }],
		['snoozed', notSent('whether a conversation is snoozed', 'Snoozed'), { field: 'is_snoozed' }],
		['statusBecame', notSent('statuses', 'Status Becomes'), { field: 'status' }],
		['tagAdded', notSent('tags', 'Tag Added'), NO_TAGS],
		['tagRemoved', notSent('tags', 'Tag Removed'), NO_TAGS],
		['teammateReplied', notSent('who wrote last', 'Teammate Replied'), NO_AUTHOR],
		['woken', notSent('whether a conversation is snoozed', 'Woken'), { field: 'is_snoozed' }],
	])('keeps %s from being activated, and is said in a test step, also beside what can be seen: %s', async (event, said, less) => {
		expect(await trigger([event]).poll()).toEqual([]);
		strip(less);
		expect((await trigger(['conversationCreated', event]).failure()).message).toBe(said);
		expect((await testStep([event]).failure()).message).toBe(said);
		expect((await testStep(['conversationCreated', event]).failure()).message).toBe(said);
		const atStart = trigger([event], { activation: 'init' });
		expect(await atStart.poll()).toEqual([]);
		expect(atStart.warnings).toEqual([said]);
	});

	it('of contacts is said in a test step that shows conversations, and the other way round', async () => {
		strip({ field: 'is_snoozed' });
		const ofSnoozes = notSent('whether a conversation is snoozed', 'Snoozed');
		expect((await testStep(['contactUpdated', 'snoozed']).failure()).message).toBe(ofSnoozes);
		for (const contact of rig.sandbox.store.contactsOf('org_acme')) delete (contact as { company?: string }).company;
		expect((await testStep(['conversationCreated', 'contactUpdated']).failure()).message).toBe(
			'Your helpdesk does not send companies in its list of contacts: Contact Updated cannot see that they change',
		);
	});

	it.each<[watchFields: string[], said: string | undefined]>([
		[['tags', 'priority'], UNCHANGING.replace('tags', 'tags or priorities')],
		[['priority', 'status'], undefined],
		[['tags', 'status'], undefined],
		[['tags', 'subject'], undefined],
		[['assignee'], undefined],
		[['any'], undefined],
	])('is a matter of Watch where none of it is sent, and not where some is: %j', async (watchFields, said) => {
		strip(NO_TAGS);
		strip({ field: 'priority' });
		strip({ field: 'assignable_id' });
		const failed = await testStep(['conversationUpdated'], { watchFields })
			.failure()
			.catch(() => undefined);
		expect(failed?.message).toBe(said);
	});

	it('is asked once in a test step, for all events of conversations together', async () => {
		await testStep(['conversationCreated', 'statusBecame', 'customerMessage']).poll();
		expect(rig.sandbox.requests().map(({ path }) => path)).toEqual(['/inboxes/inbox_support']);
	});

	it('may be a custom field that is written otherwise: its event was silent for ever', async () => {
		const misspelt = { ...CHOICES, event: ['customFieldBecame'], customField: 'plann' };
		const { message, description } = await rig.trigger({ parameters: misspelt }).failure();
		expect(message).toBe(MISSPELT);
		expect(description).toContain('written in the same way');
		expect((await testStep(['conversationCreated', 'customFieldBecame'], misspelt).failure()).message).toBe(MISSPELT);
		// Where no conversation has any custom field, nothing says that this one is not there.
		for (const { record } of conversations()) record.custom_field_values = {};
		expect(await rig.trigger({ parameters: misspelt }).poll()).toEqual([]);
	});

	it('may be assignees, or nobody is assigned: a test step and the log say so, and the trigger is active', async () => {
		strip({ field: 'assignable_id' });
		const said = notSent('assignees', 'Assigned');
		expect((await testStep(['conversationCreated', 'assigned']).failure()).message).toBe(said);
		const active = trigger(['assigned']);
		expect(await active.poll()).toEqual([]);
		expect(active.warnings).toEqual([said]);
		await rig.minute();
		await active.poll();
		expect(active.warnings).toEqual([said]);
	});

	describe('where the inbox is empty at the activation', () => {
		const said = notSent('tags', 'Tag Added');
		beforeEach(() => {
			rig.sandbox.reset({ world: { tagsInList: 'absent' } });
			for (const each of conversations()) rig.sandbox.store.forget(each);
		});

		it('is said once, by the first poll that gets a conversation: it was never said', async () => {
			const active = trigger(['tagAdded']);
			expect(await active.poll()).toEqual([]);
			await rig.minute();
			expect(await active.poll()).toEqual([]);
			rig.arrives();
			const { message, description } = await active.failure();
			expect(message).toBe(said);
			expect(description).toContain('The trigger goes on, and says this once');
			await rig.minute();
			rig.arrives();
			expect(await active.poll()).toEqual([]);
		});

		it('is said beside what the poll brings, each thing in its turn', async () => {
			const active = trigger(['conversationCreated', 'tagAdded', 'tagRemoved']);
			await active.poll();
			await rig.minute();
			rig.arrives();
			expect(await active.poll()).toHaveLength(1);
			expect(active.said.map(({ message }) => message)).toEqual([said]);
			await rig.minute();
			expect((await active.failure()).message).toBe(notSent('tags', 'Tag Removed'));
			await rig.minute();
			rig.arrives();
			expect(await active.poll()).toHaveLength(1);
			expect(active.said).toHaveLength(1);
		});

		it('is written to the log where n8n itself started the trigger', async () => {
			const active = trigger(['tagAdded'], { activation: 'init' });
			await active.poll();
			await rig.minute();
			rig.arrives();
			expect(await active.poll()).toEqual([]);
			expect(active.warnings).toEqual([said]);
		});
	});
});
