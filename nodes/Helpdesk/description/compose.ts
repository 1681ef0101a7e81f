import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import type { Endpoint } from '../../../contract/endpoints';
import { NODE_SCHEME } from '../../../transport';
import { endpointOf } from '../../shared/endpoint';
import { COLLECTIONS, type Field } from '../../shared/field';
import { ADVANCED } from '../../shared/names';
import type { Operation, Resource } from '../operation';
import { noticeProperties } from './notices';
import { place, wherever, type Choice } from './place';
import { toolDescriptionProperties } from './toolDescription';

/** Each collection as n8n names it. */
const COLLECTION_PROPERTIES: Record<(typeof COLLECTIONS)[number], INodeProperties> = {
	additionalFields: { displayName: 'Additional Fields', name: 'additionalFields', type: 'collection', placeholder: 'Add Field', default: {} },
	updateFields: { displayName: 'Update Fields', name: 'updateFields', type: 'collection', placeholder: 'Add Field', default: {} },
	filters: { displayName: 'Filters', name: 'filters', type: 'collection', placeholder: 'Add Filter', default: {} },
	options: { displayName: 'Options', name: 'options', type: 'collection', placeholder: 'Add Option', default: {} },
	sorting: { displayName: 'Sort', name: 'sorting', type: 'collection', placeholder: 'Add Sorting', default: {} },
};

/** The node's properties, made from its resources: what a tool is described with, both dropdowns, then every field once. */
export function compose(resources: Resource[]): INodeProperties[] {
	const choices = resources.flatMap((resource) => resource.operations.map((operation) => ({ resource, operation })));
	return [
		...toolDescriptionProperties(choices),
		resourceProperty(resources),
		...resources.map(operationProperty),
		...noticeProperties(choices),
		...fieldsInOrder(choices).flatMap((field) =>
			place(
				field.property,
				choices.filter(({ operation }) => shownFields(operation).includes(field)),
			),
		),
		...COLLECTIONS.flatMap((name) => collectionProperties(name, choices)),
	];
}

/** The description that the editor and AI tools show, with what the user must know before choosing. */
export function describe(operation: Operation): string {
	const { description } = operation;
	const { patOnly, provisional } = endpointOf(operation) ?? {};
	const text = patOnly ? `${description} (needs a personal access token)` : description;
	return provisional ? said(text) : text;
}

/** Says first that an operation is provisional. */
function said(text: string): string {
	return `Provisional: ${text.charAt(0).toLowerCase()}${text.slice(1)}`;
}

function resourceProperty(resources: Resource[]): INodeProperties {
	const first = resources[0]!.value;
	return {
		displayName: 'Resource',
		name: 'resource',
		type: 'options',
		noDataExpression: true,
		// Not by name: in this order the palette lists the actions, and those of conversations are looked for most.
		options: resources.map(({ name, value, description }) => ({ name, value, description })),
		default: first,
	};
}

function operationProperty(resource: Resource): INodeProperties {
	const first = resource.operations[0]!.value;
	return {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: [resource.value] } },
		options: byName(
			resource.operations.map((operation) => ({
				name: operation.name,
				value: operation.value,
				action: endpointOf(operation)?.provisional ? said(operation.action) : operation.action,
				description: describe(operation),
				// Hands the item to the pagination function of the node, which fills in and sends the request.
				routing: { request: requestOf(operation), send: { paginate: true } },
			})),
		),
		default: first,
	};
}

/** Tells method and path, at an address to which nothing can be sent: should n8n pass over the pagination function, it fails. */
function requestOf(operation: Operation): { method?: 'GET'; url: string } {
	const { method, path = '' }: Partial<Endpoint> = endpointOf(operation) ?? {};
	return { method: method as 'GET', url: NODE_SCHEME + path };
}

function collectionProperties(name: (typeof COLLECTIONS)[number], choices: Choice[]): INodeProperties[] {
	const users = choices.filter(({ operation }) => operation[name]);
	const fields = new Set(users.flatMap(({ operation }) => operation[name]!));
	const options = [...fields].flatMap((field) => {
		const own = users.filter(({ operation }) => operation[name]!.includes(field));
		// What all have is shown wherever the collection is.
		return own.length === users.length ? [optional(field.property)] : wherever(optional(field.property), own, '/');
	});
	const isAdvanced = ({ displayName }: INodeProperties) => displayName.startsWith(ADVANCED);
	const sorted = options.sort((a, b) => Number(isAdvanced(a)) - Number(isAdvanced(b)) || order(a.displayName, b.displayName));
	return place({ ...COLLECTION_PROPERTIES[name], options: sorted }, users);
}

/**
 * n8n looks for a required option of a collection outside of the collection, and refuses to run the node
 * for not finding it there. That it is filled in once it was added is checked when it is read.
 */
function optional(property: INodeProperties): INodeProperties {
	return { ...property, required: undefined };
}

function shownFields({ fields = [] }: Operation): Field[] {
	return fields.map((field) => field.shownAs ?? field);
}

/** All top-level fields, ordered so that every operation shows its own in the order in which it lists them. */
function fieldsInOrder(choices: Choice[]): Field[] {
	const lists = choices.map(({ operation }) => shownFields(operation));
	const visited = new Set<Field>();
	const ordered: Field[] = [];
	const visit = (field: Field) => {
		if (visited.has(field)) return;
		visited.add(field);
		for (const list of lists) list.slice(0, Math.max(0, list.indexOf(field))).forEach(visit);
		ordered.push(field);
	};
	lists.flat().forEach(visit);
	return ordered;
}

function byName(options: INodePropertyOptions[]): INodePropertyOptions[] {
	return options.sort((a, b) => order(a.name, b.name));
}

/** Enough for the English names here, and without the milliseconds that the first `localeCompare` of a process takes. */
function order(a: string, b: string): number {
	return a.toLowerCase() < b.toLowerCase() ? -1 : 1;
}
