import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { endpointOf } from '../../shared/endpoint';
import type { Field } from '../../shared/field';
import { ADVANCED } from '../../shared/names';
import { canWrite } from '../fields';
import type { Operation } from '../operation';
import { undoNotice } from './notices';
import type { OperationChoice } from './showFor';

/** OpenAI refuses longer descriptions of a tool. */
const MAX_LENGTH = 1024;

/** Describes an operation to a model, with as many fields as fit. */
export function toolDescription(operation: Operation): string {
	const doubt = endpointOf(operation)?.provisional ? ['The helpdesk may not support it.'] : [];
	const about = [sentence(operation.description), ...doubt, effect(operation), returned(operation)].join(' ');
	return filledByModel(operation).reduce((told, field) => {
		const longer = `${told} ${meaning(field)}`;
		return longer.length > MAX_LENGTH ? told : longer;
	}, about);
}

export function toolDescriptionProperties(choices: OperationChoice[]): INodeProperties[] {
	// Ask for Approval is a review step of an agent, not a tool.
	const tools = choices.filter(({ operation }) => operation.value !== 'sendAndWait');
	return tools.map(({ resource, operation }) => ({
		displayName: 'Tool Description',
		name: 'toolDescription',
		type: 'string',
		typeOptions: { rows: 5 },
		default: toolDescription(operation),
		displayOptions: { show: { '@tool': [true], resource: [resource.value], operation: [operation.value] } },
		description: 'What the AI agent reads before it uses this tool. Add what it may use it for, and what not.',
	}));
}

function effect(operation: Operation): string {
	if (!canWrite(operation)) return 'It changes nothing.';
	const { undo = 'there is no known undo' } = operation;
	return undoNotice(operation) ?? `It changes the helpdesk: ${undo}.`;
}

function returned({ output: { form } }: Operation): string {
	const names = form.forModel ?? Object.keys({ ...form.simple, ...form.fields });
	if (names.length > 0) return `Returns for each record: ${names.join(', ')}.`;
	return form.record ? 'Returns each record with all its fields.' : 'Returns the response of the helpdesk.';
}

function filledByModel(operation: Operation): Field[] {
	const all = [...(operation.fields ?? []), ...(operation.updateFields ?? [])];
	return all.filter(({ property: { displayName } }) => !displayName.startsWith(ADVANCED));
}

/** Describes a field by the first sentence of its description. */
function meaning({ property }: Field): string {
	const { displayName, type, description = '', options = [] } = property;
	const [first] = description.replace(/, or a list from an expression/, '').split(/(?<=\.) /);
	const known =
		type === 'options'
			? (options as INodePropertyOptions[]).map(({ value }) => value).filter((value) => value !== '')
			: [];
	const form = { resourceLocator: ', by ID', dateTime: ', such as 2026-11-24T09:00:00Z' }[type as string] ?? '';
	return sentence(
		`${displayName}: ${first!.replace(/\.$/, '')}${form}${known.length > 0 ? ` (${known.join(', ')})` : ''}`,
	);
}

function sentence(text: string): string {
	return text.endsWith('.') ? text : `${text}.`;
}
