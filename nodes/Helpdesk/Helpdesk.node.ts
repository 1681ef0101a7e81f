import { NodeConnectionTypes, INodeType, INodeTypeDescription } from 'n8n-workflow';

import { recordOf } from '../../contract/endpoints';
import { processTransport } from '../../transport';
import { createCredentialTest, pickerMethods, fieldsToChoose } from '../shared';
import { actionSubtitle, compose } from './description/compose';
import { findOperation, resources } from './resources';
import { approvalWebhooks, createDecide } from './run/approval/decide';
import { createRunItem } from './run/runItem';

/** Declarative node: n8n calls `requestOperations.pagination` for each item, because `compose` sets `paginate`. */
export class Helpdesk implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Helpdesk',
		name: 'helpdesk',
		icon: { light: 'file:../../icons/helpdesk.svg', dark: 'file:../../icons/helpdesk.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle: actionSubtitle(resources),
		description: 'Read, triage and reply to the conversations of a helpdesk',
		defaults: { name: 'Helpdesk' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		usableAsTool: true,
		credentials: [{ name: 'helpdeskApi', required: true, testedBy: 'helpdeskApiTest' }],
		builderHint: {
			searchHint:
				'Reads, triages and replies to conversations of a helpdesk under its rate limit. An AI agent reads ' +
				"with Get Context. Write with 'Only Once Per', and try 'Dry Run' first: a reply reaches a customer.",
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-helpdesk.helpdeskTrigger',
					relationHint: 'Starts the workflow when something happens in the helpdesk',
				},
			],
		},
		// n8n hides this header in the output of 'Include Status and Headers'.
		sensitiveOutputFields: ['headers.set-cookie'],
		requestDefaults: {},
		webhooks: approvalWebhooks,
		requestOperations: { pagination: createRunItem(processTransport) },
		properties: compose(resources),
	};

	webhook = createDecide(processTransport);

	methods = {
		...pickerMethods(processTransport, (parameter) => {
			const { operationId, output } = findOperation(parameter('resource'), parameter('operation'));
			return fieldsToChoose(output.form.simple, operationId && recordOf[operationId]);
		}),
		credentialTest: { helpdeskApiTest: createCredentialTest(processTransport) },
	};
}
