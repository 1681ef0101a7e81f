import type { LoggedRequest } from '../log';
import type { StoredConversation } from '../records';
import type { Sandbox } from '../sandbox';

const MINUTES = 5;
const TICKETS = 40;
const REQUESTS = 8;

/** Returns the page's data: the tickets changed last, the latest requests and the traffic of the last minutes. */
export async function pageState(sandbox: Sandbox) {
	const { service, store } = sandbox;
	const now = service.settings.clock.now();
	const requests = service.log.since(now - (MINUTES + 1) * 60_000);
	return {
		baseUrl: sandbox.baseUrl,
		steps: await sandbox.steps(),
		limitPerMinute: service.settings.limitPerMinute,
		conversations: store.conversations.size,
		tickets: lastChanged(sandbox).map((conversation) => ticket(sandbox, conversation)),
		traffic: traffic(requests, now, MINUTES),
		requests: requests.slice(-REQUESTS).reverse(),
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
		status: record.status,
		marks: Object.entries({ Snoozed: record.is_snoozed, Spam: record.is_spam, Trash: record.deleted_at })
			.filter(([, isSet]) => isSet)
			.map(([mark]) => mark),
		assignee: store.teammates.get(record.assignable_id ?? '')?.name ?? '',
		priority: record.priority,
		tags: tagIds.map((id) => store.tags.get(id)?.record).filter((tag) => tag !== undefined),
		notes: events.filter(({ action }) => action === 'note').map(({ message }) => message.text_body),
		updatedAt: record.updated_at,
	};
}

/**
 * Returns, for each second of the last minutes, the number of requests in the sixty seconds before it, 429s counted
 * separately. Oldest first.
 */
export function traffic(requests: LoggedRequest[], nowMs: number, minutes: number) {
	const last = Math.floor(nowMs / 1000);
	const seconds = Array.from({ length: minutes * 60 + 1 }, (_, index) => last - minutes * 60 + index);
	const count = (isRefused: boolean) => {
		const arrivals = requests
			.filter(({ status }) => (status === 429) === isRefused)
			.map(({ arrivedAt }) => Math.floor(arrivedAt / 1000));
		return seconds.map((second) => arrivals.filter((arrival) => arrival > second - 60 && arrival <= second).length);
	};
	return { seconds, letThrough: count(false), refused: count(true) };
}
