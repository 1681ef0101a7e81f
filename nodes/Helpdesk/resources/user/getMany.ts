import { limit, returnAll } from '../../fields/paging';
import type { Operation } from '../../operation';
import { unconfirmedList } from '../../run/unconfirmedList';

export const getMany: Operation = {
	name: 'Get Many',
	value: 'getMany',
	action: 'Get many teammates',
	description: 'Get the teammates of the organization',
	endpoint: 'GET /settings/users',
	provisional: true,
	fields: [returnAll, limit],
	output: unconfirmedList(),
};
