import { customFieldKeys } from '../../../nodes/shared/pickers/customFields';
import {
	automations,
	contacts,
	conversations,
	inboxes,
	knowledgeBases,
	savedReplies,
	scheduledReplies,
	severalConversations,
	tags,
	teammates,
} from '../../../nodes/shared/pickers/lists';
import { labelOf, personName, type Picker, type Picking } from '../../../nodes/shared/pickers/picker';
import { lookupOn } from './support';

type Chosen = Record<string, string | string[]>;

/** What a list shows where so much is chosen in the node, and what was asked for. */
async function opened(picker: Picker, answers: Record<string, unknown>, chosen: Chosen = {}, typed: Partial<Picking> = {}) {
	const { lookup, asked, paths } = lookupOn(answers);
	const picking: Picking = {
		lookup,
		filter: '',
		page: 1,
		chosen: (name) => (typeof chosen[name] === 'string' ? chosen[name] : ''),
		chosenSeveral: (name) => (Array.isArray(chosen[name]) ? chosen[name] : []),
		timezone: 'Asia/Tokyo',
		...typed,
	};
	const found = await picker(picking);
	// A second look asks for nothing.
	const { length } = asked;
	const again = await picker(picking);
	return {
		...found,
		asked: asked.slice(0, length),
		paths: paths().slice(0, length),
		again: [JSON.stringify(again) === JSON.stringify(found), asked.length - length],
	};
}

const last = { links: { next: null }, meta: { current_page: 1, last_page: 1, per_page: 100, total: 1 } };
const page = (...data: object[]) => ({ data, ...last });
const shown = ({ results }: { results: Array<{ name: string; value: unknown }> }) => results.map(({ name, value }) => [name, value]);

it.each<[string, Picker, string, unknown[], Array<[string, string]>]>([
	[
		'inboxes',
		inboxes,
		'GET /inboxes',
		[
			{ id: 2, name: 'Sales' },
			{ id: 'i1', name: ' ' },
		],
		[
			['i1', 'i1'],
			['Sales', '2'],
		],
	],
	[
		'teammates',
		teammates,
		'GET /settings/users',
		[
			{ id: 2, name: 'B', email: 'b@x' },
			{ id: 1, email: 'a@x' },
		],
		[
			['a@x', '1'],
			['B (b@x)', '2'],
		],
	],
	[
		'saved replies',
		savedReplies,
		'GET /saved-replies',
		[{ id: 2, title: 'B' }, { id: 1, name: 'A', title: 'C' }, { id: 3 }],
		[
			['3', '3'],
			['A', '1'],
			['B', '2'],
		],
	],
	['knowledge bases', knowledgeBases, 'GET /knowledgebases', [{ id: 1, title: 'A' }], [['A', '1']]],
])('%s are offered by name, in the order of the names, and asked for once', async (_, picker, path, rows, expected) => {
	const { asked, paths, again, ...found } = await opened(picker, { [path]: page(...(rows as object[])) });
	expect(shown(found)).toEqual(expected);
	expect([paths, again, new URLSearchParams(asked[0]!.query as never).has('page')]).toEqual([[path], [true, 0], true]);
	expect(shown(await opened(picker, { [path]: page(...(rows as object[])) }, {}, { filter: ` ${expected[0]![0].toUpperCase()} ` }))).toContainEqual(
		expected[0],
	);
});

it('automations are those of the chosen inbox, none before one is chosen', async () => {
	const rows = [
		{ id: 2, name: 'B', active: false },
		{ id: 1, name: 'A', active: true },
		{ id: 3, active: null },
	];
	const found = await opened(automations, { 'GET /inboxes/i1/automations': { data: rows } }, { inboxId: 'i1' });
	expect([shown(found), found.again]).toEqual([
		[
			['3', '3'],
			['A', '1'],
			['B (inactive)', '2'],
		],
		[true, 0],
	]);
	expect(await opened(automations, {})).toMatchObject({ results: [], paths: [] });
});

it('contacts are searched by the helpdesk, a page at a time, to the last one', async () => {
	const answer = (current: number) => ({
		data: [{ id: 7, name: 'Ada', email: 'a@x' }],
		links: { next: current < 2 ? 'x' : null },
		meta: { current_page: current, last_page: 2, per_page: 50, total: 51 },
	});
	const first = await opened(contacts, { 'GET /contacts': answer(1) }, {}, { filter: ' ada ' });
	expect([shown(first), first.paginationToken, first.again]).toEqual([[['Ada (a@x)', '7']], '2', [true, 0]]);
	expect(Object.fromEntries(new URLSearchParams(first.asked[0]!.query as never))).toEqual({
		with_orphan: 'true',
		q: 'ada',
		page: '1',
		per_page: '50',
	});
	const second = await opened(contacts, { 'GET /contacts': answer(2) }, {}, { page: 2 });
	expect(second.paginationToken).toBeUndefined();
	expect(Object.fromEntries(new URLSearchParams(second.asked[0]!.query as never))).toEqual({ with_orphan: 'true', page: '2', per_page: '50' });
});

const MINE = {
	'GET /conversations/mine': {
		data: [
			{ id: 'm1', subject: 'Mine', inbox_id: 'i1' },
			{ id: 'm2', subject: 'Nowhere' },
		],
	},
};
const INBOXES = {
	'POST /inboxes/i1': page({ id: 'a1', subject: 'A', custom_field_values: { plan: 1, vip: 1 } }, { id: 'm1', subject: 'Mine' }),
	'POST /inboxes/i2': page({ id: 'b1', subject: 'B', custom_field_values: { plan: 2, age: 3 } }),
};

it('conversations are mine, then the newest of their inboxes and of the chosen one, once each', async () => {
	const found = await opened(conversations, { ...MINE, ...INBOXES }, { inboxId: 'i2' });
	expect(shown(found)).toEqual([
		['Mine', 'm1'],
		['Nowhere', 'm2'],
		['B', 'b1'],
		['A', 'a1'],
	]);
	expect([found.paths, found.again]).toEqual([
		['GET /conversations/mine', 'POST /inboxes/i2', 'POST /inboxes/i1'],
		[true, 0],
	]);
	expect(shown(await opened(conversations, { ...MINE, ...INBOXES }, {}, { filter: 'a' }))).toEqual([['A', 'a1']]);
});

it('several conversations are of the chosen inbox, or recent ones beside the chosen conversation, and never that one', async () => {
	expect(shown(await opened(severalConversations, INBOXES, { inboxId: 'i1', conversationId: 'm1' }))).toEqual([['A', 'a1']]);
	const beside = { ...MINE, ...INBOXES, 'GET /conversation/b9': { data: { inbox_id: 'i2' } } };
	expect(shown(await opened(severalConversations, beside, { conversationId: 'b9' })).map(([name]) => name)).toEqual(['Mine', 'Nowhere', 'B', 'A']);
	expect((await opened(severalConversations, { ...MINE, ...INBOXES })).paths).toEqual(['GET /conversations/mine', 'POST /inboxes/i1']);
});

it('scheduled replies are those of the chosen conversation by their time in the zone of the workflow', async () => {
	const rows = [
		{ id: 'e2', status: 'scheduled', scheduled_at: '2026-03-03T20:00:00Z', excerpt: 'Later' },
		{ id: 'e1', status: 'scheduled', scheduled_at: '2026-03-03T09:00:00Z', excerpt: 'Soon' },
		{ id: 'e3', status: 'scheduled' },
	];
	const found = await opened(scheduledReplies, { 'GET /conversation/c1/messages': { data: rows } }, { conversationId: 'c1' });
	expect(shown(found)).toEqual([
		['2026-03-03 18:00 Soon', 'e1'],
		['2026-03-04 05:00 Later', 'e2'],
		['e3', 'e3'],
	]);
	expect(await opened(scheduledReplies, {})).toMatchObject({ results: [], paths: [] });
});

describe('tags', () => {
	const answers = {
		'GET /settings/tags': page({ id: 't2', name: 'B' }, { id: 't1', name: 'A' }),
		'GET /inboxes/i1/tags': page({ id: 't1', name: 'A' }, { id: 't3', name: 'C' }),
		'GET /inboxes/i2/tags': page({ id: 't1', name: 'A' }, { id: 't0', name: 'Z' }),
		'GET /conversation/c1': { data: { inbox_id: 'i2' } },
	};

	it.each<[string, Chosen, string[]]>([
		['the organization, where tags are worked on', { resource: 'tag', conversationId: 'c1', inboxId: 'i1' }, ['t1', 't2']],
		['the organization, where nothing is known', { resource: 'conversation' }, ['t1', 't2']],
		["the conversation's inbox", { conversationId: 'c1', inboxId: 'i1', inboxIds: ['i1'] }, ['t1', 't0']],
		['the chosen inbox', { inboxId: 'i1', inboxIds: ['i2'] }, ['t1', 't3']],
		['the chosen inboxes, once each', { inboxIds: ['i1', 'i2'] }, ['t1', 't3', 't0']],
	])('are those of %s', async (_, chosen, expected) => {
		expect(shown(await opened(tags, answers, chosen)).map(([, id]) => id)).toEqual(expected);
	});
});

describe('custom fields', () => {
	const listed = { 'GET /conversation/c1': { data: { inbox_id: 'i2' } } };
	const rows = [
		{ id: 1, key: 'b', name: 'B' },
		{ id: 2, key: 'a', name: '' },
		{ id: 3, key: '' },
		{ id: 4, name: 'x' },
		{ id: 5, key: 7 },
	];

	it("are those of the conversation's inbox, by their names, those without a key left out", async () => {
		const found = await opened(customFieldKeys, { ...listed, 'GET /inboxes/i2/custom-fields': page(...rows) }, { conversationId: 'c1' });
		expect([shown(found), found.again]).toEqual([
			[
				['a', 'a'],
				['B', 'b'],
			],
			[true, 0],
		]);
	});

	it('are those in use, once each, where none are listed or no conversation is chosen', async () => {
		const none = { ...listed, ...MINE, ...INBOXES, 'GET /inboxes/i2/custom-fields': page() };
		expect(shown(await opened(customFieldKeys, none, { conversationId: 'c1' })).map(([name]) => name)).toEqual(['age', 'plan', 'vip']);
		expect(shown(await opened(customFieldKeys, { ...MINE, ...INBOXES }))).toEqual([
			['plan', 'plan'],
			['vip', 'vip'],
		]);
	});
});

it('what one list has found is not taken for that of another inbox, page or search', async () => {
	const named = (name: string) => ({
		data: [{ id: 1, key: name, name }],
		links: { next: null },
		meta: { current_page: 1, last_page: 1, per_page: 50, total: 1 },
	});
	const { lookup } = lookupOn({
		...Object.fromEntries(['i1', 'i2'].map((id) => [`GET /inboxes/${id}/automations`, named(id)])),
		...Object.fromEntries(['i1', 'i2'].map((id) => [`GET /inboxes/${id}/custom-fields`, named(id)])),
		...Object.fromEntries(['i1', 'i2'].map((id) => [`GET /conversation/${id}`, { data: { inbox_id: id } }])),
		'GET /contacts': ({ query }: { query: never }) => {
			const asked = new URLSearchParams(query);
			return { ...named(asked.toString()), meta: { ...named('').meta, current_page: Number(asked.get('page')), last_page: 9 } };
		},
	});
	const name = async (picker: Picker, id: string, more: Partial<Picking> = {}) => {
		const picking = { lookup, filter: '', page: 1, chosen: () => id, chosenSeveral: () => [], timezone: 'UTC', ...more };
		return (await picker(picking)).results[0]?.name;
	};
	for (const picker of [automations, customFieldKeys]) expect([await name(picker, 'i1'), await name(picker, 'i2')]).toEqual(['i1', 'i2']);
	const searches = [{}, { page: 2 }, { filter: 'a' }, { filter: 'a', page: 2 }];
	expect(new Set(await Promise.all(searches.map(async (search) => await name(contacts, '', search)))).size).toBe(4);
});

it('a record is called by its name, a person by name and address, and by the ID what has neither', () => {
	expect([labelOf({ id: 1, name: 'A' }), labelOf({ id: 1, name: ' ' }), labelOf({ id: 1, name: 7 }), labelOf({ id: 1 })]).toEqual([
		'A',
		'1',
		'1',
		'1',
	]);
	expect([
		personName({ id: 1, name: 'A', email: 'e' }),
		personName({ id: 1, name: 'A' }),
		personName({ id: 1, email: 'e' }),
		personName({ id: 1 }),
	]).toEqual(['A (e)', 'A', 'e', '1']);
});
