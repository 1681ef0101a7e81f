import type { Resource } from '../../operation';
import { deleteAutomation } from './delete';
import { get } from './get';
import { getMany } from './getMany';

export const automation: Resource = {
	name: 'Automation',
	value: 'automation',
	description: 'What the helpdesk itself does with the conversations of an inbox',
	operations: [get, getMany, deleteAutomation],
};
