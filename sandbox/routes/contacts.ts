import { single, type Call, type Handlers } from '../call';
import { invalid } from '../errors';
import { contactView } from '../forms';
import { askedPage, countingPage, pageSize } from '../pages';
import type { ContactRecord } from '../records';
import { knownSort } from '../store';

const changeable = ['email', 'name', 'avatar', 'company', 'website', 'job_title', 'address', 'notes'] as const;

export const contactHandlers: Handlers = {
	listContacts: (call) => {
		const query = call.query as {
			page?: number;
			per_page?: number;
			q?: string;
			inbox?: string;
			with_orphan?: boolean;
		};
		const words = query.q?.toLowerCase();
		const inInbox = query.inbox === undefined ? undefined : contactsOfInbox(call, query.inbox);
		const contacts = contactsInOrder(call)
			.filter((contact) => query.with_orphan === true || contact.conversations_count > 0)
			.filter((contact) => !inInbox || inInbox.has(contact.id))
			.filter(
				({ name, email }) =>
					!words || name.toLowerCase().includes(words) || email.toLowerCase().includes(words),
			);
		const perPage = pageSize(query.per_page ?? 15, 'per_page');
		const page = countingPage(call, contacts, { page: query.page ?? 1, perPage });
		return { ...page, data: page.data.map((contact) => contactView(call.store, contact)) };
	},

	createContact: (call) => {
		const { email } = call.body as { email: string };
		requireFreeEmail(call, email);
		const given = { id: call.store.id('contact'), ...changesIn(call), email };
		return saved(call, 'Contact created successfully', call.store.addContact(call.organizationId, given));
	},

	listContactConversations: (call) => conversationsOf(call, ({ id }) => id === call.contact.id),

	listCustomerConversations: (call) => {
		const { customer_email: email = '' } = call.query as { customer_email?: string };
		return conversationsOf(call, (contact) => contact.email.toLowerCase() === email.toLowerCase());
	},

	getContact: (call) => single(call, contactView(call.store, call.contact)),

	updateContact: (call) => {
		const { email } = call.body as { email?: string };
		if (email !== undefined && email !== call.contact.email) requireFreeEmail(call, email);
		call.store.changeContactRecord(call.contact, changesIn(call));
		return saved(call, 'Contact updated successfully', call.contact);
	},
};

function conversationsOf(call: Call, isWanted: (contact: ContactRecord) => boolean) {
	const sort = knownSort((call.query as { sort?: string }).sort, 'sort');
	const all = call.store.sortedConversations({ organizationId: call.organizationId }, sort);
	const own = all.map(({ record }) => record).filter(({ contact }) => isWanted(contact));
	return countingPage(call, own, askedPage(call));
}

function saved(call: Call, message: string, record: ContactRecord) {
	const contact = contactView(call.store, record);
	return call.store.world.savedContact === 'inContact' ? { message, contact } : single(call, contact);
}

/** Returns the body's fields that a contact has. */
function changesIn({ body }: Call): Partial<ContactRecord> {
	return Object.fromEntries(
		changeable.flatMap((field) => (typeof body[field] === 'string' ? [[field, body[field]]] : [])),
	);
}

/** Returns the organization's contacts that listings show, in the world's order. */
function contactsInOrder({ store, organizationId }: Call): ContactRecord[] {
	return store.derive(['contacts', organizationId, store.world.contactOrder], () => {
		const listed = [...store.contacts.values()].filter(
			(contact) => contact.organizationId === organizationId && store.isListed(contact),
		);
		const order = store.world.contactOrder === 'oldest' ? 1 : -1;
		return listed
			.sort((a, b) => order * (Date.parse(a.created_at) - Date.parse(b.created_at)))
			.map(({ record }) => record);
	});
}

function contactsOfInbox({ store }: Call, inboxId: string): Set<string> {
	return new Set(store.sortedConversations({ inboxId }, 'newest').map(({ record }) => record.contact.id));
}

function requireFreeEmail({ store, organizationId }: Call, email: string) {
	if (store.contactsOf(organizationId).some((contact) => contact.email.toLowerCase() === email.toLowerCase())) {
		throw invalid({ email: ['The email has already been taken.'] });
	}
}
