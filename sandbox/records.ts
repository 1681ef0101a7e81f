/** The records in the API's answers (contract, Resources), and what the sandbox stores in addition. */

type Texts<Name extends string> = Record<Name, string>;
type Maybe<Name extends string> = Record<Name, string | null>;
type Flags<Name extends string> = Record<Name, boolean>;
type Json = Record<string, unknown>;

export interface ContactRecord extends Texts<
	'id' | 'name' | 'email' | 'avatar' | 'company' | 'website' | 'job_title' | 'address' | 'notes'
> {
	should_display_image: boolean;
	conversations_count: number;
}

export interface MessageRecord
	extends
		Texts<'id' | 'record_type' | 'status' | 'created_at' | 'text_body' | 'excerpt' | 'html_body'>,
		Maybe<'viewed_at' | 'intended_inbox_address_id'> {
	cc: string[];
	bcc: string[];
	direction: 'incoming' | 'outgoing' | 'internal';
	extra: Json;
	is_clipped: boolean;
}

export interface ConversationRecord
	extends
		Texts<
			| 'id'
			| 'inbox_id'
			| 'subject'
			| 'status'
			| 'priority'
			| 'created_at'
			| 'updated_at'
			| 'excerpt'
			| 'last_message_created_at'
		>,
		Maybe<
			| 'updated_subject'
			| 'assignable_type'
			| 'assignable_id'
			| 'deleted_at'
			| 'closed_at'
			| 'viewer_id'
			| 'viewed_at'
		>,
		Flags<
			| 'has_attachment'
			| 'has_inline_attachment'
			| 'is_draft'
			| 'is_scheduled'
			| 'is_snoozed'
			| 'active'
			| 'is_spam'
		> {
	ticket_id: number;
	messages_count: number;
	intended_inbox_address_id: string;
	agents: string[];
	contact: ContactRecord;
	last_message: MessageRecord;
	custom_field_values: Json;
	last_message_by: 'contact' | 'user';
}

export interface TeammateRecord
	extends
		Texts<
			| 'id'
			| 'name'
			| 'first_name'
			| 'last_name'
			| 'email'
			| 'phone'
			| 'job_title'
			| 'avatar'
			| 'role'
			| 'presence'
			| 'timezone'
		>,
		Texts<'time_format' | 'active_organization_id' | 'created_at'> {
	extra: Json;
}

export interface AutomationRecord
	extends Texts<'id' | 'name' | 'created_at' | 'updated_at'>, Flags<'automatic' | 'active'> {
	when: Json;
	rules: Json;
	actions: Json[];
	created_by: TeammateRecord;
	uses_count: number;
	last_used_at: string | null;
}

export type TagRecord = Texts<'id' | 'name' | 'color'>;
export type KnowledgeBaseRecord = Texts<'id' | 'name' | 'slug'>;
export type Organization = Texts<'id' | 'company' | 'slug'>;
/** A custom field of an inbox's conversations. */
type CustomFieldRecord = Texts<'id' | 'key' | 'name' | 'type'>;

/** `inbox_id` is null if every inbox has the reply. */
export interface SavedReplyRecord extends Texts<'id' | 'name' | 'message'>, Maybe<'inbox_id' | 'folder'> {
	uses_count: number;
}

/** A file with its media type and its bytes in base64. The specification shows neither its record nor its address. */
export type AttachmentRecord = Texts<'id' | 'name' | 'type' | 'bytes'>;

/** An entry of a thread without a message. */
interface ThreadStep {
	id: string;
	action: 'started' | 'replied' | 'note' | 'draft' | 'forwarded' | 'merged' | 'status_updated';
	/** Null for an action of the service, such as an automatic reply. */
	actor_type: 'contact' | 'user' | null;
	actor: Texts<'id' | 'name' | 'email' | 'avatar'> | null;
	created_at: string;
}

/** A message in a thread. The API shows `message` as `event`. */
export interface ThreadEvent extends ThreadStep {
	message: MessageRecord;
	attachments?: AttachmentRecord[];
}

export interface ScheduledReply extends Maybe<'type' | 'status'> {
	event: ThreadEvent;
	scheduledAt: string;
}

export interface StoredConversation {
	record: ConversationRecord;
	/** Order of creation among records of the same time. */
	sequence: number;
	/** Number of changes since the creation. */
	changes: number;
	organizationId: string;
	tagIds: string[];
	events: ThreadEvent[];
	/** Steps without a message. */
	steps: ThreadStep[];
	/** Scheduled replies that are not yet sent. */
	scheduled: ScheduledReply[];
	/** Drafts by teammate ID: one per user and conversation (contract, Draft). */
	drafts: Record<string, ThreadEvent>;
	snooze: Texts<'until' | 'type'> | null;
}

export interface Inbox extends Texts<'id' | 'name' | 'address' | 'organizationId'> {
	tagIds: string[];
	automations: AutomationRecord[];
	customFields: CustomFieldRecord[];
}

/** A record that has no field for its organization, with that organization. */
export interface Owned<T> {
	organizationId: string;
	record: T;
}

export interface StoredContact extends Owned<ContactRecord> {
	created_at: string;
	updated_at: string;
}
