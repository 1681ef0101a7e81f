import type { OperationId } from '../contract/endpoints';
import { notFound } from './errors';
import type * as Records from './records';
import type { Settings } from './settings';
import type { Store } from './store';
import type { Identity } from './tokens';

/** An answer. Strings and bytes are sent unchanged, anything else as JSON. Status 0 cuts the connection. */
export interface Answer {
	status: number;
	headers: Record<string, string>;
	body: unknown;
}

/** The records that a path names. A handler reads only those of its own path. */
export interface Bound {
	conversation: Records.StoredConversation;
	inbox: Records.Inbox;
	contact: Records.ContactRecord;
	teammate: Records.TeammateRecord;
	automation: Records.AutomationRecord;
	scheduled: Records.ScheduledReply;
	tag: Records.TagRecord;
	savedReply: Records.SavedReplyRecord;
	knowledgeBase: Records.KnowledgeBaseRecord;
	attachment: Records.AttachmentRecord;
}

/** A request that has passed throttle, authentication, lookup of its records and validation. */
export interface Call extends Bound {
	store: Store;
	settings: Settings;
	organizationId: string;
	/** The teammate to whom the token belongs. */
	user: Records.TeammateRecord;
	query: Record<string, unknown>;
	body: Record<string, unknown>;
	/** URL of the endpoint, without a query. */
	url: string;
	/** The address of the whole service, with /v1. */
	baseUrl: string;
}

/** The answer of an endpoint that returns a file. */
export class FileAnswer {
	constructor(readonly file: Records.AttachmentRecord) {}
}

/**
 * Handles a request. Returns the answer's body, or nothing if the answer is the endpoint's message in
 * data/messages.json.
 */
type Handler = (call: Call) => unknown;
export type Handlers = Partial<Record<OperationId, Handler>>;

/** Wraps a record if the world does so. The specification shows no form. */
export const single = ({ settings }: Pick<Call, 'settings'>, record: unknown) =>
	settings.world.singleRecord === 'wrapped' ? { data: record } : record;

/**
 * Finds the records that the path names. Throws 404 for a record that is missing, in the trash or in another
 * organization.
 */
export function bind(
	store: Store,
	{ organizationId }: Identity,
	params: Record<string, string>,
	operationId: string,
): Bound {
	const found = <T>(record: T | undefined, owner: unknown = organizationId): T => {
		if (record === undefined || owner !== organizationId) throw notFound();
		return record;
	};
	const own = <T extends { organizationId: string }>(records: Map<string, T>, id: string): T => {
		const record = found(records.get(id));
		return found(record, record.organizationId);
	};
	const bound = {} as Bound;
	const finders: Record<string, (id: string) => Partial<Bound>> = {
		conversation_id: (id) => ({ conversation: own(store.conversations, id) }),
		inbox_id: (id) => ({ inbox: own(store.inboxes, id) }),
		contact_id: (id) => ({ contact: own(store.contacts, id).record }),
		tag_id: (id) => ({ tag: own(store.tags, id).record }),
		saved_reply_id: (id) => ({ savedReply: own(store.savedReplies, id).record }),
		knowledgebase_id: (id) => ({ knowledgeBase: own(store.knowledgeBases, id).record }),
		attachment_id: (id) => ({ attachment: own(store.attachments, id).record }),
		user_id: (id) => ({
			teammate: found(store.teammates.get(id), store.teammates.get(id)?.active_organization_id),
		}),
		automation_id: (id) => ({
			automation: found(bound.inbox.automations.find((automation) => automation.id === id)),
		}),
		message_id: (id) => ({
			scheduled: found(bound.conversation.scheduled.find(({ event }) => event.message.id === id)),
		}),
	};
	for (const [name, id] of Object.entries(params)) Object.assign(bound, finders[name]?.(id));
	if (bound.conversation?.record.deleted_at && operationId !== 'restoreConversation') throw notFound();
	return bound;
}
