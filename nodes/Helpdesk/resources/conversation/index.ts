import type { Resource } from '../../operation';
import { addTag } from './addTag';
import { get } from './get';
import { getMany } from './getMany';
import { getMine } from './getMine';
import { setPriority } from './setPriority';
import { snooze } from './snooze';
import { update } from './update';

export const conversation: Resource = {
	name: 'Conversation',
	value: 'conversation',
	description: 'Tickets: find, change, tag, prioritise and snooze them',
	operations: [get, getMany, getMine, update, setPriority, addTag, snooze],
};
