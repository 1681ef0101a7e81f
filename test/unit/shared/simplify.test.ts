import { simpleContact, simpleConversation, simpleMessage, simplified } from '../../../nodes/shared/simplify';

test('Simplify outputs the same fields of a thread entry and of a message', () => {
	const message = { text_body: 'Hello', direction: 'Inbound', record_type: 'Email', cc: [], created_at: '2026-03-02' };
	const attachments = [{ id: 'a1', name: 'label.pdf', url: 'https://x.example/a', size: 3 }];
	const shown = { id: 'm1', status: 'Active', downloadable_attachments: attachments, ...message };
	const entry = { id: 'e1', action: 'replied', actor_type: 'Contact', actor: { id: 'c1' }, event: shown };
	const simple = { id: 'm1', ...message, attachments };
	expect(simplified(entry, simpleMessage)).toEqual({ thread_event_id: 'e1', ...simple, action: 'replied', actor_type: 'Contact' });
	expect(simplified(shown, simpleMessage)).toEqual({ thread_event_id: 'm1', ...simple });
	expect(Object.keys(simpleMessage)).toHaveLength(10);
});

test('Simplify flattens nested fields, and keeps unknown records whole', () => {
	expect(simplified({ id: 'c1', contact: { id: 'p1', email: 'anna@example.com' }, events: [] }, simpleConversation)).toEqual({
		id: 'c1',
		contact_email: 'anna@example.com',
	});
	expect(simplified({ unknown: 1 }, simpleConversation)).toEqual({ unknown: 1 });
});

test("Simplify keeps a contact's creation time", () => {
	const contact = { id: 'c1', created_at: '2026-03-02' };
	expect(simplified({ ...contact, avatar: 'a' }, simpleContact)).toEqual(contact);
});
