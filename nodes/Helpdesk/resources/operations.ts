import { summaries, OperationId } from '../../../contract/endpoints';
import { endpointOf, namesInPath, inWords, WhoGotIt, limit, returnAll } from '../../shared';
import * as locators from '../../shared/fields/locators';
import { attachmentId, failedEventId, scheduledMessageId, reportKind } from '../fields';
import type { Operation } from '../operation';
import { anyList, messageOutput, record } from '../run/outputs';

const OF_PATHS = { ...locators, attachmentId, eventId: failedEventId, kind: reportKind, messageId: scheduledMessageId };

/**
 * Operations by their value. Workflows store it, so never change it. The default description is the contract's, the
 * default output is `changed`. IDs in the path become fields.
 */
type ByValue = Record<string, Omit<Operation, 'value' | Defaulted> & Partial<Pick<Operation, Defaulted>>>;

type Defaulted = 'name' | 'description' | 'output';

/** Outputs the conversation's ID and the helpdesk's message. */
export const changed = messageOutput('conversationId');

export function operationsOf(operations: ByValue): Operation[] {
	return Object.entries(operations).map(([value, operation]) => {
		const { fields: own = [], operationId, action } = operation;
		const inPath = namesInPath(endpointOf(operation) ?? { path: '' })
			.filter((name) => !own.some(({ property }) => property.name === name))
			.map((name) => OF_PATHS[name as 'inboxId']);
		const fields = [...inPath, ...own];
		const description = operationId ? summaries[operationId] : action;
		return { name: inWords(value), value, description, output: changed, ...operation, fields };
	});
}

export function getOne(what: string, operationId: OperationId, output = record()) {
	return { action: `Get ${what}`, operationId, output };
}

/** A list whose form is not specified. */
export function getAll(what: string, operationId: OperationId, output = anyList()) {
	return { action: `Get many ${what}`, operationId, fields: [returnAll, limit], output };
}

const either =
	(ifOpen: string): WhoGotIt =>
	({ mayHaveBeenApplied }) =>
		mayHaveBeenApplied ? ifOpen : 'The customer got nothing.';

const reply = either('The customer may have got the reply.');

export const whoGotIt = {
	reply,
	message: either('The customer may have got the message.'),
	newConversation: either('The customer may have got a message.'),
	forward: either("Those under 'To' may have got the message."),
	scheduled: either('The customer may get the reply at that time.'),
	/** A missing reply may have been sent. */
	sentNow: (failure) =>
		reply({
			...failure,
			mayHaveBeenApplied: failure.mayHaveBeenApplied || [404, 409, 410].includes(failure.statusCode ?? 0),
		}),
	/** The reply still waits, or was sent. */
	waiting: () => 'The customer may still get the reply.',
} satisfies Record<string, WhoGotIt>;
