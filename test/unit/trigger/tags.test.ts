import type { IDataObject } from 'n8n-workflow';

import { NOTHING, ValueTable } from '../../../nodes/HelpdeskTrigger/core/fingerprints';
import { added, removed, tagsAfter, tagsOf } from '../../../nodes/HelpdeskTrigger/core/tags';

const VIP = { id: 't1', name: 'VIP' };
const OLD = { id: 't2', name: 'Old' };

/** How the tags of a conversation were, where that is known, and are. */
function seen(was: unknown[] | undefined, tags: unknown) {
	const values = new ValueTable();
	const from = was && values.recall(tagsOf({ tags: was } as IDataObject, values));
	return { record: { tags } as IDataObject, from: from ?? null, values };
}

describe('the tags of a conversation', () => {
	it.each([[undefined], [null], [[]], ['text'], [{}]])('are none where the record has %j', (tags) => {
		expect(tagsOf({ tags } as IDataObject, new ValueTable())).toBe(NOTHING);
		expect([added(seen(undefined, tags), []), removed(seen([VIP], tags), [])]).toEqual([[], [{ from: 'VIP', to: null }]]);
	});

	it('are the same in another order, twice, or under another name', () => {
		const hash = (tags: unknown[]) => tagsOf({ tags } as IDataObject, new ValueTable());
		const same = [
			['a', 'b', 'c'],
			['c', 'b', 'a'],
			['b', 'a', 'b', 'c'],
			[{ id: 'a', name: 'A' }, 'b', { name: 'c' }],
		];
		expect(new Set(same.map(hash)).size).toBe(1);
		expect(hash(['a', 'b'])).not.toBe(hash(['a', 'b', 'c']));
	});

	it.each<[string, unknown[] | undefined, unknown[], string[], string[]]>([
		['all where it is not known how they were', undefined, [VIP, OLD], [], ['VIP', 'Old']],
		['those that were not there', [OLD], [VIP, OLD], [], ['VIP']],
		['one that is wanted by its name', [], [VIP, OLD], ['other', 'vip'], ['VIP']],
		['one that is wanted by its ID', [], [VIP, OLD], ['other', 't1'], ['VIP']],
		['none that is not wanted', [], [VIP, OLD], ['other'], []],
		['one that is a text, or has no name', [], ['blue', { id: 7 }], [], ['blue', '7']],
	])('are told as added: %s', (_, was, is, wanted, told) => {
		expect(added(seen(was, is), wanted)).toEqual(told.map((to) => ({ from: null, to })));
	});

	it.each<[string, unknown[] | undefined, unknown[], string[], unknown[]]>([
		['none where it is not known how they were', undefined, [], [], []],
		['those that are gone', [VIP, OLD], [OLD], [], ['VIP']],
		['one that is wanted by its name', [VIP, OLD], [], ['other', 'vip'], ['VIP']],
		['one that is wanted by its ID', [VIP, OLD], [], ['other', 't1'], ['VIP']],
		['one that is wanted by an ID with capital letters', [{ id: 'tag_Ab1', name: 'VIP' }], [], ['tag_Ab1', 'tag_ab1'], ['VIP']],
		['none that is not wanted', [VIP], [], ['other'], []],
	])('are told as removed: %s', (_, was, is, wanted, told) => {
		expect(removed(seen(was, is), wanted)).toEqual(told.map((from) => ({ from, to: null })));
	});

	it('that have a name too long to be remembered are told as removed without it', () => {
		expect(removed(seen(['x'.repeat(50)], []), [])).toEqual([{ from: null, to: null }]);
	});

	it.each([
		[['tagAdded'], ['a', 'b', 'c']],
		[['tagRemoved'], ['b']],
		[
			['tagRemoved', 'tagAdded', 'tagAdded'],
			['b', 'c', 'd'],
		],
		[['statusBecame'], ['a', 'b']],
	])('count as they were and as far as %j is told', (events, then) => {
		const sight = seen(['a', 'b'], ['b', 'c', 'd']);
		const told = events.map((event) => ({ record: sight.record, told: { event } }));
		expect(tagsAfter(told, sight, [])).toBe(tagsOf({ tags: then }, new ValueTable()));
	});

	it('are known as a set of up to 120 characters, and of any length where a part of them was told', () => {
		const tags = (count: number) => Array.from({ length: count }, (_, index) => `t${index}`);
		expect([29, 30].map((count) => typeof seen(tags(count), []).from)).toEqual(['string', 'object']);
		const sight = seen([], tags(60));
		const told = tags(50).map(() => ({ record: sight.record, told: { event: 'tagAdded' } }));
		expect(sight.values.recall(tagsAfter(told, sight, []))).toHaveLength(50 * 4);
	});
});
