import { factNames, openFacts, plainWorld, type Fact, type World } from '../../contract/worlds';
import { receiveMessage } from '../../sandbox/incoming';
import { createConversation } from '../../sandbox/newConversation';
import { appendEvent, newEvent, newMessage } from '../../sandbox/thread';
import { anyConversation, useClient, type Client } from './client';

const SECOND = 1000;
const support = '/inboxes/inbox_support';
const contactOf = ({ sandbox }: Client) => sandbox.store.contactsOf('org_acme')[0]!;

/** Adds a conversation to the support inbox, by its first contact. */
function newOne(client: Client, contactId = contactOf(client).id) {
	return createConversation(client.sandbox.store, {
		inboxId: 'inbox_support',
		contactId,
		subject: 'Hello',
		html: '<p>Hello</p>',
	});
}

async function listed({ call }: Client, count = 20): Promise<Array<Record<string, unknown>>> {
	return (await call('POST', support, { display: { per_page: count } })).data.data;
}

const classes = (values: unknown[]) => values.map((value) => (value === null ? 'null' : typeof value)).join(' ');

/**
 * Adds a conversation with an answer, a note, an automatic reply and a new status. Returns the response with its
 * thread.
 */
async function thread(client: Client) {
	const conversation = newOne(client);
	const path = `/conversation/${conversation.record.id}`;
	const { store } = client.sandbox;
	appendEvent(
		store,
		conversation,
		newEvent(store, 'replied', null, newMessage(store, { html: 'We got it', direction: 'outgoing' })),
	);
	await client.call('POST', `${path}/reply`, { message: 'Hello', status: 'Pending' });
	await client.call('POST', `${path}/note`, { message: 'Psst' });
	return (await client.call('GET', `${path}/messages`)).data;
}

/** How a client sees a fact, and the expected result for each value. A missing fact fails to compile. */
const observations: {
	[F in Fact]: { see: (client: Client) => Promise<unknown>; expected: Record<World[F], unknown> };
} = {
	newestGoesBy: {
		see: async (client) => {
			const [a, b, c] = [1, 2, 3].map(() => (client.clock.pass(SECOND), newOne(client)));
			client.clock.pass(SECOND);
			receiveMessage(client.sandbox.store, b!, 'Again');
			client.clock.pass(SECOND);
			await client.call('PUT', `/conversation/${a!.record.id}/update/priority`, { priority: 'Low' });
			const records = await listed(client, 3);
			return records.map(({ id }) => [a, b, c].findIndex((each) => each!.record.id === id)).join('');
		},
		expected: { created: '210', updated: '012', lastMessage: '120' },
	},
	timeFormat: {
		see: async (client) => (client.clock.pass(123), newOne(client), (await listed(client))[0]!.created_at),
		expected: { microseconds: '2026-03-02T09:00:00.000000Z', seconds: '2026-03-02T09:00:00Z' },
	},
	typeNames: {
		see: async (client) => {
			const { data } = await thread(client);
			await client.call('PATCH', `/conversation/${newOne(client).record.id}`, { assign_to: 'user_ben' });
			const [{ assignable_type: assigned }] = (await listed(client)) as [{ assignable_type: unknown }];
			return [...data.slice(0, 3).map(({ actor_type: type }: { actor_type: unknown }) => type), assigned];
		},
		expected: {
			className: ['App\\Models\\Contact', null, 'App\\Models\\User', 'App\\Models\\User'],
			word: ['contact', null, 'user', 'user'],
		},
	},
	lastMessageBy: {
		see: async (client) => {
			Object.assign(contactOf(client), { name: 'Carla' });
			const { id } = newOne(client).record.contact;
			const byContact = (await listed(client))[0]!.last_message_by;
			client.clock.pass(SECOND);
			await client.call('POST', `/conversation/${newOne(client).record.id}/reply`, { message: 'Hello' });
			return [byContact === id ? 'the contact' : byContact, (await listed(client))[0]!.last_message_by];
		},
		expected: {
			typeName: ['contact', 'user'],
			personId: ['the contact', 'user_ada'],
			personName: ['Carla', 'Ada Lindqvist'],
			absent: [null, null],
		},
	},
	directionWords: {
		see: async (client) =>
			(await thread(client)).data.flatMap(({ event }: { event: null | { direction?: string | null } }) =>
				event ? [event.direction] : [],
			),
		expected: {
			capital: ['Inbound', 'Outbound', 'Outbound', null],
			lowerCase: ['inbound', 'outbound', 'outbound', null],
			absent: [undefined, undefined, undefined, undefined],
		},
	},
	textBody: {
		see: async (client) =>
			(await thread(client)).data.flatMap(({ event }: { event: null | { text_body: string } }) =>
				event ? [event.text_body] : [],
			),
		expected: { ofCustomers: ['Hello', null, null, null], always: ['Hello', 'We got it', 'Hello', 'Psst'] },
	},
	lastMessageKinds: {
		see: async (client) => {
			const path = `/conversation/${newOne(client).record.id}`;
			const kinds = [];
			for (const way of ['reply', 'note', 'draft']) {
				client.clock.pass(SECOND);
				await client.call('POST', `${path}/${way}`, { message: 'Hello' });
				kinds.push((await client.call('GET', path)).data.data.last_message.record_type);
			}
			await client.call('POST', `${path}/draft/delete`);
			return [...kinds, (await client.call('GET', path)).data.data.last_message.record_type];
		},
		expected: { all: ['Email', 'Note', 'Draft', 'Note'], sent: ['Email', 'Email', 'Email', 'Email'] },
	},
	messagesForm: {
		see: async (client) => {
			const { data } = await thread(client);
			const { data: view } = await client.call('GET', `/conversation/${anyConversation(client).record.id}`);
			return [Array.isArray(data), data.ticket_id > 0, data.events?.length, view.data.events?.length > 0];
		},
		expected: { data: [true, false, undefined, false], events: [false, true, 5, true] },
	},
	messageOrder: {
		see: async (client) => (await thread(client)).data.map(({ action }: { action: string }) => action).join(' '),
		expected: {
			oldestFirst: 'started replied replied note status_updated',
			newestFirst: 'status_updated note replied replied started',
		},
	},
	messageRecord: {
		see: async (client) => {
			const { data } = await thread(client);
			return [classes([data[0].event?.html_body, data[0].html_body]), data.length, data.at(-1).event];
		},
		expected: { event: ['string undefined', 5, null], message: ['undefined string', 4, undefined] },
	},
	singleRecord: {
		see: async (client) => {
			const { data } = await client.call('GET', `/contacts/${contactOf(client).id}`);
			return classes([data.data?.id, data.id]);
		},
		expected: { wrapped: 'string undefined', bare: 'undefined string' },
	},
	currentUser: {
		see: async ({ call }) => Object.keys((await call('GET', '/me')).data).sort(),
		expected: {
			inUser: ['company', 'had_onboarding_survey', 'inboxes', 'onboarding', 'organizations', 'user'],
			record: ['data'],
		},
	},
	savedContact: {
		see: async ({ call }) => Object.keys((await call('POST', '/contacts', { email: 'new@example.com' })).data),
		expected: { inContact: ['message', 'contact'], record: ['data'] },
	},
	wholeLists: {
		see: async ({ call }) => [
			Object.keys((await call('GET', '/inboxes?per-page=2')).data),
			(await call('GET', '/inboxes?per-page=2')).data.data.length,
		],
		expected: { data: [['data'], 3], pages: [['data', 'links', 'meta'], 2] },
	},
	rateHeaders: {
		see: async (client) => {
			client.sandbox.settings({ limitPerMinute: 1 });
			return [await client.call('GET', '/me'), await client.call('GET', '/me')].map(
				({ headers }) => headers['x-ratelimit-limit'],
			);
		},
		expected: { always: ['1', '1'], on429: [undefined, '1'] },
	},
	tagsInList: {
		see: async (client) => {
			newOne(client).tagIds.push('tag_bug');
			return (await listed(client))[0]!.tags;
		},
		expected: { absent: undefined, objects: [{ id: 'tag_bug', name: 'Bug', color: '#38c' }], names: ['Bug'] },
	},
	lateVisibility: {
		see: async (client) => {
			const { id } = newOne(client).record;
			client.sandbox.store.addContact('org_acme', { id: 'contact_late', email: 'late@example.com' });
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
			for (const status of ['Closed', 'Pending', 'Active', 'Pending'])
				answers.push((await client.call('PATCH', path, { status })).status);
			return answers;
		},
		expected: { any: [200, 200, 200, 200], strict: [200, 409, 200, 200] },
	},
	statuses: {
		see: async (client) => {
			const seen = [...new Set((await listed(client, 100)).map(({ status }) => status))].sort();
			return [
				...seen,
				(await client.call('PATCH', `/conversation/${newOne(client).record.id}`, { status: 'Spam' })).status,
			];
		},
		expected: {
			three: ['Active', 'Closed', 'Pending', 409],
			andSpam: ['Active', 'Closed', 'Pending', 'Spam', 200],
		},
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
	dateHeader: {
		see: async ({ call }) => classes([(await call('GET', '/me')).headers.date]),
		expected: { present: 'string', absent: 'undefined' },
	},
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
			for (const name of ['Zoe', 'Mia', 'Ben']) {
				client.clock.pass(SECOND);
				client.sandbox.store.addContact('org_acme', { id: name, name, email: `${name}@order.example` });
			}
			const { data } = (await client.call('GET', '/contacts?q=order.example&with_orphan=true')).data;
			return data.map(({ name }: { name: string }) => name).join(' ');
		},
		expected: { oldest: 'Zoe Mia Ben', newest: 'Ben Mia Zoe' },
	},
	contactTimes: {
		see: async (client) => {
			const [inList] = (await client.call('GET', '/contacts')).data.data;
			const { data } = (await client.call('GET', `/contacts/${contactOf(client).id}`)).data;
			return classes([inList.created_at, inList.updated_at, data.created_at]);
		},
		expected: { present: 'string string string', absent: 'undefined undefined undefined' },
	},
};

const client = useClient({ conversations: 240 });

/** The other facts have simple values, so that each fact is seen alone. */
const base: World = { ...plainWorld, messageRecord: 'event', singleRecord: 'wrapped' };
const cases = factNames.flatMap((fact) => openFacts[fact].values.map((value) => [fact, value] as const));

it.each(cases)('the sandbox behaves as the open fact %s says: %s', async (fact, value) => {
	client.clock.ms = Date.parse('2026-03-02T09:00:00Z');
	client.sandbox.reset({ world: { ...base, [fact]: value } });
	expect(await observations[fact].see(client)).toEqual(
		(observations[fact].expected as Record<string, unknown>)[value],
	);
});
