import { settle } from '../../sandbox/due';
import { RequestLog } from '../../sandbox/log';
import { createConversation } from '../../sandbox/newConversation';
import type { StoredConversation } from '../../sandbox/records';
import type { Store } from '../../sandbox/store';
import { newEvent, newMessage, plainText, refreshLastMessage } from '../../sandbox/thread';
import { seededStore } from './client';

const begin = (store: Store, createdAt?: string) =>
	createConversation(store, {
		inboxId: 'inbox_support',
		contactId: store.contactsOf('org_acme')[0]!.id,
		subject: 'Hello',
		html: '<p>Hi</p>',
		createdAt,
	});
const idsOf = (conversations: StoredConversation[]) => conversations.map(({ record }) => record.id);

describe('what is derived from the state', () => {
	/** How often each of so many values was computed, asked for one after the other. */
	function counted(count: number) {
		const { store } = seededStore();
		const computed = new Array<number>(count).fill(0);
		const ask = (key: number) => store.derive([key], () => ({ times: ++computed[key]! }));
		for (let key = 0; key < count; key++) ask(key);
		return { store, ask };
	}

	it('is computed once until something changes', () => {
		const { store, ask } = counted(1);
		expect(ask(0)).toEqual({ times: 1 });
		store.version += 1;
		expect(ask(0)).toEqual({ times: 2 });
	});

	it('is remembered for less than a hundred questions', () => {
		expect(counted(99).ask(0)).toEqual({ times: 1 });
		expect(counted(100).ask(0)).toEqual({ times: 2 });
	});
});

describe('records of the same moment', () => {
	const scope = { inboxId: 'inbox_support' };

	it('have an order: the later one is the newer one', () => {
		const { store } = seededStore();
		const ids = idsOf(Array.from({ length: 12 }, () => begin(store)));
		expect(idsOf(store.sortedConversations(scope, 'newest')).slice(0, 12)).toEqual([...ids].reverse());
		expect(idsOf(store.sortedConversations(scope, 'oldest')).slice(-12)).toEqual(ids);
	});

	it('come before one that is older, however late it came in', () => {
		const { store, clock } = seededStore();
		const [late, first, second] = [begin(store), begin(store, store.time(clock.ms + 2_000)), begin(store, store.time(clock.ms + 1_000))];
		const expected = idsOf([first, second, late]);
		expect(idsOf(store.sortedConversations(scope, 'newest')).slice(0, 3)).toEqual(expected);
		expect(idsOf(store.sortedConversations(scope, 'oldest')).slice(-3)).toEqual([...expected].reverse());
	});

	it('of one priority are newest first', () => {
		const { store } = seededStore();
		const all = store.sortedConversations(scope, 'priority').filter(({ record }) => record.priority === 'Normal');
		expect(all.length).toBeGreaterThan(3);
		expect(idsOf(all)).toEqual(idsOf(store.sortedConversations(scope, 'newest').filter(({ record }) => record.priority === 'Normal')));
	});

	it('are mixed only where ties are not stable', () => {
		const records = Array.from({ length: 30 }, (_, index) => index);
		expect(seededStore().store.mixed([...records])).toEqual(records);
		const mixed = seededStore({ world: { ties: 'unstable' } }).store.mixed([...records]);
		expect(mixed).not.toEqual(records);
		expect(mixed.sort((a, b) => a - b)).toEqual(records);
	});
});

it('a conversation from the future is listed where nothing is late', () => {
	const { store, clock } = seededStore();
	const { record } = begin(store, store.time(clock.ms + 5_000));
	expect(store.isListed(record)).toBe(true);
});

it('a new conversation is open, of normal priority, unassigned and untouched, and has the next number', () => {
	const { store } = seededStore();
	const { record, ...kept } = begin(store);
	const contact = store.contactsOf('org_acme')[0]!;
	const at = '2026-03-02T09:00:00.000000Z';
	const message = {
		...{ id: expect.stringMatching(/^msg_\w{10}$/), cc: [], bcc: [], record_type: 'email', status: 'received', direction: 'incoming' },
		...{ viewed_at: null, created_at: at, text_body: 'Hi', excerpt: 'Hi', html_body: '<p>Hi</p>', extra: {}, is_clipped: false },
		intended_inbox_address_id: null,
	};
	expect(record).toEqual({
		...{
			id: expect.stringMatching(/^conv_\w{10}$/),
			inbox_id: 'inbox_support',
			ticket_id: 1001 + 24 + 12,
			subject: 'Hello',
			updated_subject: null,
		},
		...{ has_attachment: false, has_inline_attachment: false, is_draft: false, is_scheduled: false, is_snoozed: false, is_spam: false },
		...{ active: true, status: 'Active', priority: 'Normal', assignable_type: null, assignable_id: null, agents: [], custom_field_values: {} },
		...{ created_at: at, updated_at: at, deleted_at: null, closed_at: null, last_message_created_at: at, excerpt: 'Hi', messages_count: 1 },
		...{ intended_inbox_address_id: 'support@acme.example', contact, last_message: message, last_message_by: 'contact', viewer_id: null },
		viewed_at: null,
	});
	expect(kept).toMatchObject({ organizationId: 'org_acme', tagIds: [], scheduled: [], drafts: {}, snooze: null, changes: 0 });
	expect(kept.events).toMatchObject([{ action: 'started', actor_type: 'contact', actor: { id: contact.id, email: contact.email }, message }]);
});

it('trash and restore say it of the record, and what is forgotten counts no more', () => {
	const { store } = seededStore();
	const [one, two] = [begin(store), begin(store)];
	const { contact } = one.record;
	const count = contact.conversations_count;
	store.trash(one);
	expect([one.record.active, contact.conversations_count]).toEqual([false, count - 1]);
	store.restore(one);
	expect([one.record.active, contact.conversations_count]).toEqual([true, count]);
	store.trash(one);
	store.waiting.add(two);
	for (const each of [one, two]) store.forget(each);
	expect([contact.conversations_count, store.conversations.has(two.record.id), store.waiting.size]).toEqual([count - 2, false, 0]);
});

it('a contact that is changed keeps the time of its creation', () => {
	const { store, clock } = seededStore();
	const { id } = store.addContact('org_acme', { id: 'contact_new', email: 'new@example.com' });
	const createdAt = store.now();
	clock.pass(5_000);
	store.changeContactRecord(store.contacts.get(id)!.record, { email: 'newer@example.com' });
	expect(store.contacts.get(id)).toEqual({
		organizationId: 'org_acme',
		created_at: createdAt,
		updated_at: store.now(),
		record: {
			...{
				id,
				name: '',
				email: 'newer@example.com',
				avatar: 'https://avatars.example/contact_new.png',
				company: '',
				website: '',
				job_title: '',
			},
			...{ address: '', should_display_image: true, notes: '', conversations_count: 0 },
		},
	});
});

describe('every change counts up', () => {
	const { store } = seededStore();
	const one = begin(store);
	const contact = one.record.contact;
	it.each<[string, () => unknown]>([
		['a contact', () => store.addContact('org_acme', { id: 'contact_x', email: 'x@example.com' })],
		['a conversation', () => begin(store)],
		['a touch', () => store.touch(one)],
		['the trash', () => store.trash(one)],
		['a change of a contact', () => store.changeContactRecord(contact, { name: 'X' })],
		['a tag that goes', () => store.removeTag('tag_bug')],
		['a conversation that is forgotten', () => store.forget(one)],
	])('%s', (_, change) => {
		const { version } = store;
		change();
		expect(store.version).toBe(version + 1);
	});
});

it('a snooze that is over ends once, and what waits no more is not looked at again', () => {
	const { store, clock } = seededStore();
	const one = begin(store);
	one.snooze = { until: store.time(clock.ms + 1_000), type: 'always' };
	store.waiting.add(one);
	clock.pass(1_000);
	settle(store);
	expect([one.snooze, store.waiting.size]).toEqual([null, 0]);
	const { version } = store;
	clock.pass(1_000);
	settle(store);
	expect(store.version).toBe(version);
});

describe('a thread', () => {
	it.each([
		['<p>a</p><p>b</p>', 'a\nb'],
		['<div>a</div>b', 'a\nb'],
		['a<br/>b<BR  />c<br>d', 'a\nb\nc\nd'],
		['<a href="x">link</a> <i>soft</i>', 'link soft'],
		['&lt;b&gt; &quot;x&quot; &amp;lt; &amp;', '<b> "x" &lt; &'],
		['&lt;&lt;&gt;&gt;&quot;&quot;&amp;&amp;', '<<>>""&&'],
		['  text\n', 'text'],
	])('%s is read as %j', (html, text) => {
		expect(plainText(html)).toBe(text);
	});

	it('of notes alone has no last message to tell of', () => {
		const { store } = seededStore();
		const one = begin(store);
		one.events = [newEvent(store, 'note', store.teammates.get('user_ada')!, newMessage(store, { html: 'x', direction: 'internal' }))];
		refreshLastMessage(store, one);
		expect(one.record).toMatchObject({ excerpt: 'Hi', messages_count: 1 });
	});
});

describe('the log', () => {
	const filled = (count: number) => {
		const log = new RequestLog(100);
		for (let number = 1; number <= count; number++) log.add({ arrivedAt: number } as Parameters<RequestLog['add']>[0]);
		return log;
	};

	it('drops old requests a quarter of its size at a time', () => {
		expect([filled(124).since(0).length, filled(125).since(0).length, filled(150).since(0).length]).toEqual([124, 100, 100]);
	});

	it('knows those of a moment and after it', () => {
		expect(
			filled(5)
				.since(4)
				.map(({ number }) => number),
		).toEqual([4, 5]);
		expect(filled(5).since(6)).toEqual([]);
	});

	it('is empty once cleared, and counts from one again', () => {
		const log = filled(5);
		log.clear();
		expect(log.list()).toEqual([]);
		expect(log.add({ arrivedAt: 9 } as Parameters<RequestLog['add']>[0]).number).toBe(1);
	});
});
