import type { Resource } from '../../operation';
import { addTag } from './addTag';
import { changeContact } from './changeContact';
import { deleteConversation } from './delete';
import { deleteMany } from './deleteMany';
import { get } from './get';
import { getMany } from './getMany';
import { getMine } from './getMine';
import { getNext } from './getNext';
import { getPrevious } from './getPrevious';
import { markSpam } from './markSpam';
import { merge } from './merge';
import { move } from './move';
import { removeTag } from './removeTag';
import { restore } from './restore';
import { restoreMany } from './restoreMany';
import { search } from './search';
import { setCustomFields } from './setCustomFields';
import { setPriority } from './setPriority';
import { snooze } from './snooze';
import { split } from './split';
import { unmarkSpam } from './unmarkSpam';
import { unsnooze } from './unsnooze';
import { update } from './update';
import { updateMany } from './updateMany';

export const conversation: Resource = {
	name: 'Conversation',
	value: 'conversation',
	description: 'Tickets: find, change, tag, prioritise, snooze, move, merge and split them',
	operations: [
		get,
		getMany,
		getMine,
		search,
		update,
		updateMany,
		deleteConversation,
		restore,
		changeContact,
		setCustomFields,
		setPriority,
		move,
		merge,
		split,
		snooze,
		unsnooze,
		markSpam,
		unmarkSpam,
		addTag,
		removeTag,
		deleteMany,
		restoreMany,
		getNext,
		getPrevious,
	],
};
