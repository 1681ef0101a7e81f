import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { byId } from '../../../support/locator';
import type { RawHelpdesk } from './helpdesk';

/** Kinds of operations: a POST must not be repeated, a change may be, the others only read. */
export const KINDS = ['post', 'change', 'read', 'download'] as const;
export type OperationKind = (typeof KINDS)[number];

interface HostileOperation {
	kind: OperationKind;
	/** "resource.operation". */
	name: string;
	parameters: INodeParameters;
	/** Returns method and path of the change. The helpdesk counts changes by this text. */
	deed?: (id: string) => string;
	/** Returns the records that a read of an item must return. */
	records?: (helpdesk: RawHelpdesk, id: string) => IDataObject[];
	/** True if the operation outputs an answer of any form. */
	anyForm?: boolean;
	/** True if the operation has the option Send Again If Missing. */
	checks?: boolean;
}

const conversationId = byId('={{ $json.id }}');
const message = '={{ $json.text }}';
const conversation =
	(method: string, end = '') =>
	(id: string) =>
		`${method} /v1/conversation/${id}${end}`;
const send = (method: string, path: string, more: INodeParameters = {}) => ({
	method,
	path,
	pageMode: 'none',
	...more,
});
const raw = { options: { simplify: false } };
const one = (_: RawHelpdesk, id: string) => [{ id }];
const all = ({ records }: RawHelpdesk) => records;

/** Operations of each kind. They take personal texts only from the items. */
export const operations: HostileOperation[] = [
	{
		kind: 'post',
		name: 'message.addNote',
		parameters: { conversationId, message },
		deed: conversation('POST', '/note'),
		checks: true,
	},
	{
		kind: 'post',
		name: 'message.reply',
		parameters: { conversationId, message, messageFormat: 'text' },
		deed: conversation('POST', '/reply'),
		checks: true,
	},
	{
		kind: 'post',
		name: 'conversation.addTag',
		parameters: { conversationId, tagId: { __rl: true, mode: 'list', value: 'tag_1' } },
		deed: conversation('POST', '/tags'),
	},
	{
		kind: 'post',
		name: 'apiRequest.send',
		parameters: send('POST', '=/conversation/{{ $json.id }}/note', {
			jsonBody: '={{ JSON.stringify({ message: $json.text }) }}',
		}),
		deed: conversation('POST', '/note'),
	},
	{
		kind: 'change',
		name: 'conversation.update',
		parameters: { conversationId, updateFields: { subject: message } },
		deed: conversation('PATCH'),
	},
	{
		kind: 'change',
		name: 'conversation.setPriority',
		parameters: { conversationId, priority: 'High' },
		deed: conversation('PUT', '/update/priority'),
	},
	{ kind: 'change', name: 'conversation.delete', parameters: { conversationId }, deed: conversation('DELETE') },
	{
		kind: 'change',
		name: 'apiRequest.send',
		parameters: send('DELETE', '=/conversation/{{ $json.id }}/spam'),
		deed: conversation('DELETE', '/spam'),
	},
	// The fields of a single conversation are not specified.
	{ kind: 'read', name: 'conversation.get', parameters: { conversationId, ...raw }, records: one, anyForm: true },
	{
		kind: 'read',
		name: 'conversation.getMany',
		parameters: { inboxId: conversationId, filterMode: 'none', returnAll: true, ...raw },
		records: all,
	},
	{
		kind: 'read',
		name: 'conversation.search',
		parameters: { query: message, returnAll: true, ...raw },
		records: all,
	},
	{ kind: 'read', name: 'conversation.getMine', parameters: raw, records: ({ records }) => records.slice(0, 5) },
	{
		kind: 'read',
		name: 'message.getMany',
		parameters: { conversationId, ...raw },
		records: (_, id) => [{ id: `${id}-first` }],
	},
	{
		kind: 'read',
		name: 'apiRequest.send',
		parameters: send('GET', '=/conversation/{{ $json.id }}'),
		records: one,
		anyForm: true,
	},
	{
		kind: 'read',
		name: 'apiRequest.send',
		parameters: send('GET', '=/inboxes/{{ $json.id }}/tags', { pageMode: 'simple', returnAll: true }),
		records: all,
	},
	{
		kind: 'download',
		name: 'apiRequest.send',
		parameters: send('GET', '=/files/{{ $json.id }}', { options: { download: true } }),
	},
];
