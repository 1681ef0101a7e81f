import type { Field } from '../operation';
import { text } from '../read/text';

/** Names in a request that the specification does not show (Endpoint details not shown), so that users can change them. */
export const messageField = fieldName('messageField', 'Message Field Name', 'message', 'the text of the reply');
export const draftField = fieldName('draftField', 'Draft Field Name', 'draft_id', 'the draft');
export const queryField = fieldName('queryField', 'Query Field Name', 'query', 'the search term');
export const tagIdsField = fieldName('tagIdsField', 'Tag IDs Field Name', 'tag_ids', 'the list of tags');
export const mergeTargetField = fieldName('mergeTargetField', 'Merge Target Field Name', 'tag_id', 'the tag that the others are merged into');
export const idsField = fieldName('idsField', 'IDs Field Name', 'conversation_ids', 'the list of conversations');

function fieldName(name: string, displayName: string, usual: string, what: string): Field {
	return {
		property: {
			displayName,
			name,
			type: 'string',
			default: usual,
			description: `The name under which ${what} is sent. The API documentation does not show it: change it if your helpdesk expects another.`,
		},
		read: text,
		sent: false,
	};
}

/** The name that the user gave, or the usual one. */
export function nameFrom(input: Record<string, unknown>, { property }: Field): string {
	return (input[property.name] ?? property.default) as string;
}
