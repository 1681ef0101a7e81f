import type { World } from '../../contract/worlds';
import type { Call, Handlers } from '../call';
import { single } from '../call';
import { invalid } from '../errors';
import { countingPage, listing, pageSize } from '../pages';
import type { ContactRecord, StoredContact } from '../records';
import { sorts, type Sort, type Store } from '../store';
import { contactView } from '../views';

const changeable = ['email', 'name', 'avatar', 'company', 'website', 'job_title', 'address', 'notes'] as const;

export const contactHandlers: Handlers = {
	listContacts: (call) => {
		const query = call.query as { page?: number; per_page?: number; q?: string; inbox?: string; with_orphan?: boolean };
		const words = query.q?.toLowerCase();
		const inInbox = query.inbox === undefined ? undefined : contactsOfInbox(call, query.inbox);
		const contacts = contactsInOrder(call)
			.filter((contact) => query.with_orphan === true || contact.conversations_count > 0)
			.filter((contact) => !inInbox || inInbox.has(contact.id))
			.filter(({ name, email }) => !words || name.toLowerCase().includes(words) || email.toLowerCase().includes(words));
		const perPage = pageSize(query.per_page ?? 15, 'per_page', call.store.world);
		const page = countingPage(call, contacts, { page: query.page ?? 1, perPage });
		return { ...page, data: page.data.map((contact) => contactView(call.store, contact)) };
	},

	createContact: (call) => {
		const { email } = call.body as { email: string };
		requireFreeEmail(call, email);
		const given = { id: call.store.id('contact'), ...changesIn(call), email };
		return single(call, contactView(call.store, call.store.addContact(call.organizationId, given)));
	},

	listContactConversations: (call) => {
		const { sort = 'newest' } = call.query as { sort?: Sort };
		if (!sorts.includes(sort)) throw invalid({ sort: ['The selected sort is invalid.'] });
		const all = call.store.sortedConversations({ organizationId: call.organizationId }, sort);
		return listing(
			call,
			all.map(({ record }) => record).filter(({ contact }) => contact.id === call.contact.id),
		);
	},

	getContact: (call) => single(call, contactView(call.store, call.contact)),

	updateContact: (call) => {
		const { email } = call.body as { email?: string };
		if (email !== undefined && email !== call.contact.email) requireFreeEmail(call, email);
		call.store.changeContactRecord(call.contact, changesIn(call));
		return single(call, contactView(call.store, call.contact));
	},
};

/** What the body has of a contact's fields. */
function changesIn({ body }: Call): Partial<ContactRecord> {
	const change: Partial<ContactRecord> = {};
	for (const field of changeable) if (typeof body[field] === 'string') change[field] = body[field];
	return change;
}

/** The contacts of the organization that listings show, in the world's order. */
function contactsInOrder({ store, organizationId }: Call): ContactRecord[] {
	return store.derive(['contacts', organizationId, store.world.contactOrder], () => {
		const listed = [...store.contacts.values()].filter((contact) => contact.organizationId === organizationId && store.isListed(contact));
		return store
			.mixed(listed)
			.sort(comparisons[store.world.contactOrder](store, organizationId))
			.map(({ record }) => record);
	});
}

type Comparison = (a: StoredContact, b: StoredContact) => number;

const by =
	(key: (contact: StoredContact) => string, direction: 1 | -1): Comparison =>
	(a, b) =>
		direction * (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0);

const comparisons: Record<World['contactOrder'], (store: Store, organizationId: string) => Comparison> = {
	newest: () => by(({ created_at }) => created_at, -1),
	oldest: () => by(({ created_at }) => created_at, 1),
	name: () => by(({ record }) => record.name, 1),
	activity: (store, organizationId) => {
		const active = new Map<string, string>();
		for (const { record } of store.sortedConversations({ organizationId }, 'newest')) {
			const [id, at] = [record.contact.id, record.last_message_created_at];
			if (at > (active.get(id) ?? '')) active.set(id, at);
		}
		const last = ({ record, updated_at }: StoredContact) => [updated_at, active.get(record.id) ?? ''].sort()[1]!;
		return by(last, -1);
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
