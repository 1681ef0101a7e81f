import type { Random } from '../contract/random';
import seedData from './data/seed.json';
import templates from './data/templates.json';
import { createConversation } from './newConversation';
import type { AutomationRecord, Inbox, StoredConversation } from './records';
import type { Store } from './store';
import { appendEvent, newEvent, newMessage, setDraft, type NewMessage } from './thread';
import { CLOSED, OPEN, PENDING, statusesOf } from './world';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

type OrganizationPlan = (typeof seedData.organizations)[number];

/** Fills an empty store from data/seed.json. Equal seed, size and start time give equal records. */
export function seed(store: Store, random: Random, startedAt: number, conversations: number): void {
	for (const plan of seedData.organizations) addOrganization(store, startedAt, plan);
	for (const plan of seedData.organizations) addContacts(store, random, startedAt, plan);
	const billing = Math.min(150, Math.floor(conversations / 8));
	const orders = Math.min(50, Math.floor(conversations / 24));
	const counts = { inbox_support: conversations - billing - orders, inbox_billing: billing, inbox_orders: orders };
	const plan = Object.entries(counts).flatMap(([inboxId, count]) => Array<string>(count).fill(inboxId));
	// Spreads conversations over sixty days, oldest first.
	const step = (60 * DAY) / Math.max(1, plan.length);
	plan.map((inboxId) => ({ inboxId, order: random.next() }))
		.sort((a, b) => a.order - b.order)
		.forEach(({ inboxId }, index) => seedConversation(store, random, inboxId, startedAt - 60 * DAY + index * step));
	for (let index = 0; index < 12; index++)
		seedConversation(store, random, 'inbox_other', startedAt - (12 - index) * DAY);
}

function addOrganization(store: Store, startedAt: number, plan: OrganizationPlan): void {
	const { id: organizationId, company, slug } = plan;
	store.organizations.set(organizationId, { id: organizationId, company, slug });
	plan.teammates.forEach((name, index) => addTeammate(store, startedAt, plan, name, index === 0));
	for (const { name, tags } of plan.inboxes) {
		const tagIds = tags.map((tag, index) => {
			const suffix = organizationId === 'org_acme' ? '' : `_${organizationId}`;
			const id = `tag_${tag.toLowerCase().replace(/\W+/g, '_')}${suffix}`;
			store.tags.set(id, {
				organizationId,
				record: { id, name: tag, color: ['#d33', '#38c', '#3a3', '#e90'][index % 4]! },
			});
			return id;
		});
		const id = `inbox_${name.toLowerCase()}`;
		const customFields = seedData.customFields.map((field) => ({ ...field }));
		const inbox = {
			id,
			name,
			address: `${name.toLowerCase()}@${slug}.example`,
			organizationId,
			tagIds,
			automations: [],
			customFields,
		};
		store.inboxes.set(id, inbox);
		addAutomations(store, startedAt, inbox);
	}
	for (const given of plan.savedReplies)
		store.savedReplies.set(given.id, {
			organizationId,
			record: { ...given, message: `<p>${given.name}</p>`, ...templates.savedReply },
		});
	for (const record of plan.knowledgeBases)
		store.knowledgeBases.set(record.id, { organizationId, record: { ...record } });
	for (const record of plan.attachments) store.attachments.set(record.id, { organizationId, record: { ...record } });
}

function addTeammate(
	store: Store,
	startedAt: number,
	{ id: organizationId, slug }: OrganizationPlan,
	name: string,
	isOwner: boolean,
): void {
	const [first = '', last = ''] = name.split(' ');
	const id = `user_${first.toLowerCase()}`;
	store.teammates.set(id, {
		...{ id, name, first_name: first, last_name: last, email: `${first.toLowerCase()}@${slug}.example` },
		...{
			avatar: `https://avatars.example/${id}.png`,
			active_organization_id: organizationId,
			created_at: store.time(startedAt - 400 * DAY),
		},
		...structuredClone(templates.teammate),
		...(isOwner ? templates.owner : templates.agent),
	});
}

function addAutomations(store: Store, startedAt: number, inbox: Inbox): void {
	const creator = store.teammatesOf(inbox.organizationId)[0]!;
	inbox.automations = seedData.automations.map(({ name, active, event, action }, index): AutomationRecord => ({
		...structuredClone(templates.automation),
		...{
			id: `automation_${inbox.id.slice(6)}_${index + 1}`,
			name,
			active,
			created_by: creator,
			uses_count: 17 * (index + 1),
		},
		...{
			when: { event },
			actions: [{ value: inbox.tagIds[0], ...action }],
			last_used_at: store.time(startedAt - DAY),
		},
		...{ created_at: store.time(startedAt - 200 * DAY), updated_at: store.time(startedAt - 100 * DAY) },
	}));
}

function addContacts(
	store: Store,
	random: Random,
	startedAt: number,
	{ id: organizationId, contacts }: OrganizationPlan,
): void {
	for (let index = 0; index < contacts; index++) {
		const [first, last] = [random.pick(seedData.firstNames), random.pick(seedData.lastNames)];
		const company = random.pick(seedData.companies);
		const id = store.id('contact');
		const domain = `${company.toLowerCase().replace(/\W+/g, '')}.example`;
		const email = `${first}.${last}${index}@${domain}`.toLowerCase();
		const createdAt = store.time(startedAt - (120 - (60 * index) / contacts) * DAY);
		store.addContact(
			organizationId,
			{ id, name: `${first} ${last}`, email, company, website: `https://${domain}` },
			createdAt,
		);
	}
}

/** Adds a conversation that began at `createdAt` (ms), with its thread and later changes by the team. */
function seedConversation(store: Store, random: Random, inboxId: string, createdAt: number): void {
	const [subject, text] = random.pick(seedData.topics) as [string, string];
	const order = 10_000 + random.below(90_000);
	const { organizationId, tagIds } = store.inboxes.get(inboxId)!;
	const contacts = store.contactsOf(organizationId);
	// The last tenth of the contacts never wrote: they are the orphans of GET /contacts.
	const contactId = contacts[random.below(Math.ceil(contacts.length * 0.9))]!.id;
	const given = { inboxId, contactId, subject: subject.replace('{order}', String(order)), html: `<p>${text}</p>` };
	const conversation = createConversation(store, { ...given, createdAt: store.time(createdAt) });
	const { record, events } = conversation;
	if (order % 20 === 0) {
		const reply = newMessage(store, {
			html: `<p>${seedData.automaticReply}</p>`,
			direction: 'outgoing',
			createdAt: store.time(createdAt + 5_000),
		});
		appendEvent(store, conversation, newEvent(store, 'replied', null, reply));
	}
	if (order % 20 === 1) {
		events[0]!.attachments = [...store.attachments.values()].map((file) => file.record);
		record.has_attachment = true;
	}
	const steps = random.below(4);
	for (let step = 1; step <= steps; step++)
		addStep(store, random, conversation, createdAt + step * HOUR * random.next());
	const more = statusesOf(store.world).slice(3);
	record.status = random.pick([OPEN, OPEN, OPEN, PENDING, PENDING, CLOSED, CLOSED, ...more]);
	record.closed_at = record.status === CLOSED ? events.at(-1)!.created_at : null;
	record.priority = random.pick(['Normal', 'Normal', 'Normal', 'Low', 'High']);
	record.is_spam = random.next() < 0.01;
	record.custom_field_values = {
		order_number: String(order),
		plan: random.pick(['free', 'team', 'business']),
		vip: random.next() < 0.1,
	};
	// The draft belongs to the last teammate, who has no token.
	if (order % 20 === 2) {
		const agent = store.teammatesOf(organizationId).at(-1)!;
		const message = {
			html: `<p>${seedData.draft}</p>`,
			direction: 'internal',
			recordType: 'Draft',
			createdAt: timeOfNext(store, conversation, 0),
		} as const;
		setDraft(store, conversation, agent.id, newEvent(store, 'draft', agent, newMessage(store, message)));
	}
	record.updated_at = [record.last_message_created_at, events.at(-1)!.created_at].sort()[1]!;
	if (random.next() < 0.3) conversation.tagIds.push(random.pick(tagIds));
}

function addStep(store: Store, random: Random, conversation: StoredConversation, at: number): void {
	const createdAt = timeOfNext(store, conversation, at);
	const agent = random.pick(store.teammatesOf(conversation.organizationId));
	const add = (action: 'note' | 'replied', actor: Parameters<typeof newEvent>[2], message: NewMessage) =>
		appendEvent(store, conversation, newEvent(store, action, actor, newMessage(store, { ...message, createdAt })));
	const kind = random.next();
	if (kind < 0.15) {
		add('note', agent, { html: random.pick(seedData.notes), direction: 'internal', recordType: 'Note' });
	} else if (kind < 0.6) {
		const extra = kind < 0.2 ? { scheduled_at: createdAt, type: 'if_no_reply' } : {};
		add('replied', agent, { html: `<p>${random.pick(seedData.agentReplies)}</p>`, direction: 'outgoing', extra });
		Object.assign(conversation.record, { assignable_type: 'user', assignable_id: agent.id, agents: [agent.id] });
	} else {
		add('replied', conversation.record.contact, {
			html: `<p>${random.pick(seedData.customerReplies)}</p>`,
			direction: 'incoming',
		});
	}
}

/** Returns the time of the next event, at least a minute after the last message. */
function timeOfNext(store: Store, { events }: StoredConversation, at: number): string {
	return store.time(Math.min(Math.max(at, Date.parse(events.at(-1)!.created_at) + 60_000), store.nowMs));
}
