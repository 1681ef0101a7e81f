import { ICredentialType, Icon, INodeProperties } from 'n8n-workflow';

import { createAuthenticate, DEFAULT_REQUESTS_PER_MINUTE, processTransport } from '../transport';

/**
 * A personal access token (contract, Authentication). n8n's HTTP Request node can use it too. The nodes test it
 * (`testedBy`), because a declarative test accepts any JSON.
 */
export class HelpdeskApi implements ICredentialType {
	name = 'helpdeskApi';

	displayName = 'Helpdesk API';

	icon: Icon = { light: 'file:../icons/helpdesk.svg', dark: 'file:../icons/helpdesk.dark.svg' };

	documentationUrl = 'https://www.npmjs.com/package/n8n-nodes-helpdesk';

	properties: INodeProperties[] = [
		{
			displayName: 'Access Token',
			name: 'accessToken',
			type: 'string',
			typeOptions: { password: true },
			required: true,
			default: '',
			description: 'Create one in the helpdesk: Integrations, API Keys. Your plan has to include the API.',
		},
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. https://api.example.com/v1',
			description: 'The address of the API, from https:// to /v1',
		},
		{
			displayName: 'Ticket Address',
			name: 'ticketAddress',
			type: 'string',
			default: '',
			placeholder: 'e.g. https://app.example.com/conversations/{id}',
			description: "A ticket's address in the browser, with {id} in place of its ID. Items have it as 'url'.",
		},
		{
			displayName: 'Requests per Minute',
			name: 'requestsPerMinute',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: DEFAULT_REQUESTS_PER_MINUTE,
			description: 'Maximum of each n8n process, up to 300. Lower it if other programs use the same IP address.',
		},
		{
			displayName: 'Read Only',
			name: 'readOnly',
			type: 'boolean',
			default: false,
			description: 'Whether to refuse all writes. Dropdowns, triggers and reads work.',
		},
	];

	authenticate = createAuthenticate(processTransport);
}
