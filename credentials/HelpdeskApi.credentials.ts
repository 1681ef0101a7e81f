import type { ICredentialType, Icon, INodeProperties } from 'n8n-workflow';

import { createAuthenticate, DEFAULT_REQUESTS_PER_MINUTE, processTransport } from '../transport';

/**
 * Access to the Helpdesk API (contract, Authentication: a personal access token as bearer token).
 * n8n's HTTP Request node can use it too. The token is sent to the credential's own host only. The nodes test it
 * (`testedBy`): a declarative test would succeed on any JSON, and could not explain a failed connection.
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
			description: 'A personal access token: in the helpdesk, open Integrations, then API Keys, and create one',
		},
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. https://api.example.com/v1',
			description: 'The address of the API, with https:// at the beginning and /v1 at the end',
		},
		{
			displayName: 'Ticket Address',
			name: 'ticketAddress',
			type: 'string',
			default: '',
			placeholder: 'e.g. https://app.example.com/conversations/{id}',
			description: "Of a ticket in the browser, with {id} in the place of its ID. Items get it as 'url'.",
		},
		{
			displayName: 'Requests per Minute',
			name: 'requestsPerMinute',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: DEFAULT_REQUESTS_PER_MINUTE,
			description:
				'The most that one n8n process sends, up to 300. Lower it if other programs use the same IP address.',
		},
		{
			displayName: 'Read Only',
			name: 'readOnly',
			type: 'boolean',
			default: false,
			description: 'Whether to refuse all writes before they are sent. Lists, triggers and every Get work.',
		},
	];

	authenticate = createAuthenticate(processTransport);
}
