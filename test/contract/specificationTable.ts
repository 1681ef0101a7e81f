/**
 * The specification's tables of endpoints and records, typed from its text by hand and from nothing else,
 * so that a mistake in the contract file cannot be repeated here unseen.
 *
 * A type is written as: string, email, date-time, html, integer, boolean, object, uri, `array of …`;
 * `(…)` after it are the values that the specification has seen.
 */
export interface Row {
	method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
	path: string;
	/** Whether a body must be sent: `required` and `optional` stand in the specification, `not shown` does not say. */
	body?: 'required' | 'optional' | 'not shown';
	fields?: Record<string, string>;
	/** The body has fields whose names are not shown, or free keys, so that others than `fields` must pass. */
	open?: true;
	query?: Record<string, string>;
	patOnly?: true;
	/** A POST that changes nothing. */
	readOnly?: true;
	success: number;
	/** `message` for the specification's {message}; else the form that it names, where it names one. */
	answer: string;
	/** Statuses beyond those that every endpoint may answer. */
	also?: number[];
}

const listing = { page: 'integer', 'per-page': 'integer', sort: 'string (newest, oldest, priority)' };
const status = 'string (Active, Pending, Closed)';
const conversation = '/conversation/{conversation_id}';

export const conversations: Row[] = [
	{ method: 'GET', path: '/me', success: 200, answer: 'MeResponse' },
	{ method: 'GET', path: conversation, success: 200, answer: 'ConversationView' },
	{
		method: 'PATCH',
		path: conversation,
		body: 'required',
		fields: { status, assign_to: 'string', tags: 'array of string', subject: 'string' },
		success: 200,
		answer: 'message',
	},
	{ method: 'DELETE', path: conversation, patOnly: true, success: 200, answer: 'message' },
	{
		method: 'PATCH',
		path: `${conversation}/change-contact`,
		body: 'required',
		fields: { contact_id: 'string' },
		patOnly: true,
		success: 200,
		answer: 'message',
	},
	{ method: 'PATCH', path: `${conversation}/custom-fields`, body: 'required', fields: {}, open: true, success: 200, answer: 'message' },
	{
		method: 'POST',
		path: `${conversation}/draft`,
		body: 'required',
		fields: { message: 'html', cc: 'array of email' },
		success: 200,
		answer: 'DraftSaveResponse',
	},
	{
		method: 'POST',
		path: `${conversation}/forward`,
		body: 'required',
		fields: { body: 'string', message_id: 'string', to: 'array of email' },
		success: 200,
		answer: 'message',
	},
	{
		method: 'POST',
		path: `${conversation}/merge`,
		body: 'required',
		fields: { mergeable_conversation_ids: 'array of string', include_notes: 'boolean', include_merge_summary: 'boolean' },
		patOnly: true,
		success: 200,
		answer: 'message',
	},
	{ method: 'GET', path: `${conversation}/messages`, query: { event_id: 'string' }, success: 200, answer: 'MessagesResponse' },
	{ method: 'POST', path: `${conversation}/move`, body: 'required', fields: { inbox_id: 'string' }, success: 200, answer: 'message' },
	{
		method: 'POST',
		path: `${conversation}/note`,
		body: 'required',
		fields: { message: 'string', mentioned_ids: 'array of string' },
		success: 200,
		answer: 'message',
	},
	{
		method: 'POST',
		path: `${conversation}/reply`,
		body: 'required',
		fields: { status, assign_to: 'string', action: 'string (send_and_next_active)', cc: 'array of email' },
		open: true,
		success: 200,
		answer: 'message',
	},
	{
		method: 'POST',
		path: `${conversation}/reply/schedule`,
		body: 'required',
		fields: { message: 'html', scheduled_at: 'date-time', type: 'string (if_no_reply)', status },
		patOnly: true,
		success: 200,
		answer: 'message',
	},
	{ method: 'DELETE', path: `${conversation}/reply/unschedule/{message_id}`, patOnly: true, success: 200, answer: 'message' },
	{ method: 'PATCH', path: `${conversation}/restore`, body: 'optional', fields: {}, patOnly: true, success: 200, answer: 'message' },
	{
		method: 'PATCH',
		path: `${conversation}/scheduled/{message_id}`,
		body: 'required',
		fields: { scheduled_at: 'date-time', message: 'html', status },
		patOnly: true,
		success: 200,
		answer: 'message',
	},
	{ method: 'POST', path: `${conversation}/scheduled/{message_id}/send-now`, patOnly: true, success: 200, answer: 'message' },
	{
		method: 'PUT',
		path: `${conversation}/snooze`,
		body: 'required',
		fields: { snoozed_until: 'date-time', type: 'string (if_no_reply)' },
		success: 200,
		answer: 'message',
	},
	{ method: 'POST', path: `${conversation}/spam`, success: 200, answer: 'message' },
	{ method: 'DELETE', path: `${conversation}/spam`, success: 200, answer: 'message' },
	{
		method: 'POST',
		path: `${conversation}/split`,
		body: 'required',
		fields: { thread_event_id: 'string', direction: 'string (after)', subject: 'string', status },
		patOnly: true,
		success: 200,
		answer: 'message',
	},
	{ method: 'POST', path: `${conversation}/tags`, body: 'required', fields: { tag: 'string' }, success: 200, answer: 'message' },
	{ method: 'DELETE', path: `${conversation}/tags`, body: 'required', fields: { tag: 'string' }, success: 200, answer: 'message' },
	{ method: 'DELETE', path: `${conversation}/unsnooze`, success: 200, answer: 'message' },
	{
		method: 'PUT',
		path: `${conversation}/update/priority`,
		body: 'required',
		fields: { priority: 'string (High)' },
		success: 200,
		answer: 'message',
	},
	{ method: 'GET', path: '/conversations/mine', success: 200, answer: 'ConversationList' },
];

export const contacts: Row[] = [
	{
		method: 'GET',
		path: '/contacts',
		query: { page: 'integer', per_page: 'integer', q: 'string', inbox: 'string', with_orphan: 'boolean' },
		success: 200,
		answer: 'ContactCollection',
	},
	{ method: 'POST', path: '/contacts', body: 'required', fields: { email: 'email' }, success: 201, answer: 'ContactCreateResponse' },
	{ method: 'GET', path: '/contacts/{contact_id}', success: 200, answer: 'ContactResponse' },
	{ method: 'PATCH', path: '/contacts/{contact_id}', body: 'not shown', fields: {}, open: true, success: 200, answer: 'not shown' },
];

export const inboxesAndTeammates: Row[] = [
	{ method: 'GET', path: '/inboxes/{inbox_id}/automations', patOnly: true, success: 200, answer: 'data: array of Automation' },
	{ method: 'GET', path: '/inboxes/{inbox_id}/automations/{automation_id}', patOnly: true, success: 200, answer: 'data: Automation' },
	{
		method: 'POST',
		path: '/inboxes/{inbox_id}',
		body: 'required',
		fields: { filters: 'object', display: 'object' },
		readOnly: true,
		success: 200,
		answer: 'ConversationPage',
	},
	{ method: 'GET', path: '/settings/users/{user_id}', success: 200, answer: 'data: Teammate' },
];

/** Named under "Other endpoints referred to"; their success status is not shown: 200 stands for it. */
export const referredTo: Row[] = [
	{
		method: 'POST',
		path: '/inboxes/{inbox_id}/batch/update',
		body: 'required',
		fields: {},
		open: true,
		success: 200,
		answer: 'not shown',
		also: [409, 412],
	},
	// The general listing parameters (Limits); `sort` only "where supported", which is not shown for these two.
	{ method: 'GET', path: '/inboxes/{inbox_id}/tags', query: listing, success: 200, answer: 'SimplePage' },
	{
		method: 'POST',
		path: '/search',
		body: 'required',
		fields: {},
		open: true,
		query: listing,
		readOnly: true,
		success: 200,
		answer: 'WrappedPage',
	},
];

export const endpoints: Row[] = [...conversations, ...contacts, ...inboxesAndTeammates, ...referredTo];

/** Every endpoint may answer these (Endpoints, Conventions; 400 and 405 by the table of Errors). */
export const everyStatus = [400, 401, 403, 404, 405, 422, 429, 500];

/** What a contact shows, and nothing says that it can be written. */
const seenOfContacts = { address: 'string', company: 'string', job_title: 'string', notes: 'string', website: 'string' };

/** Request fields that the specification does not show, and that were seen elsewhere. */
export const provisionalFields: Record<string, Record<string, string>> = {
	'POST /contacts': { name: 'string', ...seenOfContacts },
	'PATCH /contacts/{contact_id}': { email: 'email', name: 'string', ...seenOfContacts },
};
