import { INodeProperties } from 'n8n-workflow';

import { NODE_SCHEME } from '../../../transport';
import { endpointOf, COLLECTIONS, Field, ADVANCED, inWords, Endpoint } from '../../shared';
import { Operation, Resource } from '../operation';
import { noticeProperties } from './notices';
import { requestOptionsProperty } from './requestOptions';
import { showFor, OperationChoice } from './showFor';
import { toolDescriptionProperties } from './toolDescription';

export function compose(resources: Resource[]): INodeProperties[] {
	const choices = resources.flatMap((resource) => resource.operations.map((operation) => ({ resource, operation })));
	const fields = fieldsInOrder(choices);
	const [plain, advanced] = [fields.filter((field) => !isAdvanced(field)), fields.filter(isAdvanced)];
	const placed = (field: Field) =>
		showFor(
			field.property,
			choices.filter(({ operation }) => shownFields(operation).includes(field)),
		);
	return [
		...toolDescriptionProperties(choices),
		resourceProperty(resources),
		...resources.map(operationProperty),
		...noticeProperties(choices),
		...plain.flatMap(placed),
		...COLLECTIONS.flatMap((name) => collectionProperties(name, choices)),
		...advanced.flatMap(placed),
		requestOptionsProperty,
	];
}

function isAdvanced({ property: { name, displayOptions } }: Field) {
	return name === 'filterMode' || 'filterMode' in (displayOptions?.show ?? {});
}

export function actionSubtitle(resources: Resource[]) {
	const named = resources.flatMap(({ value, operations }) =>
		operations.map((operation) => [`${value}.${operation.value}`, operation.action]),
	);
	return (
		`={{ (${JSON.stringify(Object.fromEntries(named))})[$parameter["resource"] + "." + ` +
		`$parameter["operation"]] }}`
	);
}

export function describe(operation: Operation) {
	const { patOnly, provisional }: Partial<Endpoint> = endpointOf(operation) ?? {};
	const marks = [patOnly && 'needs a personal access token', provisional && 'not confirmed'].filter(Boolean);
	if (marks.length === 0) return operation.description;
	// Before the first full stop.
	return operation.description.replace(/(?=\. |\.?$)/, ` (${marks.join(', ')})`);
}

function resourceProperty(resources: Resource[]): INodeProperties {
	const first = resources[0]!.value;
	return {
		displayName: 'Resource',
		name: 'resource',
		type: 'options',
		noDataExpression: true,
		// Most used first: n8n lists actions in this order.
		options: resources.map(({ name, value, description }) => ({ name, value, description })),
		default: first,
	};
}

function operationProperty(resource: Resource): INodeProperties {
	const first = resource.operations[0]!.value;
	const inOrder = [...resource.operations].sort((a, b) => rank(a) - rank(b) || order(a.name, b.name));
	return {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: [resource.value] } },
		options: inOrder.map((operation) => ({
			name: operation.name,
			value: operation.value,
			action: operation.action,
			description: describe(operation),
			// Hands the item to the pagination function, which sends the request.
			routing: { request: requestOf(operation), send: { paginate: true } },
		})),
		default: first,
	};
}

function rank(operation: Operation): number {
	if (endpointOf(operation)?.provisional) return 2;
	return operation.isLast ? 1 : 0;
}

/** The request to this address fails if n8n skips the pagination function. */
function requestOf(operation: Operation): { method?: 'GET'; url: string } {
	const { method, path = '' }: Partial<Endpoint> = endpointOf(operation) ?? {};
	return { method: method as 'GET', url: NODE_SCHEME + path };
}

function collectionProperties(name: (typeof COLLECTIONS)[number], choices: OperationChoice[]) {
	const users = choices.filter(({ operation }) => operation[name]);
	const fields = new Set(users.flatMap(({ operation }) => operation[name]!));
	const placed = [...fields].flatMap((field) => {
		const own = users.filter(({ operation }) => operation[name]!.includes(field));
		return own.length === users.length ? [optional(field.property)] : showFor(optional(field.property), own, '/');
	});
	const isHidden = ({ type }: INodeProperties) => type === 'hidden';
	const options = placed.filter((property) => !isHidden(property));
	const isLast = ({ displayName }: INodeProperties) => Number(displayName.startsWith(ADVANCED));
	const sorted = options.sort((a, b) => isLast(a) - isLast(b) || order(a.displayName, b.displayName));
	const words = inWords(name);
	const collection = {
		displayName: words.replace('Sorting', 'Sort'),
		name,
		type: 'collection',
		placeholder: `Add ${words.replace(/^.* |s$/g, '')}`,
		default: {},
		options: sorted,
	} as const;
	return [...placed.filter(isHidden), ...showFor(collection, users)];
}

/** n8n does not run a node with a required field in a collection, so `readInput` checks it. */
function optional(property: INodeProperties): INodeProperties {
	return { ...property, required: undefined };
}

function shownFields({ fields = [] }: Operation) {
	return fields.map((field) => field.shownAs ?? field);
}

/** Returns all top-level fields in an order that fits every operation. */
function fieldsInOrder(choices: OperationChoice[]) {
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

/** Not `localeCompare`: its first call takes milliseconds. */
function order(a: string, b: string): number {
	return a.toLowerCase() < b.toLowerCase() ? -1 : 1;
}
