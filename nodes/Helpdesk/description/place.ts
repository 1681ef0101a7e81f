import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';

import type { Operation, Resource } from '../operation';

/** An operation together with its resource: the two dropdowns of the editor. */
export interface Choice {
	resource: Resource;
	operation: Operation;
}

/** Several resources and the operations for which something is shown in all of them. */
interface Block {
	resources: Resource[];
	operations: Set<string>;
}

/**
 * One property, shown for exactly these choices, and defined once: n8n resolves a parameter's expression twice for each
 * definition of its name.
 *
 * n8n can only say "one of these resources and one of these operations". Where that does not do, a hidden parameter
 * stands for "or": it is defined as often as needed, has no expression to resolve, and the property is shown with it.
 * n8n fills in its default when it loads a workflow, and saves none.
 */
export function place(property: INodeProperties, choices: Choice[]): INodeProperties[] {
	const shown = wherever(property, choices);
	if (shown.length < 2) return shown;
	const name = `${property.name}Shown`;
	const hidden: INodeProperties = { displayName: `${property.displayName} Shown`, name, type: 'hidden', default: 'yes' };
	return [...wherever(hidden, choices), showing(property, { [name]: ['yes'] })];
}

/**
 * One property as few times as n8n's display conditions alone allow: resources share a definition wherever that shows
 * nothing that it should not.
 *
 * @param path put before `resource` and `operation`: `/` for an option inside a collection
 */
export function wherever(property: INodeProperties, choices: Choice[], path: '' | '/' = ''): INodeProperties[] {
	return blocks(choices).map((block) => showing(property, conditions(block, path)));
}

function showing(property: INodeProperties, conditions: NonNullable<IDisplayOptions['show']>): INodeProperties {
	const { displayOptions } = property;
	return { ...property, displayOptions: { ...displayOptions, show: { ...displayOptions?.show, ...conditions } } };
}

/** Resources as a whole, or divided among the blocks where that makes fewer. */
function blocks(choices: Choice[]): Block[] {
	const whole = blocksOf(choices, [...wanted(choices)]);
	const divided = blocksOf(
		choices,
		choices.map(({ resource, operation }) => [resource, new Set([operation.value])]),
	);
	return divided.length < whole.length ? divided : whole;
}

function wanted(choices: Choice[]): Map<Resource, Set<string>> {
	const byResource = new Map<Resource, Set<string>>();
	for (const { resource, operation } of choices) {
		byResource.set(resource, (byResource.get(resource) ?? new Set()).add(operation.value));
	}
	return byResource;
}

function blocksOf(choices: Choice[], parts: Array<[Resource, Set<string>]>): Block[] {
	const byResource = wanted(choices);
	const result: Block[] = [];
	for (const [resource, operations] of parts) {
		const host = result.find((block) => fits(block, resource, operations, byResource));
		if (host) {
			if (!host.resources.includes(resource)) host.resources.push(resource);
			operations.forEach((value) => host.operations.add(value));
		} else {
			result.push({ resources: [resource], operations: new Set(operations) });
		}
	}
	return result;
}

/** Whether the resource can join without showing the property for an operation that does not use it. */
function fits(block: Block, resource: Resource, operations: Set<string>, wanted: Map<Resource, Set<string>>): boolean {
	const union = new Set([...block.operations, ...operations]);
	return [...block.resources, resource].every((member) =>
		member.operations.every(({ value }) => !union.has(value) || wanted.get(member)!.has(value)),
	);
}

function conditions({ resources, operations }: Block, path: string): NonNullable<IDisplayOptions['show']> {
	const show = { [`${path}resource`]: resources.map(({ value }) => value) };
	const all = resources.every((resource) => resource.operations.every(({ value }) => operations.has(value)));
	return all ? show : { ...show, [`${path}operation`]: [...operations] };
}
