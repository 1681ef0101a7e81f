import { INodeProperties } from 'n8n-workflow';

import { number, text, toggle } from '../../shared';

const batch = [
	number('batchSize', 'How many items start at once', 50, { displayName: 'Items per Batch' }),
	number('batchInterval', 'How long to wait before the next items start', 1000, {
		displayName: 'Batch Interval (ms)',
		typeOptions: { minValue: 0 },
	}),
];

const batching: INodeProperties = {
	displayName: 'Batching',
	name: 'batching',
	type: 'fixedCollection',
	default: { batch: {} },
	description: 'Pauses between items. Not needed for the rate limit.',
	options: [{ displayName: 'Batching', name: 'batch', values: batch.map(({ property }) => property) }],
};

const others = [
	toggle('allowUnauthorizedCerts', 'Whether to accept a helpdesk whose certificate cannot be checked', {
		displayName: 'Ignore SSL Issues (Insecure)',
		noDataExpression: true,
	}),
	text('proxy', 'Address of the proxy, with name and password if it needs them', {
		placeholder: 'e.g. http://name:password@proxy.example.com:3128',
	}),
	number('timeout', 'How long to wait for a response', 10_000, { displayName: 'Timeout (ms)' }),
];

/** n8n applies these to every declarative node, but does not show them for a node with a webhook. */
export const requestOptionsProperty: INodeProperties = {
	displayName: 'Request Options',
	name: 'requestOptions',
	type: 'collection',
	isNodeSetting: true,
	placeholder: 'Add Option',
	default: {},
	options: [batching, ...others.map(({ property }) => property)],
};
