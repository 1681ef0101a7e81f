import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { endpointOf } from '../../shared/endpoint';
import { COLLECTIONS, type Field } from '../../shared/field';
import { ADVANCED } from '../../shared/names';
import { canWrite } from '../fields/once';
import type { Operation } from '../operation';
import { noticeTextOf } from './notices';
import type { Choice } from './place';

/** The most that OpenAI takes as the description of a tool, in characters: it refuses the whole request otherwise. */
const MAX_LENGTH = 1024;

/**
 * What a model is told of an operation that is a tool of an AI agent: what it does, what that does to the world and
 * whether it can be taken back, what it returns, and what its fields mean, the last of them where there is room. n8n by itself tells the action and "in
 * Helpdesk", and of a field that the model fills its name alone.
 */
export function toolDescription(operation: Operation): string {
	const doubt = endpointOf(operation)?.provisional ? ['The helpdesk may not have it.'] : [];
	const about = [sentence(operation.description), ...doubt, effect(operation), returned(operation)].join(' ');
	return filledByModel(operation).reduce((told, field) => {
		const longer = `${told} ${meaning(field)}`;
		return longer.length > MAX_LENGTH ? told : longer;
	}, about);
}

/**
 * The field in which n8n looks for a tool's description: n8n adds one of its own only to a node without it. Filled in for
 * each operation; n8n saves nothing of it that the user did not change.
 */
export function toolDescriptionProperties(choices: Choice[]): INodeProperties[] {
	return choices.map(({ resource, operation }) => ({
		displayName: 'Tool Description',
		name: 'toolDescription',
		type: 'string',
		typeOptions: { rows: 5 },
		default: toolDescription(operation),
		displayOptions: { show: { '@tool': [true], resource: [resource.value], operation: [operation.value] } },
		description: 'What the AI agent reads before it decides to use this tool. Add what it may use it for, and what not.',
	}));
}

function effect(operation: Operation): string {
	if (!canWrite(operation)) return 'It only reads: nothing in the helpdesk changes.';
	const { undo = 'the API documentation shows no way to take it back' } = operation;
	return noticeTextOf(operation) ?? `It changes the helpdesk: ${undo}.`;
}

function returned({ output: { form } }: Operation): string {
	const names = Object.keys({ ...form.simple, ...form.fields });
	if (names.length > 0) return `Returns for each record: ${names.join(', ')}.`;
	return form.record ? 'Returns each record with all its fields.' : 'Returns what the helpdesk answers.';
}

/**
 * What a model may fill in a tool. Left to whoever sets it up: the API's names for what is not in its documentation, and
 * by which rules Computed Fields are counted.
 */
export function filledByModel(operation: Operation): Field[] {
	const all = [...(operation.fields ?? []), ...COLLECTIONS.flatMap((name) => operation[name] ?? [])];
	return all.filter(({ property: { displayName, displayOptions: { show = {} } = {} } }) => {
		const isOfSetUp = displayName.startsWith(ADVANCED) || show.computedFields !== undefined;
		return !isOfSetUp && !show['@tool']?.includes(false);
	});
}

/** What a field means, by the name that it has for the model. Only the first sentence: the others are for whoever sets up the node. */
function meaning({ property }: Field): string {
	const { displayName, type, description = '', options = [] } = property;
	const [first] = description.replace(/, or a list from an expression/, '').split(/(?<=\.) /);
	const known = type === 'options' ? (options as INodePropertyOptions[]).map(({ value }) => value).filter((value) => value !== '') : [];
	const form = { resourceLocator: ', by ID', dateTime: ', such as 2026-11-24T09:00:00Z' }[type as string] ?? '';
	return sentence(`${displayName}: ${first!.replace(/\.$/, '')}${form}${known.length > 0 ? ` (${known.join(', ')})` : ''}`);
}

function sentence(text: string): string {
	return text.endsWith('.') ? text : `${text}.`;
}
