import type { IDataObject, INode } from 'n8n-workflow';

import type { Since } from '../../../shared';

/** What a teammate decides. n8n keeps it with the execution while it waits. */
export interface Question {
	/** Is in the link, so that the link of an earlier question of this node decides nothing. */
	id: string;
	/** Execution and run of the node. All attempts of Retry On Fail share a question. */
	askedIn: string;
	conversationId: string;
	ticketId: IDataObject[string];
	subject: string;
	text: string;
	/** The page shows newer messages. */
	since: Since;
	/** In ms since the epoch. */
	until: number;
	/** The same for a reader, in the workflow's time zone. */
	untilShown: string;
	receipt?: IDataObject[string];
}

interface Decision {
	approved: boolean;
	/** Default: the text of the question. */
	text?: string;
	reason?: string | null;
	/** ISO 8601; null if nobody decided. */
	decided_at: string | null;
}

/** A review step of an AI agent, for which n8n makes its own kind of node. */
export const isReview = ({ type }: Pick<INode, 'type'>) => type.endsWith('HitlTool');

/** Returns the output of a decision. The agent of a review step reads a refusal's reason as `chatInput`. */
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
		text: wanted,
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
export function visible(text: string): string {
	return text.replace(INVISIBLE, (sign) => `[U+${sign.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}]`);
}
