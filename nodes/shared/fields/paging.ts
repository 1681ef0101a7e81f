import { recordFields } from '../../../contract/endpoints';
import { Offered } from '../pickers';
import { moreOfConversation, simpleConversation, Simple } from '../simplify';
import { word, words } from '../values';
import { like, list, number, oneOf, optionsOf, toggle } from './build';

export const returnAll = toggle('returnAll', 'Whether to return all results or only up to a given limit', {
	default: false,
	sent: false,
});

export const returnAllByDefault = like(returnAll, { default: true });

export const limit = number('limit', 'Max number of results to return', 50, {
	show: { returnAll: [false] },
	sent: false,
});

export const simplify = toggle(
	'simplify',
	'Whether to return a simplified version of the response instead of the raw data',
);

export const outputFields = list('outputFields', 'outputFields', 'The fields of each record, besides its ID', {
	displayName: 'Fields to Output',
	hint: "'assignee_name' costs a request for each teammate. 'url' needs 'Ticket Address' in the credential.",
	kind: { ...words, name: 'outputFields' },
});

/** Returns the names that `outputFields` offers, Simplify's first. */
export function fieldsToChoose(simple: Simple = {}, record?: keyof typeof recordFields): Offered {
	const hasCustomFields = simple === simpleConversation;
	const more = hasCustomFields ? Object.keys(moreOfConversation) : [];
	const names = new Set([...Object.keys(simple), ...more, ...(record ? recordFields[record] : [])]);
	names.delete('id');
	return { names: [...names], hasCustomFields };
}

export const NEWEST = 'newest';
export const OLDEST = 'oldest';
/** Sorted by the node, because the API has no such order. */
export const WAITING_LONGEST = 'waitingLongest';

/** Returns the API's order. The longest waits are among the oldest conversations. */
export const sentOrder = (sort: unknown) => (sort === WAITING_LONGEST ? OLDEST : (sort as string));

const longest = {
	name: 'Waiting Longest',
	value: WAITING_LONGEST,
	description:
		"The longest wait first, then conversations without one. The filter 'Waiting for a Reply' omits these.",
	displayOptions: { show: { '/resource': ['conversation'] } },
};

export const sort = oneOf(
	'sort',
	'The order of the results',
	{},
	{
		displayName: 'Order',
		options: [...optionsOf({ [NEWEST]: 'Newest First', [OLDEST]: 'Oldest First', priority: 'Priority' }), longest],
		default: NEWEST,
		kind: word,
	},
);
