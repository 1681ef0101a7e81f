import { IDataObject, INode } from 'n8n-workflow';

import { Since } from '../../../shared';

/** What a teammate decides on. n8n saves it with the waiting execution. */
export interface Question {
	/** Part of the link, so that the link of an earlier question decides nothing. */
	id: string;
	/** Execution and run of the node. All attempts of Retry On Fail share a question. */
	askedIn: string;
	conversationId: string;
	ticketId: IDataObject[string];
	subject: string;
	text: string;
	/** The page warns of messages after this message or time. */
	since: Since;
	/** End of the time to decide (ms since the epoch). */
	until: number;
	/** `until` as text, in the workflow's time zone. */
	untilShown: string;
	receipt?: IDataObject[string];
}

interface Decision {
	approved: boolean;
	text?: string;
	reason?: string | null;
	/** ISO 8601; null if nobody decided. */
	decided_at: string | null;
}

/** Returns whether a node is a review step of an AI agent. n8n gives it a type of its own. */
export const isReview = ({ type }: Pick<INode, 'type'>) => type.endsWith('HitlTool');

/** The agent of a review step reads a refusal's reason as `chatInput`. */
export function outputOfDecision(
	{ conversationId, ticketId, text, receipt }: Question,
	{ approved, text: wanted = text, reason = null, decided_at }: Decision,
	node: Pick<INode, 'type'>,
): IDataObject {
	const expired = decided_at === null;
	const feedback = expired ? 'Nobody has decided in time, so nothing was done.' : reason;
	return {
		id: conversationId,
		ticket_id: ticketId,
		approved,
		// A declined text must not reach a customer through a step that does not look at `approved`.
		text: approved ? wanted : null,
		is_edited: wanted !== text,
		reason,
		decided_at,
		expired,
		...(receipt !== undefined && { receipt }),
		...(isReview(node) && !approved && feedback !== null && { chatInput: feedback }),
	};
}

/** Characters that show nothing, or that change the order of others. */
const INVISIBLE = /(?![\t\n\r])[\p{Cc}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb]/gu;

/** Shows invisible characters by number, such as [U+200B]. */
export function visible(text: string) {
	return text.replace(INVISIBLE, (sign) => `[U+${sign.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}]`);
}
