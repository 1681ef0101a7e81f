import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { threadView } from '../../../../sandbox/forms';
import { createConversation } from '../../../../sandbox/newConversation';
import type { ConversationRecord, StoredConversation } from '../../../../sandbox/records';
import { byId, type ShownError } from '../../../support/nodeRig';
import { teammateWrites, thread } from '../../../support/sandboxRecords';
import type { Story } from './inWorlds';
import { inWords, outcome, type Visit } from './visit';

/** A listing operation: its parameters, and the records that it must output, in order. */
interface List {
	parameters?: (visit: Visit) => INodeParameters;
	expected: (visit: Visit) => Listed[];
	/** False if it lacks Return All and Limit. */
	paged?: false;
	provisional?: true;
	unordered?: true;
}

interface Listed {
	id: string;
	/** The sort key. With unstable ties, equal keys may come in any order. */
	key?: string;
}

const ORG = 'org_acme';
const support = () => ({ inboxId: byId('inbox_support') });
const someone = ({ sandbox }: Visit) => thread(sandbox).record.contact;
const sortKeys = { created: 'created_at', updated: 'updated_at', lastMessage: 'last_message_created_at' } as const;
const keyed = ({ world }: Visit, found: StoredConversation[]) =>
	found.map(({ record }) => ({ id: record.id, key: record[sortKeys[world.newestGoesBy]] }));
const ofOrganization = ({ sandbox }: Visit) => sandbox.store.sortedConversations({ organizationId: ORG }, 'newest');
const ids = (records: Array<{ id: string }>) => records.map(({ id }) => ({ id }));
const searched = ({ subject, contact, excerpt }: ConversationRecord) =>
	`${subject}\n${contact.name}\n${contact.email}\n${excerpt}`.toLowerCase();

const lists: Record<string, List> = {
	'conversation.getMany': {
		parameters: () => ({ ...support(), filterMode: 'none' }),
		expected: (visit) =>
			keyed(visit, visit.sandbox.store.sortedConversations({ inboxId: 'inbox_support' }, 'newest')),
	},
	'conversation.search': {
		parameters: () => ({ query: 'an' }),
		expected: (visit) =>
			keyed(
				visit,
				ofOrganization(visit).filter(({ record }) => searched(record).includes('an')),
			),
	},
	'conversation.search: nothing found': {
		parameters: () => ({ query: 'no conversation has this' }),
		expected: () => [],
	},
	'conversation.getMine': {
		expected: (visit) =>
			ids(
				ofOrganization(visit)
					.map(({ record }) => record)
					.filter(({ assignable_id }) => assignable_id === 'user_ada')
					.slice(0, 5),
			),
		paged: false,
		unordered: true,
	},
	'message.getMany': {
		parameters: ({ sandbox }) => ({ conversationId: byId(thread(sandbox).record.id) }),
		expected: ({ sandbox, world }) =>
			threadView(world, thread(sandbox), sandbox.baseUrl).map((entry) => (entry.event ?? entry) as Listed),
		paged: false,
	},
	'contact.getMany': {
		parameters: () => ({ filters: { withOrphan: true } }),
		expected: ({ sandbox }) =>
			ids(
				sandbox.store
					.contactsOf(ORG)
					.filter(({ id }) => sandbox.store.isListed(sandbox.store.contacts.get(id)!)),
			),
		unordered: true,
	},
	'contact.getConversations': {
		parameters: (visit) => ({ contactId: byId(someone(visit).id) }),
		expected: (visit) =>
			keyed(
				visit,
				ofOrganization(visit).filter(({ record }) => record.contact === someone(visit)),
			),
		provisional: true,
	},
	'inbox.getTags': {
		parameters: support,
		expected: ({ sandbox }) => sandbox.store.inboxes.get('inbox_support')!.tagIds.map((id) => ({ id })),
	},
	'inbox.getMany': {
		expected: ({ sandbox }) =>
			ids([...sandbox.store.inboxes.values()].filter(({ organizationId }) => organizationId === ORG)),
		provisional: true,
	},
	'inbox.getCustomFields': {
		parameters: support,
		expected: ({ sandbox }) => ids(sandbox.store.inboxes.get('inbox_support')!.customFields),
		provisional: true,
	},
	'inbox.getSavedReplies': {
		parameters: support,
		expected: ({ sandbox }) =>
			ids(
				sandbox.store
					.ownedBy(ORG, sandbox.store.savedReplies)
					.filter(({ inbox_id }) => inbox_id === null || inbox_id === 'inbox_support'),
			),
		provisional: true,
	},
	'automation.getMany': {
		parameters: support,
		expected: ({ sandbox }) => ids(sandbox.store.inboxes.get('inbox_support')!.automations),
		paged: false,
	},
	'user.getMany': {
		expected: ({ sandbox }) =>
			ids(
				[...sandbox.store.teammates.values()].filter(
					({ active_organization_id }) => active_organization_id === ORG,
				),
			),
		provisional: true,
	},
	'tag.getMany': {
		expected: ({ sandbox }) => ids(sandbox.store.ownedBy(ORG, sandbox.store.tags)),
		provisional: true,
	},
	'savedReply.getMany': {
		expected: ({ sandbox }) => ids(sandbox.store.ownedBy(ORG, sandbox.store.savedReplies)),
		provisional: true,
	},
	'knowledgeBase.getMany': {
		expected: ({ sandbox }) => ids(sandbox.store.ownedBy(ORG, sandbox.store.knowledgeBases)),
		provisional: true,
	},
};

/** Adds records for several pages, a few of them in the same second. */
function fill({ sandbox: { store }, random }: Visit) {
	const inbox = store.inboxes.get('inbox_support')!;
	const contactId = store.contactsOf(ORG)[0]!.id;
	for (let count = random.below(25); count > 0; count -= 1) {
		createConversation(store, { inboxId: inbox.id, contactId, subject: 'Hello', html: '<p>Hello</p>' });
		const id = store.id('tag');
		store.tags.set(id, { organizationId: ORG, record: { id, name: id, color: '#000' } });
		inbox.tagIds.push(id);
	}
	store.inboxes.set(inbox.id, inbox);
	const conversation = thread({ store } as Visit['sandbox']);
	for (let count = random.below(45); count > 0; count -= 1) teammateWrites(store, conversation, { html: 'Hello' });
}

const tellList =
	(name: string, list: List): Story =>
	async (visit) => {
		const [operation] = name.split(':') as [string];
		fill(visit);
		const limit = list.paged === false || visit.random.next() < 0.5 ? undefined : 1 + visit.random.below(75);
		const paging: INodeParameters =
			list.paged === false ? {} : limit === undefined ? { returnAll: true } : { returnAll: false, limit };
		const expected = list.expected(visit);
		const result = await outcome(visit.run(operation, { ...list.parameters?.(visit), ...paging }));
		if ('items' in result) return complete(result.items, expected.slice(0, limit), list, expected);
		inWords(result.error);
		if (!mayRefuse(visit, list, result.error))
			throw new Error(`refused: ${result.error.message} ${result.error.description}`);
	};

/** Returns whether the list may be refused, because its endpoint does not exist. */
function mayRefuse({ world }: Visit, { provisional }: List, { httpCode }: ShownError) {
	return provisional === true && world.provisionalEndpoints !== 'all' && httpCode === '404';
}

/** Asserts that all records are output once and in order. */
function complete(items: INodeExecutionData[], wanted: Listed[], { unordered }: List, all: Listed[]) {
	const output = items.map(({ json }) => String(json.id));
	const known = new Set(all.map(({ id }) => id));
	const distinct = new Set(output).size;
	if (output.length !== wanted.length || distinct !== output.length)
		throw new Error(`${output.length} records, ${distinct} of them distinct, of ${wanted.length}`);
	if (output.some((id) => !known.has(id))) throw new Error('records that the list does not have');
	if (unordered) return;
	if (JSON.stringify(output) !== JSON.stringify(wanted.map(({ id }) => id))) throw new Error('not in order');
}

/** Stories of listing operations. Each outputs all records once and in order, or fails with a clear error. */
export const listStories: Record<string, Story> = Object.fromEntries(
	Object.entries(lists).map(([operation, list]) => [operation, tellList(operation, list)]),
);
