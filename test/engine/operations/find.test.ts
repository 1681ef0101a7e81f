import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { createConversation } from '../../../sandbox/newConversation';
import type { StoredConversation } from '../../../sandbox/records';
import { appendEvent, newEvent, newMessage } from '../../../sandbox/thread';
import { byId, useNodeRig } from '../../support/nodeRig';

const DAY = 86_400_000;

const rig = useNodeRig({ conversations: 320 });
beforeEach(() =>
	rig.sandbox.reset({
		world: { tagsInList: 'objects', newestGoesBy: 'created', lastMessageBy: 'typeName', directionWords: 'capital' },
	}),
);

const all = (isWanted: (stored: StoredConversation) => boolean = () => true) =>
	rig.sandbox.store.sortedConversations({ inboxId: 'inbox_support' }, 'newest').filter(isWanted);
const ids = (stored: StoredConversation[]) => stored.map(({ record }) => record.id);
const before = (days: number) => new Date(rig.sandbox.store.nowMs - days * DAY).toISOString();
const parametersOf = (filters: IDataObject, more: IDataObject = {}) =>
	({ inboxId: byId('inbox_support'), returnAll: true, filters, ...more }) as INodeParameters;
const items = async (filters: IDataObject, more: IDataObject = {}) =>
	(await rig.run('conversation.getMany', parametersOf(filters, more))).map(({ json }) => json);
const found = async (filters: IDataObject, more: IDataObject = {}) => (await items(filters, more)).map(({ id }) => id);
const failure = async (filters: IDataObject, more: IDataObject = {}) =>
	await rig.failure('conversation.getMany', parametersOf(filters, more));
const pages = () => rig.requests().filter(({ path }) => path === '/inboxes/inbox_support');
const threads = () => rig.requests().filter(({ path }) => path.endsWith('/messages'));

/** Fills an empty inbox with `count` conversations, one per hour, the newest last. */
function fill(count: number, change: (stored: StoredConversation, index: number) => void = () => undefined) {
	const { store } = rig.sandbox;
	store.conversations.clear();
	const contactId = store.contactsOf('org_acme')[0]!.id;
	const made = Array.from({ length: count }, (_, index) => {
		const createdAt = new Date(store.nowMs - (count - index) * 3_600_000).toISOString().replace('Z', '000Z');
		return createConversation(store, {
			inboxId: 'inbox_support',
			contactId,
			subject: `Number ${index}`,
			html: '<p>Hello</p>',
			createdAt,
		});
	});
	made.forEach(change);
	store.version += 1;
	return made;
}

const writes = (stored: StoredConversation, by: 'user' | 'note' | 'automation') => {
	const { store } = rig.sandbox;
	const teammate = store.teammates.get('user_ada')!;
	const isNote = by === 'note';
	const message = newMessage(store, {
		html: 'Words',
		direction: isNote ? 'internal' : 'outgoing',
		recordType: isNote ? 'Note' : 'Email',
	});
	const event = newEvent(store, isNote ? 'note' : 'replied', teammate, message);
	appendEvent(store, stored, by === 'automation' ? { ...event, actor: null, actor_type: null } : event);
	if (by === 'automation')
		Object.assign(stored.record, {
			last_message_by: null,
			last_message: { ...stored.record.last_message, direction: null },
		});
};

describe('the Filters of Get Many', () => {
	const isSpam = ({ record }: StoredConversation) =>
		(record.is_spam && record.status !== 'Closed') || record.status === 'Spam';

	it.each<[string, IDataObject, (stored: StoredConversation) => boolean]>([
		['one status', { statuses: ['Active'] }, ({ record }) => record.status === 'Active'],
		['several statuses', { statuses: ['Active', 'Pending'] }, ({ record }) => record.status !== 'Closed'],
		['spam that is not closed', { statuses: ['Spam'] }, isSpam],
		[
			'a status or spam',
			{ statuses: ['Pending', 'Spam'] },
			(stored) => stored.record.status === 'Pending' || isSpam(stored),
		],
		['a priority, in capitals or not', { priorities: ['high'] }, ({ record }) => record.priority === 'High'],
		['a tag', { tags: ['tag_urgent'] }, ({ tagIds }) => tagIds.includes('tag_urgent')],
		[
			'assigned to a teammate',
			{ assignedTo: byId('user_ada') },
			({ record }) => record.assignable_id === 'user_ada',
		],
		[
			'assigned to me',
			{ assignedTo: { __rl: true, mode: 'list', value: 'me' } },
			({ record }) => record.assignable_id === 'user_ada',
		],
		[
			'assigned to nobody',
			{ assignedTo: { __rl: true, mode: 'list', value: 'nobody' } },
			({ record }) => record.assignable_id === null,
		],
		[
			'no activity',
			{ inactiveDays: 3 },
			({ record }) => Date.parse(record.last_message_created_at) <= rig.sandbox.store.nowMs - 3 * DAY,
		],
		['an attachment', { hasAttachment: true }, ({ record }) => record.has_attachment],
		['no attachment', { hasAttachment: false }, ({ record }) => !record.has_attachment],
		[
			'created in the last days',
			{ createdInLastDays: 12 },
			({ record }) => Date.parse(record.created_at) > rig.sandbox.store.nowMs - 12 * DAY,
		],
		[
			'changed in the last days, counted by an expression',
			{ updatedInLastDays: '={{ "5" }}' },
			({ record }) => Date.parse(record.updated_at) > rig.sandbox.store.nowMs - 5 * DAY,
		],
		[
			'two filters',
			{ statuses: ['Active'], priorities: ['High'] },
			({ record }) => record.status === 'Active' && record.priority === 'High',
		],
		['all of them, with empty filters', { statuses: [], tags: [], createdBefore: '' }, () => true],
	])('find conversations on every page: %s', async (_, filters, isWanted) => {
		all(({ record }) => record.is_spam)[0]!.record.status = 'Closed';
		const expected = ids(all(isWanted));
		expect(expected.length).toBeGreaterThan(0);
		expect(await found(filters)).toEqual(expected);
	});

	it.each(['created', 'updated'] as const)('find conversations %s before or after a time', async (did) => {
		const timeOf = ({ record }: StoredConversation) => record[`${did}_at`];
		const middle = timeOf(all()[150]!);
		const expected = (isWanted: (at: string) => boolean) => ids(all((stored) => isWanted(timeOf(stored))));
		expect(await found({ [`${did}Before`]: middle })).toEqual(expected((at) => at < middle));
		expect(await found({ [`${did}After`]: middle })).toEqual(expected((at) => at > middle));
	});

	it('send only a single status and the tree of conditions, and no undocumented filter', async () => {
		const status = { attribute: 'status', comparison: 'eq', values: [{ value: 'Active' }] };
		const condition = [{ attribute: 'priority', values: ['High'] }];
		await found({ statuses: ['Active'], assignedTo: byId('user_ada'), createdAfter: before(1) });
		await found({ statuses: ['Active', 'Pending'] });
		await found({ statuses: ['Active'] }, { filterMode: 'conditions', combine: 'or', conditions: { condition } });
		const sent = pages().map(({ body }) => (body as IDataObject).filters);
		expect([...new Map(sent.map((each) => [JSON.stringify(each), each])).values()]).toEqual([
			{ condition: 'and', groups: [status] },
			undefined,
			{
				condition: 'and',
				groups: [
					status,
					{
						condition: 'or',
						groups: [{ attribute: 'priority', comparison: 'eq', values: [{ value: 'High' }] }],
					},
				],
			},
		]);
	});

	it.each<[string, IDataObject, string, () => void]>([
		[
			'tags',
			{ tags: ['tag_urgent'] },
			"does not show tags, so 'Tags' cannot be compared",
			() => rig.sandbox.reset({ world: { tagsInList: 'absent' } }),
		],
		[
			'the teammate',
			{ assignedTo: byId('user_ada') },
			"does not show teammates, so 'Assigned To' cannot be compared",
			() => all().forEach(({ record }) => delete (record as unknown as IDataObject).assignable_id),
		],
		[
			'attachments',
			{ hasAttachment: true },
			"does not show attachments, so 'Has Attachment' cannot be compared",
			() => all().forEach(({ record }) => delete (record as unknown as IDataObject).has_attachment),
		],
		[
			'changes',
			{ updatedInLastDays: 1 },
			"does not show times of the last change, so 'Updated in the Last (Days)' cannot be compared",
			() => all().forEach(({ record }) => delete (record as unknown as IDataObject).updated_at),
		],
	])('fail if the helpdesk does not show %s, instead of finding nothing', async (_, filters, words, hide) => {
		hide();
		expect((await failure(filters)).message).toContain(words);
	});

	it('fail if the helpdesk does not show custom fields', async () => {
		all().forEach(({ record }) => delete (record as unknown as IDataObject).custom_field_values);
		const filters = { withCustomFields: { field: [{ key: byId('plan'), value: 'team' }] } };
		expect((await failure(filters)).message).toContain(
			"does not show custom fields, so 'Custom Fields' cannot be compared",
		);
	});

	it('compare the name of a tag chosen by UUID if the list shows only names', async () => {
		rig.sandbox.reset({ world: { tagsInList: 'names' } });
		await rig.clock.sleep(10_000);
		const { store } = rig.sandbox;
		const id = '01890c5e-7b3a-4c1d-9e2f-0123456789ab';
		store.tags.set(id, { organizationId: 'org_acme', record: { id, name: 'Picked', color: '#000' } });
		store.inboxes.get('inbox_support')!.tagIds.push(id);
		const [, tagged] = all();
		tagged!.tagIds.push(id);
		store.version += 1;
		expect(await found({ tags: [id] })).toEqual([tagged!.record.id]);
	});

	it('find nothing for a UUID that the inbox does not list', async () => {
		expect(await found({ tags: ['01890c5e-7b3a-4c1d-9e2f-0123456789ac'] })).toEqual([]);
	});

	it.each([0, -1, 'soon', {}])('refuse %j days without activity before anything is sent', async (inactiveDays) => {
		expect((await failure({ inactiveDays: inactiveDays as number })).message).toBe(
			"'No Activity For (Days)' must be a number above 0",
		);
		expect(rig.requests()).toEqual([]);
	});

	it('work in Search, although none of them is sent to the helpdesk', async () => {
		const search = async (filters: IDataObject) =>
			(await rig.run('conversation.search', { query: 'order', returnAll: true, filters } as INodeParameters)).map(
				({ json }) => json,
			);
		const every = await search({});
		const active = await search({ statuses: ['Active'] });
		expect(active).toEqual(every.filter(({ status }) => status === 'Active'));
		expect(active.length).toBeLessThan(every.length);
		expect(JSON.stringify(rig.requests())).not.toContain('Active');
	});
});

describe('Get Many with Limit', () => {
	it('counts only matching conversations, and reads no more pages than needed', async () => {
		const made = fill(350, ({ record }, index) => (record.priority = index % 10 === 0 ? 'High' : 'Low'));
		const high = ids(made.filter(({ record }) => record.priority === 'High').reverse());
		expect(await found({ priorities: ['High'] }, { returnAll: false, limit: 11 })).toEqual(high.slice(0, 11));
		expect(pages()).toHaveLength(2);
	});

	const times = ['updated_at', 'last_message_created_at'] as const;

	it.each<[string, string, () => IDataObject, ReadonlyArray<(typeof times)[number]>, number]>([
		['newest', 'Created After', () => ({ createdAfter: before(1) }), times, 1],
		['oldest', 'Created Before', () => ({ createdBefore: before(10) }), times, 2],
		[
			'oldest',
			'Created Before, if "oldest" may mean the last message',
			() => ({ createdBefore: before(10) }),
			['updated_at'],
			4,
		],
		[
			'oldest',
			'No Activity For, which does not limit later conversations',
			() => ({ inactiveDays: 10 }),
			['updated_at'],
			4,
		],
	])(
		'with the %s first, reading stops early only if the records prove the order: %s',
		async (sort, _, filters, isNewer, expected) => {
			const made = fill(350);
			for (const name of isNewer)
				for (const { record } of made.filter((__, index) => index % 7 === 0))
					record[name] = rig.sandbox.store.now();
			const wanted = filters();
			const early = await found(wanted, { sorting: { sort } });
			expect(pages()).toHaveLength(expected);
			// With an order by priority, reading never stops early.
			expect(early.sort()).toEqual((await found(wanted, { sorting: { sort: 'priority' } })).sort());
			expect(pages()).toHaveLength(expected + 4);
		},
	);

	it.each(['updated', 'lastMessage'] as const)(
		'finds every conversation if "newest" means %s, not creation',
		async (newestGoesBy) => {
			rig.sandbox.reset({ world: { newestGoesBy } });
			const made = fill(350, ({ record }, index) => {
				if (index % 3 === 0) record.updated_at = record.last_message_created_at = rig.sandbox.store.now();
			});
			const createdAfter = before(13);
			expect((await found({ createdAfter })).sort()).toEqual(
				ids(made.filter(({ record }) => record.created_at > createdAfter)).sort(),
			);
		},
	);

	it.each([
		['newest', 'updatedAfter', () => before(1)],
		['newest', 'updatedInLastDays', () => 1],
		['oldest', 'updatedBefore', () => before(13)],
	])('with the %s first, %s stops reading early if the order is known to be by last change', async (...row) => {
		const [sort, name, value] = row;
		rig.sandbox.reset({ world: { newestGoesBy: 'updated' } });
		fill(350, ({ record }, index) => {
			record.created_at = record.last_message_created_at = before(20 + (index % 5));
		});
		const early = await found({ [name]: value() }, { sorting: { sort } });
		expect(pages()).toHaveLength(1);
		expect(early.sort()).toEqual((await found({ [name]: value() }, { sorting: { sort: 'priority' } })).sort());
	});

	it('finds every changed conversation if "newest" means creation', async () => {
		const made = fill(350, ({ record }, index) => {
			if (index % 50 === 0) record.updated_at = rig.sandbox.store.now();
		});
		const changed = made.filter((_, index) => index % 50 === 0 || index > 326).reverse();
		expect(await found({ updatedInLastDays: 1 })).toEqual(ids(changed));
		expect(pages()).toHaveLength(4);
	});

	it('reads at most 50 pages without Return All, and says if there are more', async () => {
		fill(
			5_200,
			({ record }, index) =>
				(record.priority = index < 5_190 && index % 1_000 === 500 ? 'High' : index < 100 ? 'Low' : 'Normal'),
		);
		const limited = { returnAll: false, limit: 50 };
		const high = await items({ priorities: ['High'] }, limited);
		expect(high.map(({ hint }) => hint)).toEqual(
			high.map(() => "Only the first 50 pages were read. Switch on 'Return All', or choose one of 'Statuses'."),
		);
		expect(high).toHaveLength(5);
		expect(pages()).toHaveLength(50);
		expect((await failure({ priorities: ['Low'] }, limited)).message).toMatch(
			/^No conversation was found\. Only the first 50 pages/,
		);
		const every = await items({ priorities: ['Low'] });
		expect([every.length, every.filter((item) => 'hint' in item)]).toEqual([100, []]);
	});
});

const LONGEST = { sorting: { sort: 'waitingLongest' } };

describe('a conversation that waits for a reply', () => {
	/** Eight conversations, an hour apart, newest last. Two wait: one after a note, one after an automatic reply. */
	const inbox = () =>
		fill(8, (stored, index) => {
			const { record } = stored;
			if (index === 0) writes(stored, 'user');
			if (index === 1 || index === 5) writes(stored, 'note');
			if (index === 2) writes(stored, 'automation');
			if (index === 3) record.status = 'Closed';
			if (index === 4) record.is_snoozed = true;
			if (index === 6) record.is_spam = true;
		});

	it('is found, and its thread is read only if a note or an automatic reply came last', async () => {
		const made = inbox();
		const waiting = [7, 5, 2, 1].map((index) => made[index]!.record);
		expect(await items({ waitingForReply: true })).toEqual(
			waiting.map(
				({ id, created_at: at }) =>
					expect.objectContaining({ id, waiting_since: new Date(at).toISOString() }) as IDataObject,
			),
		);
		expect(threads()).toHaveLength(3);
	});

	it('comes first with Waiting Longest, the longest wait on top', async () => {
		const made = inbox();
		const [one, two, three, four] = [1, 2, 5, 7].map((index) => made[index]!.record.id);
		expect((await found({}, LONGEST)).slice(0, 4)).toEqual([one, two, three, four]);
		expect(await found({ waitingForReply: true }, { ...LONGEST, returnAll: false, limit: 2 })).toEqual([one, two]);
		expect(pages().map(({ body }) => (body as { display: IDataObject }).display.sort)).toEqual([
			'oldest',
			'oldest',
		]);
	});

	it('is found in its thread if the list shows no writer, in at most 100 threads without Return All', async () => {
		rig.sandbox.reset({ world: { lastMessageBy: 'absent', directionWords: 'absent' } });
		fill(130, (stored, index) => index >= 50 && writes(stored, 'user'));
		expect(await found({ waitingForReply: true })).toHaveLength(50);
		expect(threads()).toHaveLength(130);
		const [first] = await items({ waitingForReply: true }, { returnAll: false, limit: 50 });
		expect(threads()).toHaveLength(230);
		expect(first!.hint).toBe(
			"In 30 more conversations a customer may wait. Switch on 'Return All', or choose one of 'Statuses'.",
		);
	});

	it('is found without further pages at Limit if all others came later', async () => {
		const made = fill(350, (stored, index) => index % 5 === 0 && writes(stored, 'user'));
		expect(await found({}, { ...LONGEST, returnAll: false, limit: 3 })).toEqual(
			[1, 2, 3].map((index) => made[index]!.record.id),
		);
		expect(pages()).toHaveLength(1);
	});

	it('is sorted by Waiting Longest in Search too, without sending that order', async () => {
		const made = inbox();
		const search = {
			query: 'Number',
			returnAll: true,
			filters: { waitingForReply: true },
			...LONGEST,
		} as INodeParameters;
		const ran = await rig.run('conversation.search', search);
		expect(ran.map(({ json }) => json.id)).toEqual([1, 2, 5, 7].map((index) => made[index]!.record.id));
		expect(rig.requests()[0]!.query).toMatchObject({ sort: 'oldest' });
	});

	it('shows its waiting minutes with Add Waiting Time, and business minutes only with opening hours', async () => {
		inbox();
		const figures = async (options: IDataObject) =>
			Object.keys(
				(await items({ waitingForReply: true }, { options: { computedFields: true, ...options } }))[0]!,
			);
		expect(await figures({})).toEqual(expect.arrayContaining(['waiting_since', 'waiting_minutes']));
		expect(await figures({})).not.toContain('waiting_business_minutes');
		expect(await figures({ countedIn: 'openingHours' })).toContain('waiting_business_minutes');
	});
});
