import { additionalQuery } from '../../fields/content';
import { limit, returnAll } from '../../fields/paging';
import type { Operation } from '../../operation';
import { unconfirmedList } from '../../run/unconfirmedList';

export const getMany: Operation = {
	name: 'Get Many',
	value: 'getMany',
	action: 'Get many inboxes',
	description: 'Get the inboxes of the organization',
	endpoint: 'GET /inboxes',
	provisional: true,
	fields: [returnAll, limit],
	options: [additionalQuery],
	output: unconfirmedList(),
};
