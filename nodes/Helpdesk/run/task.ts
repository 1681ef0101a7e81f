import type { IDataObject } from 'n8n-workflow';

import type { Task } from '../../../transport';
import { endpointOf, namesInPath } from '../../shared/endpoint';
import type { Input } from '../../shared/field';
import type { Operation } from '../operation';
import { fieldNames, labelOf } from './buildRequest';

/** Only what can be an ID is quoted: an expression may give what a customer wrote. */
const QUOTABLE = /^[\w.:-]{1,64}$/;

/**
 * What the errors of an operation are told in.
 *
 * @param incoming the item as it came in
 */
export function taskOf(operation: Operation, input: Input = {}, incoming: IDataObject = {}): Task & Pick<Operation, 'whoGotIt'> {
	const { action, instead, whoGotIt } = operation;
	const told = { fieldName: fieldNames(operation, input), askedFor: askedFor(operation, input, incoming) };
	return { action, instead, whoGotIt, ...told, ...endpointOf(operation) };
}

/** The IDs that a missing record was asked for by, and what else they are or may be; undefined where none can be told. */
function askedFor(operation: Operation, input: Input, incoming: IDataObject): string | undefined {
	const endpoint = endpointOf(operation);
	const names = endpoint ? namesInPath(endpoint).filter((name) => QUOTABLE.test(String(input[name] ?? ''))) : [];
	if (names.length === 0) return undefined;
	const others = names.flatMap((name) => otherKind(name, String(input[name]), incoming) ?? []);
	const asked = [`Asked for: ${names.map((name) => `${labelOf(operation, name)} ${String(input[name])}`).join(', ')}.`, ...others].join(' ');
	const number = String(input.conversationId);
	const isNumber = names.includes('conversationId') && /^\d+$/.test(number);
	return isNumber ? `${asked} If ${number} is a ticket number, it is not the ID: From List finds it.` : asked;
}

/** What an item is the record of, by a field that no other kind has. */
const SHAPES = { thread_event_id: 'message', ticket_id: 'conversation', email: 'contact or teammate' };

/** What the incoming item has this ID for, where that is another kind of record. */
function otherKind(name: string, id: string, incoming: IDataObject): string | undefined {
	const own = name.replace(/Id$/, '').replace('user', 'teammate').replace('threadEvent', 'message');
	const isItsOwn = String(incoming.id) === id;
	const shape = isItsOwn ? Object.entries(SHAPES).find(([field]) => field in incoming)?.[1] : undefined;
	const field = isItsOwn ? 'id' : Object.keys(incoming).find((key) => key.endsWith('_id') && String(incoming[key]) === id);
	const kind =
		shape ??
		(isItsOwn
			? undefined
			: field
					?.replace(/^last_(customer_)?|_id$/g, '')
					.replace('assignable', 'teammate')
					.replaceAll('_', ' '));
	return kind === undefined || kind.includes(own) ? undefined : `${id} is the ID of a ${kind}: the incoming item has it as '${field}'.`;
}
