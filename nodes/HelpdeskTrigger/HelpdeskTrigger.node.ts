import { NodeConnectionTypes, INodeType, INodeTypeDescription } from 'n8n-workflow';

import { processTransport } from '../../transport';
import { createCredentialTest, pickerMethods, simpleContact, simpleConversation, fieldsToChoose } from '../shared';
import { isOfContacts } from './core/events';
import { properties } from './fields';
import { createPoll } from './poll';

/** Polls, because webhooks are outside the API's public surface (contract, Events). */
export class HelpdeskTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Helpdesk Trigger',
		name: 'helpdeskTrigger',
		icon: { light: 'file:../../icons/helpdesk.svg', dark: 'file:../../icons/helpdesk.dark.svg' },
		group: ['trigger'],
		version: 1,
		subtitle:
			'={{ $parameter["event"].map((event) => event.charAt(0).toUpperCase() + ' +
			'event.slice(1).replace(/[A-Z]/g, " $&").replace(" As ", " as ")).join(", ") }}',
		// The palette shows this text for both nodes.
		description:
			'Read, triage and reply to conversations of a helpdesk, or start a workflow when something happens there',
		defaults: { name: 'Helpdesk Trigger' },
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		polling: true,
		credentials: [{ name: 'helpdeskApi', required: true, testedBy: 'helpdeskApiTest' }],
		builderHint: {
			searchHint:
				'Starts the workflow for new conversations, customer messages, waiting customers and changes. It ' +
				'polls the helpdesk, and continues where it stopped.',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-helpdesk.helpdesk',
					relationHint: 'Reads and replies to the conversation that the trigger outputs',
				},
			],
		},
		properties,
	};

	methods = {
		loadOptions: pickerMethods(processTransport, (parameter) =>
			(parameter('event') as string[]).every(isOfContacts)
				? fieldsToChoose(simpleContact, 'Contact')
				: fieldsToChoose(simpleConversation, 'Conversation'),
		).loadOptions,
		credentialTest: { helpdeskApiTest: createCredentialTest(processTransport) },
	};

	poll = createPoll(processTransport);
}
