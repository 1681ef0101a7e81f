import { conversationId } from '../../fields/locators';
import { simplify } from '../../fields/paging';
import type { Field, Operation } from '../../operation';
import { text } from '../../read/text';
import { records } from '../../run/outputs';
import { simpleMessage } from '../../run/simplify';

const eventId: Field = {
	property: {
		displayName: 'Message ID',
		name: 'eventId',
		type: 'string',
		default: '',
		placeholder: 'e.g. m1',
		description: 'Return only the entry of the conversation with this message ID',
	},
	read: text,
};

export const getMany: Operation = {
	name: 'Get Many',
	value: 'getMany',
	action: 'Get the messages of a conversation',
	description: 'Get what was written in a conversation: messages, replies and notes',
	endpoint: 'GET /conversation/{conversation_id}/messages',
	fields: [conversationId],
	options: [eventId, simplify],
	output: records(simpleMessage),
};
