import type { INodeProperties } from 'n8n-workflow';

import { showing } from '../../shared/fields/build';
import type { Operation, Resource } from '../operation';

/** An operation together with its resource: the two dropdowns of the editor. */
export interface Choice {
	resource: Resource;
	operation: Operation;
}

/**
 * Shows one property for exactly these choices and defines it once: n8n resolves a parameter's expression twice for each definition
 * of its name.
 *
 * n8n can only say "one of these resources and one of these operations". Where that is not enough, a hidden parameter stands for
 * "or": it is defined as often as needed, has no expression, and the property is shown with it. n8n fills in its default when it
 * loads a workflow, and saves none.
 *
 * @param path `/` for an option inside a collection; its hidden parameter is outside of the collection
 */
export function place(property: INodeProperties, choices: Choice[], path: '' | '/' = ''): INodeProperties[] {
	const shown = wherever(property, choices, path);
	if (shown.length < 2) return shown;
	const name = `${property.name}${path && 'Option'}Shown`;
	const hidden: INodeProperties = { displayName: `${property.displayName} Shown`, name, type: 'hidden', default: 'yes' };
	return [...wherever(hidden, choices), showing(property, { [path + name]: ['yes'] })];
}

/** Shows one property for these choices with as few definitions as n8n's display conditions allow. */
export function wherever(property: INodeProperties, choices: Choice[], path: '' | '/' = ''): INodeProperties[] {
	const wanted = new Map<Resource, Set<string>>();
	for (const { resource, operation } of choices) wanted.set(resource, (wanted.get(resource) ?? new Set()).add(operation.value));
	const blocks: Array<{ resources: Resource[]; operations: Set<string> }> = [];
	for (const [resource, operations] of wanted) {
		/** Whether the property is then shown for no operation that does not use it. */
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
