import type { StoredConversation } from '../records';
import type { Sandbox } from '../sandbox';
import { traffic } from './traffic';

const MINUTES = 5;
const TICKETS = 40;
const REQUESTS = 8;

/** All that the page shows: the tickets that changed last, the latest requests and the traffic of the last minutes. */
export function pageState(sandbox: Sandbox) {
	const { service, store } = sandbox;
	const now = service.settings.clock.now();
	const requests = service.log.since(now - (MINUTES + 1) * 60_000);
	return {
		baseUrl: sandbox.baseUrl,
		now,
		limitPerMinute: service.settings.limitPerMinute,
		conversations: store.conversations.size,
		tickets: lastChanged(sandbox).map((conversation) => ticket(sandbox, conversation)),
		traffic: traffic(requests, now, MINUTES),
		requests: requests
			.slice(-REQUESTS)
			.reverse()
			.map(({ number, method, path, status }) => ({ number, method, path, status })),
	};
}

function lastChanged({ store }: Sandbox): StoredConversation[] {
	return store.derive(['page'], () =>
		[...store.conversations.values()]
			.sort((a, b) => b.record.updated_at.localeCompare(a.record.updated_at) || b.sequence - a.sequence)
			.slice(0, TICKETS),
	);
}

function ticket({ store }: Sandbox, { record, tagIds, events }: StoredConversation) {
	return {
		id: record.id,
		ticketId: record.ticket_id,
		subject: record.subject,
		contact: record.contact.name,
		inbox: store.inboxes.get(record.inbox_id)?.name ?? record.inbox_id,
		status: record.deleted_at ? 'Trash' : record.is_spam ? 'Spam' : record.is_snoozed ? 'Snoozed' : record.status,
		priority: record.priority,
		tags: tagIds.map((id) => store.tags.get(id)?.record).filter((tag) => tag !== undefined),
		notes: events.filter(({ action }) => action === 'note').map(({ message }) => message.text_body),
		replies: events.filter(({ message }) => message.direction === 'outgoing').length,
		updatedAt: record.updated_at,
	};
}
