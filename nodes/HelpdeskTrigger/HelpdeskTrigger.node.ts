import { NodeConnectionTypes, type INodeType, type INodeTypeDescription } from 'n8n-workflow';

import { processTransport } from '../../transport';
import { createCredentialTest } from '../shared/credentialTest';
import { filterHints } from '../shared/fields/filterHints';
import { pickerMethods } from '../shared/pickers';
import { properties } from './fields';
import { SEVERAL_EVENTS } from './fields/event';
import { createPoll } from './run/poll';

/**
 * Helpdesk Trigger: starts a workflow when something happens in the helpdesk. It polls, because webhooks are
 * outside the API's public surface (contract, Events).
 */
export class HelpdeskTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Helpdesk Trigger',
		name: 'helpdeskTrigger',
		icon: { light: 'file:../../icons/helpdesk.svg', dark: 'file:../../icons/helpdesk.dark.svg' },
		group: ['trigger'],
		version: [1, SEVERAL_EVENTS],
		defaultVersion: SEVERAL_EVENTS,
		subtitle: '={{ [$parameter["event"]].flat().join(", ").replace(/[A-Z]/g, (letter) => " " + letter.toLowerCase()) }}',
		// The palette shows it above the actions of the node too, in place of the node's own.
		description: 'Read, triage and answer the conversations of a helpdesk, or start a workflow when something happens there',
		defaults: { name: 'Helpdesk Trigger' },
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		polling: true,
		credentials: [{ name: 'helpdeskApi', required: true, testedBy: 'helpdeskApiTest' }],
		hints: filterHints,
		properties,
	};

	methods = {
		loadOptions: pickerMethods(processTransport).loadOptions,
		credentialTest: { helpdeskApiTest: createCredentialTest(processTransport) },
	};

	poll = createPoll(processTransport);
}
