import { additionalQuery } from '../../fields/content';
import { knowledgebaseId } from '../../fields/locators';
import type { Operation } from '../../operation';
import { record } from '../../run/outputs';

export const get: Operation = {
	name: 'Get',
	value: 'get',
	action: 'Get a knowledge base',
	description: 'Get one knowledge base by its ID',
	endpoint: 'GET /knowledgebases/{knowledgebase_id}',
	provisional: true,
	fields: [knowledgebaseId],
	options: [additionalQuery],
	output: record(),
};
