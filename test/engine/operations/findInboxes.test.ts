import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { createConversation } from '../../../sandbox/newConversation';
import type { StoredConversation } from '../../../sandbox/records';
import { byId, useNodeRig } from '../../support/nodeRig';

const HOUR = 3_600_000;
const [SUPPORT, BILLING, ORDERS] = ['inbox_support', 'inbox_billing', 'inbox_orders'] as const;

describe('Get Many in several inboxes', () => {
	const rig = useNodeRig();
	beforeEach(async () => {
		await rig.clock.sleep(600_000);
		rig.sandbox.store.conversations.clear();
	});

	const timeOf = (age: number) => new Date(rig.sandbox.store.nowMs - age * HOUR).toISOString().replace('Z', '000Z');
	/** Adds conversations to an inbox, one for each age in hours. */
	function fill(inboxId: string, ages: number[], change: (record: StoredConversation['record']) => void = () => {}) {
		const { store } = rig.sandbox;
		const contactId = store.contactsOf('org_acme')[0]!.id;
		const created = ages.map((age) => {
			const about = { inboxId, contactId, subject: `${age} h`, html: '<p>Hi</p>' };
			return createConversation(store, { ...about, createdAt: timeOf(age) });
		});
		created.forEach(({ record }) => change(record));
		store.version += 1;
	}
	const ages = (from: number, count: number) => Array.from({ length: count }, (_, index) => from + index);
	const parametersOf = (more: IDataObject = {}) =>
		({ searchIn: 'inboxes', inboxIds: [SUPPORT, BILLING, ORDERS], returnAll: true, ...more }) as INodeParameters;
	const found = async (more?: IDataObject) =>
		(await rig.run('conversation.getMany', parametersOf(more))).map(({ json }) => json.subject);
	const failure = async (more?: IDataObject) => await rig.failure('conversation.getMany', parametersOf(more));
	const paths = () => rig.requests().map(({ path }) => path);
	const sorted = (sort: string) => ({ sorting: { sort } });

	it.each(['created', 'updated', 'lastMessage'] as const)(
		'sorts the conversations of all inboxes together (newest means %s)',
		async (newestGoesBy) => {
			rig.sandbox.reset({ world: { newestGoesBy } });
			rig.sandbox.store.conversations.clear();
			// Orders creation times opposite to all other times.
			const reverse = (record: StoredConversation['record']) => {
				const age = Number(record.subject.split(' ')[0]);
				record.created_at = timeOf(100 - age);
			};
			const change = newestGoesBy === 'created' ? undefined : reverse;
			fill(SUPPORT, [1, 6, 8], change);
			fill(BILLING, [2, 3, 7], change);
			fill(ORDERS, [4, 5], change);
			const newest = ages(1, 8).map((age) => `${age} h`);
			expect(await found()).toEqual(newest);
			expect(await found(sorted('oldest'))).toEqual([...newest].reverse());
			expect(await found({ returnAll: false, limit: 4 })).toEqual(newest.slice(0, 4));
			expect(await found({ returnAll: false, limit: 3, ...sorted('oldest') })).toEqual(
				newest.reverse().slice(0, 3),
			);
		},
	);

	it.each(['priority', 'newest'])('lists one inbox after another if sorted by %s without times', async (sort) => {
		const hide = (record: IDataObject) => {
			for (const name of ['created_at', 'updated_at', 'last_message_created_at', 'last_message'])
				delete record[name];
		};
		fill(SUPPORT, [3, 5], sort === 'newest' ? (record) => hide(record as never) : undefined);
		fill(BILLING, [1, 2]);
		const all = await found(sorted(sort));
		expect(all.slice(0, 2).sort()).toEqual(['3 h', '5 h']);
		expect(all.slice(2)).toEqual(['1 h', '2 h']);
	});

	it('reads no inbox after Limit is reached if sorted by priority', async () => {
		fill(SUPPORT, ages(1, 5));
		fill(BILLING, ages(1, 5));
		expect(await found({ returnAll: false, limit: 4, ...sorted('priority') })).toHaveLength(4);
		expect(paths()).toEqual([`/inboxes/${SUPPORT}`]);
	});

	it('reads each inbox only up to Limit', async () => {
		fill(SUPPORT, ages(1, 350));
		fill(BILLING, ages(400, 350));
		fill(ORDERS, ages(1, 1));
		const filters = { priorities: ['Normal'] };
		for (const { record } of rig.conversations()) record.priority = 'Normal';
		for (const more of [{}, { filters }]) {
			const expected = ['1 h', ...ages(1, 119).map((age) => `${age} h`)];
			expect(await found({ returnAll: false, limit: 120, ...more })).toEqual(expected);
		}
		expect(paths()).toEqual(
			[1, 2].flatMap(() => [SUPPORT, SUPPORT, BILLING, BILLING, ORDERS].map((id) => `/inboxes/${id}`)),
		);
	});

	it('sorts by Waiting Longest over all inboxes', async () => {
		fill(SUPPORT, [2, 9]);
		fill(BILLING, [5, 11]);
		expect(await found({ returnAll: false, limit: 3, ...sorted('waitingLongest') })).toEqual([
			'11 h',
			'9 h',
			'5 h',
		]);
	});

	it('outputs a conversation once if it moves to a later inbox meanwhile', async () => {
		fill(SUPPORT, [1, 2]);
		const { conversations } = rig.sandbox.store;
		const [moved] = conversations.values();
		conversations.set('moved', { ...moved!, record: { ...moved!.record, inbox_id: BILLING } });
		expect(await found()).toEqual(['1 h', '2 h']);
	});

	it('sends one request for each of 20 inboxes, and one more to list all of them', async () => {
		const { inboxes } = rig.sandbox.store;
		const [support] = inboxes.values();
		for (const index of ages(1, 17)) inboxes.set(`inbox_${index}`, { ...support!, id: `inbox_${index}` });
		const ids = [...inboxes.values()].flatMap(({ id, organizationId }) =>
			organizationId === 'org_acme' ? [id] : [],
		);
		ids.forEach((id, index) => fill(id, [20 - index]));
		const all = ages(1, 20).map((age) => `${age} h`);
		const lists = ids.map((id) => `/inboxes/${id}`);
		expect(await found({ inboxIds: ids })).toEqual(all);
		expect(paths()).toEqual(lists);
		// With 20 inboxes, the list might have another page.
		inboxes.delete('inbox_17');
		expect(await found({ searchIn: 'all' })).toEqual(all.slice(1));
		expect(paths().slice(20)).toEqual(['/inboxes', ...lists.slice(0, 19)]);
	});

	it('cannot search all inboxes if the helpdesk does not list them', async () => {
		rig.sandbox.settings({ world: { provisionalEndpoints: 'none' } });
		const { message, description } = await failure({ searchIn: 'all' });
		expect(message).toBe('Your helpdesk does not list its inboxes');
		expect(description).toBe("Choose several in 'Search In', and enter their IDs.");
		expect(paths()).toEqual(['/inboxes']);
	});

	it.each([403, 404])('fails without output if an inbox answers %d, and names the inbox', async (status) => {
		fill(SUPPORT, [1]);
		rig.answers(status, { path: `/inboxes/${BILLING}`, times: 0 });
		expect((await failure({ returnAll: false, limit: 1 })).message).toMatch(
			/^Could not look in inbox inbox_billing: /,
		);
		const items = await rig.run('conversation.getMany', parametersOf(), { onError: 'continueRegularOutput' });
		expect(items.map(({ json }) => Object.keys(json))).toEqual([['error', 'details']]);
	});

	it('fails with Return All if a page of an inbox cannot be read', async () => {
		fill(SUPPORT, [1]);
		fill(BILLING, ages(1, 3));
		rig.sandbox.fault({ kind: 'malformedPage', how: 'missingData', path: `/inboxes/${BILLING}`, times: 0 });
		expect((await failure()).message).toContain('unexpected form');
	});

	it.each(['={{ $json.missing }}', '={{ [] }}', '={{ "" }}', []])(
		'refuses an empty choice of inboxes: %j',
		async (inboxIds) => {
			expect((await failure({ inboxIds })).message).toBe("'Inboxes' is empty");
			expect(paths()).toEqual([]);
		},
	);

	it('refuses an unknown Search In, and accepts inboxes as text with commas', async () => {
		expect((await failure({ searchIn: '={{ "everywhere" }}' })).message).toBe(
			"'Search In' must be one of: inbox, inboxes, all",
		);
		fill(BILLING, [1]);
		expect(await found({ inboxIds: `={{ "${SUPPORT}, ${BILLING}" }}` })).toEqual(['1 h']);
	});

	it('ignores an empty inbox field that Search In does not use', async () => {
		fill(BILLING, [1]);
		expect(await found({ inboxId: byId('') })).toEqual(['1 h']);
		expect(await found({ searchIn: 'inbox', inboxId: byId(BILLING), inboxIds: [] })).toEqual(['1 h']);
	});

	it('compares a tag by its name in all inboxes', async () => {
		rig.sandbox.reset({ world: { tagsInList: 'objects' } });
		rig.sandbox.store.conversations.clear();
		fill(BILLING, [1, 2]);
		const [tagged] = rig.conversations();
		tagged!.tagIds.push('tag_invoice');
		rig.sandbox.store.version += 1;
		for (const inboxes of [{}, { searchIn: 'all' }])
			expect(await found({ filters: { tags: '={{ "invoice" }}' }, ...inboxes })).toEqual(['1 h']);
	});

	it('finds a tag that each inbox has under the same name, and refuses an unknown one beside it', async () => {
		rig.sandbox.reset({ world: { tagsInList: 'objects' } });
		const { tags, conversations } = rig.sandbox.store;
		conversations.clear();
		const invoice = tags.get('tag_invoice')!;
		tags.set('tag_same', { ...invoice, record: { ...invoice.record, id: 'tag_same' } });
		fill(BILLING, [1, 2, 3]);
		[...conversations.values()]
			.slice(1)
			.forEach(({ tagIds }, index) => tagIds.push(['tag_invoice', 'tag_same'][index]!));
		rig.sandbox.store.version += 1;
		expect(await found({ filters: { tags: '={{ "invoice" }}' } })).toEqual(['2 h', '3 h']);
		for (const wanted of ['invoice, nope', 'nope, invoice'])
			expect((await failure({ filters: { tags: `={{ "${wanted}" }}` } })).message).toContain(
				'No tag of the inbox is named "nope"',
			);
	});
});
