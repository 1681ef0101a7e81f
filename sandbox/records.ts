/** The records as they go over the wire (contract, Resources), and what the sandbox keeps beside them. */

export interface ContactRecord {
	id: string;
	name: string;
	email: string;
	avatar: string;
	company: string;
	website: string;
	job_title: string;
	address: string;
	should_display_image: boolean;
	notes: string;
	conversations_count: number;
}

export interface MessageRecord {
	id: string;
	cc: string[];
	bcc: string[];
	record_type: string;
	status: string;
	direction: 'incoming' | 'outgoing' | 'internal';
	viewed_at: string | null;
	created_at: string;
	text_body: string;
	excerpt: string;
	html_body: string;
	extra: Record<string, unknown>;
	is_clipped: boolean;
	intended_inbox_address_id: string | null;
}

export interface ConversationRecord {
	id: string;
	inbox_id: string;
	ticket_id: number;
	has_attachment: boolean;
	has_inline_attachment: boolean;
	is_draft: boolean;
	is_scheduled: boolean;
	is_snoozed: boolean;
	active: boolean;
	subject: string;
	updated_subject: string | null;
	status: string;
	is_spam: boolean;
	priority: string | null;
	assignable_type: string | null;
	assignable_id: string | null;
	created_at: string;
	updated_at: string;
	deleted_at: string | null;
	closed_at: string | null;
	excerpt: string;
	messages_count: number;
	last_message_created_at: string;
	intended_inbox_address_id: string;
	agents: string[];
	contact: ContactRecord;
	last_message: MessageRecord;
	custom_field_values: Record<string, unknown>;
	viewer_id: string | null;
	viewed_at: string | null;
	last_message_by: 'contact' | 'user';
}

export interface TeammateRecord {
	id: string;
	name: string;
	first_name: string;
	last_name: string;
	email: string;
	phone: string;
	job_title: string;
	avatar: string;
	role: string;
	presence: string;
	timezone: string;
	time_format: string;
	active_organization_id: string;
	created_at: string;
	extra: Record<string, unknown>;
}

export interface AutomationRecord {
	id: string;
	name: string;
	automatic: boolean;
	active: boolean;
	when: Record<string, unknown>;
	rules: Record<string, unknown>;
	actions: Array<Record<string, unknown>>;
	created_by: TeammateRecord;
	uses_count: number;
	last_used_at: string | null;
	created_at: string;
	updated_at: string;
}

export interface TagRecord {
	id: string;
	name: string;
	color: string;
}

export interface SavedReplyRecord {
	id: string;
	name: string;
	message: string;
	/** Null for one that every inbox has. */
	inbox_id: string | null;
	uses_count: number;
}

export interface KnowledgeBaseRecord {
	id: string;
	name: string;
	articles_count: number;
}

/** A file; the specification shows neither its record nor where it is. */
export interface AttachmentRecord {
	id: string;
	name: string;
	/** Its media type. */
	type: string;
	/** In base64. */
	bytes: string;
}

/** A field that conversations of an inbox can have a value for, by its key. */
export interface CustomFieldRecord {
	id: string;
	key: string;
	name: string;
	type: string;
}

/** One step of a thread. `message` is what the API shows as `event`. */
export interface ThreadEvent {
	id: string;
	action: 'started' | 'replied' | 'note' | 'forwarded' | 'scheduled' | 'merged' | 'split';
	actor_type: 'contact' | 'user';
	actor: { id: string; name: string; email: string };
	created_at: string;
	message: MessageRecord;
	attachments?: AttachmentRecord[];
}

export interface ScheduledReply {
	event: ThreadEvent;
	scheduledAt: string;
	type: string | null;
	status: string | null;
}

export interface Draft {
	id: string;
	message: string;
	cc: string[];
	attachments?: AttachmentRecord[];
}

export interface StoredConversation {
	record: ConversationRecord;
	/** The order in which conversations came into being; breaks ties between equal timestamps. */
	sequence: number;
	/** How often it was changed since. */
	changes: number;
	organizationId: string;
	tagIds: string[];
	events: ThreadEvent[];
	/** Not yet sent. */
	scheduled: ScheduledReply[];
	/** By teammate id: one draft per user and conversation (contract, Draft). */
	drafts: Record<string, Draft>;
	snooze: { until: string; type: string } | null;
}

export interface Inbox {
	id: string;
	name: string;
	address: string;
	organizationId: string;
	tagIds: string[];
	automations: AutomationRecord[];
	customFields: CustomFieldRecord[];
}

/** A record of an organization that does not say so itself. */
export interface Owned<T> {
	organizationId: string;
	record: T;
}

export interface StoredContact extends Owned<ContactRecord> {
	created_at: string;
	updated_at: string;
}

export interface Organization {
	id: string;
	name: string;
}
