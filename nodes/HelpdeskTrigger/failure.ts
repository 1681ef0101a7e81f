import { NodeOperationError, INode, IPollFunctions } from 'n8n-workflow';

import { ApiError, FAILURE_KINDS, Task } from '../../transport';
import { couldNot, failureText, nodeError } from '../shared';

const OR_TAKE_IT_OUT = "remove it from 'Inboxes', or use a token";

const MISSING_INBOX: Task['reasons'] = {
	403: {
		todo: `The token may not read this inbox: ${OR_TAKE_IT_OUT} with the scope, of a teammate who can see it.`,
	},
	404: {
		todo: `The inbox was deleted, or its ID is wrong: ${OR_TAKE_IT_OUT} that may read it.`,
	},
};

export function pollError(error: unknown, node: INode, task = 'Check for events', inboxId?: string) {
	const whole = inboxId ? { action: `${task} in inbox ${inboxId}`, reasons: MISSING_INBOX } : { action: task };
	return nodeError(error, failureText(error, whole), node);
}

export function silenceError(node: INode, action: string) {
	return new NodeOperationError(node, `${couldNot(action)}: the helpdesk did not answer in time`, {
		description:
			'Nothing is lost: the first poll that succeeds emits everything. Check whether another program with the ' +
			'same IP address uses the limit.',
	});
}

/** Activations that no person waits for, such as after a restart. */
export const UNATTENDED = ['init', 'leadershipChange'];

/**
 * Returns whether a trigger with a state may start although its first poll failed. If a person publishes, an
 * unreachable host is an error, because its address may be mistyped.
 */
export function isTransientFailure(error: unknown, mode: ReturnType<IPollFunctions['getActivationMode']>) {
	if (!(error instanceof ApiError)) return false;
	const { result, status = 0 } = error;
	if (result.kind === 'noAnswer') return FAILURE_KINDS[result.failure].applied !== 'no' || UNATTENDED.includes(mode);
	return status === 429 || status >= 500;
}
