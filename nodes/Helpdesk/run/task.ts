import type { IDataObject } from 'n8n-workflow';

import type { Task } from '../../../transport';
import { endpointOf, namesInPath } from '../../shared/endpoint';
import type { Input } from '../../shared/field';
import type { Operation } from '../operation';
import { fieldNames, labelOf } from './buildRequest';

/** Other values may be words of a customer. */
const QUOTABLE = /^[\w.:-]{1,64}$/;

/** @param incoming the incoming item */
export function taskOf(operation: Operation, input: Input = {}, incoming: IDataObject = {}): Task & Pick<Operation, 'whoGotIt'> {
	const { action, instead, whoGotIt } = operation;
	const texts = { fieldName: fieldNames(operation, input), askedFor: askedFor(operation, input, incoming) };
	return { action, instead, whoGotIt, ...texts, ...endpointOf(operation) };
}

/** IDs of the missing record, and what else they are. */
function askedFor(operation: Operation, input: Input, incoming: IDataObject): string | undefined {
	const endpoint = endpointOf(operation);
	const names = endpoint ? namesInPath(endpoint).filter((name) => QUOTABLE.test(String(input[name] ?? ''))) : [];
	if (names.length === 0) return undefined;
	const asked = `Asked for: ${names.map((name) => `${labelOf(operation, name)} ${String(input[name])}`).join(', ')}.`;
	const number = String(input.conversationId);
	const isNumber = names.includes('conversationId') && /^\d+$/.test(number);
	const ticket = isNumber ? [`If ${number} is a ticket number, it is not the ID: From List finds it.`] : [];
	return [asked, ...names.flatMap((name) => otherKind(name, String(input[name]), incoming) ?? []), ...ticket].join(' ');
}

/** By a field that no other record has. */
const SHAPES = { thread_event_id: 'message', ticket_id: 'conversation', email: 'contact or teammate' };

/** If the incoming item shows that the ID is of another kind. */
function otherKind(name: string, id: string, incoming: IDataObject): string | undefined {
	const field = ['id', ...Object.keys(incoming).filter((key) => key.endsWith('_id'))].find((key) => String(incoming[key]) === id);
	const shape = Object.entries(SHAPES).find(([sign]) => sign in incoming)?.[1];
	const named = field?.replace(/^last_(customer_)?|_id$/g, '').replace('assignable', 'teammate');
	const kind = field === 'id' ? shape : named?.replaceAll('_', ' ');
	const own = name.replace(/Id$/, '').replace('user', 'teammate').replace('threadEvent', 'message');
	return kind === undefined || kind.includes(own) ? undefined : `${id} is the ID of a ${kind}: the incoming item has it as '${field}'.`;
}
