import type { IDataObject } from 'n8n-workflow';

import type { Ground } from '../../../nodes/HelpdeskTrigger/core/changeDetector';
import { idHash, valueHash, ValueTable } from '../../../nodes/HelpdeskTrigger/core/fingerprints';
import type { Times } from '../../../nodes/HelpdeskTrigger/core/times';
import { reachedStates, type ReachedEvent } from '../../../nodes/HelpdeskTrigger/core/views';
import { UNKNOWN } from '../../../nodes/HelpdeskTrigger/core/watched';
import { BOTH, detecting, HASH, print, timesAt, type Options } from './support/detecting';
import { reachedOptions } from './support/reachedModel';

describe('what a poll tells', () => {
	it('is the oldest first, and what there is no room for waits', () => {
		const { see, conclude, store } = detecting(BOTH);
		for (const [id, created] of [
			['late', 3_000],
			['early', 1_000],
			['middle', 2_000],
		] as const)
			see({ id }, timesAt(created));
		const { events, leftOver } = conclude(2);
		expect(events.map(({ record }) => record.id)).toEqual(['early', 'middle']);
		expect([...leftOver]).toEqual(['a']);
		expect(['early', 'middle', 'late'].map((id) => store.isTold(idHash(id)))).toEqual([true, true, false]);
		expect(store.get(idHash('late'))).toBeUndefined();
		expect([...conclude(10).leftOver]).toEqual([]);
	});

	it.each([
		['nothing of', timesAt(600), valueHash('Active')],
		['a change to', timesAt(100, 700), UNKNOWN],
	])('is of one that waits nothing yet, and how it is where it tells %s that is remembered', (_, times, status) => {
		const { see, conclude, store } = detecting(BOTH, { known: UNKNOWN + valueHash('High'), widened: 0 });
		see({}, times);
		conclude(0);
		expect(store.get(HASH)).toBe(status + valueHash('High'));
	});

	it('stays told where it shows what was never looked at, and that is not told', () => {
		const { see, conclude, store } = detecting(BOTH, { known: UNKNOWN + valueHash('Low'), isTold: true, tellsUnknown: false });
		see({});
		conclude();
		expect([store.get(HASH), store.isTold(HASH)]).toEqual([print('Active'), true]);
	});
});

describe('what is the last to be forgotten', () => {
	/** What goes first where only two fit: the other that is remembered, or c1. */
	const isLast = (options: Partial<Ground> & Options, created: number) => {
		const { see, conclude, store } = detecting(BOTH, options);
		store.remember('other___', print('Active'), true);
		see({}, timesAt(created));
		conclude();
		expect(store.isTold(HASH)).toBe(options.isTold ?? false);
		return store.pack().slice(-17).startsWith(HASH);
	};
	const noChange = { tellsUnknown: false };

	it.each<[string, Partial<Ground> & Options, number, boolean]>([
		['that is new', noChange, 1_000, true],
		['that is older', noChange, 999, false],
		['that is there when its inbox begins', { ...noChange, isBeginning: true }, 1_000, false],
		['that is remembered', { known: print('Active') }, 1_000, false],
		['that was told, while its inbox is learned', { known: print('Active'), isTold: true, isLearned: false }, 600, true],
		['that was not told, while its inbox is learned', { known: print('Active'), isLearned: false }, 600, false],
		['that was told, where its inbox is learned', { known: print('Active'), isTold: true }, 600, false],
	])('is one %s, or not', (_, options, created, expected) => {
		expect(isLast(options, created)).toBe(expected);
	});
});

describe('states of a conversation that waits for its turn', () => {
	const states = (events: ReachedEvent[], more: Partial<Ground> & Options = {}) =>
		detecting(reachedStates(reachedOptions(events, { statuses: [] })), more);

	const MANY: ReachedEvent[] = ['statusBecame', 'tagAdded', 'tagRemoved'];
	/** How c1 is remembered with these. */
	const shown = (record: IDataObject, events = MANY, values = new ValueTable()) =>
		reachedStates(reachedOptions(events, { statuses: [] })).fingerprint(record, values)!;

	it('are told one by one as there is room, the others in the next poll', () => {
		const { see, conclude, store } = states(['tagAdded']);
		see({ id: 'c0', tags: ['w', 'x'] }, timesAt(1_000));
		see({ tags: ['a', 'b'] }, timesAt(1_001));
		see({ id: 'c2', tags: ['y', 'z'] }, timesAt(1_002));
		expect(conclude(3).events.map(({ told }) => told?.to)).toEqual(['w', 'x', 'a']);
		expect([store.get(HASH), store.isTold(HASH)]).toEqual([shown({ tags: ['a'] }, ['tagAdded']), true]);
		expect([store.get(idHash('c2')), store.isTold(idHash('c2'))]).toEqual([shown({ tags: [] }, ['tagAdded']), false]);
	});

	it.each<[string, string[] | undefined, number, string[], IDataObject]>([
		['the first event', undefined, 1, ['Active'], { status: 'Active', tags: [] }],
		['a part of the second', undefined, 2, ['Active', 'a'], { status: 'Active', tags: ['a'] }],
		['the second without what was left', ['x'], 2, ['a', 'b'], { status: 'Active', tags: ['a', 'b', 'x'] }],
	])('count as told up to where there was room: %s', (_, tags, room, to, after) => {
		const { see, conclude, store, values } = states(MANY);
		if (tags) store.remember(HASH, shown({ status: 'Active', tags }, MANY, values), false);
		see({ tags: ['a', 'b'] }, timesAt(1_000));
		expect(conclude(room).events.map(({ told }) => told?.to)).toEqual(to);
		expect(store.get(HASH)).toBe(shown(after));
	});

	it.each([
		['new, is among the last to be forgotten', undefined, [idHash('other'), HASH]],
		['remembered, keeps its place', { status: 'Open' }, [HASH, idHash('other')]],
	])('of one that is %s', (_, record, order) => {
		const { see, conclude, store } = states(['statusBecame'], { known: record && shown(record, ['statusBecame']) });
		store.remember(idHash('other'), 'AAAA', true);
		see({}, timesAt(1_000));
		conclude(0);
		expect(
			store
				.pack()
				.match(/.{13}/g)!
				.map((entry) => entry.slice(0, 8)),
		).toEqual(order);
	});

	it('are as they were in what is to be told, and as they are in all else', () => {
		const watched = reachedStates(reachedOptions(['statusBecame', 'priorityBecame'], { statuses: [] }));
		const was = watched.fingerprint({ id: 'c1', status: 'Open', priority: 'High' }, new ValueTable())!;
		const { see, conclude, store } = detecting(watched, { known: was });
		see({ status: 'Active', priority: 'Low' });
		expect(conclude(0).events).toEqual([]);
		expect(store.get(HASH)).toBe(watched.fingerprint({ id: 'c1', status: 'Open', priority: 'Low' }, new ValueTable()));
		expect(store.isTold(HASH)).toBe(false);
	});

	it('count as not reached yet where it is new, so that what it leaves meanwhile is seen', () => {
		const { see, conclude, store } = states(['statusBecame']);
		see({}, timesAt(1_000));
		expect([...conclude(0).leftOver]).toEqual(['a']);
		expect([store.get(HASH), store.isTold(HASH)]).toEqual([valueHash(null), false]);
	});

	it('are not known of one that was not touched, and reached of one that was', () => {
		const told = (times: Times, tellsUnknown = true, isBeginning = false) => {
			const { see, conclude } = states(['statusBecame'], { tellsUnknown, isBeginning, gap: { from: 200, to: 300 } });
			see({}, times);
			return conclude().events.length;
		};
		expect([timesAt(999), timesAt(100, 499), timesAt(100, 500), timesAt(1_000), timesAt(250)].map((times) => told(times))).toEqual([
			...[0, 0, 1, 1, 1],
		]);
		expect([told(timesAt(100, 500), false), told(timesAt(1_000), false), told(timesAt(1_000), true, true)]).toEqual([0, 1, 0]);
	});

	it.each([
		[1_100, 1],
		[1_101, 0],
	])('are reached of who waits where his time was over at %i or later, whenever he was touched: %i', (touchedSince, count) => {
		const wait = { after: 1_000, closed: [], marks: ['contact'] };
		const { see, conclude } = detecting(reachedStates(reachedOptions(['customerWaiting'], { wait })), { touchedSince, newSince: 2_000 });
		see({ last_message_by: 'contact', last_message: { id: 'm1' } }, timesAt(100, 8_000, 100));
		expect(conclude().events).toHaveLength(count);
	});
});
