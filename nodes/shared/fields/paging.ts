import type { Field } from '../field';
import { count, onOrOff, text } from './readers';

export const returnAll: Field = {
	property: {
		displayName: 'Return All',
		name: 'returnAll',
		type: 'boolean',
		default: false,
		description: 'Whether to return all results or only up to a given limit',
	},
	read: onOrOff,
	sent: false,
};

/** For a list that was all there was before it could be limited: workflows that were stored then keep getting all. */
export const returnAllByDefault: Field = { ...returnAll, property: { ...returnAll.property, default: true } };

export const limit: Field = {
	property: {
		displayName: 'Limit',
		name: 'limit',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 50,
		displayOptions: { show: { returnAll: [false] } },
		description: 'Max number of results to return',
	},
	read: count,
	sent: false,
};

export const simplify: Field = {
	property: {
		displayName: 'Simplify',
		name: 'simplify',
		type: 'boolean',
		default: true,
		description: 'Whether to return a simplified version of the response instead of the raw data',
	},
	read: onOrOff,
	sent: false,
};

export const sort: Field = {
	property: {
		displayName: 'Sort',
		name: 'sort',
		type: 'options',
		options: [
			{ name: 'Newest First', value: 'newest' },
			{ name: 'Oldest First', value: 'oldest' },
			{ name: 'Priority', value: 'priority' },
		],
		default: 'newest',
		description: 'In which order the results come',
	},
	read: text,
};
