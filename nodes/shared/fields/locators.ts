import type { INodeProperties } from 'n8n-workflow';

import type { Field } from '../field';
import { tagIdOf } from '../lookup/tags';
import type { PickerName, ShortListName } from '../pickers';
import { idList, idOrName, locatedId, noTicketNumber } from './readers';

/** The list of a locator. It may be refused or incomplete, and is then empty or short, never an error. */
interface List {
	picker: PickerName;
	/** Shown under the field: what the list holds, and what to do where that is not enough. */
	hint: string;
}

export const INBOXES: List = { picker: 'inboxes', hint: 'No inboxes in the list? Not every helpdesk offers it: choose By ID.' };

export const TEAMMATES: List = { picker: 'teammates', hint: 'No teammates in the list? Not every helpdesk offers it: choose By ID.' };

const BY_ID = { displayName: 'By ID', name: 'id', placeholder: 'e.g. 01hq3v8k2m' };

/** A record that is chosen from a list, or by its ID. */
export function locator(name: string, displayName: string, description: string, list: List): Field {
	return { property: fromListOr(BY_ID, { name, displayName, description }, list), read: locatedId };
}

/** What is chosen from a list, or typed. */
export function fromListOr(
	typed: typeof BY_ID,
	{ displayName, name, description }: Pick<INodeProperties, 'displayName' | 'name' | 'description'>,
	{ picker, hint }: List,
): INodeProperties {
	return {
		displayName,
		name,
		type: 'resourceLocator',
		required: true,
		default: { mode: 'list', value: '' },
		description,
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				hint,
				typeOptions: {
					searchListMethod: picker,
					searchable: true,
					slowLoadNotice: {
						message: `The list waits for its turn within the rate limit. You can also choose ${typed.displayName}.`,
						timeout: 5000,
					},
				},
			},
			{ ...typed, type: 'string' },
		],
	};
}

/** The name is looked up among the tags of the conversation's inbox. */
function orByName(field: Field): Field {
	const { property } = field;
	const modes = [...property.modes!, { displayName: 'By Name', name: 'name', type: 'string' as const, placeholder: 'e.g. Urgent' }];
	return { property: { ...property, modes }, read: idOrName, resolve: tagIdOf };
}

const conversation = locator('conversationId', 'Conversation', 'The conversation (ticket) to work on', {
	picker: 'conversations',
	hint: 'Pick one of your recent conversations, or drag the id of the step before here.',
});

export const conversationId: Field = { ...conversation, read: noTicketNumber(locatedId) };

export const contactId = locator('contactId', 'Contact', 'The person who sends and receives messages', {
	picker: 'contacts',
	hint: 'Search by name or e-mail address.',
});

export const inboxId = locator('inboxId', 'Inbox', 'The inbox (mailbox or channel)', INBOXES);

export const userId = locator('userId', 'Teammate', 'The teammate (user) of the helpdesk', TEAMMATES);

export const automationId = locator('automationId', 'Automation', 'The automation of the inbox', {
	picker: 'automations',
	hint: 'Choose the inbox first. The list needs a personal access token; without one choose By ID.',
});

export const savedReplyId = locator('savedReplyId', 'Saved Reply', 'The saved reply to work on', {
	picker: 'savedReplies',
	hint: 'No saved replies in the list? Not every helpdesk offers it: choose By ID.',
});

export const knowledgebaseId = locator('knowledgebaseId', 'Knowledge Base', 'The knowledge base to get', {
	picker: 'knowledgeBases',
	hint: 'No knowledge bases in the list? Not every helpdesk offers it: choose By ID.',
});

export const tagId = orByName(
	locator('tagId', 'Tag', 'The tag, by its name', {
		picker: 'tags',
		hint: 'No tags in the list? Run the step before, or choose By Name. Before that it has the tags of all inboxes.',
	}),
);

/**
 * Several records chosen from a list, stored as an array of IDs; an expression may give comma-separated text
 * too. A list that is refused is empty, never an error.
 */
export function severalFromList(
	list: ShortListName,
	{ name, displayName, what, required, dependsOn }: { name: string; displayName: string; what: string; required?: true; dependsOn?: string[] },
): Field {
	return {
		property: {
			displayName,
			name,
			type: 'multiOptions',
			typeOptions: { loadOptionsMethod: list, loadOptionsDependsOn: dependsOn },
			// Otherwise n8n marks what is stored as wrong whenever the list does not hold it.
			allowArbitraryValues: true,
			required,
			default: [],
			hint: 'Not in the list? Point at the field, click Expression and type the IDs, separated by commas.',
			description: `${what}. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.`,
		},
		read: idList,
	};
}
