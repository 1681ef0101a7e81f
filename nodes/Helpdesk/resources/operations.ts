import type { OperationId } from '../../../contract/endpoints';
import type { Field } from '../../shared/field';
import { limit, returnAll } from '../../shared/fields/paging';
import { inWords } from '../../shared/names';
import type { Operation, Output } from '../operation';
import { anyList, messageOutput, record } from '../run/outputs';

/**
 * Operations by the value that workflows store: never change it. The name is the value in words by default, the output the
 * conversation's ID and the helpdesk's message.
 */
type ByValue = Record<string, Omit<Operation, 'name' | 'value' | 'output'> & { name?: string; output?: Output }>;

const output = messageOutput('conversationId');

export function operationsOf(operations: ByValue): Operation[] {
	return Object.entries(operations).map(([value, operation]) => ({ name: inWords(value), value, output, ...operation }));
}

/** `get` of `tag` is stored as tagGet and shown as "Tag: Get". */
export function operationsOn(subjects: Record<string, ByValue>): Operation[] {
	return Object.entries(subjects).flatMap(([subject, operations]) =>
		operationsOf(operations).map((operation) => ({
			...operation,
			name: `${inWords(subject).replace('User', 'Teammate')}: ${operation.name}`,
			value: `${subject}${operation.value.charAt(0).toUpperCase()}${operation.value.slice(1)}`,
		})),
	);
}

export function getOne(what: string, operationId: OperationId, field: Field, output = record()) {
	return { action: `Get ${what}`, description: `Get one ${what} by its ID`, operationId, fields: [field], output };
}

/** For lists whose form the specification does not show. */
export function getAll(what: string, operationId: OperationId, output = anyList()) {
	return { action: `Get many ${what}`, description: `Get the ${what} of the organization`, operationId, fields: [returnAll, limit], output };
}
