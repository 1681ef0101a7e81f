import type { Call, Handlers } from '../call';
import { single } from '../call';
import { invalid } from '../errors';
import { countingPage, listing, pageSize } from '../pages';
import type { ContactRecord } from '../records';

const changeable = ['email', 'name', 'avatar', 'company', 'website', 'job_title', 'address', 'notes'] as const;

export const contactHandlers: Handlers = {
	listContacts: (call) => {
		const query = call.query as { page?: number; per_page?: number; q?: string; inbox?: string; with_orphan?: boolean };
		const words = query.q?.toLowerCase();
		const inInbox = query.inbox === undefined ? undefined : contactsOfInbox(call, query.inbox);
		const contacts = call.store
			.contactsOf(call.organizationId)
			.filter((contact) => query.with_orphan === true || contact.conversations_count > 0)
			.filter((contact) => !inInbox || inInbox.has(contact.id))
			.filter(({ name, email }) => !words || name.toLowerCase().includes(words) || email.toLowerCase().includes(words));
		const perPage = pageSize(query.per_page ?? 15, 'per_page', call.settings);
		return countingPage(contacts, { page: query.page ?? 1, perPage, path: call.url });
	},

	createContact: (call) => {
		const { email, name } = call.body as { email: string; name?: string };
		requireFreeEmail(call, email);
		const given = { id: call.store.id('contact'), email, ...(name !== undefined && { name }) };
		return single(call, call.store.addContact(call.organizationId, given));
	},

	listContactConversations: (call) => {
		const all = call.store.sortedConversations({ organizationId: call.organizationId }, 'newest');
		return listing(call, all.map(({ record }) => record).filter(({ contact }) => contact.id === call.contact.id));
	},

	getContact: (call) => single(call, call.contact),

	updateContact: (call) => {
		const { email } = call.body as { email?: string };
		if (email !== undefined && email !== call.contact.email) requireFreeEmail(call, email);
		const change: Partial<ContactRecord> = {};
		for (const field of changeable) if (typeof call.body[field] === 'string') change[field] = call.body[field];
		call.store.changeContactRecord(call.contact, change);
		return single(call, call.contact);
	},
};

function contactsOfInbox({ store }: Call, inboxId: string): Set<string> {
	return new Set(store.sortedConversations({ inboxId }, 'newest').map(({ record }) => record.contact.id));
}

function requireFreeEmail({ store, organizationId }: Call, email: string) {
	if (store.contactsOf(organizationId).some((contact) => contact.email.toLowerCase() === email.toLowerCase())) {
		throw invalid({ email: ['The email has already been taken.'] });
	}
}
