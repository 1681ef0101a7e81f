import type { IDataObject } from 'n8n-workflow';

import { endpoints, type Endpoint, type OperationId } from '../../../contract/endpoints';
import { draftIdIn } from '../../../transport/answers/record';
import type { Look } from './look';

/** One write of the plan, and what undoes it. */
export interface Step {
	operationId: OperationId;
	body?: IDataObject;
	/** What it does, for whoever is asked. */
	does: string;
	/** What of the conversation it changes, and what that is then; nothing for what the conversation does not show. */
	becomes: Partial<Look>;
	/** Undone by it; without it what was written stays. */
	back?: { operationId: OperationId; body?: IDataObject };
	/** Whether the answer has what the contract says; by default any success will do. */
	answers?: (body: unknown) => boolean;
}

/** A write that is not tried, and why. */
export interface LeftOut {
	operationId: OperationId;
	because: string;
}

/** Of every text that is written. */
export const MARK = 'Written by service:check of n8n-nodes-helpdesk to try the API';

const ON_ITS_WAY = 'it writes to the customer, and nothing is sent to anybody';
const LATER_ON_ITS_WAY = 'what is scheduled goes to the customer unless it can be cancelled, and nothing is sent to anybody';

/** Never tried, whatever the conversation looks like. */
const NEVER: Partial<Record<OperationId, string>> = {
	replyToConversation: ON_ITS_WAY,
	forwardMessage: 'it writes to somebody, and nothing is sent to anybody',
	scheduleReply: LATER_ON_ITS_WAY,
	updateScheduledReply: LATER_ON_ITS_WAY,
	unscheduleReply: LATER_ON_ITS_WAY,
	sendScheduledReplyNow: ON_ITS_WAY,
	mergeConversations: 'it changes other conversations, and nothing takes it back',
	splitConversation: 'it makes another conversation, and nothing takes it back',
	batchUpdateConversations: 'it is for several conversations',
	createContact: 'it changes no conversation',
	updateContact: 'it changes no conversation',
};

/** The documented endpoints that write. */
export const documentedWrites = (Object.entries(endpoints) as Array<[OperationId, Endpoint]>)
	.filter(([, { readOnly, provisional }]) => !readOnly && !provisional)
	.map(([operationId]) => operationId);

/** The priorities that are known (contract, Conversation: High; the others were seen elsewhere), in the case that the helpdesk uses. */
function anotherPriority(priority: unknown): string {
	const [high, low] = priority === String(priority).toLowerCase() ? ['high', 'low'] : ['High', 'Low'];
	return priority === high ? low : high;
}

/**
 * What is done with a conversation that looks so, in this order, and what is not. Everything is undone by a documented write where
 * there is one; what might not be put back as it was is left out.
 *
 * @param tags the ids of those that its inbox offers
 * @param now ms since the epoch
 */
export function planFor(before: Look, tags: string[], now: number): { steps: Step[]; leftOut: LeftOut[] } {
	const steps: Step[] = [];
	const leftOut: LeftOut[] = [];
	const add = (isPossible: boolean, because: string, ids: OperationId[], step: () => Omit<Step, 'operationId'>) => {
		if (isPossible) steps.push({ operationId: ids[0]!, ...step() });
		else leftOut.push(...ids.map((operationId) => ({ operationId, because })));
	};
	const { subject, priority, contact, inbox, customFields } = before;
	const [field] = Object.entries((customFields ?? {}) as IDataObject).filter(([, value]) => value !== null);
	const tag = before.tags && tags.find((id) => !before.tags!.includes(id));

	add(true, '', ['addNote'], () => ({ body: { message: MARK }, does: 'adds a note for the team, which stays', becomes: {} }));
	add(before.draft === false, 'there may be a draft of yours already, which would be lost', ['saveDraft'], () => ({
		body: { message: `<p>${MARK}</p>` },
		does: 'saves a draft of a reply, which nobody gets and which stays',
		becomes: { draft: true },
		answers: (body) => draftIdIn(body) !== undefined,
	}));
	add(typeof subject === 'string' && subject !== '', 'its subject is not shown for certain', ['updateConversation'], () => ({
		body: { subject: MARK },
		does: 'changes the subject',
		becomes: { subject: MARK },
		back: { operationId: 'updateConversation', body: { subject: subject as string } },
	}));
	add(typeof priority === 'string' && priority !== '', 'it has no priority, which could not be put back', ['setConversationPriority'], () => ({
		body: { priority: anotherPriority(priority) },
		does: 'changes the priority',
		becomes: { priority: anotherPriority(priority) },
		back: { operationId: 'setConversationPriority', body: { priority: priority as string } },
	}));
	add(field !== undefined, 'it has no custom field that is filled in', ['setConversationCustomFields'], () => ({
		body: Object.fromEntries([field!]),
		does: 'sets a custom field to the value that it has',
		becomes: {},
	}));
	add(isShown(contact), 'its contact is not shown', ['changeConversationContact'], () => ({
		body: { contact_id: String(contact) },
		does: 'gives it the contact that it has',
		becomes: {},
	}));
	add(isShown(inbox), 'its inbox is not shown', ['moveConversation'], () => ({
		body: { inbox_id: String(inbox) },
		does: 'moves it to the inbox in which it is',
		becomes: {},
	}));
	const whyNoTag =
		before.tags === undefined ? 'its tags are not shown: taking one away could take one that it had' : 'its inbox offers no tag that it has not';
	add(tag !== undefined, whyNoTag, ['addTagToConversation', 'removeTagFromConversation'], () => ({
		body: { tag: tag! },
		does: 'adds a tag',
		becomes: { tags: [...before.tags!, tag!].sort() },
		back: { operationId: 'removeTagFromConversation', body: { tag: tag! } },
	}));
	add(before.snoozed === false, 'it may be snoozed already', ['snoozeConversation', 'unsnoozeConversation'], () => ({
		body: { snoozed_until: new Date(now + 86_400_000).toISOString(), type: 'if_no_reply' },
		does: 'snoozes it until tomorrow',
		becomes: { snoozed: true },
		back: { operationId: 'unsnoozeConversation' },
	}));
	add(before.spam === false, 'it may be marked as spam already', ['markConversationAsSpam', 'unmarkConversationAsSpam'], () => ({
		does: 'marks it as spam',
		becomes: { spam: true },
		back: { operationId: 'unmarkConversationAsSpam' },
	}));
	add(before.trashed !== true, 'it is in the trash', ['deleteConversation', 'restoreConversation'], () => ({
		does: 'moves it to the trash',
		becomes: { trashed: true },
		back: { operationId: 'restoreConversation' },
	}));
	const never = Object.entries(NEVER).map(([operationId, because]) => ({ operationId: operationId as OperationId, because }));
	return { steps, leftOut: [...leftOut, ...never] };
}

function isShown(id: unknown): boolean {
	return id !== undefined && id !== null && id !== '';
}
