import type { IDataObject } from 'n8n-workflow';

import { Sightings } from '../../../nodes/HelpdeskTrigger/run/unseen';
import { CONTACT_FIELDS } from '../../../nodes/HelpdeskTrigger/core/contactChanges';
import { REACHED_EVENTS, type ReachedEvent, type ReachedOptions } from '../../../nodes/HelpdeskTrigger/core/views';

const reading = (...events: ReachedEvent[]) => ({
	event: 'reached' as const,
	contactFields: [],
	watchFields: [],
	reached: { events, customField: 'plan' } as unknown as ReachedOptions,
});
const ofContacts = (...contactFields: string[]) => ({ event: 'contactUpdated' as const, contactFields, watchFields: [] });
const watching = (...watchFields: string[]) => ({ event: 'conversationUpdated' as const, contactFields: [], watchFields });

/** What is said after a look at these records; every thing that is. */
function saidOf(sightings: Sightings): string[] {
	const said: string[] = [];
	for (let unseen = sightings.take(); unseen; unseen = sightings.take()) said.push(unseen.message);
	return said;
}
function after(readings: ConstructorParameters<typeof Sightings>[0], records: IDataObject[], areContacts?: boolean): string[] {
	const sightings = new Sightings(readings);
	sightings.look(records, areContacts);
	return saidOf(sightings);
}

/** What shows each event, what of it shows nothing, and in which words it is missed. */
const SHOWN: Array<[ReachedEvent, shows: IDataObject, less: IDataObject, name: string, what: string]> = [
	['assigned', { assignable_id: null }, {}, 'Assigned', 'assignees'],
	['customFieldBecame', { custom_field_values: { plan: null } }, {}, 'Custom Field Becomes', 'custom fields'],
	['customerWaiting', { last_message_by: 'user' }, { last_message: {} }, 'Customer Waiting', 'who wrote last'],
	['markedAsSpam', { is_spam: false }, {}, 'Marked as Spam', 'whether a conversation is spam'],
	['noteAdded', { last_message: { record_type: null } }, { last_message: {} }, 'Note Added', 'the kind of the last message'],
	['noteAdded', { last_message: { record_type: 'note' } }, { last_message: null }, 'Note Added', 'the kind of the last message'],
	['priorityBecame', { priority: null }, {}, 'Priority Becomes', 'priorities'],
	['snoozed', { is_snoozed: false }, {}, 'Snoozed', 'whether a conversation is snoozed'],
	['statusBecame', { status: '' }, {}, 'Status Becomes', 'statuses'],
	['tagAdded', { tags: [] }, {}, 'Tag Added', 'tags'],
	['tagRemoved', { tags: [] }, {}, 'Tag Removed', 'tags'],
	['teammateReplied', { last_message: { direction: 'outgoing' } }, { last_message_by: '' }, 'Teammate Replied', 'who wrote last'],
	['woken', { is_snoozed: false }, {}, 'Woken', 'whether a conversation is snoozed'],
];

describe('what records of a listing do not show', () => {
	it.each(SHOWN)('%s is seen by %j, and missed where all are as %j', (event, shows, less, name, what) => {
		expect(after([reading(event)], [less, shows, less])).toEqual([]);
		expect(after([reading(event)], [less])).toEqual([`Your helpdesk does not send ${what} in its lists: ${name} cannot be seen`]);
	});

	it('is asked of every event but a move, which the listing of an inbox shows by itself', () => {
		const asked = new Set(SHOWN.map(([event]) => event));
		expect(REACHED_EVENTS.filter((event) => !asked.has(event))).toEqual(['inboxChanged']);
		expect(after([reading('inboxChanged')], [{}])).toEqual([]);
		expect(after([{ event: 'conversationCreated', contactFields: ['name'], watchFields: ['tags'] }], [{}])).toEqual([]);
	});

	it('is asked of Customer Message, and of what Conversation Updated watches where none of it is sent', () => {
		const author = 'Your helpdesk does not send who wrote last in its lists: Customer Message cannot be seen';
		const messages = { event: 'customerMessage' as const, contactFields: [], watchFields: [] };
		expect(after([messages], [{}])).toEqual([author]);
		expect(after([messages], [{}, { last_message_by: 'x' }])).toEqual([]);
		const unchanging = (what: string) => [`Your helpdesk does not send ${what} in its lists: Conversation Updated cannot see that they change`];
		expect(after([watching('tags')], [{}])).toEqual(unchanging('tags'));
		expect(after([watching('priority', 'status')], [{}])).toEqual(unchanging('priorities or statuses'));
		expect(after([watching('priority', 'status')], [{ status: null }])).toEqual([]);
		for (const seen of ['any', 'assignee', 'subject']) expect(after([watching('tags', seen)], [{}])).toEqual([]);
		expect(after([watching()], [{}])).toEqual([]);
	});

	it('is a custom field of this name, where records show others and not it', () => {
		const said = "Your helpdesk does not send the custom field 'plan' in its lists: Custom Field Becomes cannot be seen";
		const wanted = [reading('customFieldBecame')];
		expect(after(wanted, [{ custom_field_values: { plann: 1 } }])).toEqual([said]);
		expect(after(wanted, [{ custom_field_values: { plann: 1 } }, { custom_field_values: { plan: 1 } }])).toEqual([]);
		for (const none of [{}, null]) expect(after(wanted, [{ custom_field_values: none }])).toEqual([]);
		expect(after([reading('tagAdded')], [{ tags: [], custom_field_values: { plann: 1 } }])).toEqual([]);
	});

	it('is said of contacts by the words for each field', () => {
		const words = ['names', 'e-mail addresses', 'companies', 'websites', 'job titles', 'addresses', 'notes'];
		expect(after([ofContacts(...CONTACT_FIELDS)], [{ id: 'k' }], true)).toEqual(
			words.map((each) => `Your helpdesk does not send ${each} in its list of contacts: Contact Updated cannot see that they change`),
		);
		expect(after([ofContacts(...CONTACT_FIELDS)], [Object.fromEntries(CONTACT_FIELDS.map((field) => [field, null]))], true)).toEqual([]);
	});

	it('is not known where nothing was there to look at', () => {
		const sightings = new Sightings([reading('tagAdded'), ofContacts('name')]);
		expect(saidOf(sightings)).toEqual([]);
		sightings.look([]);
		sightings.look([], true);
		expect(saidOf(sightings)).toEqual([]);
	});

	it('goes by the records of its own kind alone, of all listings together', () => {
		const sightings = new Sightings([reading('tagAdded', 'snoozed'), ofContacts('name', 'email')]);
		sightings.look([{ name: 'A', email: 'a', is_snoozed: true }]);
		sightings.look([{ tags: [], is_snoozed: true, name: 'B' }], true);
		sightings.look([{ is_snoozed: true }]);
		expect(saidOf(sightings).map((message) => /send (\S+)/.exec(message)![1])).toEqual(['tags', 'e-mail']);
		const later = new Sightings([reading('tagAdded')]);
		later.look([{}]);
		later.look([{ tags: [] }]);
		later.look([{}]);
		expect(saidOf(later)).toEqual([]);
	});

	it('is sure of all but assignees, whom nobody may have', () => {
		const sureOf = (event: ReachedEvent) => {
			const sightings = new Sightings([reading(event)]);
			sightings.look([{ id: 'x' }]);
			return sightings.take()?.isSure;
		};
		const unsure = REACHED_EVENTS.filter((event) => event !== 'inboxChanged' && sureOf(event) !== true);
		expect(unsure).toEqual(['assigned']);
		const contacts = new Sightings([ofContacts('name')]);
		contacts.look([{}], true);
		expect(contacts.take()?.isSure).toBe(true);
	});

	it('says what to do: before the trigger is active, and while it goes on', () => {
		const take = (isActive?: boolean) => {
			const sightings = new Sightings([reading('tagAdded')]);
			sightings.look([{}]);
			return sightings.take(isActive)!.description;
		};
		expect(take()).toMatch(/^Take it away, .* see to it that one of the newest 100 conversations has it, and try again\.$/);
		expect(take(true)).toMatch(/^The trigger goes on, .* Otherwise take it away/);
		const contacts = new Sightings([ofContacts('name')]);
		contacts.look([{}], true);
		expect(contacts.take()!.description).toContain('see to it that a contact has it');
	});
});
