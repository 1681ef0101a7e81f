import { referred, type Node } from './walk';

/** One change to the contract, and all that the comparison has to say of it. */
export interface Seed {
	alter: (description: Node) => void;
	found: string[];
}

const STATUS = '/conversation/{conversation_id}';
const operation = (description: Node, method: string, path: string): Node => description.paths[path][method];
const bodyOf = (description: Node, method: string, path: string): Node => operation(description, method, path).requestBody;
const schemaOf = (description: Node, method: string, path: string): Node => bodyOf(description, method, path).content['application/json'].schema;
const parameter = (description: Node, name: string): Node =>
	operation(description, 'get', '/contacts').parameters.find((each: Node) => each.name === name);

/** An endpoint's own copy of an answer that others share. */
function answerOf(description: Node, method: string, path: string, code = '200'): Node {
	const { responses } = operation(description, method, path);
	responses[code] = structuredClone(referred(description, responses[code].$ref));
	return responses[code];
}

function json(description: Node, method: string, path: string, schema: Node, code?: string): void {
	answerOf(description, method, path, code).content = { 'application/json': { schema } };
}

const noteBody = (description: Node): Node => schemaOf(description, 'post', `${STATUS}/note`);

/** A description's difference of every kind, by its name. */
export const seeds: Record<string, Seed> = {
	'an endpoint that is not there': {
		alter: ({ paths }) => delete paths['/settings/users'],
		found: ['unknown there: GET /settings/users'],
	},
	'an endpoint more': {
		alter: ({ paths }) => (paths['/settings/roles'] = { get: { responses: {} } }),
		found: ['missing here: GET /settings/roles'],
	},
	'a method more': {
		alter: ({ paths }) => (paths['/me'].patch = { responses: {} }),
		found: ['missing here: PATCH /me'],
	},
	'another method': {
		alter: ({ paths }) => (paths[`${STATUS}/snooze`] = { ...paths[`${STATUS}/snooze`], put: undefined, post: paths[`${STATUS}/snooze`].put }),
		found: [`unknown there: PUT ${STATUS}/snooze`, `missing here: POST ${STATUS}/snooze`],
	},
	'another path': {
		alter: ({ paths }) => {
			paths['/saved-replies/{saved_reply_id}/apply'] = paths['/saved-replies/{saved_reply_id}/use'];
			delete paths['/saved-replies/{saved_reply_id}/use'];
		},
		found: ['unknown there: POST /saved-replies/{saved_reply_id}/use', 'missing here: POST /saved-replies/{saved_reply_id}/apply'],
	},
	'another version': {
		alter: ({ paths }) => (paths['/me'].servers = [{ url: 'https://api.example.com/v2' }]),
		found: ['GET /me: version: v1 → v2'],
	},
	'a query parameter that is not there': {
		alter: (description) => operation(description, 'get', '/contacts').parameters.splice(2, 1),
		found: ['GET /contacts: query q: string → not there'],
	},
	'a query parameter more': {
		alter: (description) =>
			operation(description, 'get', '/contacts').parameters.push({ name: 'sort', in: 'query', required: true, schema: { type: 'string' } }),
		found: ['GET /contacts: query sort: not here → string, required'],
	},
	'another name of a query parameter': {
		alter: (description) => (parameter(description, 'per_page').name = 'per-page'),
		found: ['GET /contacts: query per_page: integer → not there', 'GET /contacts: query per-page: not here → integer'],
	},
	'a parameter that is required': {
		alter: (description) => (parameter(description, 'inbox').required = true),
		found: ['GET /contacts: query inbox: optional → required'],
	},
	'another type of a parameter': {
		alter: (description) => (parameter(description, 'with_orphan').schema.type = 'integer'),
		found: ['GET /contacts: query with_orphan: boolean → integer'],
	},
	'another type of a path parameter': {
		alter: ({ paths }) => (paths['/settings/users/{user_id}'].parameters[0].schema.type = 'integer'),
		found: ['GET /settings/users/{user_id}: path user_id: string → integer'],
	},
	'another default of a parameter': {
		alter: (description) => (parameter(description, 'per_page').schema.default = 20),
		found: ['GET /contacts: query per_page: default 15 → default 20'],
	},
	'names of a query that are known there': {
		alter: (description) =>
			(operation(description, 'get', '/reports/{inbox_id}/agents').parameters = [{ name: 'from', in: 'query', schema: { type: 'string' } }]),
		found: [
			'GET /reports/{inbox_id}/agents: query, any other name: anything → not there',
			'GET /reports/{inbox_id}/agents: query from: not here → string',
		],
	},
	'a header that is sent': {
		alter: (description) => (operation(description, 'get', '/me').parameters = [{ name: 'X-Team', in: 'header', schema: { type: 'string' } }]),
		found: ['GET /me: header x-team: not here → string'],
	},
	'a body that is not there': {
		alter: (description) => delete operation(description, 'post', `${STATUS}/move`).requestBody,
		found: [`POST ${STATUS}/move: body: required, object {inbox_id} → not there`],
	},
	'a body more': {
		alter: (description) =>
			(operation(description, 'post', `${STATUS}/draft/delete`).requestBody = {
				content: { 'application/json': { schema: { type: 'object' } } },
			}),
		found: [`POST ${STATUS}/draft/delete: body: not here → optional, object`],
	},
	'a body that need not be sent': {
		alter: (description) => (bodyOf(description, 'patch', STATUS).required = false),
		found: [`PATCH ${STATUS}: body: required → optional`],
	},
	'another media type of a body': {
		alter: (description) => {
			const { content } = bodyOf(description, 'post', '/contacts');
			content['multipart/form-data'] = content['application/json'];
			delete content['application/json'];
		},
		found: [
			'POST /contacts: body: application/json: object {email, name, address, company, job_title, notes, website} → not there',
			'POST /contacts: body: not here → multipart/form-data: object {email, name, address, company, job_title, notes, website}',
		],
	},
	'a body field that is not there': {
		alter: (description) => delete noteBody(description).properties.mentioned_ids,
		found: [`POST ${STATUS}/note: body › mentioned_ids: array of string → not there`],
	},
	'a body field more': {
		alter: (description) => (noteBody(description).properties.pinned = { type: ['boolean', 'null'] }),
		found: [`POST ${STATUS}/note: body › pinned: not here → boolean or null`],
	},
	'another name of a body field': {
		alter: (description) => (schemaOf(description, 'post', `${STATUS}/tags`).properties = { tag_id: { type: 'string' } }),
		found: [`POST ${STATUS}/tags: body › tag: string → not there`, `POST ${STATUS}/tags: body › tag_id: not here → string`],
	},
	'a body field that is required': {
		alter: (description) => (noteBody(description).required = ['message']),
		found: [`POST ${STATUS}/note: body › message: optional → required`],
	},
	'another type of a body field': {
		alter: (description) => (noteBody(description).properties.message = { type: 'object' }),
		found: [`POST ${STATUS}/note: body › message: string → object`],
	},
	'a body field that may be null': {
		alter: (description) => (noteBody(description).properties.message.type = ['string', 'null']),
		found: [`POST ${STATUS}/note: body › message: string → string or null`],
	},
	'another type in a list': {
		alter: (description) => (noteBody(description).properties.mentioned_ids.items.type = 'integer'),
		found: [`POST ${STATUS}/note: body › mentioned_ids[]: string → integer`],
	},
	'values that are all there are': {
		alter: (description) => (schemaOf(description, 'put', `${STATUS}/update/priority`).properties.priority.enum = ['Low', 'Normal', 'High']),
		found: [`PUT ${STATUS}/update/priority: body › priority: any value → one of "High", "Low", "Normal"`],
	},
	'another format': {
		alter: (description) => (schemaOf(description, 'put', `${STATUS}/snooze`).properties.snoozed_until.format = 'date'),
		found: [`PUT ${STATUS}/snooze: body › snoozed_until: format "date-time" → format "date"`],
	},
	'a longest text': {
		alter: (description) => (noteBody(description).properties.message.maxLength = 500),
		found: [`POST ${STATUS}/note: body › message: no maxLength → maxLength 500`],
	},
	'fields beyond the named ones are taken': {
		alter: (description) => (noteBody(description).additionalProperties = true),
		found: [`POST ${STATUS}/note: body: other fields refused → other fields allowed`],
	},
	'a field deep in a body that contains itself': {
		alter: ({ components }) => (components.schemas.FilterLeaf.properties.values.items.properties.value.type = 'number'),
		found: ['POST /inboxes/{inbox_id}: body › filters.groups[].values[].value: string → number'],
	},
	'another success status': {
		alter: (description) => {
			const { responses } = operation(description, 'post', '/contacts');
			responses['200'] = responses['201'];
			delete responses['201'];
		},
		found: [
			'POST /contacts: answer 201: object, its fields not shown → not there',
			'POST /contacts: answer 200: not here → object, its fields not shown',
		],
	},
	'an error that is not there': {
		alter: (description) => delete operation(description, 'patch', STATUS).responses['409'],
		found: [`PATCH ${STATUS}: answer 409: object {message} → not there`],
	},
	'a list without its envelope': {
		alter: (description) =>
			json(description, 'get', '/inboxes/{inbox_id}/automations', { type: 'array', items: { $ref: '#/components/schemas/Automation' } }),
		found: ['GET /inboxes/{inbox_id}/automations: answer 200: object → array'],
	},
	'a page in a wrapper of another name': {
		alter: ({ components }) =>
			(components.schemas.WrappedPage.properties.data = { type: 'object', required: ['tickets'], properties: { tickets: { type: 'object' } } }),
		found: [
			'POST /search: answer 200 › data.conversations: object {data, links, meta}, required → not there',
			'POST /search: answer 200 › data.tickets: not here → object, required',
		],
	},
	'another paginator': {
		alter: (description) => json(description, 'get', '/inboxes/{inbox_id}/tags', { $ref: '#/components/schemas/CountingPage' }),
		found: [
			'GET /inboxes/{inbox_id}/tags: answer 200 › data: array of object → array',
			'GET /inboxes/{inbox_id}/tags: answer 200 › meta.current_page_url: string, required → not there',
			'GET /inboxes/{inbox_id}/tags: answer 200 › meta.last_page: not here → integer, required',
			'GET /inboxes/{inbox_id}/tags: answer 200 › meta.total: not here → integer, required',
			'GET /inboxes/{inbox_id}/tags: answer 200 › meta.links: not here → array of object {url, label, page, active}',
		],
	},
	'a field of a record in a page': {
		alter: ({ components }) => (components.schemas.Conversation.properties.ticket_id.type = 'string'),
		found: ['POST /inboxes/{inbox_id}: answer 200 › data[].ticket_id: integer → string'],
	},
	'an answer that is shown there': {
		alter: (description) =>
			json(description, 'post', '/settings/tags', { type: 'object', properties: { id: { type: 'string' }, name: { type: 'string' } } }),
		found: ['POST /settings/tags: answer 200: not shown → object {id, name}'],
	},
	'a file instead of JSON': {
		alter: (description) => (answerOf(description, 'get', '/reports/{inbox_id}/happiness').content = { 'text/csv': {} }),
		found: [
			'GET /reports/{inbox_id}/happiness: answer 200: application/json: not shown → not there',
			'GET /reports/{inbox_id}/happiness: answer 200: not here → text/csv: anything',
		],
	},
	'a header of an answer': {
		alter: (description) => delete answerOf(description, 'get', '/me', '429').headers['Retry-After'],
		found: ['GET /me: answer 429 header Retry-After: integer → not there'],
	},
	'an endpoint open to all': {
		alter: (description) => (operation(description, 'get', '/knowledgebases').security = []),
		found: ['GET /knowledgebases: security: http bearer → none'],
	},
	'an endpoint with a scope': {
		alter: (description) => (operation(description, 'delete', '/settings/tags/{tag_id}').security = [{ bearerToken: ['tags:delete'] }]),
		found: ['DELETE /settings/tags/{tag_id}: security: http bearer → http bearer tags:delete'],
	},
	'an endpoint for every kind of token': {
		alter: (description) => delete operation(description, 'delete', STATUS)['x-pat-only'],
		found: [`DELETE ${STATUS}: personal access tokens only: yes → no`],
	},
};
