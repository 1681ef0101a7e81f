import type { INodeParameters } from 'n8n-workflow';

import { helpdesk, httpRequest, type Link } from '../test/n8n/support/workflows';
import type { Contender } from './race';

/** Reads every page, with its number in the query. */
export function pages(lastPageReached: string): INodeParameters {
	return {
		pagination: {
			pagination: {
				paginationMode: 'updateAParameterInEachRequest',
				parameters: { parameters: [{ type: 'qs', name: 'page', value: '={{ $pageCount + 1 }}' }] },
				paginationCompleteWhen: 'other',
				completeExpression: `={{ ${lastPageReached} }}`,
			},
		},
	} as unknown as INodeParameters;
}

/**
 * Ways to get all conversations into a workflow. The HTTP Request node cannot set a page number in a nested body, so it
 * searches for a letter that every conversation has. Its items are whole pages. The Code node sends no request: it
 * shows the cost of the items for n8n itself.
 */
export const readers: Contender[] = [
	{ name: 'this pack', step: () => getAll({ simplify: false }) },
	{ name: 'this pack, Simplify on', step: () => getAll({}) },
	{
		name: 'HTTP Request, its pagination',
		step: ({ baseUrl }, credential) =>
			httpRequest('Step', credential, {
				method: 'POST',
				url: `${baseUrl}/search`,
				sendQuery: true,
				queryParameters: { parameters: [{ name: 'per-page', value: '100' }] } as unknown as INodeParameters,
				sendBody: true,
				bodyParameters: { parameters: [{ name: 'query', value: 'e' }] } as unknown as INodeParameters,
				options: pages(
					'$response.body.data.conversations.meta.current_page >= $response.body.data.conversations.meta.last_page',
				),
			}),
	},
	{
		name: 'Code node that makes them',
		step: ({ store }) => {
			const records = [...store.conversations.values()].map(({ record }) => record);
			const jsCode = `const text = ${JSON.stringify(JSON.stringify(records[0]))};
return Array.from({ length: ${records.length} }, (_, index) => ({ json: { ...JSON.parse(text), id: 'conv_' + index } }));`;
			return { name: 'Step', type: 'n8n-nodes-base.code', typeVersion: 2, parameters: { jsCode } };
		},
	},
];

function getAll(options: INodeParameters): Link {
	const inboxId = { __rl: true, mode: 'id', value: 'inbox_support' } as unknown as INodeParameters;
	return helpdesk('Step', 'conversation.getMany', { inboxId, returnAll: true, options });
}
