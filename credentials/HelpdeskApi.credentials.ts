import type { ICredentialTestRequest, ICredentialType, Icon, INodeProperties } from 'n8n-workflow';

import { createAuthenticate, MAX_REQUESTS_PER_MINUTE, processTransport } from '../transport';

/** What n8n shows for an answer to the credential's test, in place of the bare name of its status. */
const refusals = (
	[
		[401, 'The access token is missing, expired or revoked. Create one in the helpdesk under Integrations, then API Keys.'],
		[
			403,
			'The access token may not ask whose it is, so it cannot be tested: it may lack the scope, its owner the access, or it is no personal access token. Use one with that scope, of a user who has access.',
		],
		[404, "No helpdesk answers at this 'Base URL'. It ends with /v1."],
		[429, 'The helpdesk has had too many requests from your address. Wait a minute and retry.'],
	] as const
).map(([value, message]) => ({ type: 'responseCode' as const, properties: { value, message } }));

/**
 * A web page, or an empty answer. n8n only tells whether a value in the answer is a given one: the constructor tells
 * a text from a record. What is no user among the records cannot be refused so: a rule sees one field, a user may have
 * any of id, email and name, within data or not (contract, GET /me), and "none of them" no list of rules can say.
 */
const noRecord = {
	type: 'responseSuccessBody' as const,
	properties: {
		key: 'constructor',
		value: String,
		message: "Something answers at this 'Base URL', but no helpdesk: a web page, for example. It is the address of the API and ends with /v1.",
	},
};

/**
 * Access to the Helpdesk API (contract, Authentication: a personal access token as bearer token).
 * Also usable from n8n's HTTP Request node, where the token goes to the credential's own host alone.
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
			default: MAX_REQUESTS_PER_MINUTE,
			description:
				'How many requests all nodes of one n8n process may send in any minute, at most 300: the helpdesk counts them by IP address. Workers behind one address share them by themselves; lower it to give each process a fixed share, or when other programs there use the API too.',
		},
		{
			displayName: 'Read Only',
			name: 'readOnly',
			type: 'boolean',
			default: false,
			description:
				'Whether nothing may be written with this credential: lists, triggers and every Get work, all else is refused before it is sent. Choose such a credential in a workflow to try it without changing anything.',
		},
	];

	authenticate = createAuthenticate(processTransport);

	test: ICredentialTestRequest = {
		request: { url: '/me', method: 'GET' },
		// n8n goes through rules of both types, its type of the list says one.
		rules: [...refusals, noRecord] as ICredentialTestRequest['rules'],
	};
}
