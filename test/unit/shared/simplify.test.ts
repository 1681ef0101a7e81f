import { simpleContact, simpleConversation, simpleMessage, simplified } from '../../../nodes/shared/simplify';

test('an entry of a thread and a message by itself have the same fields under Simplify', () => {
	const message = { text_body: 'Hello', direction: 'incoming', status: 'received', record_type: 'email', cc: [], created_at: '2026-03-02' };
	const entry = { id: 'e1', action: 'replied', actor_type: 'contact', actor: { id: 'c1' }, event: { id: 'm1', is_clipped: false, ...message } };
	expect(simplified(entry, simpleMessage)).toEqual({ id: 'e1', message_id: 'm1', ...message, action: 'replied', actor_type: 'contact' });
	expect(simplified({ id: 'm1', is_clipped: false, ...message }, simpleMessage)).toEqual({ id: 'm1', message_id: 'm1', ...message });
});

test('Simplify keeps nested fields under one name, and a record whole of which it knows no field', () => {
	expect(simplified({ id: 'c1', contact: { id: 'p1', email: 'anna@example.com' }, events: [] }, simpleConversation)).toEqual({
		id: 'c1',
		contact_id: 'p1',
		contact_email: 'anna@example.com',
	});
	expect(simplified({ unknown: 1 }, simpleConversation)).toEqual({ unknown: 1 });
});

test('of a contact the time stays at which it was created', () => {
	const contact = { id: 'c1', created_at: '2026-03-02' };
	expect(simplified({ ...contact, avatar: 'a' }, simpleContact)).toEqual(contact);
});
