import { additionalQuery } from '../../fields/content';
import { limit, returnAll } from '../../fields/paging';
import type { Operation } from '../../operation';
import { unconfirmedList } from '../../run/unconfirmedList';

export const getMany: Operation = {
	name: 'Get Many',
	value: 'getMany',
	action: 'Get many tags',
	description: 'Get the tags of the organization',
	endpoint: 'GET /settings/tags',
	provisional: true,
	fields: [returnAll, limit],
	options: [additionalQuery],
	output: unconfirmedList(),
};
