import type { World } from '../../../contract/worlds';
import type { StoredConversation } from '../../../sandbox/records';
import { useTriggerRig } from './support/triggerRig';

type Shown = Record<string, unknown> & { last_message: Record<string, unknown> };

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
const notSent = (what: string, event: string) => `Your helpdesk's lists do not show ${what}: '${event}' cannot fire`;
const UNCHANGING = notSent('the watched fields', 'Conversation Updated');
const MISSPELT = notSent('this custom field', 'Custom Field Changed To');

describe('a field that the helpdesk does not show', () => {
	const rig = useTriggerRig({ conversations: 100 }, { world: { tagsInList: 'names' } });

	const trigger = (event: string[], more: object = {}) => rig.trigger({ parameters: { ...CHOICES, event }, ...more });
	const testStep = (event: string[], more: object = {}) =>
		rig.trigger({ mode: 'manual', parameters: { ...CHOICES, ...more, event } });

	function strip({ field, ofMessage, world }: Less) {
		if (world) rig.sandbox.reset({ world });
		for (const each of rig.conversations()) stripOne(each, { field, ofMessage });
	}
	function stripOne({ record }: StoredConversation, { field, ofMessage }: Less) {
		const shown = record as unknown as Shown;
		if (field) delete shown[field];
		if (ofMessage) delete shown.last_message[ofMessage];
	}

	it.each([
		['conversationUpdated', UNCHANGING, NO_TAGS],
		[
			'customFieldChangedTo',
			notSent('this custom field', 'Custom Field Changed To'),
			{ field: 'custom_field_values' },
		],
		['markedAsSpam', notSent('whether a conversation is spam', 'Marked as Spam'), { field: 'is_spam' }],
		['noteAdded', notSent('the kind of the last message', 'Note Added'), { ofMessage: 'record_type' }],
		['priorityChangedTo', notSent('priorities', 'Priority Changed To'), { field: 'priority' }],
		[
			'conversationSnoozed',
			notSent('whether a conversation is snoozed', 'Conversation Snoozed'),
			{ field: 'is_snoozed' },
		],
		['statusChangedTo', notSent('statuses', 'Status Changed To'), { field: 'status' }],
		['tagAdded', notSent('tags', 'Tag Added'), NO_TAGS],
		['tagRemoved', notSent('tags', 'Tag Removed'), NO_TAGS],
		['snoozeEnded', notSent('whether a conversation is snoozed', 'Snooze Ended'), { field: 'is_snoozed' }],
	])(
		'prevents the activation of %s and is reported in a test run, with or without other events: %s',
		async (event, message, less) => {
			expect(await trigger([event]).poll()).toEqual([]);
			strip(less);
			const refused = trigger(['conversationCreated', event]);
			expect((await refused.failure()).message).toBe(message);
			expect(refused.staticData).toEqual({});
			expect((await testStep([event]).failure()).message).toBe(message);
			expect((await testStep(['conversationCreated', event]).failure()).message).toBe(message);
			for (const activation of ['init', 'leadershipChange']) {
				const atStart = trigger([event], { activation });
				expect(await atStart.poll()).toEqual([]);
				expect(atStart.warnings).toEqual([message]);
			}
		},
	);

	it('is reported in a test run with events of both contacts and conversations', async () => {
		strip({ field: 'is_snoozed' });
		const ofSnoozes = notSent('whether a conversation is snoozed', 'Conversation Snoozed');
		expect((await testStep(['contactUpdated', 'conversationSnoozed']).failure()).message).toBe(ofSnoozes);
		for (const contact of rig.sandbox.store.contactsOf('org_acme'))
			delete (contact as { company?: string }).company;
		expect((await testStep(['conversationCreated', 'contactUpdated']).failure()).message).toBe(
			notSent('the chosen contact fields', 'Contact Updated'),
		);
	});

	it.each([
		[['tags', 'priority'], UNCHANGING],
		[['priority', 'status'], undefined],
		[['tags', 'status'], undefined],
		[['tags', 'subject'], undefined],
		[['assignee'], undefined],
		[['any'], undefined],
	])('is reported only if no watched field is shown: %j', async (watchFields, message) => {
		strip(NO_TAGS);
		strip({ field: 'priority' });
		strip({ field: 'assignable_id' });
		const failed = await testStep(['conversationUpdated'], { watchFields })
			.failure()
			.catch(() => undefined);
		expect(failed?.message).toBe(message);
	});

	it('costs a test run one check for all conversation events', async () => {
		await testStep(['conversationCreated', 'statusChangedTo', 'customerMessage']).poll();
		expect(rig.requests().map(({ path }) => path)).toEqual(['/inboxes/inbox_support']);
	});

	it('is reported as a custom field that may be misspelt', async () => {
		const misspelt = { ...CHOICES, event: ['customFieldChangedTo'], customField: 'plann' };
		const { message, description } = await rig.trigger({ parameters: misspelt }).failure();
		expect(message).toBe('No custom field is named "plann"');
		expect(description).toBe('It has "Order number", "Plan", "VIP".');
		rig.answers(404, { path: '/inboxes/inbox_support/custom-fields', times: 0 });
		await rig.clock.sleep(600_000);
		const unlisted = testStep(['conversationCreated', 'customFieldChangedTo'], misspelt);
		expect((await unlisted.failure()).message).toBe(MISSPELT);
		// If the list shows no custom fields, this one may exist.
		for (const { record } of rig.conversations()) record.custom_field_values = {};
		expect(await rig.trigger({ parameters: misspelt }).poll()).toEqual([]);
	});
});
