import { INodeProperties } from 'n8n-workflow';

import { showing } from '../../shared';
import { Operation, Resource } from '../operation';

export interface OperationChoice {
	resource: Resource;
	operation: Operation;
}

/**
 * Defines a property once for all these choices, because n8n resolves its expression for each definition.
 *
 * n8n has no "or" between conditions. So a hidden parameter is defined for each condition, and the property is shown
 * if the hidden parameter has its default.
 *
 * @param path `/` for a field in a collection
 */
export function showFor(property: INodeProperties, choices: OperationChoice[], path: '' | '/' = ''): INodeProperties[] {
	const shown = definitionsFor(property, choices, path);
	if (shown.length < 2) return shown;
	const name = `${property.name}${path && 'Option'}Shown`;
	const hidden: INodeProperties = {
		displayName: `${property.displayName} Shown`,
		name,
		type: 'hidden',
		default: 'yes',
	};
	return [...definitionsFor(hidden, choices), showing(property, { [path + name]: ['yes'] })];
}

/** Returns definitions that show a property for all these choices. Resources share a definition if possible. */
export function definitionsFor(
	property: INodeProperties,
	choices: OperationChoice[],
	path: '' | '/' = '',
): INodeProperties[] {
	const wanted = new Map<Resource, Set<string>>();
	for (const { resource, operation } of choices)
		wanted.set(resource, (wanted.get(resource) ?? new Set()).add(operation.value));
	const blocks: Array<{ resources: Resource[]; operations: Set<string> }> = [];
	for (const [resource, operations] of wanted) {
		const fits = (block: (typeof blocks)[number]) => {
			const union = new Set([...block.operations, ...operations]);
			return [...block.resources, resource].every((each) =>
				each.operations.every(({ value }) => !union.has(value) || wanted.get(each)!.has(value)),
			);
		};
		const host = blocks.find(fits);
		host?.resources.push(resource);
		operations.forEach((value) => host?.operations.add(value));
		if (!host) blocks.push({ resources: [resource], operations: new Set(operations) });
	}
	return blocks.map(({ resources, operations }) => {
		const all = resources.every((resource) => resource.operations.every(({ value }) => operations.has(value)));
		return showing(property, {
			[`${path}resource`]: resources.map(({ value }) => value),
			...(!all && { [`${path}operation`]: [...operations] }),
		});
	});
}
