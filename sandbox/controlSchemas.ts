import { openFacts } from '../contract/worlds';
import { malformedPages } from './faults';

const text = { type: 'string' } as const;
const count = { type: 'integer', minimum: 0 } as const;
const fields = {
	replyText: text,
	replyDraft: text,
	searchTerm: text,
	batchIds: text,
	tagIds: text,
	mergeTarget: text,
	recordName: text,
	savedReplyText: text,
	uploadFile: text,
	uploadDraft: text,
};

const facts = Object.fromEntries(Object.entries(openFacts).map(([fact, { values }]) => [fact, { enum: values }]));

const settings = {
	limitPerMinute: count,
	latencyMs: count,
	world: { type: 'object', additionalProperties: false, properties: facts },
	missing: { type: 'array', items: text },
	clientHeader: { type: 'string', nullable: true },
	fieldNames: { type: 'object', additionalProperties: false, required: Object.keys(fields), properties: fields },
} as const;

/** What each kind of fault must say. */
const faultDemands = { status: ['status'], slow: ['ms'], malformedPage: ['how'], redirect: ['to'], file: ['bytes'] };

/** Bodies of the control interface, so that a misspelt setting or fault fails where it is asked for. */
export const controlSchemas = {
	settings: { body: { type: 'object', additionalProperties: false, properties: settings } },
	reset: { body: { type: 'object', additionalProperties: false, properties: { ...settings, seed: count, conversations: count } } },
	fault: {
		body: {
			type: 'object',
			additionalProperties: false,
			required: ['kind'],
			properties: {
				kind: { enum: ['status', 'html', 'drop', 'slow', 'malformedPage', 'redirect', 'file'] },
				status: { type: 'integer', minimum: 200, maximum: 599 },
				message: text,
				retryAfter: {},
				when: { enum: ['before', 'after'] },
				ms: count,
				how: { enum: malformedPages },
				to: text,
				bytes: { type: 'string', contentEncoding: 'base64' },
				name: text,
				type: text,
				method: text,
				path: text,
				times: count,
				skip: count,
				probability: { type: 'number', minimum: 0, maximum: 1 },
			},
			allOf: Object.entries(faultDemands).map(([kind, required]) => ({ if: { properties: { kind: { const: kind } } }, then: { required } })),
		},
	},
	conversation: {
		body: {
			type: 'object',
			additionalProperties: false,
			properties: { inbox_id: text, contact_id: text, subject: text, message: text, created_at: text },
		},
	},
	message: { body: { type: 'object', additionalProperties: false, properties: { message: text } } },
};
