import type { Resource } from '../../operation';
import { addNote } from './addNote';
import { getMany } from './getMany';
import { reply } from './reply';

export const message: Resource = {
	name: 'Message',
	value: 'message',
	description: 'What is written in a conversation: replies to the customer and internal notes',
	operations: [addNote, getMany, reply],
};
