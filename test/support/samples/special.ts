import type { Sandbox } from '../../../sandbox';
import { byId } from '../locator';
import { scheduleReply, thread } from '../sandboxRecords';
import type { Samples } from './sample';

const inbox = byId('inbox_support');
const seenOfContacts = {
	address: 'Main Street 1',
	company: 'Acme',
	jobTitle: 'Buyer',
	notes: 'VIP',
	website: 'https://acme.example',
};
const ofThread = (sandbox: Sandbox) => ({ conversationId: byId(thread(sandbox).record.id) });

const filters = {
	statuses: ['Active'],
	priorities: ['Low', 'Normal', 'High'],
	assignedTo: { __rl: true, mode: 'list', value: 'me' },
	waitingForReply: false,
	inactiveDays: 0.01,
	createdBefore: '2040-01-01',
	createdAfter: '2020-01-01',
	createdInLastDays: 4_000,
	updatedBefore: '2040-01-01',
	updatedAfter: '2020-01-01',
	updatedInLastDays: 4_000,
	hasAttachment: false,
};

/** Samples of operations whose parameters have several forms, or that have no endpoint of their own. */
export const specialSamples: Samples = {
	'conversation.getMany': () => ({
		parameters: { inboxId: inbox, filterMode: 'none', returnAll: false, limit: 3 },
		variants: [
			{
				inboxId: inbox,
				filterMode: 'conditions',
				conditions: { condition: [{ attribute: 'status', comparison: 'eq', values: 'Active, Pending' }] },
				combine: 'and',
				returnAll: true,
				options: {
					simplify: false,
					ignoreEmptyFilters: true,
					computedFields: true,
					closedStatuses: 'Closed, Solved',
					countedIn: 'openingHours',
					openingDays: [1, 2, 3],
					opensAt: '08:00',
					closesAt: '18:00',
					holidays: '2026-12-25',
					openingZone: 'Europe/Berlin',
				},
				filters: {
					withCustomFields: { field: [{ key: { __rl: true, mode: 'list', value: 'plan' }, value: 'team' }] },
				},
				sorting: { sort: 'priority' },
			},
			{
				inboxId: inbox,
				searchIn: 'inbox',
				filterMode: 'none',
				returnAll: true,
				filters: { ...filters, tags: [] },
				sorting: { sort: 'waitingLongest' },
			},
			{
				searchIn: 'inboxes',
				inboxIds: ['inbox_support', 'inbox_billing'],
				filterMode: 'none',
				returnAll: false,
				limit: 3,
			},
			{
				inboxId: inbox,
				filterMode: 'json',
				filterJson:
					'{"condition": "and", "groups": [{"condition": "or", "groups": [{"attribute": "status", "comparison": "eq", "values": [{"value": "Closed"}]}]}]}',
				returnAll: false,
				limit: 3,
				options: { additionalBody: '{}', additionalQuery: '{}' },
			},
		],
	}),
	'conversation.search': () => ({
		parameters: { query: 'order', returnAll: false, limit: 3 },
		variants: [
			{
				query: 'order',
				returnAll: true,
				options: {
					queryField: 'query',
					pagePlace: 'body',
					simplify: false,
					additionalBody: '{"status": "Active"}',
					additionalQuery: '{}',
					ignoreEmptyFilters: true,
				},
				sorting: { sort: 'oldest' },
			},
			{ query: 'e', returnAll: false, limit: 3, filters, sorting: { sort: 'oldest' } },
		],
	}),
	'conversation.setCustomFields': (sandbox) => ({
		parameters: {
			...ofThread(sandbox),
			customFieldsMode: 'fields',
			customFields: {
				field: [
					{ key: { __rl: true, mode: 'list', value: 'order_number' }, value: '42' },
					{ key: { __rl: true, mode: 'list', value: 'vip' }, value: '={{ true }}' },
				],
			},
		},
		variants: [
			{
				...ofThread(sandbox),
				customFieldsMode: 'json',
				customFieldsJson: '{"plan": "team", "order_number": 4.5}',
			},
		],
	}),
	'scheduledReply.getMany': (sandbox) => {
		scheduleReply(sandbox, thread(sandbox));
		return {
			parameters: ofThread(sandbox),
			variants: [{ ...ofThread(sandbox), options: { additionalQuery: '{}' } }],
		};
	},
	'contact.getConversations': (sandbox) => {
		const { id, email } = thread(sandbox).record.contact;
		const all = { returnAll: true, limit: 3, options: { additionalQuery: '{}', simplify: false } };
		const sorted = { additionalQuery: '{"sort": "newest"}' };
		return {
			parameters: { contactId: byId(id), returnAll: false, limit: 3 },
			variants: [
				{ ...all, contactId: byId(id), options: sorted },
				{ ...all, contactId: byId(email) },
			],
		};
	},
	'conversation.close': (sandbox) => ({
		parameters: ofThread(sandbox),
		// Close sets the status, so Additional Body must not.
		variants: [{ ...ofThread(sandbox), options: { additionalBody: '{}' } }],
	}),
	'contact.upsert': (sandbox) => ({
		parameters: { email: 'new@example.com', additionalFields: { name: 'New', ...seenOfContacts } },
		variants: [
			{
				email: sandbox.store.contactsOf('org_acme')[0]!.email.toUpperCase(),
				additionalFields: {
					name: 'Renamed',
					...seenOfContacts,
					additionalBody: '{"avatar": "https://acme.example/a.png"}',
				},
			},
		],
	}),
	'apiRequest.send': (sandbox) => ({
		parameters: { method: 'GET', path: '/conversations/mine', pageMode: 'none' },
		variants: [
			{
				method: 'PUT',
				path: `/conversation/${thread(sandbox).record.id}/update/priority`,
				queryParameters: { parameter: [] },
				jsonBody: '{"priority": "High"}',
				pageMode: 'none',
				options: { attempts: 2, download: false, fullResponse: false },
			},
			{
				method: 'PATCH',
				path: `/conversation/${thread(sandbox).record.id}/custom-fields`,
				jsonBody: '{"plan": "team"}',
				pageMode: 'none',
			},
			{ method: 'GET', path: '/inboxes/inbox_support/tags', pageMode: 'simple', returnAll: true },
			{
				method: 'GET',
				path: '/contacts',
				queryParameters: { parameter: [{ name: 'q', value: 'an' }] },
				pageMode: 'counting',
				returnAll: false,
				limit: 3,
			},
		],
	}),
};
