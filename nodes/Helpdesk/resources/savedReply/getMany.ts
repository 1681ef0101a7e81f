import { additionalQuery } from '../../fields/content';
import { limit, returnAll } from '../../fields/paging';
import type { Operation } from '../../operation';
import { unconfirmedList } from '../../run/unconfirmedList';

export const getMany: Operation = {
	name: 'Get Many',
	value: 'getMany',
	action: 'Get many saved replies',
	description: 'Get the saved replies of the organization',
	endpoint: 'GET /saved-replies',
	provisional: true,
	fields: [returnAll, limit],
	options: [additionalQuery],
	output: unconfirmedList(),
};
