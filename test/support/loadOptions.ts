import { LoadOptionsContext } from 'n8n-core';
import { Workflow, type INodeListSearchResult, type INodeParameters, type INodePropertyOptions } from 'n8n-workflow';

import { pickerMethods, type PickerName, type ShortListName } from '../../nodes/shared/pickers';
import type { Transport } from '../../transport/transport';
import { additionalData, helpdeskNode, helpdeskType, nodeTypesOf, type TestCredential } from './runNode';

export const pickerNames = Object.keys(helpdeskType.methods!.listSearch!) as PickerName[];

/** The editor's request when a list is opened, scrolled or searched. */
export interface Opened {
	credential: TestCredential;
	/** The node's parameters, as resolved by the editor. */
	parameters?: INodeParameters;
	filter?: string;
	paginationToken?: string;
}

/** Opens the list of a resource locator in n8n's own context, in this process, over real HTTP. */
export async function openList(
	transport: Transport,
	picker: PickerName,
	opened: Opened,
): Promise<INodeListSearchResult> {
	const { listSearch } = pickerMethods(transport);
	return await listSearch[picker]!.call(contextOf(opened), opened.filter, opened.paginationToken);
}

/** Opens the list of a multi-select field. */
export async function openChoices(
	transport: Transport,
	picker: ShortListName | 'outputFields',
	opened: Opened,
): Promise<INodePropertyOptions[]> {
	const methods = picker === 'outputFields' ? helpdeskType.methods! : pickerMethods(transport);
	return await methods.loadOptions![picker]!.call(contextOf(opened));
}

function contextOf({ credential, parameters = {} }: Opened) {
	const nodeTypes = nodeTypesOf(helpdeskType);
	const node = helpdeskNode(parameters);
	const workflow = new Workflow({ id: 'w', nodes: [node], connections: {}, active: false, nodeTypes });
	const additional = { ...additionalData({ credential }), currentNodeParameters: parameters };
	return new LoadOptionsContext(workflow, node, additional, 'parameters.any');
}
