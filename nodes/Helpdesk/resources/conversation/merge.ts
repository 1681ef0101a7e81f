import type { IDataObject } from 'n8n-workflow';

import { InputError } from '../../../../transport';
import { mergeableConversationIds } from '../../fields/conversation';
import { conversationId } from '../../fields/locators';
import { includeMergeSummary, includeNotes } from '../../fields/merge';
import type { Input, Operation } from '../../operation';
import { done } from '../../run/outputs';

export const merge: Operation = {
	name: 'Merge',
	value: 'merge',
	action: 'Merge conversations',
	description: 'Merge other conversations into this one; the API has no way to undo it',
	endpoint: 'POST /conversation/{conversation_id}/merge',
	patOnly: true,
	fields: [conversationId, mergeableConversationIds, includeNotes, includeMergeSummary],
	body: refuseItself,
	output: done('conversationId'),
};

function refuseItself({ conversationId, mergeableConversationIds: others }: Input, fields: IDataObject): IDataObject {
	if (!(others as string[]).includes(conversationId as string)) return fields;
	throw new InputError(
		`${mergeableConversationIds.property.displayName} names the conversation itself`,
		'A conversation cannot be merged into itself: remove its ID from the list.',
	);
}
