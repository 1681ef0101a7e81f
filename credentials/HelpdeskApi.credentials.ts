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
			displayName: 'Requests per Minute',
			name: 'requestsPerMinute',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: DEFAULT_REQUESTS_PER_MINUTE,
			description:
				'How many requests all nodes of one n8n process may send in any minute, at most 300: the ' +
				'helpdesk counts them by IP address. Workers behind one address share the limit automatically. ' +
				'Lower it to give each process a fixed share, or if other programs behind the address use the API.',
		},
		{
			displayName: 'Read Only',
			name: 'readOnly',
			type: 'boolean',
			default: false,
			description:
				'Whether to refuse all writes with this credential before they are sent. Lists, triggers and ' +
				'every Get work. Choose such a credential in a workflow to try it without changing anything.',
		},
	];

	authenticate = createAuthenticate(processTransport);
}
