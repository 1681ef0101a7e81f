import { InputError } from '../../../transport';
import { withOnce } from '../fields/once';
import { withOutput } from '../fields/output';
import { withSafeHands } from '../fields/safeHands';
import { withTimes } from '../fields/times';
import type { Operation, Resource } from '../operation';
import { apiRequest } from './apiRequest';
import { attachment } from './attachment';
import { automation } from './automation';
import { contact } from './contact';
import { conversation } from './conversation';
import { inbox } from './inbox';
import { knowledgeBase } from './knowledgeBase';
import { message } from './message';
import { report } from './report';
import { savedReply } from './savedReply';
import { scheduledReply } from './scheduledReply';
import { tag } from './tag';
import { user } from './user';

/** Every choice of the node, the most used first; the first one is the editor's default. */
export const resources: Resource[] = [
	conversation,
	message,
	scheduledReply,
	contact,
	tag,
	inbox,
	savedReply,
	user,
	automation,
	report,
	knowledgeBase,
	attachment,
	apiRequest,
].map((resource) => ({ ...resource, operations: resource.operations.map(withOnce).map(withSafeHands).map(withOutput).map(withTimes) }));

const byChoice = new Map<string, Operation>(
	resources.flatMap((resource) => resource.operations.map((operation) => [`${resource.value}.${operation.value}`, operation] as const)),
);

/** The operation that both dropdowns name. Throws InputError where an expression names none. */
export function findOperation(resource: unknown, operation: unknown): Operation {
	const found = byChoice.get(`${String(resource)}.${String(operation)}`);
	if (found) return found;
	throw new InputError("'Resource' and 'Operation' do not go together", 'Choose both from their lists.');
}
