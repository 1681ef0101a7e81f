import { userId } from '../../fields/locators';
import type { Operation } from '../../operation';
import { record } from '../../run/outputs';

export const get: Operation = {
	name: 'Get',
	value: 'get',
	action: 'Get a teammate',
	description: 'Get one teammate by ID',
	endpoint: 'GET /settings/users/{user_id}',
	fields: [userId],
	output: record(),
};
