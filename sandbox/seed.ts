import type { Random } from '../contract/random';
import type { Inbox } from './records';
import { seedConversation } from './seedConversation';
import { companies, firstNames, lastNames } from './seedTexts';
import { seedProvisional } from './seedProvisional';
import type { Store } from './store';

const day = 86_400_000;
const inboxTags = {
	inbox_support: [
		'Urgent',
		'Bug',
		'Login',
		'Feature request',
		'Shipping',
		'Refund',
		'Waiting for customer',
		'Triaged',
		'Feedback',
		'How-to',
		'Escalated',
		'Duplicate',
	],
	inbox_billing: ['Urgent billing', 'Invoice', 'VAT', 'Chargeback'],
	inbox_orders: ['Lost parcel', 'Address change', 'Wrong item'],
	inbox_other: ['Urgent', 'Other'],
} as const;

/** Fills an empty store. Equal seed, size and start time give equal records. */
export function seed(store: Store, random: Random, startedAt: number, conversations: number) {
	addOrganization(store, startedAt, {
		id: 'org_acme',
		name: 'Acme Outdoor',
		inboxes: { inbox_support: 'Support', inbox_billing: 'Billing', inbox_orders: 'Orders' },
		teammates: ['Ada Lindqvist', 'Ben Okoye', 'Chloe Martin', 'Dev Patel'],
	});
	addOrganization(store, startedAt, {
		id: 'org_other',
		name: 'Another Company',
		inboxes: { inbox_other: 'Hello' },
		teammates: ['Zoe Zimmer'],
	});
	seedProvisional(store);
	addContacts(store, random, startedAt, 'org_acme', 260);
	addContacts(store, random, startedAt, 'org_other', 10);
	const billing = Math.min(150, Math.floor(conversations / 8));
	const orders = Math.min(50, Math.floor(conversations / 24));
	const plan = [
		...Array<string>(conversations - billing - orders).fill('inbox_support'),
		...Array<string>(billing).fill('inbox_billing'),
		...Array<string>(orders).fill('inbox_orders'),
	];
	// Oldest first over sixty days, as they would have come in.
	const step = (60 * day) / Math.max(1, plan.length);
	plan.map((inboxId) => ({ inboxId, order: random.next() }))
		.sort((a, b) => a.order - b.order)
		.forEach(({ inboxId }, index) => seedConversation(store, random, inboxId, startedAt - 60 * day + index * step));
	for (let index = 0; index < 12; index++) seedConversation(store, random, 'inbox_other', startedAt - (12 - index) * day);
}

interface OrganizationPlan {
	id: string;
	name: string;
	inboxes: Record<string, string>;
	teammates: string[];
}

function addOrganization(store: Store, startedAt: number, plan: OrganizationPlan) {
	store.organizations.set(plan.id, { id: plan.id, name: plan.name });
	plan.teammates.forEach((name, index) => addTeammate(store, startedAt, plan.id, name, index === 0));
	for (const [inboxId, inboxName] of Object.entries(plan.inboxes)) {
		const tagIds = inboxTags[inboxId as keyof typeof inboxTags].map((name, index) => {
			const suffix = plan.id === 'org_acme' ? '' : `_${plan.id}`;
			const id = `tag_${name.toLowerCase().replace(/\W+/g, '_')}${suffix}`;
			const color = ['#d33', '#38c', '#3a3', '#e90'][index % 4] as string;
			store.tags.set(id, { organizationId: plan.id, record: { id, name, color } });
			return id;
		});
		const address = `${inboxName.toLowerCase()}@${plan.id.slice(4)}.example`;
		const inbox = { id: inboxId, name: inboxName, address, organizationId: plan.id, tagIds, automations: [], customFields: [] };
		store.inboxes.set(inboxId, inbox);
		addAutomations(store, startedAt, inbox);
	}
}

function addTeammate(store: Store, startedAt: number, organizationId: string, name: string, owner: boolean) {
	const [first = '', last = ''] = name.split(' ');
	const id = `user_${first.toLowerCase()}`;
	store.teammates.set(id, {
		id,
		name,
		first_name: first,
		last_name: last,
		email: `${first.toLowerCase()}@${organizationId.slice(4)}.example`,
		phone: '',
		job_title: owner ? 'Head of Support' : 'Support Agent',
		avatar: `https://avatars.example/${id}.png`,
		role: owner ? 'Account Owner' : 'Agent',
		presence: owner ? 'online' : 'offline',
		timezone: 'Europe/Berlin',
		time_format: '24',
		active_organization_id: organizationId,
		created_at: store.time(startedAt - 400 * day),
		extra: {
			password_reset_required: false,
			notification_preferences: {},
			firebase_notification_preferences: {},
			mobile_notification_preferences: {},
			auto_advance_ticket_enabled: true,
			undo_send_enabled: false,
			undo_send_delay: 10,
		},
	});
}

function addAutomations(store: Store, startedAt: number, inbox: Inbox) {
	const creator = [...store.teammates.values()].find(({ active_organization_id }) => active_organization_id === inbox.organizationId)!;
	['Tag urgent conversations', 'Close after two weeks of silence'].forEach((name, index) => {
		inbox.automations.push({
			id: `automation_${inbox.id.slice(6)}_${index + 1}`,
			name,
			automatic: true,
			active: index === 0,
			when: { event: index === 0 ? 'conversation_created' : 'time_passed' },
			rules: { condition: 'and', groups: [] },
			actions: [index === 0 ? { type: 'add_tag', value: inbox.tagIds[0] } : { type: 'set_status', value: 'Closed' }],
			created_by: creator,
			uses_count: 17 * (index + 1),
			last_used_at: store.time(startedAt - day),
			created_at: store.time(startedAt - 200 * day),
			updated_at: store.time(startedAt - 100 * day),
		});
	});
}

function addContacts(store: Store, random: Random, startedAt: number, organizationId: string, count: number) {
	for (let index = 0; index < count; index++) {
		const first = random.pick(firstNames);
		const last = random.pick(lastNames);
		const company = random.pick(companies);
		const id = store.id('contact');
		const domain = `${company.toLowerCase().replace(/\W+/g, '')}.example`;
		store.addContact(
			organizationId,
			{
				id,
				name: `${first} ${last}`,
				email: `${first}.${last}${index}@${domain}`.toLowerCase(),
				company,
				website: `https://${domain}`,
			},
			store.time(startedAt - (120 - (60 * index) / count) * day),
		);
	}
}
