import { NodeConnectionTypes, type INodeType, type INodeTypeDescription } from 'n8n-workflow';

import { processTransport } from '../../transport';
import { compose } from './description/compose';
import { pickerMethods } from './listSearch';
import { resources } from './resources';
import { createRunItem } from './run/runItem';

/**
 * Helpdesk: a declarative node. The description below is made from the resources, one file an operation;
 * `requestOperations.pagination` is the one seam through which every request goes to the transport.
 */
export class Helpdesk implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Helpdesk',
		name: 'helpdesk',
		icon: { light: 'file:../../icons/helpdesk.svg', dark: 'file:../../icons/helpdesk.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle: '={{ $parameter["operation"] + ": " + $parameter["resource"] }}',
		description: 'Read, triage and answer the conversations of a helpdesk',
		defaults: { name: 'Helpdesk' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		usableAsTool: true,
		credentials: [{ name: 'helpdeskApi', required: true }],
		requestDefaults: {},
		requestOperations: { pagination: createRunItem(processTransport) },
		properties: compose(resources),
	};

	methods = pickerMethods(processTransport);
}
