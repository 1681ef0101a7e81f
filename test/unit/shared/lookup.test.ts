import { DateTime, Settings } from 'luxon';

import { inboxOfConversation, learnInboxes, myConversations, newestConversations } from '../../../nodes/shared/lookup/conversations';
import { keyOf, lookupOf, pageSizeOf, recall } from '../../../nodes/shared/lookup/lookup';
import { scheduledIdIn, scheduledRepliesOf } from '../../../nodes/shared/lookup/scheduledReplies';
import { forgetTags, plainTagName, tagIdOf, TagName, tagRecords, tagsOfInbox, tagsOfOrganization } from '../../../nodes/shared/lookup/tags';
import { lookupOn } from './support';

describe('what is remembered', () => {
	it('is of one account, for as long as whoever asks believes it', async () => {
		const { lookup, clock } = lookupOn({});
		let asked = 0;
		const ask = async () => (asked += 1);
		expect([await recall(lookup, 'q', ask), await recall(lookup, 'q', ask)]).toEqual([1, 1]);
		expect(await recall({ ...lookup, account: 'b' }, 'q', ask)).toBe(2);
		await clock.sleep(50);
		expect(await recall({ ...lookup, maxAgeMs: 50 }, 'q', ask)).toBe(3);
		expect([keyOf({ account: 'a' }, 'q'), keyOf({ account: 'b' }, 'q')]).toEqual(['a q', 'b q']);
		const own = { send: lookup.send, maxAgeMs: 7 };
		expect(lookupOf({ cache: lookup.cache } as never, { account: 'c' } as never, own)).toEqual({ cache: lookup.cache, account: 'c', ...own });
	});

	it('of the size of a page is kept for a run, also by the lists of the editor, for each endpoint and size', async () => {
		const { lookup, clock } = lookupOn({});
		const first = await pageSizeOf({ ...lookup, maxAgeMs: 10 }, 'GET /x', 50);
		await clock.sleep(299_999);
		expect(await pageSizeOf({ ...lookup, maxAgeMs: 10 }, 'GET /x', 50)).toBe(first);
		for (const other of [await pageSizeOf(lookup, 'GET /y', 50), await pageSizeOf(lookup, 'GET /x'), await pageSizeOf(lookup, 'GET /x', 20)])
			expect(other).not.toBe(first);
		await clock.sleep(1);
		expect(await pageSizeOf(lookup, 'GET /x', 50)).not.toBe(first);
	});
});

describe('conversations at hand', () => {
	it.each<[object, object]>([
		[
			{
				id: 7,
				inbox_id: 3,
				ticket_id: 42,
				subject: 'Parcel',
				contact: { name: 'Ada', email: 'a@b.example' },
				custom_field_values: { plan: 1, vip: 2 },
			},
			{ id: '7', inboxId: '3', title: '#42 Parcel (Ada)', customFieldKeys: ['plan', 'vip'] },
		],
		[
			{ id: 'c1', inbox_id: 'i1', subject: 'Parcel', contact: { email: 'a@b.example' }, custom_field_values: null },
			{ id: 'c1', inboxId: 'i1', title: 'Parcel (a@b.example)', customFieldKeys: [] },
		],
		[
			{ id: 'c1', inbox_id: null, ticket_id: 0, contact: {} },
			{ id: 'c1', inboxId: undefined, title: '#0', customFieldKeys: [] },
		],
		[
			{ id: 'c1', subject: null },
			{ id: 'c1', inboxId: undefined, title: 'c1', customFieldKeys: [] },
		],
	])('are shown by what there is: %j', async (record, known) => {
		const { lookup, asked } = lookupOn({ 'GET /conversations/mine': { data: [record] } });
		expect(await myConversations(lookup)).toEqual([known]);
		await myConversations(lookup);
		expect(asked).toEqual([{ method: 'GET', path: '/conversations/mine' }]);
	});

	it('of an inbox are the newest hundred, in one request, remembered for each inbox', async () => {
		const page = {
			data: [{ id: 'c1', subject: 'Parcel' }],
			links: { next: 'more' },
			meta: { current_page: 1, last_page: 9, per_page: 1, total: 9 },
		};
		const full = { ...page, data: Array.from({ length: 100 }, (_, id) => ({ id })), meta: { ...page.meta, per_page: 100, total: 900 } };
		const { lookup, asked } = lookupOn({
			'POST /inboxes/i1': full,
			'POST /inboxes/i2': { ...page, data: [{ id: 'c2' }], links: { next: null }, meta: { ...page.meta, last_page: 1, total: 1 } },
		});
		expect((await newestConversations(lookup, 'i1')).map(({ id }) => id)).toEqual(full.data.map(({ id }) => String(id)));
		await newestConversations(lookup, 'i1');
		expect(asked).toEqual([expect.objectContaining({ readOnly: true, body: { display: { sort: 'newest', page: 1, per_page: 100 } } })]);
		expect((await newestConversations(lookup, 'i2')).map(({ id }) => id)).toEqual(['c2']);
	});

	it('tell their inbox, asked for once each, or what to do where the helpdesk does not say it', async () => {
		const { lookup, asked } = lookupOn({
			'GET /conversation/c1': { data: { id: 'c1', inbox_id: 5 } },
			'GET /conversation/c2': { data: { id: 'c2' } },
		});
		expect([await inboxOfConversation(lookup, 'c1'), await inboxOfConversation(lookup, 'c1')]).toEqual(['5', '5']);
		expect(asked).toHaveLength(1);
		await expect(inboxOfConversation(lookup, 'c2')).rejects.toThrow('The helpdesk does not say in which inbox');
	});

	it('that pass by need not be asked for, nor those that were moved', async () => {
		const { lookup, paths } = lookupOn({
			'GET /conversation/k1': { data: { id: 'k1', inbox_id: 'asked' } },
			'GET /conversation/c9': { data: { inbox_id: 'asked' } },
		});
		const output = [
			{ ticket_id: 1, id: 'c1', inbox_id: 'i1' },
			{ id: 'k1', inbox_id: 'i2' },
			{ ticket_id: 2, id: 'c9', inbox_id: null },
		];
		learnInboxes(
			lookup,
			{},
			output.map((json) => ({ json })),
		);
		learnInboxes(lookup, { conversationId: 'c2', inboxId: 'i2' }, []);
		learnInboxes(lookup, { conversationId: 'c2' }, []);
		learnInboxes(lookup, { inboxId: 'i3' }, []);
		expect(await Promise.all(['c1', 'c2', 'k1', 'c9'].map((id) => inboxOfConversation(lookup, id)))).toEqual(['i1', 'i2', 'asked', 'asked']);
		expect(paths()).toEqual(['GET /conversation/k1', 'GET /conversation/c9']);
	});
});

describe('tags', () => {
	const last = { links: { next: null }, meta: { current_page: 1, per_page: 100 } };
	const list = (...names: Array<string | null>) => ({ data: names.map((name, index) => ({ id: `t${index + 1}`, name })), ...last });

	it('of an inbox and of the organization are asked for once, those of the latter until they change', async () => {
		const { lookup, asked } = lookupOn({
			'GET /inboxes/i1/tags': list('A', ''),
			'GET /inboxes/i2/tags': list('C'),
			'GET /settings/tags': list('B', null),
		});
		for (let time = 0; time < 2; time += 1) {
			expect(await tagsOfInbox(lookup, 'i1')).toEqual([
				{ id: 't1', name: 'A' },
				{ id: 't2', name: 't2' },
			]);
			expect(await tagsOfOrganization(lookup)).toEqual([
				{ id: 't1', name: 'B' },
				{ id: 't2', name: 't2' },
			]);
			expect(await tagRecords(lookup)).toEqual(list('B', null).data);
		}
		expect(asked.map(({ path, query }) => [path, new URLSearchParams(query as never).has('page')])).toEqual([
			['/inboxes/i1/tags', true],
			['/settings/tags', true],
		]);
		expect(await tagsOfInbox(lookup, 'i2')).toEqual([{ id: 't1', name: 'C' }]);
		asked.pop();
		forgetTags(lookup);
		await tagRecords(lookup);
		expect(asked).toHaveLength(3);
	});

	it('without an ID are told as what they are', async () => {
		const { lookup } = lookupOn({ 'GET /inboxes/i1/tags': { data: [{ name: 'A' }], ...last } });
		await expect(tagsOfInbox(lookup, 'i1')).rejects.toThrow('a tag came without an ID');
	});

	it('are sought by name in any case and composition, in the inbox of the conversation or in the organization', async () => {
		const { lookup } = lookupOn({
			'GET /conversation/c1': { data: { inbox_id: 'i1' } },
			'GET /inboxes/i1/tags': list('Dringend', 'Grün'),
			'GET /settings/tags': list('Other', 'x', 'grün'),
		});
		expect(await tagIdOf('t9', { conversationId: 'c1' }, lookup)).toBe('t9');
		expect(await tagIdOf(new TagName(' GRÜN '.normalize('NFD')), { conversationId: 'c1' }, lookup)).toBe('t2');
		expect(await tagIdOf(new TagName('grün'), {}, lookup)).toBe('t3');
		expect(plainTagName(' Ärger\n'.normalize('NFD'))).toBe('ärger');
	});

	const refusal = async (tags: object, name: string, conversationId?: string) => {
		const { lookup } = lookupOn({
			'GET /settings/tags': tags,
			'GET /conversation/c1': { data: { inbox_id: 'i1' } },
			'GET /inboxes/i1/tags': tags,
		});
		const error = await tagIdOf(new TagName(name), { conversationId }, lookup).catch((thrown: unknown) => thrown);
		return [(error as Error).message, (error as { description: string }).description];
	};

	it('of one name that several have are told by their IDs, and an unknown name with the five nearest', async () => {
		expect(await refusal(list('A', 'a ', 'b'), 'a')).toEqual([
			'2 tags of the organization are named "a"',
			'Choose one by its ID: "A" (t1), "a " (t2).',
		]);
		expect(await refusal(list('zzzzzz', 'urgent', 'urge', 'Urgently', 'urgen', 'gent', 'urgentt'), 'urgent!', 'c1')).toEqual([
			'No tag of the conversation\'s inbox is named "urgent!"',
			'The nearest are "urgent", "urgentt", "Urgently", "urgen", "urge".',
		]);
		expect(await refusal(list(), 'a', 'c1')).toEqual([
			'No tag of the conversation\'s inbox is named "a"',
			'The inbox has no tags: create one in the helpdesk.',
		]);
		expect((await refusal(list(), 'a'))[1]).toBe('The organization has no tags: create one in the helpdesk.');
	});

	it('with very long names are shown by their beginning', async () => {
		const [full, long] = ['x'.repeat(100), 'x'.repeat(101)];
		expect(await refusal(list(`${full}y`), long)).toEqual([`No tag of the organization is named "${full}…"`, `The nearest are "${full}…".`]);
		expect((await refusal(list('a'), full))[0]).toBe(`No tag of the organization is named "${full}"`);
	});

	it('that may be new are asked for again, unless they were asked for within ten seconds', async () => {
		const names = ['A'];
		const { lookup, clock, asked } = lookupOn({ 'GET /settings/tags': () => list(...names) });
		const find = async () => await tagIdOf(new TagName('B'), {}, lookup).catch((error: Error) => error.message);
		await find();
		names.push('B');
		await clock.sleep(9_999);
		expect([await find(), asked.length]).toEqual(['No tag of the organization is named "B"', 1]);
		await clock.sleep(1);
		expect([await find(), asked.length]).toEqual(['t2', 2]);
		await clock.sleep(60_000);
		expect([await find(), asked.length]).toEqual(['t2', 2]);
	});
});

describe('replies that wait to be sent', () => {
	const AT = '2026-03-03T09:00:00';
	const read = async (...entries: object[]) =>
		await scheduledRepliesOf(lookupOn({ 'GET /conversation/c1/messages': { data: entries } }).lookup, 'c1');

	it.each<[object, boolean]>([
		[{ status: 'Scheduled' }, true],
		[{ event: { status: 'unscheduled?' } }, true],
		[{ scheduled_at: AT }, true],
		[{ scheduled_at: AT, status: 'sent' }, false],
		[{ scheduled_at: AT, status: 'delivered' }, false],
		[{ scheduled_at: AT, status: 'Cancelled' }, false],
		[{ scheduled_at: AT, status: 'failed' }, false],
		[{ scheduled_at: 'soon' }, false],
		[{ scheduled_at: null, extra: { scheduled_at: AT } }, true],
		[{ event: { extra: { scheduled_at: AT } } }, true],
		[{ scheduled_at: 20_260_303 }, false],
		[{ action: 'scheduled' }, true],
		[{ action: 'unscheduled' }, false],
		[{ event: { record_type: 'Scheduled_reply' } }, true],
		[{ action: 'replied' }, false],
		[{}, false],
	])('an entry that shows %j is one: %s', async (entry, waits) => {
		expect(await read({ id: 'e1', ...entry })).toHaveLength(waits ? 1 : 0);
	});

	it('have the ID of their message, their times in UTC where no zone is shown, and their beginning', async () => {
		const long = `a  <b>\n${'x'.repeat(80)}`;
		const event = { id: 7, status: 'scheduled', excerpt: '', text_body: long, created_at: `${AT}+02:00` };
		const [one, two, three] = await read(
			{ id: 'e1', scheduled_at: AT, event },
			{ id: 'e2', event: { status: 'scheduled', html_body: '<p>Hello</p><br>Anna' } },
			{ id: 'e3', status: 'scheduled', excerpt: 'Short', text_body: 'Long' },
		);
		expect(one).toMatchObject({ messageId: '7', text: `a <b> ${'x'.repeat(54)}`, entry: { id: 'e1' } });
		Settings.defaultZone = 'Asia/Tokyo';
		const [elsewhere] = await read({ id: 'e1', scheduled_at: AT }).finally(() => (Settings.defaultZone = 'system'));
		expect(elsewhere!.scheduledAt!.toMillis()).toBe(Date.parse(`${AT}Z`));
		expect([one!.scheduledAt!.toMillis(), one!.createdAt!.toMillis()]).toEqual([Date.parse(`${AT}Z`), Date.parse(`${AT}+02:00`)]);
		expect(one!.scheduledAt).toBeInstanceOf(DateTime);
		expect(two).toMatchObject({ messageId: 'e2', text: 'Hello Anna', scheduledAt: undefined, createdAt: undefined });
		expect(three).toMatchObject({ messageId: 'e3', text: 'Short' });
		expect((await read({ id: 'e4', status: 'scheduled' }))[0]!.text).toBe('');
	});

	it.each<[unknown, string | undefined]>([
		[{ message_id: 7 }, '7'],
		[{ data: { message_id: 'm1', id: 'c1' } }, 'm1'],
		[{ data: { id: 'm1', status: 'scheduled' } }, 'm1'],
		[{ data: { id: 'e1', event: { id: 'm1', status: 'scheduled' } } }, 'm1'],
		[{ data: { id: 'c1', status: 'Active' } }, undefined],
		[{ data: { status: 'scheduled' } }, undefined],
		[{ message: 'Done' }, undefined],
		['Done', undefined],
		[null, undefined],
	])('are named by an answer of %j: %s', (body, id) => {
		expect(scheduledIdIn(body)).toBe(id);
	});
});
