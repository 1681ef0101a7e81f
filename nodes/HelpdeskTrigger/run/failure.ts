import { NodeApiError, NodeOperationError, type INode, type IPollFunctions } from 'n8n-workflow';

import { ApiError, ENDINGS, PageError, type Task } from '../../../transport';
import { failureText } from '../../shared/failure';

const OR_TAKE_IT_OUT = "take it out of 'Inboxes' in the trigger, or use a token";

/** What is to be done where an inbox is not there for the token. */
const MISSING_INBOX: Task['reasons'] = {
	403: {
		why: 'the access token is not allowed to do this',
		todo: `The token may lack the scope for this, or its owner cannot see this inbox in the helpdesk: ${OR_TAKE_IT_OUT} with that scope, of a user who can see it.`,
	},
	404: {
		why: 'not found',
		todo: `The inbox was deleted, its ID is wrong, or it belongs to another organization: ${OR_TAKE_IT_OUT} that may read it.`,
	},
};

/** The error that n8n shows, in the words of what the trigger was looking for and in which inbox. */
export function pollError(error: unknown, node: INode, task = 'Look for news', inboxId?: string): Error {
	const action = inboxId === undefined ? task : `${task} in inbox ${inboxId}`;
	const { message, description, statusCode } = failureText(error, { action, reasons: inboxId === undefined ? undefined : MISSING_INBOX });
	if (error instanceof ApiError || error instanceof PageError) {
		return new NodeApiError(node, {}, { message, description, httpCode: statusCode?.toString() });
	}
	// Whatever else is thrown has its text, and its description, itself.
	return new NodeOperationError(node, error as Error);
}

/** No page came, and no answer that says why. */
export function silenceError(node: INode, task: string): Error {
	const verb = task.charAt(0).toLowerCase() + task.slice(1);
	return new NodeOperationError(node, `Could not ${verb}: the helpdesk did not let n8n look`, {
		description:
			'It limits the requests for longer than a poll, or takes too long to answer. Nothing is lost: the first poll that goes through brings everything. Check whether another program behind the same IP address uses up the limit.',
	});
}

/** n8n starts the trigger without a person who waits: after a restart, say. */
export const UNATTENDED = ['init', 'leadershipChange'];

/**
 * Whether a failed first poll is no reason to refuse the activation, where the trigger has a state to go on from:
 * the helpdesk is throttling or out of order. A host that cannot be reached at all is refused to a person, who
 * may have mistyped it.
 */
export function isTransientFailure(error: unknown, mode: ReturnType<IPollFunctions['getActivationMode']>): boolean {
	if (!(error instanceof ApiError)) return false;
	const { outcome, status = 0 } = error;
	if (outcome.kind === 'noAnswer') return ENDINGS[outcome.ending].applied !== 'no' || UNATTENDED.includes(mode);
	return status === 429 || status >= 500;
}
