import type { Resource } from '../../operation';
import { get } from './get';
import { getCurrent } from './getCurrent';
import { getMany } from './getMany';

export const user: Resource = {
	name: 'User',
	value: 'user',
	description: 'The teammates who work in the helpdesk',
	operations: [get, getCurrent, getMany],
};
