import { additionalQuery } from '../../fields/content';
import { limit, returnAll } from '../../fields/paging';
import type { Operation } from '../../operation';
import { unconfirmedList } from '../../run/unconfirmedList';

export const getMany: Operation = {
	name: 'Get Many',
	value: 'getMany',
	action: 'Get many knowledge bases',
	description: 'Get the knowledge bases of the organization',
	endpoint: 'GET /knowledgebases',
	provisional: true,
	fields: [returnAll, limit],
	options: [additionalQuery],
	output: unconfirmedList(),
};
