import type { IDataObject } from 'n8n-workflow';

import type { Task } from '../../../transport';
import { endpointOf, namesInPath, Input, snakeCase } from '../../shared';
import type { Operation } from '../operation';
import { fieldNames, labelOf } from './buildRequest';

/** An ID that an error may quote. Other values may be a customer's words. */
const QUOTABLE = /^[\w.:-]{1,64}$/;

export function taskOf(
	operation: Operation,
	input: Input = {},
	incoming: IDataObject = {},
): Task & Pick<Operation, 'whoGotIt'> {
	const { action, instead, whoGotIt } = operation;
	const texts = { fieldName: fieldNames(operation), askedFor: askedFor(operation, input, incoming) };
	return { action, instead, whoGotIt, ...texts, ...endpointOf(operation) };
}

/** Names the IDs that were asked for, and where the incoming item has them. */
function askedFor(operation: Operation, input: Input, incoming: IDataObject) {
	const endpoint = endpointOf(operation);
	const names = endpoint ? namesInPath(endpoint).filter((name) => QUOTABLE.test(String(input[name] ?? ''))) : [];
	if (names.length === 0) return undefined;
	const asked = names.map((name) => `${labelOf(operation, name)} ${String(input[name])}`).join(', ');
	const taken = names.flatMap((name) => {
		const id = input[name] as string;
		const field = Object.keys(incoming).find((key) => key.endsWith('_id') && String(incoming[key]) === id);
		const own = snakeCase(name);
		const isOther = incoming[own] !== undefined && String(incoming[own]) !== id;
		return [
			...(field ? [`The incoming item has ${id} as '${field}'.`] : []),
			...(isOther ? [`The incoming item has another ${labelOf(operation, name)} as '${own}': drag that.`] : []),
		];
	});
	const number = names.includes('conversationId') && /^\d+$/.exec(String(input.conversationId))?.[0];
	const ticket = number ? [`If ${number} is a ticket number, choose From List, and type it there.`] : [];
	const inbox = names.includes('inboxId') ? ['If that is a name, choose From List.'] : [];
	return [`Asked for: ${asked}.`, ...taken, ...ticket, ...inbox].join(' ');
}
