import type { Operation } from '../../operation';
import { record } from '../../run/outputs';

export const getCurrent: Operation = {
	name: 'Get Current',
	value: 'getCurrent',
	action: 'Get the current user',
	description: 'Get the owner of the access token, with organization and counts',
	endpoint: 'GET /me',
	output: record(),
};
