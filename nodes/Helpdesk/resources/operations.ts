import { summaries, OperationId } from '../../../contract/endpoints';
import { endpointOf, namesInPath, inWords, WhoGotIt, limit, locators, returnAll } from '../../shared';
import { attachmentId, failedEventId, scheduledMessageId, reportKind } from '../fields';
import { Operation, Resource } from '../operation';
import { anyList, messageOutput } from '../run/outputs';

const OF_PATHS = { ...locators, attachmentId, eventId: failedEventId, kind: reportKind, messageId: scheduledMessageId };

type ByValue = Record<string, Partial<Omit<Operation, 'value'>>>;

/** Outputs the conversation's ID and the helpdesk's message. */
export const changed = messageOutput('conversationId');

export function resourceOf(value: string, description: string, operations: ByValue, name = inWords(value)): Resource {
	const all = Object.entries(operations).map((operation) => operationOf(name, ...operation));
	return { name, value, description, operations: all };
}

/**
 * Fills in defaults: the value in words as name, an action such as "Update contact", the contract's summary as
 * description, and `changed` as output. IDs in the path become fields.
 */
function operationOf(resource: string, value: string, operation: ByValue[string]): Operation {
	const { name = inWords(value), fields = [], operationId } = operation;
	const inPath = namesInPath(endpointOf(operation) ?? { path: '' })
		.filter((each) => !fields.some(({ property }) => property.name === each))
		.map((each) => OF_PATHS[each as 'inboxId']);
	const action = name.charAt(0) + `${name} ${resource}`.slice(1).toLowerCase();
	const description = operationId ? summaries[operationId] : action;
	return { name, value, action, description, output: changed, ...operation, fields: [...inPath, ...fields] };
}

/** For a list of unspecified form. */
export function getAll(action: string, operationId: OperationId, output = anyList()) {
	return { action, operationId, fields: [returnAll, limit], output };
}

const either =
	(ifOpen: string): WhoGotIt =>
	({ mayHaveBeenApplied }) =>
		mayHaveBeenApplied ? ifOpen : 'The customer got nothing.';

/** A reply that is missing may have been sent. */
export const MISSING = [404, 409, 410];

const reply = either('The customer may have got the reply.');

export const whoGotIt = {
	reply,
	message: either('The customer may have got the message.'),
	newConversation: either('The customer may have got a message.'),
	forward: either("Those under 'To' may have got the message."),
	scheduled: either('The customer may get the reply at that time.'),
	sentNow: (failure) =>
		reply({
			...failure,
			mayHaveBeenApplied: failure.mayHaveBeenApplied || MISSING.includes(failure.statusCode ?? 0),
		}),
	/** The reply is still scheduled, or was sent. */
	waiting: () => 'The customer may still get the reply.',
} satisfies Record<string, WhoGotIt>;
