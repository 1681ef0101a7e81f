import {
	NodeConnectionTypes,
	type ILoadOptionsFunctions,
	type INodePropertyOptions,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';

import { processTransport } from '../../transport';
import { createCredentialTest } from '../shared/credentialTest';
import { pickerMethods } from '../shared/pickers';
import { simpleConversation } from '../shared/simplify';
import { actionSubtitle, compose } from './description/compose';
import { outputFieldsOf } from './fields';
import { findOperation, resources } from './resources';
import { createRunItem } from './run/runItem';

/** Declarative node: `requestOperations.pagination` passes every request to the transport. */
export class Helpdesk implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Helpdesk',
		name: 'helpdesk',
		icon: { light: 'file:../../icons/helpdesk.svg', dark: 'file:../../icons/helpdesk.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle: actionSubtitle(resources),
		description: 'Read, triage and answer the conversations of a helpdesk',
		defaults: { name: 'Helpdesk' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		usableAsTool: true,
		credentials: [{ name: 'helpdeskApi', required: true, testedBy: 'helpdeskApiTest' }],
		builderHint: {
			searchHint:
				'Reads, triages and answers the conversations of a helpdesk under its rate limit. For an AI ' +
				"agent read with Get Context. Write with 'Only Once Per', and try with 'Dry Run' first: a reply " +
				'reaches a customer.',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-helpdesk.helpdeskTrigger',
					relationHint: 'Starts the workflow when something happens in the helpdesk',
				},
			],
		},
		// For 'Include Status and Headers'. n8n never shows it.
		sensitiveOutputFields: ['headers.set-cookie'],
		requestDefaults: {},
		requestOperations: { pagination: createRunItem(processTransport, findOperation) },
		properties: compose(resources),
	};

	methods = {
		...withOutputFields(pickerMethods(processTransport)),
		credentialTest: { helpdeskApiTest: createCredentialTest(processTransport) },
	};
}

/** Adds what `outputFields` offers: the operation's fields, then custom fields. */
function withOutputFields(pickers: ReturnType<typeof pickerMethods>): ReturnType<typeof pickerMethods> {
	const outputFields = async function (this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
		const operation = findOperation(
			this.getCurrentNodeParameter('resource'),
			this.getCurrentNodeParameter('operation'),
		);
		const { simple } = operation.output.form;
		const hasCustomFields = simple === simpleConversation;
		const custom = hasCustomFields ? await pickers.listSearch.customFieldKeys!.call(this) : { results: [] };
		return [...outputFieldsOf(operation), ...custom.results.map(({ name }) => ({ name, value: name }))];
	};
	return { ...pickers, loadOptions: { outputFields, ...pickers.loadOptions } };
}
