import type { IDataObject } from 'n8n-workflow';

import type { Ground } from '../../../nodes/HelpdeskTrigger/core/changeDetector';
import { valueHash, ValueTable } from '../../../nodes/HelpdeskTrigger/core/fingerprints';
import type { Times } from '../../../nodes/HelpdeskTrigger/core/times';
import { reachedStates } from '../../../nodes/HelpdeskTrigger/core/views';
import { customerMessages, UNKNOWN } from '../../../nodes/HelpdeskTrigger/core/watched';
import { BOTH, detecting, HASH, print, timesAt, type Options } from './support/detecting';
import { reachedOptions } from './support/reachedModel';

const message = (id: string, by = 'contact'): IDataObject => ({ id: 'c1', last_message_by: by, last_message: { id } });

describe('a conversation that is not remembered', () => {
	const STATUS = [['status']];
	const ALL = [['status', 'priority']];

	it.each<[string, Times, Partial<Ground> & Options, string[][]]>([
		['was created since all was looked at', timesAt(1_000), {}, STATUS],
		['was created before that, and not touched', timesAt(999), {}, []],
		['was created before that, and touched since the beginning', timesAt(100, 500), {}, ALL],
		['was created before that, and touched before the beginning', timesAt(100, 499), {}, []],
		['was touched by its creation alone', timesAt(600), {}, []],
		['is there when its inbox begins', timesAt(1_000), { isBeginning: true }, []],
		['was created since, where what is not known is not told', timesAt(1_000), { tellsUnknown: false }, []],
		['was touched since, where what is not known is not told', timesAt(100, 500), { tellsUnknown: false }, []],
		['is the first that an earlier Start From counts', timesAt(200), { gap: { from: 200, to: 300 } }, STATUS],
		['is the last that it counts', timesAt(300), { gap: { from: 200, to: 300 } }, STATUS],
		['was created then, and written to later', timesAt(250, 250, 301), { gap: { from: 200, to: 300 } }, STATUS],
		['was created before it', timesAt(199), { gap: { from: 200, to: 300 } }, []],
		['was there at the beginning', timesAt(301), { gap: { from: 200, to: 300 } }, []],
	])('and %s tells what it can', (_, times, options, told) => {
		const { see, names } = detecting(BOTH, options);
		see({}, times);
		expect(names()).toEqual(told);
	});

	it.each([
		[false, STATUS],
		[true, []],
	])('is told for an earlier Start From also where it is remembered, but not where it was told: %s', (isTold, told) => {
		const { see, names } = detecting(BOTH, { known: print('Active'), isTold, gap: { from: 200, to: 300 } });
		see({}, timesAt(250));
		expect(names()).toEqual(told);
	});

	it('is how it was first seen in the poll, in the inbox where that was', () => {
		const { see, detector, conclude } = detecting(BOTH);
		see({}, timesAt(600), undefined, 'a');
		for (let count = 0; count < 2; count += 1) see({ status: 'Closed' }, timesAt(600, 700), undefined, 'b');
		expect(detector.seen).toBe(1);
		const { events, leftOver } = conclude(0);
		expect([events, [...leftOver]]).toEqual([[], ['a']]);
	});

	it.each([
		['told', 1, [{ status: { from: null, to: 'Closed' } }]],
		['waiting', 0, []],
	])('counts among the beginnings once, marked by its first look where it is not %s for its turn', (_, room, told) => {
		const { see, learned, marked, conclude } = detecting(BOTH);
		see({}, timesAt(1_000));
		see({ status: 'Closed' }, timesAt(1_000, 1_100));
		expect(learned).toEqual([true]);
		expect(conclude(room).events.map(({ changes }) => changes)).toEqual(told);
		expect(marked).toEqual(room > 0 ? [1_000] : []);
	});

	it('is no example of a beginning where it is older, and none at all where it is remembered or states are asked for', () => {
		const older = detecting(BOTH);
		older.see({}, timesAt(999));
		expect(older.learned).toEqual([false]);
		for (const other of [detecting(BOTH, { known: print('Active') }), detecting(reachedStates(reachedOptions(['statusBecame'])))]) {
			other.see({}, timesAt(1_000));
			other.conclude();
			expect([other.learned, other.marked]).toEqual([[], []]);
		}
	});
});

describe('a conversation that is remembered', () => {
	it('tells what differs, from what is known of it', () => {
		const { see, conclude, values } = detecting(BOTH, { known: print('Open', 'High'), from: 10_000 });
		values.learn('Open', true);
		values.learn('High', true);
		see({});
		expect(conclude().events.map(({ changes }) => changes)).toEqual([
			{ status: { from: 'Open', to: 'Active' }, priority: { from: 'High', to: 'Low' } },
		]);
	});

	it.each<[string, Times, boolean, string[][]]>([
		['was touched since that was chosen', timesAt(100, 700), true, [['priority']]],
		['was touched before', timesAt(100, 699), true, []],
		['was created since', timesAt(800), true, []],
		['was touched since, where what is not known is not told', timesAt(100, 700), false, []],
	])('and %s tells a field that was never looked at only where it may have changed', (_, times, tellsUnknown, told) => {
		const { see, names } = detecting(BOTH, { known: valueHash('Active') + UNKNOWN, widened: 700, tellsUnknown });
		see({}, times);
		expect(names()).toEqual(told);
	});

	it('and is read by itself for one field keeps the others as they were', () => {
		const { see, names, conclude, store } = detecting(BOTH, { known: print('Open', 'High') });
		see({ priority: 'Other form' }, timesAt(600), 'status');
		expect(names()).toEqual([['status']]);
		conclude();
		expect(store.get(HASH)).toBe(print('Active', 'High'));
	});

	it('and is read by itself after a page showed it keeps the others as that page did', () => {
		const { see, names } = detecting(BOTH, { known: print('Open', 'High') });
		see({ status: 'Open' });
		see({ priority: 'High' }, timesAt(600), 'status');
		expect(names()).toEqual([['status', 'priority']]);
	});

	it('by nothing, and is read by itself, tells nothing of the others', () => {
		const { see, names, conclude, store } = detecting(BOTH);
		see({}, timesAt(100, 700), 'priority');
		expect(names()).toEqual([['priority']]);
		conclude();
		expect(store.get(HASH)).toBe(UNKNOWN + valueHash('Low'));
	});
});

describe('a message of a customer', () => {
	const watched = customerMessages(['contact']);
	const known = watched.fingerprint(message('m1'), new ValueTable())!;
	const gap = { from: 200, to: 300 };

	it.each<[string, Times, Partial<Ground> & Options, boolean]>([
		['since all was looked at', timesAt(100, 100, 1_000), {}, true],
		['before that', timesAt(100, 100, 999), {}, false],
		['before that, where its conversation was touched', timesAt(100, 999, 400), {}, false],
		['between an earlier Start From and the beginning', timesAt(100, 100, 200), { gap }, true],
		['after it in a conversation from between', timesAt(250, 250, 301), { gap }, false],
		['at the beginning of its inbox', timesAt(100, 100, 1_000), { isBeginning: true }, false],
		['after one that is remembered', timesAt(100, 100, 400), { known, from: 400 }, true],
		['after one that is remembered, before what counts', timesAt(100, 100, 399), { known, from: 400 }, false],
		['in between, after one that is remembered', timesAt(100, 100, 250), { known, gap, from: 400 }, true],
	])('%s is told or not', (_, times, options, isTold) => {
		const { see, names, conclude } = detecting(watched, options);
		see(message('m2'), times);
		expect(names()).toEqual(isTold ? [['message']] : []);
		expect(conclude().events).toEqual(isTold ? [{ record: expect.objectContaining(message('m2')) as IDataObject, changes: undefined }] : []);
	});

	it('is none where somebody else wrote', () => {
		const { see, detector } = detecting(watched);
		see(message('m2', 'user'), timesAt(1_000));
		expect(detector.seen).toBe(0);
	});

	it.each([true, false])('from before what counts leaves its conversation as one of which nothing was told (learned: %s)', (isLearned) => {
		const { see, conclude, store } = detecting(watched, { known, isTold: true, from: 400, isLearned });
		see(message('m2'), timesAt(100, 100, 399));
		conclude();
		expect([store.get(HASH) === known, store.isTold(HASH)]).toEqual([false, false]);
	});

	it('that was told stays so where it is seen again', () => {
		const { see, conclude, store } = detecting(watched, { known, isTold: true, from: 400 });
		see(message('m1'), timesAt(100, 100, 399));
		conclude();
		expect(store.isTold(HASH)).toBe(true);
	});

	it('stays as it was while it waits for its turn', () => {
		const { see, conclude, store } = detecting(watched, { known });
		see(message('m2'), timesAt(100, 100, 2_000));
		expect(conclude(0).events).toEqual([]);
		expect(store.get(HASH)).toBe(known);
	});
});
