import { conflict, invalid } from './errors';
import type { StoredConversation } from './records';
import type { Store } from './store';
import type { Call } from './call';
import { CLOSED, reaches } from './world';

/** The fields that the bodies of PATCH, reply and batch update share. */
export interface ConversationChange {
	status?: string;
	/** null unassigns. */
	assign_to?: string | null;
	tags?: string[];
	subject?: string;
	priority?: string;
}

/**
 * Checks a change before it is applied. Throws 422 for unknown IDs, 409 for an unreachable status (contract, States and
 * transitions).
 */
export function checkChange(
	{ store, organizationId, conversation }: Call,
	change: ConversationChange,
	changed = [conversation],
) {
	if (typeof change.assign_to === 'string') requireTeammate(store, organizationId, change.assign_to, 'assign_to');
	change.tags?.forEach((id, index) => requireTag(store, organizationId, id, `tags.${index}`));
	for (const each of changed) requireReachable(store, each, change.status);
}

export function applyChange(store: Store, conversation: StoredConversation, change: ConversationChange): void {
	const { status, assign_to: assignee, subject, priority } = change;
	const { record } = conversation;
	if (status !== undefined && status !== record.status)
		conversation.steps.push({
			id: store.id('event'),
			action: 'status_updated',
			actor_type: null,
			actor: null,
			created_at: store.now(),
		});
	if (change.tags) conversation.tagIds = [...new Set(change.tags)];
	store.touch(conversation, {
		...(status !== undefined && { status, closed_at: status === CLOSED ? store.now() : null }),
		...(assignee !== undefined && { assignable_type: assignee && 'user', assignable_id: assignee }),
		...(assignee && { agents: [...new Set([...record.agents, assignee])] }),
		...(subject !== undefined && { subject, updated_subject: subject }),
		...(priority !== undefined && { priority }),
	});
}

/** Throws 409 if the conversation cannot get this status. */
export function requireReachable({ world }: Store, { record }: StoredConversation, status: string | undefined) {
	if (status !== undefined && !reaches(world, record.status, status))
		throw conflict(`The conversation cannot be moved to status ${status}.`);
}

export function requireTeammate(store: Store, organizationId: string, id: string, field: string) {
	if (store.teammates.get(id)?.active_organization_id !== organizationId) throw selectedInvalid(field);
}

export function requireTag(store: Store, organizationId: string, id: string, field: string) {
	if (store.tags.get(id)?.organizationId !== organizationId) throw selectedInvalid(field);
}

/** Returns a required text from a field whose name is not specified. Throws 422 if it is missing. */
export function requiredText({ body }: Call, field: string): string {
	const text = body[field];
	if (typeof text !== 'string' || text === '') throw invalid({ [field]: [`The ${field} field is required.`] });
	return text;
}

/** Laravel's 422 for an unknown ID in a body. */
export const selectedInvalid = (field: string) => invalid({ [field]: [`The selected ${field} is invalid.`] });

/** Returns a time in a body as ms. Throws 422 for a past time. */
export function requireFuture(store: Store, time: string, field: string): number {
	const ms = Date.parse(time);
	if (ms <= store.nowMs) throw invalid({ [field]: [`The ${field} field must be a date after now.`] });
	return ms;
}
