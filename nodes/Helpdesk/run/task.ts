import { Task } from '../../../transport';
import { endpointOf, fieldsOf, namesInPath, quoted, snakeCase } from '../../shared';
import { Operation } from '../operation';
import { labelOf } from './buildRequest';
import { Item } from './item';

/** An ID that an error may quote. Other values may be a customer's words. */
const QUOTABLE = /^[\w.:-]{1,64}$/;

export function taskOf(item: Item): Task & Pick<Operation, 'whoGotIt'> {
	const { operation } = item;
	const { action, instead, whoGotIt } = operation;
	const fieldName = (apiName: string) => {
		const names = [apiName, `${apiName}_id`];
		const found = fieldsOf(operation).find(({ property }) => names.includes(snakeCase(property.name)));
		return found && quoted(found.property.displayName);
	};
	return { action, instead, whoGotIt, fieldName, askedFor: askedFor(item), ...endpointOf(operation) };
}

/** Names the IDs in the path, and the fields of the incoming item that contain them. */
function askedFor({ operation, inputSoFar: input = {}, context }: Item) {
	const incoming = context.getInputData().json;
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
			field && `The incoming item has ${id} as '${field}'.`,
			isOther && `The incoming item has another ${labelOf(operation, name)} as '${own}': drag that.`,
		];
	});
	const number = names.includes('conversationId') && /^\d+$/.exec(String(input.conversationId))?.[0];
	const hints = [
		`Asked for: ${asked}.`,
		...taken,
		number && `If ${number} is a ticket number, choose From List, and type it there.`,
		names.includes('inboxId') && 'If that is a name, choose From List.',
	];
	return hints.filter(Boolean).join(' ');
}
