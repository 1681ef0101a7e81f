import { NodeConnectionTypes, type ILoadOptionsFunctions, type INodePropertyOptions, type INodeType, type INodeTypeDescription } from 'n8n-workflow';

import { processTransport } from '../../transport';
import { createCredentialTest } from '../shared/credentialTest';
import { pickerMethods } from '../shared/pickers';
import { compose } from './description/compose';
import { fieldHints } from './description/hints';
import { waitingHints } from './description/waiting';
import { fieldsToChoose } from './fields/output';
import { findOperation, resources } from './resources';
import { createRunItem } from './run/runItem';

/**
 * Helpdesk: a declarative node. The description below is made from the resources, a file for each;
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
		credentials: [{ name: 'helpdeskApi', required: true, testedBy: 'helpdeskApiTest' }],
		hints: [...fieldHints, ...waitingHints],
		requestDefaults: {},
		requestOperations: { pagination: createRunItem(processTransport) },
		properties: compose(resources),
	};

	methods = { ...withOutputFields(pickerMethods(processTransport)), credentialTest: { helpdeskApiTest: createCredentialTest(processTransport) } };
}

/** The pickers, and the list of the fields that can be output, for which nothing is asked. */
function withOutputFields(pickers: ReturnType<typeof pickerMethods>): ReturnType<typeof pickerMethods> {
	const outputFields = async function (this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
		return fieldsToChoose(findOperation(this.getCurrentNodeParameter('resource'), this.getCurrentNodeParameter('operation')));
	};
	return { ...pickers, loadOptions: { outputFields, ...pickers.loadOptions } };
}
