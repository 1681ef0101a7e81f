import type { OperationId } from '../contract/endpoints';
import type {
	AttachmentRecord,
	AutomationRecord,
	ContactRecord,
	Inbox,
	KnowledgeBaseRecord,
	SavedReplyRecord,
	ScheduledReply,
	StoredConversation,
	TagRecord,
	TeammateRecord,
} from './records';
import type { Settings } from './settings';
import type { Store } from './store';
import type { Identity } from './tokens';
import { notFound } from './errors';

/** The records that a path names. A handler reads only those of its own path. */
export interface Bound {
	conversation: StoredConversation;
	inbox: Inbox;
	contact: ContactRecord;
	teammate: TeammateRecord;
	automation: AutomationRecord;
	scheduled: ScheduledReply;
	tag: TagRecord;
	savedReply: SavedReplyRecord;
	knowledgeBase: KnowledgeBaseRecord;
	attachment: AttachmentRecord;
}

/** A request that has passed throttle, authentication, lookup of its records and validation. */
export interface Call extends Bound {
	store: Store;
	settings: Settings;
	organizationId: string;
	/** The teammate whose token it is. */
	user: TeammateRecord;
	query: Record<string, unknown>;
	body: Record<string, unknown>;
	/** URL of the endpoint, without a query. */
	url: string;
}

/** The answer of an endpoint that gives a file. */
export class FileAnswer {
	constructor(readonly file: AttachmentRecord) {}
}

/** Does what an endpoint does and returns the body of its success answer, or the file that is it. */
export type Handler = (call: Call) => unknown;
export type Handlers = Partial<Record<OperationId, Handler>>;

/** The answer of an endpoint that says no more than that it is done. */
export const done = (message: string) => ({ message });

/** Wraps a record of not shown form as the world has it. */
export const single = ({ settings }: Call, record: unknown) => (settings.world.singleRecord === 'wrapped' ? { data: record } : record);

/** Finds the records that the path names; one that is missing, in the trash or in another organization is 404. */
export function bind(store: Store, { organizationId }: Identity, params: Record<string, string>, operationId: string): Bound {
	const bound = {} as Bound;
	const own = <T extends { organizationId: string }>(record: T | undefined): T => {
		if (record?.organizationId !== organizationId) throw notFound();
		return record;
	};
	const found = <T>(record: T | undefined): T => {
		if (record === undefined) throw notFound();
		return record;
	};
	for (const [name, id] of Object.entries(params)) {
		if (name === 'conversation_id') {
			bound.conversation = own(store.conversations.get(id));
			if (bound.conversation.record.deleted_at !== null && operationId !== 'restoreConversation') throw notFound();
		} else if (name === 'inbox_id') {
			bound.inbox = own(store.inboxes.get(id));
		} else if (name === 'contact_id') {
			bound.contact = own(store.contacts.get(id)).record;
		} else if (name === 'tag_id') {
			bound.tag = own(store.tags.get(id)).record;
		} else if (name === 'saved_reply_id') {
			bound.savedReply = own(store.savedReplies.get(id)).record;
		} else if (name === 'knowledgebase_id') {
			bound.knowledgeBase = own(store.knowledgeBases.get(id)).record;
		} else if (name === 'attachment_id') {
			bound.attachment = own(store.attachments.get(id)).record;
		} else if (name === 'user_id') {
			bound.teammate = found(store.teammates.get(id));
			if (bound.teammate.active_organization_id !== organizationId) throw notFound();
		} else if (name === 'automation_id') {
			bound.automation = found(bound.inbox.automations.find((automation) => automation.id === id));
		} else if (name === 'message_id') {
			bound.scheduled = found(bound.conversation.scheduled.find(({ event }) => event.message.id === id));
		}
	}
	return bound;
}
