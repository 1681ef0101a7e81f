import { conversationId } from '../../fields/locators';
import { limit, returnAllByDefault, simplify } from '../../fields/paging';
import type { Field, Operation } from '../../operation';
import { text } from '../../read/text';
import { simpleMessage } from '../../run/simplify';
import { unconfirmedList } from '../../run/unconfirmedList';

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
	fields: [conversationId, returnAllByDefault, limit],
	options: [eventId, simplify],
	output: unconfirmedList(simpleMessage, { plain: true }),
};
