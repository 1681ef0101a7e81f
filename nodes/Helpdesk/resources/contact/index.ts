import type { Resource } from '../../operation';
import { create } from './create';
import { get } from './get';
import { getMany } from './getMany';

export const contact: Resource = {
	name: 'Contact',
	value: 'contact',
	description: 'The people who send and receive messages',
	operations: [create, get, getMany],
};
