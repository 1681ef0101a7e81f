import { like, locator } from './build';
import { contact, conversation, inbox, tag as tagKind, teammate } from '../values';

const notOffered = (what: string) => `No ${what} in the dropdown? Choose By ID.`;

export const INBOXES = { picker: 'inboxes', hint: notOffered('inboxes') } as const;
export const TEAMMATES = { picker: 'teammates', hint: notOffered('teammates') } as const;
export const BY_TEAMMATE = {
	kind: teammate,
	typed: { displayName: 'By ID or Email', name: 'id', placeholder: 'e.g. kim@example.com' },
};

export const conversationId = locator(
	'conversationId',
	'The conversation (ticket)',
	{
		picker: 'conversations',
		hint: 'Choose one, or drag its ID. Not in the list? Type the number, subject words, or an email address.',
	},
	{ kind: conversation },
);

export const contactId = locator(
	'contactId',
	'The person who sends and receives messages',
	{ picker: 'contacts', hint: 'Search by name or email address.' },
	{ kind: contact },
);

export const inboxId = locator('inboxId', 'The inbox (mailbox or channel)', INBOXES, {
	displayOptions: { hide: { searchIn: ['inboxes', 'all'] } },
	kind: inbox,
});

export const userId = locator('userId', 'The teammate of the helpdesk', TEAMMATES, {
	...BY_TEAMMATE,
	displayName: 'Teammate',
});

export const automationId = locator('automationId', 'The automation of the inbox', {
	picker: 'automations',
	hint: 'Choose the inbox first. Automations need a personal access token.',
});

export const savedReplyId = locator('savedReplyId', 'The saved reply', {
	picker: 'savedReplies',
	hint: notOffered('saved replies'),
});

export const knowledgebaseId = locator(
	'knowledgebaseId',
	'The knowledge base',
	{ picker: 'knowledgeBases', hint: notOffered('knowledge bases') },
	{ displayName: 'Knowledge Base' },
);

const tag = locator('tagId', 'The tag to add or remove', {
	picker: 'tags',
	hint: 'No tags in the dropdown? Run the previous node, or choose By Name.',
});

export const tagId = like(tag, {
	modes: [
		...tag.property.modes!,
		{ displayName: 'By Name', name: 'name', type: 'string', placeholder: 'e.g. Urgent' },
	],
	kind: tagKind,
});
