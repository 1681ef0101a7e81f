import type { IDataObject } from 'n8n-workflow';

import { idHash, shortHash, VALUE_LENGTH } from '../../../nodes/HelpdeskTrigger/core/fingerprints';
import { timesOf } from '../../../nodes/HelpdeskTrigger/core/times';
import { MAX_WAITS, Waits, type StoredWait, type WaitOptions } from '../../../nodes/HelpdeskTrigger/core/waits';
import type { Thread } from '../../../transport';

const OPTIONS: WaitOptions = { after: 1_000, closed: ['closed'], marks: ['contact'] };
const keyOf = (id: string) => shortHash(id, VALUE_LENGTH);
const waiting = (...stored: StoredWait[]) => new Waits(OPTIONS, stored);

/** A conversation whose last message came at this time. */
const record = (at: number, id = 'm1', more: IDataObject = {}): IDataObject => {
	const time = new Date(at).toISOString();
	return { id: 'c1', inbox_id: 'a', created_at: time, last_message_created_at: time, last_message_by: 'contact', last_message: { id }, ...more };
};
const note = { last_message: { id: 'n', record_type: 'note' }, last_message_by: 'user' };
const look = (waits: Waits, shown: IDataObject, now: number) => waits.look(shown, timesOf(shown), now);

describe('who waits, as it is kept', () => {
	it('is nobody at first, and comes back as it was saved', () => {
		expect(new Waits(OPTIONS).stored(['a'])).toEqual([]);
		const stored: StoredWait[] = [
			['c1', 'a', 5, 'aaaa', 9, 'bbbb'],
			[7, 'b', 6, 'cccc'],
		];
		expect(waiting(...stored).stored(['b', 'a'])).toEqual(stored);
	});

	it('is of the chosen inboxes, those who wait longest first', () => {
		const waits = waiting(['c1', 'a', 9, 'aaaa'], ['c2', 'b', 1, 'bbbb'], ['c3', 'a', 5, 'cccc']);
		expect(waits.stored(['a']).map(([id]) => id)).toEqual(['c3', 'c1']);
	});

	it('takes so many bytes and not one more', () => {
		const wide = (length: number): StoredWait => ['x'.repeat(length), 'a', 1, 'aaaa'];
		const bytes = JSON.stringify(wide(0)).length + 1;
		expect(waiting(wide(MAX_WAITS - bytes)).stored(['a'])).toHaveLength(1);
		expect(waiting(wide(MAX_WAITS - bytes + 1)).stored(['a'])).toEqual([]);
	});
});

describe('who rests', () => {
	it('has less room, behind those who wait, the latest first', () => {
		const resting = Array.from({ length: 600 }, (_, at): StoredWait => [`c${at}`, 'a', 1_000 + at, 'aaaa', at % 2 ? 'told' : 'aside']);
		const kept = waiting(...resting, ['w', 'a', 9_999, 'wwww']).stored(['a']);
		expect(kept[0]).toEqual(['w', 'a', 9_999, 'wwww']);
		expect(kept.slice(1)).toEqual(resting.reverse().slice(0, kept.length - 1));
		const bytes = (count: number) => resting.slice(0, count).reduce((sum, entry) => sum + JSON.stringify(entry).length + 1, 0);
		expect([bytes(kept.length - 1) <= 10_000, bytes(kept.length) > 10_000]).toEqual([true, true]);
	});

	it('gives way to those who wait', () => {
		const wide: StoredWait = ['x'.repeat(MAX_WAITS - 40), 'a', 1, 'aaaa'];
		expect(waiting(wide, ['c1', 'a', 1_000, 'aaaa', 'told']).stored(['a'])).toEqual([wide]);
	});
});

describe('a message that waits', () => {
	it('is over at its time, and not before', () => {
		const waits = waiting();
		expect([look(waits, record(5_000), 5_999), look(waits, record(5_000), 6_000)]).toEqual([null, keyOf('m1')]);
	});

	it('is told as the latest of those that are over, with all up to it', () => {
		const waits = waiting();
		look(waits, record(5_000, 'm1'), 5_000);
		look(waits, record(5_500, 'm2'), 5_500);
		look(waits, record(6_900, 'm3'), 6_900);
		waits.hear('c1', { isOrdered: true, entries: [], listed: [] });
		expect(look(waits, record(6_900, 'm3'), 6_950)).toBe(keyOf('m2'));
		expect(waits.sinceOf('c1', keyOf('m2'))).toEqual([5_000, 5_500]);
		expect([waits.sinceOf('c1', 'none'), waits.sinceOf('other', keyOf('m2'))]).toEqual([[], []]);
		expect([waits.keyAfter('c1', 1), waits.keyAfter('c1', 2)]).toEqual([keyOf('m1'), keyOf('m2')]);
	});

	it('waits no more once it, or a later one, was told', () => {
		const waits = waiting(['c1', 'a', 1, 'aaaa', 2, 'bbbb', 3, 'cccc'], ['c2', 'a', 4, 'dddd'], ['c3', 'a', 5, 'eeee']);
		waits.settle((hash) => ({ [idHash('c1')]: 'bbbb', [idHash('c2')]: 'dddd' })[hash]);
		expect(waits.stored(['a'])).toEqual([
			['c1', 'a', 3, 'cccc'],
			['c3', 'a', 5, 'eeee'],
			['c2', 'a', 4, 'dddd', 'told'],
		]);
	});

	it('that was told, or is set aside, is not due, not asked for and not told once more', () => {
		for (const rests of ['told', 'aside']) {
			const waits = waiting(['c1', 'a', 5_000, 'aaaa', rests]);
			expect([waits.due(9_000, () => true), waits.isDueSince('c1', 6_000)]).toEqual([[], false]);
			waits.settle(() => 'aaaa');
			expect(waits.stored(['a'])).toEqual([['c1', 'a', 5_000, 'aaaa', rests]]);
		}
	});

	it('wants the thread where a later one may hide an answer, and not where it is the last', () => {
		const waits = waiting(['c1', 'a', 5_000, keyOf('m1'), 5_500, keyOf('m2')]);
		expect([look(waits, record(5_500, 'm2'), 5_999), waits.wantsThread('c1')]).toEqual([null, false]);
		expect([look(waits, record(5_500, 'm2'), 6_000), waits.wantsThread('c1')]).toEqual([null, true]);
		const alone = waiting(['c1', 'a', 5_500, keyOf('m2')]);
		expect([look(alone, record(5_500, 'm2'), 6_500), alone.wantsThread('c1')]).toEqual([keyOf('m2'), false]);
	});

	it('was over at a time only where the latest one was not before', () => {
		const waits = waiting(['c1', 'a', 5_000, 'aaaa', 5_500, 'bbbb']);
		expect([6_499, 6_500, 6_501].map((since) => waits.isDueSince('c1', since))).toEqual([true, true, false]);
		expect(waits.isDueSince('other', 6_500)).toBe(false);
	});

	it('goes on where a record shows nothing of who wrote, and is over where that is older than what came since', () => {
		const silent = { last_message_by: undefined };
		const waits = waiting(['c1', 'a', 5_000, 'aaaa']);
		look(waits, record(5_000, 'm1', silent), 5_100);
		expect(waits.stored(['a'])).toHaveLength(1);
		look(waits, record(5_001, 'm2', silent), 5_100);
		expect(waits.stored(['a'])).toEqual([]);
		look(waits, record(5_001, 'm2', silent), 5_100);
		expect(waits.stored(['a'])).toEqual([]);
	});
});

describe('a message that is due behind a note', () => {
	/** It is due at 6,000. */
	const hidden = (now = 6_000) => {
		const waits = waiting(['c1', 'a', 5_000, keyOf('m1'), 5_500, keyOf('m2')]);
		return { waits, told: look(waits, record(5_900, 'n', note), now) };
	};
	const thread = (entries: Array<Partial<Thread['entries'][number]>>, isOrdered = true) =>
		({ isOrdered, entries: entries.map((entry) => ({ ids: [], kind: 'message', writer: 'teammate', ...entry })) }) as unknown as Thread;

	it('wants the thread once it is due, and is not told before', () => {
		expect(hidden(5_999).waits.wantsThread('c1')).toBe(false);
		const { waits, told } = hidden();
		expect([told, waits.wantsThread('c1'), waits.wantsThread('other')]).toEqual([null, true, false]);
	});

	it('is told once the thread was heard that shows no answer', () => {
		const { waits } = hidden();
		waits.hear('c1', thread([{ at: 4_000 }]));
		expect([waits.wantsThread('c1'), look(waits, record(5_900, 'n', note), 6_000)]).toEqual([false, keyOf('m1')]);
	});

	it('that was heard is not asked for again at the next note', () => {
		const { waits } = hidden();
		waits.hear('c1', thread([]));
		look(waits, record(5_950, 'n2', { ...note, last_message: { id: 'n2', record_type: 'note' } }), 6_600);
		expect(waits.wantsThread('c1')).toBe(false);
	});

	it.each<[string, Thread, string[]]>([
		['an answer later than both', thread([{ at: 5_600 }]), []],
		['an answer later than the first', thread([{ at: 5_400 }]), ['m2']],
		['an answer at the very time', thread([{ at: 5_000 }]), ['m1', 'm2']],
		['an answer without a time', thread([{}]), ['m1', 'm2']],
		['a note', thread([{ at: 5_600, kind: 'internal' }]), ['m1', 'm2']],
		['another message of the customer', thread([{ at: 5_600, writer: 'customer' }]), ['m1', 'm2']],
		['an answer behind it in order, whatever its time', thread([{ ids: ['m1'], writer: 'customer' }, { at: 1 }]), ['m2']],
		['an answer before it in order, whatever its time', thread([{ at: 1 }, { ids: ['m1'], writer: 'customer' }]), ['m1', 'm2']],
		['an answer by its time where there is no order', thread([{ at: 5_400 }, { ids: ['m1'], writer: 'customer' }], false), ['m2']],
	])('waits on where the thread shows %s: %#', (_, heard, left) => {
		const { waits } = hidden();
		waits.hear('c1', heard);
		waits.hear('other', heard);
		expect(waits.stored(['a']).flatMap(([, , ...parts]) => parts.filter((part) => typeof part === 'string'))).toEqual(left.map(keyOf));
	});

	it('is told without its thread after ten minutes, and one whose thread is not wanted is not', () => {
		const { waits } = hidden();
		expect([605_999, 606_000].map((now) => waits.unheard(now))).toEqual([[], ['c1']]);
		waits.hear('c1', thread([]));
		expect(waits.unheard(606_000)).toEqual([]);
	});

	it('is due whether it can be asked for by itself or not', () => {
		const { waits } = hidden();
		look(waits, { ...record(5_000), id: 'c2' }, 5_000);
		expect(waits.due(6_000, () => false)).toEqual([expect.objectContaining({ id: 'c1', inboxId: 'a' })]);
		expect(waits.due(6_000, () => true).map(({ id }) => id)).toEqual(['c1', 'c2']);
		expect(waits.due(5_999, () => true)).toEqual([]);
	});
});

describe('the time that somebody waits', () => {
	it('is counted from the message on, in opening hours of those alone', () => {
		const day = { days: [1, 2, 3, 4, 5], opens: 9 * 60, closes: 17 * 60, holidays: [], zone: 'UTC' };
		const waits = new Waits({ ...OPTIONS, after: 3_600_000, hours: day });
		const at = (time: string) => Date.parse(`2026-01-0${time}:00Z`);
		expect([at('5T17:29'), at('6T09:29'), at('6T09:30')].map((now) => waits.isOver(at('5T16:30'), now))).toEqual([false, false, true]);
		expect(waits.isOver(at('6T10:00'), at('5T10:00'))).toBe(false);
	});
});
