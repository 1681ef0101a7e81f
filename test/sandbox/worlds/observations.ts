import type { Fact, World } from '../../../contract/worlds';
import { receiveMessage } from '../../../sandbox/incoming';
import { createConversation } from '../../../sandbox/newConversation';
import type { StoredConversation } from '../../../sandbox/records';
import { anyConversation, type Client } from '../client';
import { classes, fields, listed, newContact, newOne } from './looks';

/** What a client sees of a fact, and what it must see for each value. */
type Observations = { [F in Fact]: { see: (client: Client) => Promise<unknown>; expected: Record<World[F], unknown> } };

const SECOND = 1000;
const support = '/inboxes/inbox_support';
const replied = async ({ call }: Client, { record }: StoredConversation) => await call('POST', `/conversation/${record.id}/reply`, { message: 'Hello' });
const thread = async ({ call }: Client, { record }: StoredConversation) => (await call('GET', `/conversation/${record.id}/messages`)).data;

/** The thread of a new conversation with an answer. */
async function answered(client: Client) {
	const conversation = newOne(client);
	await replied(client, conversation);
	return await thread(client, conversation);
}

/** The 500 of a fault: its header and where its body holds the same id. */
async function requestId(client: Client) {
	client.sandbox.fault({ kind: 'status', status: 500 });
	const { headers, data } = await client.call('GET', '/me');
	return [headers['x-request-id'] !== undefined, ...fields(data)];
}

/** The fourth answer of a window of three requests, after half a second. */
async function refused(client: Client) {
	client.sandbox.settings({ limitPerMinute: 3 });
	client.clock.pass(500);
	for (let count = 0; count < 3; count++) await client.call('GET', '/me');
	client.clock.pass(10_700);
	return (await client.call('GET', '/me')).headers;
}

export const observations: Observations = {
	newestGoesBy: {
		see: async (client) => {
			const [a, b, c] = ['a', 'b', 'c'].map((subject) => (client.clock.pass(SECOND), newOne(client, subject))) as [StoredConversation, StoredConversation, StoredConversation];
			client.clock.pass(SECOND);
			receiveMessage(client.sandbox.store, b, 'Again');
			client.clock.pass(SECOND);
			await client.call('PUT', `/conversation/${a.record.id}/update/priority`, { priority: 'Low' });
			return (await listed(client)).slice(0, 3).map(({ id }) => [a, b, c].findIndex(({ record }) => record.id === id)).join('');
		},
		expected: { created: '210', updated: '012', lastMessage: '120' },
	},
	ties: {
		see: async (client) => {
			for (let count = 0; count < 8; count++) newOne(client);
			const orders = new Set<string>();
			for (let count = 0; count < 5; count++) orders.add(JSON.stringify((await listed(client)).slice(0, 8).map(({ id }) => id)));
			return orders.size > 1;
		},
		expected: { stable: false, unstable: true },
	},
	timeFormat: {
		see: async (client) => (client.clock.pass(123), newOne(client), (await listed(client))[0]!.created_at),
		expected: {
			microseconds: '2026-03-02T09:00:00.000000Z',
			seconds: '2026-03-02T09:00:00Z',
			milliseconds: '2026-03-02T09:00:00.123Z',
			offset: '2026-03-02T11:00:00+02:00',
			noZone: '2026-03-02T09:00:00',
		},
	},
	updatedAt: {
		see: async (client) => {
			const before = newOne(client).record.id;
			await replied(client, newOne(client));
			const records = await listed(client);
			return classes([records.find(({ id }) => id === before)!.updated_at, records.find(({ id }) => id !== before)!.updated_at]);
		},
		expected: { present: 'string string', absent: 'undefined undefined', onlyOnChange: 'null string' },
	},
	idType: {
		see: async (client) => {
			const [{ id, inbox_id, contact }] = (await listed(client)) as [{ id: unknown; inbox_id: unknown; contact: { id: unknown } }];
			const found = await client.call('GET', `/conversation/${id}`);
			const moved = await client.call('POST', `/conversation/${id}/move`, { inbox_id });
			return [classes([id, inbox_id, contact.id]), found.data.data.id === id, moved.status];
		},
		expected: { text: ['string string string', true, 200], number: ['number number number', true, 200] },
	},
	emptyLastPage: {
		see: async ({ call }) => (await call('GET', '/contacts?q=nobody-has-this-name')).data.meta.last_page,
		expected: { one: 1, zero: 0 },
	},
	metaNumbers: {
		see: async ({ call }) => {
			const { meta } = (await call('POST', support, {})).data;
			return classes([meta.total, meta.last_page, meta.links[1].page]);
		},
		expected: { number: 'number number number', text: 'string string string' },
	},
	pageSize: {
		see: async ({ call }) => {
			const sizes = [];
			for (const per_page of [150, 60, 30]) {
				const { status, data } = await call('POST', support, { display: { per_page } });
				sizes.push(status === 200 ? data.data.length : status);
			}
			return sizes;
		},
		expected: {
			upTo100: [100, 60, 30],
			clamp50: [50, 50, 30],
			clamp20: [20, 20, 20],
			refuseOver100: [422, 60, 30],
			refuseOver50: [422, 422, 30],
			refuseOver20: [422, 422, 422],
			obey: [150, 60, 30],
		},
	},
	nextLink: {
		see: async ({ call }) => new URL((await call('GET', '/contacts?per_page=5&q=a')).data.links.next).search,
		expected: { pageOnly: '?page=2', wholeQuery: '?per_page=5&q=a&page=2' },
	},
	messagesForm: {
		see: async (client) => {
			const data = await answered(client);
			return Array.isArray(data) ? 'bare' : fields(data);
		},
		expected: { data: ['data'], bare: 'bare', pages: ['data', 'links', 'meta'], wrapped: ['data', 'data.messages'], messages: ['messages'] },
	},
	messageOrder: {
		see: async (client) => (await answered(client)).data.map(({ action }: { action: string }) => action),
		expected: { oldestFirst: ['started', 'replied'], newestFirst: ['replied', 'started'] },
	},
	messageRecord: {
		see: async (client) => {
			const [{ event, html_body }] = (await answered(client)).data;
			return classes([event?.html_body, html_body]);
		},
		expected: { event: 'string undefined', message: 'undefined string' },
	},
	singleRecord: {
		see: async ({ call }) => classes([(await call('GET', '/me')).data.data?.id, (await call('GET', '/me')).data.id]),
		expected: { wrapped: 'string undefined', bare: 'undefined string' },
	},
	rateHeaders: {
		see: async (client) => {
			client.sandbox.settings({ limitPerMinute: 1 });
			return [await client.call('GET', '/me'), await client.call('GET', '/me')].map(({ headers }) => headers['x-ratelimit-limit']);
		},
		expected: { always: ['1', '1'], on429: [undefined, '1'] },
	},
	retryAfter: {
		see: async (client) => (await refused(client))['retry-after'],
		expected: { seconds: '49', date: 'Mon, 02 Mar 2026 09:01:00 GMT' },
	},
	retryAfterRounding: { see: async (client) => (await refused(client))['retry-after'], expected: { down: '49', up: '50' } },
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
			return [byContact, byTeammate].map(({ last_message_by: by, last_message }) => [by === id ? 'the contact' : by, (last_message as { direction: unknown }).direction]);
		},
		expected: {
			contactUser: [['contact', 'incoming'], ['user', 'outgoing']],
			contactAgent: [['contact', 'incoming'], ['agent', 'outgoing']],
			customerTeammate: [['customer', 'incoming'], ['teammate', 'outgoing']],
			personId: [['the contact', 'incoming'], ['user_ada', 'outgoing']],
			personName: [['Carla', 'incoming'], ['Ada Lindqvist', 'outgoing']],
			directionOnly: [[undefined, 'incoming'], [undefined, 'outgoing']],
			absent: [[undefined, undefined], [undefined, undefined]],
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
			const answers = await Promise.all(['Closed', 'closed'].map(async (status) => (await client.call('PATCH', `/conversation/${newOne(client).record.id}`, { status })).status));
			return [seen, answers];
		},
		expected: {
			activePendingClosed: [['Active', 'Closed', 'Pending'], [200, 409]],
			lowerCase: [['active', 'closed', 'pending'], [409, 200]],
			more: [['Active', 'Closed', 'On hold', 'Open', 'Pending'], [200, 409]],
		},
	},
	priorities: {
		see: async (client) => [...new Set((await listed(client, { sort: 'priority', per_page: 100 }, 'inbox_billing')).map(({ priority }) => priority))],
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
		see: async ({ call }) => [(await call('GET', '/inboxes')).status, (await call('GET', '/saved-replies')).status, (await call('GET', '/contacts')).status],
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
			for (const { id } of [ben!, zoe!]) {
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
};
