import type { Field } from '../operation';
import { emailList, idList } from '../read/list';
import { text } from '../read/text';
import { locator, TEAMMATES } from './locators';
import { severalFromList } from './severalFromList';

export const assignTo = locator('assignTo', 'Assign To', 'The teammate who takes over the conversation', TEAMMATES);

export const tags = severalFromList('tags', {
	name: 'tags',
	displayName: 'Tag',
	what: 'The tags that the conversation has from then on',
	required: true,
	dependsOn: ['conversationId.value', 'inboxId.value'],
});

export const subject: Field = {
	property: {
		displayName: 'Subject',
		name: 'subject',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. Order 1234 has not arrived',
		description: 'The subject of the conversation',
	},
	read: text,
};

export const cc: Field = {
	property: {
		displayName: 'CC',
		name: 'cc',
		type: 'string',
		default: '',
		placeholder: 'e.g. anna@example.com, ben@example.com',
		description: 'Who gets a copy: e-mail addresses separated by commas, or a list from an expression',
	},
	read: emailList,
};

export const conversationIds: Field = {
	property: {
		displayName: 'Conversation IDs',
		name: 'conversationIds',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. c1, c2',
		description: 'The conversations to work on, all of the inbox chosen: IDs separated by commas, or a list from an expression',
	},
	read: idList,
	sent: false,
};

export const mergeableConversationIds: Field = {
	property: {
		displayName: 'Conversations to Merge',
		name: 'mergeableConversationIds',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. c2, c3',
		description: 'The conversations that are merged into the one above: IDs separated by commas, or a list from an expression',
	},
	read: idList,
};
