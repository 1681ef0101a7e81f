import { Field, ADVANCED, inWords, json, text, queryObject } from '../../shared';

/** An API name that is not specified (contract, Endpoint details not shown). */
const fieldName = (name: string, usual: string, what: string, displayName = inWords(name)) =>
	text(name, `What the API calls ${what}`, {
		displayName: `${ADVANCED}${displayName} Name`,
		default: usual,
		sent: false,
	});

export const messageField = fieldName('messageField', 'message', 'the reply text');
export const nameField = fieldName('nameField', 'name', "the field 'Name'");
export const draftField = fieldName('draftField', 'draft_id', 'the draft reference');
export const queryField = fieldName('queryField', 'query', 'the search text');
export const idsField = fieldName('idsField', 'conversation_ids', 'the list of conversation IDs', 'IDs Field');

export function nameFrom(input: Record<string, unknown>, { property }: Field) {
	return (input[property.name] ?? property.default) as string;
}

export const additionalQuery = json(
	'additionalQuery',
	'More query parameters, as a JSON object such as {"from": "2026-01-01"}',
	{
		displayName: `${ADVANCED}Additional Query (JSON)`,
		kind: queryObject,
	},
);

export const additionalBody = json('additionalBody', 'More fields to send, as a JSON object', {
	displayName: `${ADVANCED}Additional Body (JSON)`,
	sent: false,
});
