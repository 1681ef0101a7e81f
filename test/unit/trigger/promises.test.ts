import type { IDataObject } from 'n8n-workflow';

import { STATE_STEPS } from '../../../nodes/HelpdeskTrigger/core/state';
import { Bench, HOUR, idsOf, MINUTE, quietPoll, type By } from './support/bench';

const CREATED = { event: ['conversationCreated'] };
const MESSAGE = { event: ['customerMessage'] };
const UPDATED = { event: ['conversationUpdated'], watchFields: ['status'] };
const iso = (ms: number) => new Date(ms).toISOString();

describe('Conversation Created', () => {
	it.each([100, 20])('is emitted for each of 120 conversations of one second, on pages of %i', async (perPage) => {
		const bench = new Bench(CREATED);
		bench.perPage = perPage;
		bench.createSeveral(300);
		await bench.activate();
		const fresh = bench.createSeveral(120, 'a', 0);
		expect(new Set(idsOf(await bench.poll()))).toEqual(new Set(idsOf(fresh)));
		expect(await bench.polls(15)).toEqual([]);
	});

	it('is emitted if the list shows the conversation up to Look Back after its own time', async () => {
		const bench = new Bench(CREATED);
		bench.createSeveral(1_000, 'a', 1_000);
		await bench.activate();
		const late = bench.create();
		bench.records.pop();
		// Newer conversations take the late one's place on the first page.
		bench.createSeveral(120, 'a', 100);
		await bench.polls(6);
		bench.records.push(late);
		expect(idsOf(await bench.poll())).toEqual([late.id]);
	});
});

describe('Conversation Updated', () => {
	it.each(['emit', 'leaveOut'])(
		'emits a change from before the first poll of a record only with "emit": %s',
		async (unknownChanges) => {
			const bench = new Bench({ ...UPDATED, options: { unknownChanges } });
			await bench.activate();
			const record = bench.create();
			bench.clock.time += 30_000;
			bench.change(record, { status: 'Closed' });
			expect(await bench.poll()).toHaveLength(unknownChanges === 'emit' ? 1 : 0);
			bench.change(record, { status: 'Active' });
			expect(await bench.poll()).toMatchObject([{ changes: { status: { from: 'Closed', to: 'Active' } } }]);
		},
	);
});

describe('Start From', () => {
	it.each([
		['Conversation Created', CREATED],
		['Customer Message', MESSAGE],
	])('emits the additional events if it moves to an earlier time, and repeats nothing (%s)', async (_, event) => {
		const bench = new Bench(event);
		const before = bench.createSeveral(5, 'a', HOUR);
		bench.clock.time += HOUR;
		expect(await bench.activate()).toEqual([]);
		bench.createSeveral(1);
		expect(await bench.poll()).toHaveLength(1);
		expect(idsOf(await bench.activate({ options: { startFrom: String(before[2]!.created_at) } }))).toEqual(
			idsOf(before.slice(2)),
		);
		expect(await bench.polls(15)).toEqual([]);
	});

	it('in the future suppresses earlier events, and can be corrected', async () => {
		const bench = new Bench(CREATED);
		expect(await bench.activate({ options: { startFrom: '2062-01-01' } })).toEqual([]);
		const between = bench.createSeveral(2);
		expect(await bench.poll()).toEqual([]);
		expect(idsOf(await bench.activate({ options: { startFrom: String(between[0]!.created_at) } }))).toEqual(
			idsOf(between),
		);
		expect(await bench.polls(15)).toEqual([]);
	});

	it('in the future can be removed, and the trigger continues from its last poll', async () => {
		const bench = new Bench(CREATED);
		await bench.activate({ options: { startFrom: '2062-01-01' } });
		expect(await bench.poll()).toEqual([]);
		const fresh = bench.createSeveral(2);
		expect(idsOf(await bench.activate({ options: {} }))).toEqual(idsOf(fresh));
	});
});

describe('Max Events per Poll', () => {
	it.each([1, 7])('of %i emits a backlog in order, without loss or repetition', async (maxEventsPerPoll) => {
		const bench = new Bench({ ...CREATED, options: { maxEventsPerPoll } });
		bench.perPage = 20;
		await bench.activate();
		const fresh = bench.createSeveral(45, 'a', 1_000);
		const items: IDataObject[] = [];
		for (let poll = 0; poll < 50; poll += 1) {
			const polled = await bench.poll();
			expect(polled.length).toBeLessThanOrEqual(maxEventsPerPoll);
			items.push(...polled);
		}
		expect(idsOf(items)).toEqual(idsOf(fresh));
	});

	it('is exceeded only by the events of one conversation', async () => {
		const bench = new Bench({ event: ['tagAdded'], options: { maxEventsPerPoll: 1 } });
		const [one, other] = [bench.create('a', { tags: [] }), bench.create('a', { tags: [] })];
		await bench.activate();
		for (const record of [one, other]) bench.change(record, { tags: ['x', 'y', 'z'] });
		expect(await bench.poll()).toHaveLength(3);
		expect(await bench.poll()).toHaveLength(3);
		expect(await bench.polls(3)).toEqual([]);
	});
});

describe('a burst', () => {
	it('in one of many inboxes is emitted within two polls, even in a sweep with hourly polls', async () => {
		const inboxIds = Array.from({ length: 25 }, (_, index) => `i${index}`);
		const bench = new Bench({ event: ['conversationCreated', 'conversationSnoozed'], inboxIds });
		bench.perPage = 20;
		bench.createSeveral(200, 'i0');
		bench.clock.time += HOUR;
		await bench.activate();
		await bench.polls(4);
		const fresh = bench.createSeveral(120, 'i0', 100);
		const items = [...(await bench.poll(60)), ...(await bench.poll(60))];
		expect(new Set(idsOf(items))).toEqual(new Set(idsOf(fresh)));
	});
});

describe('a saved state', () => {
	it.each([
		['Conversation Created', CREATED],
		['Customer Message', MESSAGE],
		['Conversation Updated', UPDATED],
	])('lets the trigger emit every event of an outage or a stop of n8n once (%s)', async (_, event) => {
		const bench = new Bench(event);
		const old = bench.createSeveral(120);
		bench.clock.time += MINUTE;
		await bench.activate();
		bench.failing.all = { status: 503, body: {} };
		for (let poll = 0; poll < 5; poll += 1) await bench.failure();
		const fresh = bench.createSeveral(130, 'a', 1_000);
		bench.clock.time += 5_000;
		for (const record of fresh) bench.change(record, { status: 'Closed' });
		bench.clock.time += 5 * HOUR;
		bench.change(old[0]!, { status: 'Closed' });
		delete bench.failing.all;
		const items = [...(await bench.restart()), ...(await bench.polls(10))];
		const isUpdated = event === UPDATED;
		expect(idsOf(items).sort()).toEqual(idsOf(isUpdated ? [...fresh, old[0]!] : fresh).sort());
	});

	it('stores a newly chosen field even while Max Events delays other events of the conversation', async () => {
		const bench = new Bench({ event: ['statusChangedTo'], statuses: 'Closed', options: { maxEventsPerPoll: 1 } });
		const both = bench.createSeveral(2);
		await bench.activate();
		for (const record of both) bench.change(record, { status: 'Closed' });
		expect(idsOf(await bench.activate({ event: ['statusChangedTo', 'markedAsSpam'] }))).toHaveLength(1);
		for (const record of both) bench.change(record, { is_spam: true });
		const items = await bench.polls(3);
		expect(items.map(({ event }) => event).sort()).toEqual(['markedAsSpam', 'markedAsSpam', 'statusChangedTo']);
	});

	it('causes no repeated event if another event, Watch or inbox is chosen for a while', async () => {
		const bench = new Bench({ ...CREATED, inboxIds: ['a', 'b'] });
		bench.createSeveral(30, 'b');
		await bench.activate();
		const [fresh] = bench.createSeveral(1);
		expect(await bench.poll()).toHaveLength(1);
		for (const changes of [
			{ ...UPDATED },
			{ event: ['contactCreated'] },
			{ ...CREATED, inboxIds: ['a'] },
			{ inboxIds: ['a', 'b'] },
			CREATED,
		]) {
			expect(await bench.activate(changes)).toEqual([]);
			expect(await bench.polls(2)).toEqual([]);
		}
		bench.change(fresh!, { inbox_id: 'b' });
		expect(await bench.polls(2)).toEqual([]);
	});

	const DAMAGED = "The trigger's saved state cannot be read";
	it.each([
		["The trigger's state was saved by a newer version of the package", { version: 99 }],
		[DAMAGED, { version: 1 }],
		[DAMAGED, 'damaged'],
		[DAMAGED, { version: 1, inboxes: {}, values: {}, waits: {}, conversations: { rows: 1 } }],
	])('is refused and not overwritten if it cannot be read: %s, %j', async (message, state) => {
		const bench = new Bench(CREATED);
		Object.assign(bench, { saved: { state } });
		await expect(bench.activate()).rejects.toThrow(message);
		expect(JSON.parse(bench.state)).toEqual({ state });
	});

	afterEach(() => {
		for (const version of [-1, 0]) delete STATE_STEPS[version];
	});

	it('of an earlier version is upgraded step by step, and loses and repeats nothing', async () => {
		const bench = new Bench({ ...UPDATED, event: ['conversationUpdated', 'conversationCreated'] });
		const [old] = bench.createSeveral(1);
		await bench.activate();
		bench.create();
		expect(await bench.poll()).toHaveLength(1);
		// Two invented older versions: both lack waits, and the older one stores a list of inboxes.
		const { inboxes, waits, ...same } = (JSON.parse(bench.state) as { state: IDataObject }).state;
		const state: IDataObject = { ...same, version: -1, list: Object.entries(inboxes as IDataObject) };
		Object.assign(bench, { saved: { state } });
		await expect(bench.restart()).rejects.toThrow(DAMAGED);
		STATE_STEPS[-1] = ({ list, ...rest }) => ({ ...rest, inboxes: Object.fromEntries(list as never) });
		STATE_STEPS[0] = (rest) => ({ ...rest, waits: {} });
		const fresh = bench.create();
		bench.change(old!, { status: 'Closed' });
		expect(new Set(idsOf(await bench.restart()))).toEqual(new Set([old!.id, fresh.id]));
		expect(JSON.parse(bench.state)).toMatchObject({ state: { version: same.version, inboxes: { a: {} }, waits } });
		expect(await bench.polls(2)).toEqual([]);
	});

	it('contains at most 220 kB, and no text of a customer', async () => {
		const events = [
			'conversationUpdated',
			'customerWaiting',
			'customerMessage',
			'teammateReplied',
			'noteAdded',
			'customFieldChangedTo',
		];
		const inboxIds = Array.from({ length: 20 }, (_, index) => `inbox-with-a-long-id-${index}`);
		const bench = new Bench({ event: events, watchFields: ['any'], inboxIds, after: 2, customField: 'plan' });
		for (const inboxId of inboxIds)
			for (let count = 0; count < 800; count += 1)
				bench.create(inboxId, {
					id: `9d40bde8-7ac8-4c58-9b78-${inboxId}-${count}`,
					subject: 'my words',
					custom_field_values: { plan: 'my plan' },
				});
		bench.clock.time += MINUTE;
		await bench.activate();
		await bench.polls(5);
		const bytes = Buffer.byteLength(bench.state);
		expect(bytes).toBeGreaterThan(150_000);
		expect(bytes).toBeLessThan(220_000);
		expect(bench.state).not.toMatch(/my words|my plan|"Kim"/);
	});
});

describe('a quiet poll', () => {
	it.each([CREATED, UPDATED])('of 20 small inboxes costs 20 requests', async (parameters) => {
		expect(await quietPoll(parameters, 20, 90)).toBe(20);
	});

	it.each([CREATED, UPDATED, MESSAGE])('of a busy inbox of 5,000 costs at most 3 requests', async (parameters) => {
		const bench = new Bench(parameters);
		bench.createSeveral(5_000, 'a', 10_000);
		await bench.activate();
		await bench.polls(10);
		for (let poll = 0; poll < 10; poll += 1) {
			for (const record of bench.records.slice(-8)) bench.write(record, 'customer');
			bench.create();
			await bench.poll();
			expect(bench.requests.length).toBeLessThanOrEqual(3);
		}
	});
});

describe('more inboxes than a poll can read', () => {
	it('are read in turn, and no event since the activation is lost', async () => {
		const inboxIds = Array.from({ length: 150 }, (_, index) => `i${index}`);
		const bench = new Bench({ ...CREATED, inboxIds });
		for (const inboxId of inboxIds) bench.create(inboxId);
		bench.clock.time += MINUTE;
		expect(await bench.activate()).toEqual([]);
		const fresh = inboxIds.map((inboxId) => bench.create(inboxId));
		const items = await bench.polls(6);
		expect(new Set(idsOf(items))).toEqual(new Set(idsOf(fresh)));
		expect(items).toHaveLength(fresh.length);
	});
});

describe('Teammate Replied and Customer Message', () => {
	it('are emitted for a message that arrives while a poll reads its conversation twice', async () => {
		const bench = new Bench({ event: ['customerMessage'], options: { startFrom: '2020-01-01' } });
		bench.order = 'created_at';
		bench.perPage = 20;
		const old = bench.createSeveral(30);
		let page = 0;
		Object.defineProperty(bench.failing, 'a', {
			get: () => {
				if ((page += 1) !== 2) return undefined;
				// The last conversation of the first page moves to the second.
				bench.create();
				bench.write(old[10]!, 'customer');
			},
		});
		const items = [...(await bench.activate()), ...(await bench.polls(5))];
		expect(
			items
				.filter(({ id }) => id === old[10]!.id)
				.map(({ last_message: message }) => (message as IDataObject).id),
		).toHaveLength(2);
	});

	it('are distinguished by the thread if the list does not show who wrote', async () => {
		const bench = new Bench({ event: ['customerMessage', 'teammateReplied'] });
		const record = bench.create();
		await bench.activate();
		const items: unknown[] = [];
		for (const by of ['customer', 'teammate', 'automation', 'customer'] as const) {
			bench.write(record, by);
			Object.assign(record.last_message as IDataObject, { direction: null });
			items.push((await bench.polls(3)).map(({ event }) => event));
		}
		expect(items).toEqual([['customerMessage'], ['teammateReplied'], [], ['customerMessage']]);
	});

	const BOTH = { event: ['customerMessage', 'teammateReplied', 'noteAdded'] };
	const heard = (items: IDataObject[]) =>
		items.map(({ event, last_message: message }) => `${String(event)} ${String((message as IDataObject).id)}`);

	it.each<[string, By[], string[]]>([
		['a reply', ['customer', 'teammate'], ['customerMessage', 'teammateReplied']],
		['a note', ['customer', 'note'], ['customerMessage', 'noteAdded']],
		['a draft', ['customer', 'draft'], ['customerMessage']],
		['an automatic reply', ['customer', 'automation'], ['customerMessage']],
		['another message', ['customer', 'customer'], ['customerMessage', 'customerMessage']],
		[
			'several entries',
			['teammate', 'note', 'customer', 'automation'],
			['teammateReplied', 'noteAdded', 'customerMessage'],
		],
	])('are emitted once each if the list hides them behind %s', async (_, writers, events) => {
		const bench = new Bench(BOTH);
		const [known, other] = [bench.create(), bench.create()];
		await bench.activate();
		const fresh = bench.create();
		await bench.poll();
		for (const record of [known, fresh]) {
			const ids = writers.map((by) => {
				bench.clock.time += 1_000;
				bench.write(record, by);
				return (record.last_message as IDataObject).id;
			});
			const shown = writers.flatMap((by, index) => (['draft', 'automation'].includes(by) ? [] : [ids[index]]));
			expect(heard(await bench.poll())).toEqual(events.map((event, index) => `${event} ${String(shown[index])}`));
			expect(bench.requests.filter((path) => path.endsWith('/messages'))).toHaveLength(1);
		}
		bench.change(other, { status: 'Closed' });
		expect(await bench.polls(3)).toEqual([]);
		expect(bench.requests).toHaveLength(1);
	});

	it('are emitted once if the message count excludes notes', async () => {
		const bench = new Bench(BOTH);
		const record = bench.create();
		await bench.activate();
		const events: unknown[] = [];
		for (const writers of [
			['note'],
			['note'],
			['teammate'],
			['note'],
			['customer'],
			['note', 'customer'],
		] as By[][]) {
			for (const by of writers) {
				const count = record.messages_count;
				bench.clock.time += 1_000;
				bench.write(record, by);
				if (by === 'note') record.messages_count = count;
			}
			events.push(...(await bench.poll()).map(({ event }) => event));
		}
		expect(events).toEqual([
			'noteAdded',
			'noteAdded',
			'teammateReplied',
			'noteAdded',
			'customerMessage',
			'noteAdded',
			'customerMessage',
		]);
	});

	it('cost no additional request for a single message of a customer', async () => {
		const bench = new Bench({ event: ['customerMessage', 'teammateReplied'] });
		const record = bench.create();
		await bench.activate();
		bench.create();
		bench.write(record, 'customer');
		expect(await bench.poll()).toHaveLength(2);
		expect(bench.requests).toHaveLength(1);
	});
});

describe('contacts', () => {
	const contact = (bench: Bench, id: string, more: IDataObject = {}) => {
		const record = { id, name: 'Kim', email: `${id}@example.com`, ...more };
		bench.contacts.push(record);
		return record;
	};

	it('are refused if there are more than the limit, and the error names it', async () => {
		const bench = new Bench({
			event: ['contactUpdated'],
			contactFields: ['name', 'email', 'company', 'website', 'job_title', 'address', 'notes'],
		});
		for (let count = 0; count < 6_000; count += 1) contact(bench, `k${count}`);
		await expect(bench.activate()).rejects.toThrow(/at most \d+ contacts/);
	});
});

describe('a message dated in the future', () => {
	const FUTURE = '2030-01-01T00:00:00Z';

	it.each([true, false])('hides no other message (with a Date header: %s)', async (hasDateHeader) => {
		const bench = new Bench({ ...MESSAGE, inboxIds: ['a'] });
		bench.hasDateHeader = hasDateHeader;
		const record = bench.create();
		await bench.activate();
		const emitted: unknown[] = [];
		for (const at of [FUTURE, undefined, undefined, FUTURE, undefined]) {
			bench.write(record, 'customer', at);
			const other = bench.create();
			bench.change(other, {});
			const ids = (await bench.polls(2)).map(({ last_message: message }) => (message as IDataObject).id);
			expect(ids).toEqual(
				[record.last_message, other.last_message].map((message) => (message as IDataObject).id),
			);
			emitted.push(...ids);
		}
		expect(new Set(emitted).size).toBe(10);
	});

	it('starts the wait of its customer when a poll first reads it', async () => {
		const bench = new Bench({ event: ['customerWaiting'], after: 1 });
		const record = bench.create();
		bench.write(record, 'teammate');
		await bench.activate();
		bench.write(record, 'customer', FUTURE);
		const items = bench.clock.time;
		expect(await bench.polls(59)).toEqual([]);
		expect((await bench.polls(3)).map(({ waiting_since: since }) => since)).toEqual([iso(items)]);
	});
});
