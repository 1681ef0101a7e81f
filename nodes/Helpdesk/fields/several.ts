import type { Field } from '../../shared/field';
import { severalFromList, tagId } from '../../shared/fields/locators';
import { noTicketNumber } from '../../shared/fields/readers';

type Several = Parameters<typeof severalFromList>[1] & { list: Parameters<typeof severalFromList>[0]; sent?: false };

/** Several records of one kind, required; from an expression an array or text with commas is taken too. */
function several({ list, displayName, sent, ...about }: Several): Field {
	const field = severalFromList(list, { ...about, displayName, required: true });
	return { ...field, property: { ...field.property, displayName }, ...(sent === false && { sent }) };
}

/** A list of conversations, in which a ticket number is called so. */
function ofConversations(field: Field): Field {
	return { ...field, read: noTicketNumber(field.read) };
}

export const conversationIds = ofConversations(
	several({
		list: 'severalConversations',
		name: 'conversationIds',
		displayName: 'Conversations',
		what: 'The conversations to work on, all of the inbox chosen. The list has its newest 100, found by number, subject or customer; those in the trash it cannot show',
		dependsOn: ['inboxId.value'],
		sent: false,
	}),
);

export const mergeableConversationIds = ofConversations(
	several({
		list: 'severalConversations',
		name: 'mergeableConversationIds',
		displayName: 'Conversations to Merge Into It',
		what: 'The other conversations, which go into the chosen one; that one stays. Found by number, subject or customer',
		dependsOn: ['conversationId.value'],
	}),
);

export const tagIds = several({ list: 'tags', name: 'tagIds', displayName: 'Tags', what: 'The tags to work on', sent: false });

export const tagToKeep: Field = {
	...tagId,
	property: {
		...tagId.property,
		displayName: 'Keep This Tag',
		description: 'The tag that stays; what had one of the others has this one then',
	},
};

export const tagsToMerge = several({
	list: 'tags',
	name: 'tagIds',
	displayName: 'Tags to Merge Into It',
	what: 'The tags that are merged into the one that is kept; they are gone afterwards',
	sent: false,
});
