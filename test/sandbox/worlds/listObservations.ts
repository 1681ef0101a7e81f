import { receiveMessage } from '../../../sandbox/incoming';
import type { StoredConversation } from '../../../sandbox/records';
import type { Client } from '../client';
import { answered, classes, fields, listed, newOne, replied } from './looks';
import type { Observations } from './observation';

const SECOND = 1000;
const support = '/inboxes/inbox_support';

/** The fourth answer of a window of three requests, after half a second. */
async function refused(client: Client) {
	client.sandbox.settings({ limitPerMinute: 3 });
	client.clock.pass(500);
	for (let count = 0; count < 3; count++) await client.call('GET', '/me');
	client.clock.pass(10_700);
	return (await client.call('GET', '/me')).headers;
}

/** Of orders, times, ids, pages and what stands around records. */
export const listObservations = {
	newestGoesBy: {
		see: async (client) => {
			const [a, b, c] = ['a', 'b', 'c'].map((subject) => (client.clock.pass(SECOND), newOne(client, subject))) as [
				StoredConversation,
				StoredConversation,
				StoredConversation,
			];
			client.clock.pass(SECOND);
			receiveMessage(client.sandbox.store, b, 'Again');
			client.clock.pass(SECOND);
			await client.call('PUT', `/conversation/${a.record.id}/update/priority`, { priority: 'Low' });
			return (await listed(client))
				.slice(0, 3)
				.map(({ id }) => [a, b, c].findIndex(({ record }) => record.id === id))
				.join('');
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
} satisfies Partial<Observations>;
