import { itemsOf } from '../../../nodes/HelpdeskTrigger/run/items';
import { REACHED_EVENTS } from '../../../nodes/HelpdeskTrigger/core/views';

const message = { id: 'm', direction: 'incoming', other: 1 };
const record = { id: 'c', subject: 'Hello', inbox_id: 'a', name: 'Not of a conversation', viewer_id: 'u', last_message: message };
const simple = { id: 'c', subject: 'Hello', inbox_id: 'a' };
const jsonOf = (...call: Parameters<typeof itemsOf>) => itemsOf(...call).map(({ json }) => json);

describe('an item of the trigger', () => {
	it('is the record, with what changed and what is told, one for each event', () => {
		const changes = { status: { from: null, to: 'Closed' } };
		expect(itemsOf([{ record, changes }, { record, told: { event: 'snoozed', from: false } }, { record }], 'reached', false)).toEqual([
			{ json: { ...record, changes } },
			{ json: { ...record, event: 'snoozed', from: false } },
			{ json: record },
		]);
		expect(jsonOf([{ record, changes, told: { event: 'conversationUpdated' } }], 'conversationUpdated', true)).toEqual([
			{ ...simple, changes, event: 'conversationUpdated' },
		]);
	});

	const OF_MESSAGES = ['customerMessage', 'customerWaiting', 'noteAdded', 'teammateReplied'];

	it.each(['conversationCreated', 'conversationUpdated', 'customerMessage', ...REACHED_EVENTS])(
		'has of %s the fields that Simplify keeps, and the message where it is about one',
		(event) => {
			const kept = OF_MESSAGES.includes(event) ? { ...simple, last_message: { id: 'm', message_id: 'm', direction: 'incoming' } } : simple;
			expect(jsonOf([{ record, told: { event } }], 'reached', true)).toEqual([{ ...kept, event }]);
			// A trigger of one event does not say which one it is.
			expect(jsonOf([{ record }], event, true)).toEqual([kept]);
			expect(jsonOf([{ record: { ...record, last_message: null } }], event, true)).toEqual([simple]);
		},
	);

	it.each(['contactCreated', 'contactUpdated'])('has of %s the fields of a contact', (event) => {
		expect(jsonOf([{ record: { id: 'k', name: 'Ada', subject: 'Not of a contact' } }], event, true)).toEqual([{ id: 'k', name: 'Ada' }]);
	});
});
