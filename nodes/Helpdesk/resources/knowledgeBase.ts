import { knowledgebaseId } from '../../shared/fields/locators';
import { limit, returnAll } from '../../shared/fields/paging';
import { additionalQuery } from '../fields/fieldNames';
import type { Resource } from '../operation';
import { anyList, record } from '../run/outputs';

export const knowledgeBase: Resource = {
	name: 'Knowledge Base',
	value: 'knowledgeBase',
	description: 'The collections of help articles',
	operations: [
		{
			name: 'Get Many',
			value: 'getMany',
			action: 'Get many knowledge bases',
			description: 'Get the knowledge bases of the organization',
			operationId: 'listKnowledgeBases',
			fields: [returnAll, limit],
			options: [additionalQuery],
			output: anyList(),
		},
		{
			name: 'Get',
			value: 'get',
			action: 'Get knowledge base',
			description: 'Get one knowledge base by its ID',
			operationId: 'getKnowledgeBase',
			fields: [knowledgebaseId],
			options: [additionalQuery],
			output: record(),
		},
	],
};
