import { createConversation } from './newConversation';
import type { Random } from '../contract/random';
import type { StoredConversation } from './records';
import { agentReplies, customerReplies, notes, topics } from './seedTexts';
import type { Store } from './store';
import { appendEvent, newEvent, newMessage } from './thread';
import { prioritiesOf, statusesOf } from './world/words';

const hour = 3_600_000;

/** One conversation with its thread, begun at `createdAt` (ms), with what a support team has done to it since. */
export function seedConversation(store: Store, random: Random, inboxId: string, createdAt: number): StoredConversation {
	const [subject, text] = random.pick(topics);
	const order = String(10_000 + random.below(90_000));
	const { organizationId, tagIds } = store.inboxes.get(inboxId)!;
	const contacts = contactIds(store, organizationId);
	// The last tenth of the contacts never wrote: they are the orphans of GET /contacts.
	const contactId = contacts[random.below(Math.ceil(contacts.length * 0.9))] as string;
	const conversation = createConversation(store, {
		inboxId,
		contactId,
		subject: subject.replace('{order}', order),
		html: `<p>${text}</p>`,
		createdAt: store.time(createdAt),
	});
	const steps = random.below(4);
	for (let step = 1; step <= steps; step++) addStep(store, random, conversation, createdAt + step * hour * random.next());
	Object.assign(conversation.record, statusAt(store, random, conversation));
	const { high, low, usual } = prioritiesOf(store.world);
	conversation.record.priority = random.pick([usual, usual, usual, low, high]);
	conversation.record.is_spam = random.next() < 0.01;
	conversation.record.custom_field_values = { order_number: order, plan: random.pick(['free', 'team', 'business']), vip: random.next() < 0.1 };
	conversation.record.updated_at = conversation.events.at(-1)!.created_at;
	if (random.next() < 0.3) conversation.tagIds.push(random.pick(tagIds));
	return conversation;
}

function addStep(store: Store, random: Random, conversation: StoredConversation, at: number) {
	const organizationId = conversation.organizationId;
	const last = Date.parse(conversation.events.at(-1)!.created_at);
	const createdAt = store.time(Math.min(Math.max(at, last + 60_000), store.nowMs));
	const agents = [...store.teammates.values()].filter(({ active_organization_id }) => active_organization_id === organizationId);
	const agent = random.pick(agents);
	const kind = random.next();
	if (kind < 0.15) {
		const note = newMessage(store, { html: random.pick(notes), direction: 'internal', recordType: 'note', createdAt });
		appendEvent(store, conversation, newEvent(store, 'note', agent, note));
	} else if (kind < 0.6) {
		const reply = newMessage(store, { html: `<p>${random.pick(agentReplies)}</p>`, direction: 'outgoing', createdAt });
		appendEvent(store, conversation, newEvent(store, 'replied', agent, reply));
		Object.assign(conversation.record, { assignable_type: 'user', assignable_id: agent.id, agents: [agent.id] });
	} else {
		const reply = newMessage(store, { html: `<p>${random.pick(customerReplies)}</p>`, direction: 'incoming', createdAt });
		appendEvent(store, conversation, newEvent(store, 'replied', conversation.record.contact, reply));
	}
}

function statusAt(store: Store, random: Random, { events }: StoredConversation) {
	const { all, closed } = statusesOf(store.world);
	const [active, pending, , ...more] = all as [string, string, string];
	const status = random.pick([active, active, active, pending, pending, closed, closed, ...more]);
	return { status, closed_at: status === closed ? events.at(-1)!.created_at : null };
}

const idsByStore = new WeakMap<Store, Map<string, string[]>>();

/** Remembered, since asking for them once per conversation would make a large seed slow. */
function contactIds(store: Store, organizationId: string): string[] {
	const known = idsByStore.get(store) ?? new Map<string, string[]>();
	idsByStore.set(store, known);
	const ids = known.get(organizationId) ?? store.contactsOf(organizationId).map(({ id }) => id);
	known.set(organizationId, ids);
	return ids;
}
