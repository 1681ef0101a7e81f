import type { INodeProperties } from 'n8n-workflow';

import type { Field } from '../operation';

/** Records that are chosen by their ID; the value is encoded as one path segment where it stands in a path. */
function byId(name: string, displayName: string, description: string): Field {
	const property: INodeProperties = {
		displayName,
		name,
		type: 'resourceLocator',
		required: true,
		default: { mode: 'id', value: '' },
		description,
		modes: [{ displayName: 'By ID', name: 'id', type: 'string', placeholder: 'e.g. 01hq3v8k2m' }],
	};
	return { property, read: locatedId };
}

export const conversationId = byId('conversationId', 'Conversation', 'The conversation (ticket) to work on');
export const contactId = byId('contactId', 'Contact', 'The person who sends and receives messages');
export const inboxId = byId('inboxId', 'Inbox', 'The inbox (mailbox or channel)');
export const tagId = byId('tagId', 'Tag', 'The tag');
export const userId = byId('userId', 'Teammate', 'The teammate who works in the helpdesk');
export const automationId = byId('automationId', 'Automation', 'The automation of the inbox');

/** The bare ID; it is checked where it is put into a path or a body. */
function locatedId(value: unknown): unknown {
	return typeof value === 'string' ? value.trim() : value;
}
