import type { Task } from '../../../transport';
import { endpointOf, namesInPath } from '../../shared/endpoint';
import type { Input } from '../../shared/field';
import type { Operation } from '../operation';
import { fieldNames, labelOf } from './buildRequest';

/** Only what can be an ID is quoted: an expression may give what a customer wrote. */
const QUOTABLE = /^[\w.:-]{1,64}$/;

/** What the errors of an operation are told in. */
export function taskOf(operation: Operation, input: Input = {}): Task {
	const { action, instead } = operation;
	return { action, instead, fieldName: fieldNames(operation, input), ...endpointOf(operation), askedFor: askedFor(operation, input) };
}

/** The IDs that a missing record was asked for by, and what a number may be instead; undefined where none can be told. */
function askedFor(operation: Operation, input: Input): string | undefined {
	const endpoint = endpointOf(operation);
	const names = endpoint ? namesInPath(endpoint).filter((name) => QUOTABLE.test(String(input[name] ?? ''))) : [];
	if (names.length === 0) return undefined;
	const asked = `Asked for: ${names.map((name) => `${labelOf(operation, name)} ${String(input[name])}`).join(', ')}.`;
	const number = String(input.conversationId);
	const isNumber = names.includes('conversationId') && /^\d+$/.test(number);
	return isNumber ? `${asked} If ${number} is a ticket number, it is not the ID: From List finds it.` : asked;
}
