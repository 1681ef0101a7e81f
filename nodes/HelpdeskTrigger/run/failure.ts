import { NodeApiError, NodeOperationError, type INode, type IPollFunctions } from 'n8n-workflow';

import { ApiError, ENDINGS, InputError, PageError } from '../../../transport';
import { failureText } from '../../Helpdesk/run/failure';

/** The error that n8n shows, in the words of what the trigger was looking for and in which inbox. */
export function pollError(error: unknown, node: INode, task = 'Look for news', inboxId?: string): Error {
	const action = inboxId === undefined ? task : `${task} in inbox ${inboxId}`;
	const { message, description, statusCode } = failureText(error, { action });
	if (error instanceof ApiError || error instanceof PageError) {
		return new NodeApiError(node, {}, { message, description, httpCode: statusCode?.toString() });
	}
	if (error instanceof InputError || description) return new NodeOperationError(node, message, { description });
	return new NodeOperationError(node, error as Error);
}

/** n8n starts the trigger without a person who waits: after a restart, say. */
const UNATTENDED = ['init', 'leadershipChange'];

/**
 * Whether a failed first poll is no reason to refuse the activation: the helpdesk is throttling or out of
 * order. A host that cannot be reached at all is refused to a person, who may have mistyped it.
 */
export function passes(error: unknown, mode: ReturnType<IPollFunctions['getActivationMode']>): error is ApiError {
	if (!(error instanceof ApiError)) return false;
	const { outcome, status = 0 } = error;
	if (outcome.kind === 'noAnswer') return ENDINGS[outcome.ending].applied !== 'no' || UNATTENDED.includes(mode);
	return status === 429 || status >= 500;
}

/** The server's time in the answer of a failed request, in ms. */
export function serverTimeOf({ outcome }: ApiError): number | undefined {
	const time = outcome.kind === 'answer' ? Date.parse(outcome.answer.headers.date ?? '') : NaN;
	return Number.isNaN(time) ? undefined : time;
}
