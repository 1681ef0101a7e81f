import type { Resource } from '../../operation';
import { create } from './create';
import { get } from './get';
import { getConversations } from './getConversations';
import { getMany } from './getMany';
import { update } from './update';
import { upsert } from './upsert';

export const contact: Resource = {
	name: 'Contact',
	value: 'contact',
	description: 'The people who send and receive messages',
	operations: [create, get, getMany, update, upsert, getConversations],
};
