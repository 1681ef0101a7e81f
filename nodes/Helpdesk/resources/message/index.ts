import type { Resource } from '../../operation';
import { addNote } from './addNote';
import { deleteDraft } from './deleteDraft';
import { forward } from './forward';
import { getMany } from './getMany';
import { reply } from './reply';
import { saveDraft } from './saveDraft';

export const message: Resource = {
	name: 'Message',
	value: 'message',
	description: 'What is written in a conversation: replies to the customer, drafts, internal notes',
	operations: [addNote, forward, getMany, reply, saveDraft, deleteDraft],
};
