import { createConversation } from '../../../sandbox/newConversation';
import { anyConversation, type Client } from '../client';
import { answered, classes, fields, listed, newContact, newOne, replied } from './looks';
import type { Observations } from './observation';

const SECOND = 1000;
const support = '/inboxes/inbox_support';

/** The 500 of a fault: its header and where its body holds the same id. */
async function requestId(client: Client) {
	client.sandbox.fault({ kind: 'status', status: 500 });
	const { headers, data } = await client.call('GET', '/me');
	return [headers['x-request-id'] !== undefined, ...fields(data)];
}

/** Of what records hold, which endpoints there are, and errors. */
export const recordObservations = {
	tagsInList: {
		see: async (client) => {
			newOne(client).tagIds.push('tag_bug');
			return (await listed(client))[0]!.tags;
		},
		expected: { absent: undefined, objects: [{ id: 'tag_bug', name: 'Bug', color: '#38c' }], ids: ['tag_bug'], names: ['Bug'] },
	},
	lastMessage: { see: async (client) => classes([(await listed(client))[0]!.last_message]), expected: { present: 'object', absent: 'undefined' } },
	lastMessageBy: {
		see: async (client) => {
			client.sandbox.store.contactsOf('org_acme')[0]!.name = 'Carla';
			const { id } = newOne(client).record.contact;
			const byContact = (await listed(client))[0]!;
			client.clock.pass(SECOND);
			await replied(client, newOne(client));
			const byTeammate = (await listed(client))[0]!;
			return [byContact, byTeammate].map(({ last_message_by: by, last_message }) => [
				by === id ? 'the contact' : by,
				(last_message as { direction: unknown }).direction,
			]);
		},
		expected: {
			contactUser: [
				['contact', 'incoming'],
				['user', 'outgoing'],
			],
			contactAgent: [
				['contact', 'incoming'],
				['agent', 'outgoing'],
			],
			customerTeammate: [
				['customer', 'incoming'],
				['teammate', 'outgoing'],
			],
			personId: [
				['the contact', 'incoming'],
				['user_ada', 'outgoing'],
			],
			personName: [
				['Carla', 'incoming'],
				['Ada Lindqvist', 'outgoing'],
			],
			directionOnly: [
				[undefined, 'incoming'],
				[undefined, 'outgoing'],
			],
			absent: [
				[undefined, undefined],
				[undefined, undefined],
			],
		},
	},
	directionWords: {
		see: async (client) => (await answered(client)).data.map(({ event }: { event: { direction: string } }) => event.direction),
		expected: { incoming: ['incoming', 'outgoing'], inbound: ['inbound', 'outbound'] },
	},
	lateVisibility: {
		see: async (client) => {
			const { id } = newOne(client).record;
			newContact(client, 'late@example.com');
			const seen = [];
			for (const seconds of [0, 29, 1, 269, 1]) {
				client.clock.pass(seconds * SECOND);
				const { data } = await client.call('GET', '/contacts?q=late@example.com&with_orphan=true');
				seen.push(`${(await listed(client)).filter((record) => record.id === id).length}${data.meta.total}`);
			}
			return seen.join(' ');
		},
		expected: { none: '11 11 11 11 11', seconds30: '00 00 11 11 11', minutes5: '00 00 00 00 11' },
	},
	statusTransitions: {
		see: async (client) => {
			const path = `/conversation/${newOne(client).record.id}`;
			const answers = [];
			for (const status of ['Closed', 'Pending', 'Active', 'Pending']) answers.push((await client.call('PATCH', path, { status })).status);
			return answers;
		},
		expected: { any: [200, 200, 200, 200], strict: [200, 409, 200, 200] },
	},
	statuses: {
		see: async (client) => {
			const seen = [...new Set((await listed(client)).map(({ status }) => status))].sort();
			const answers = await Promise.all(
				['Closed', 'closed'].map(
					async (status) => (await client.call('PATCH', `/conversation/${newOne(client).record.id}`, { status })).status,
				),
			);
			return [seen, answers];
		},
		expected: {
			activePendingClosed: [
				['Active', 'Closed', 'Pending'],
				[200, 409],
			],
			lowerCase: [
				['active', 'closed', 'pending'],
				[409, 200],
			],
			more: [
				['Active', 'Closed', 'On hold', 'Open', 'Pending'],
				[200, 409],
			],
		},
	},
	priorities: {
		see: async (client) => [
			...new Set((await listed(client, { sort: 'priority', per_page: 100 }, 'inbox_billing')).map(({ priority }) => priority)),
		],
		expected: { highNormalLow: ['High', 'Normal', 'Low'], nullWhenUnset: ['High', null, 'Low'], lowerCase: ['high', 'normal', 'low'] },
	},
	assigneeShape: {
		see: async (client) => {
			newOne(client);
			const [{ assignable_id, assignable_type }] = (await listed(client)) as [Record<string, unknown>];
			return [assignable_id, assignable_type];
		},
		expected: { nullWhenNone: [null, null], absentWhenNone: [undefined, undefined], emptyWhenNone: ['', ''] },
	},
	provisionalEndpoints: {
		see: async ({ call }) => [
			(await call('GET', '/inboxes')).status,
			(await call('GET', '/saved-replies')).status,
			(await call('GET', '/contacts')).status,
		],
		expected: { all: [200, 200, 200], none: [404, 404, 200], some: [200, 404, 200] },
	},
	deleteAutomations: {
		see: async ({ call }) => (await call('DELETE', `${support}/automations/automation_support_1`)).status,
		expected: { allowed: 200, forbidden: 403 },
	},
	errorCodes: {
		see: async ({ call }) => (await call('GET', '/conversation/conv_none')).data.code,
		expected: { none: undefined, present: 'ERROR_NOT_FOUND' },
	},
	requestIdPlace: {
		see: requestId,
		expected: {
			headerAndBody: [true, 'message', 'request_id'],
			header: [true, 'message'],
			body: [false, 'message', 'request_id'],
			nested: [false, 'error', 'error.request_id', 'message'],
			absent: [false, 'message'],
		},
	},
	dateHeader: { see: async ({ call }) => classes([(await call('GET', '/me')).headers.date]), expected: { present: 'string', absent: 'undefined' } },
	clockSkew: {
		see: async (client) => {
			const { headers } = await client.call('GET', '/me');
			const { created_at } = newOne(client).record;
			return [headers.date, created_at].map((time) => (Date.parse(time) - client.clock.now()) / 60_000);
		},
		expected: { none: [0, 0], ahead5min: [5, 5], behind5min: [-5, -5] },
	},
	contactOrder: {
		see: async (client) => {
			const [zoe, , ben] = ['Zoe', 'Mia', 'Ben'].map((name) => (client.clock.pass(SECOND), newContact(client, `${name}@order.example`, name)));
			client.clock.pass(SECOND);
			for (const { id } of [zoe!, ben!, zoe!]) {
				client.clock.pass(SECOND);
				createConversation(client.sandbox.store, { inboxId: 'inbox_support', contactId: id, subject: 'Hello', html: 'Hello' });
			}
			const { data } = (await client.call('GET', '/contacts?q=order.example&with_orphan=true')).data;
			return data.map(({ name }: { name: string }) => name).join(' ');
		},
		expected: { oldest: 'Zoe Mia Ben', newest: 'Ben Mia Zoe', activity: 'Zoe Ben Mia', name: 'Ben Mia Zoe' },
	},
	contactTimes: {
		see: async (client) => {
			const { id } = anyConversation(client).record.contact;
			const [inList] = (await client.call('GET', '/contacts')).data.data;
			const { data } = (await client.call('GET', `/contacts/${id}`)).data;
			return classes([inList.created_at, inList.updated_at, data.created_at]);
		},
		expected: { present: 'string string string', absent: 'undefined undefined undefined' },
	},
} satisfies Partial<Observations>;
