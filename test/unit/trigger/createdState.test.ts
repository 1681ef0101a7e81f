import { Backlog, closeState, Seen, withDealt, withFloor, withoutDealt, type CreatedCursor } from '../../../nodes/HelpdeskTrigger/core/createdState';
import { idHash } from '../../../nodes/HelpdeskTrigger/core/fingerprints';

type Spans = CreatedCursor['dealt'];

const TWO: Spans = [
	[0, 10],
	[20, 30],
];
const cursorOf = (dealt: Spans, changes: Partial<CreatedCursor> = {}): CreatedCursor => ({ floor: 0, dealt, candidate: 7, ...changes });

describe('what is dealt with', () => {
	it.each<[string, number, number, Spans]>([
		['that touches both is one with them', 10, 20, [[0, 30]]],
		['that reaches over both ends takes them in', -5, 35, [[-5, 35]]],
		['that overlaps only one leaves the other', 5, 15, [[0, 15], TWO[1]!]],
		['that lies inside changes nothing', 2, 3, TWO],
		['that lies apart stands in its order', 12, 15, [TWO[0]!, [12, 15], TWO[1]!]],
		['that is empty is left out', 15, 15, TWO],
		['that ends before it begins is left out', 18, 12, TWO],
	])('a span %s', (_, from, to, dealt) => {
		expect(withDealt(cursorOf(TWO), from, to)).toEqual(cursorOf(dealt));
	});

	it.each<[number, Spans]>([
		[40, TWO],
		[25, [TWO[0]!, [20, 25]]],
		[20, [TWO[0]!]],
		[5, [[0, 5]]],
	])('ends at %i where nothing from then on is', (time, dealt) => {
		expect(withoutDealt(cursorOf(TWO), time)).toEqual(cursorOf(dealt));
	});

	it.each<[string, number | undefined, Spans]>([
		['inside a span is not, from the beginning of the span on', 25, [TWO[0]!, [26, 30]]],
		['at the first moment of a span is not', 20, [TWO[0]!, [21, 30]]],
		['right after a span leaves it', 30, TWO],
		['where nothing was there leaves all', undefined, TWO],
	])('with another Start From: what was there at the beginning %s', (_, there, dealt) => {
		expect(withFloor(cursorOf(TWO, { there }), 3)).toEqual(cursorOf(dealt, { floor: 3, candidate: 0 }));
	});
});

describe('what was seen', () => {
	const NOW = 1_700_000_000_000;

	it('is forgotten with another Start From only where it was never told, also after a restart', () => {
		const seen = new Seen();
		seen.add('there___', NOW, false);
		seen.add('told____', NOW);
		seen.add('toldThen', NOW, false);
		seen.add('toldThen', NOW);
		seen.add('stayTold', NOW);
		seen.add('stayTold', NOW, false);
		const kept = new Seen(seen.packFrom(-Infinity));
		expect(kept.size).toBe(4);
		for (const each of [seen, kept]) {
			each.forgetUntold();
			expect(['there___', 'told____', 'toldThen', 'stayTold'].map((hash) => each.has(hash))).toEqual([false, true, true, true]);
		}
	});

	it('is kept while its second is not over', () => {
		const seen = new Seen();
		seen.add('one_____', 10_500);
		expect(seen.packFrom(10_999)).toBe('one_____00000a');
		expect(seen.packFrom(11_000)).toBe('');
	});

	it.each([
		[-5_000, '000000'],
		[36 ** 6 * 1_000, 'zzzzzz'],
	])('keeps its width at a time that cannot be: %d', (created, second) => {
		const seen = new Seen();
		seen.add('one_____', created);
		expect(seen.packFrom(-Infinity)).toBe(`one_____${second}`);
	});

	it('is cut after the seconds of the oldest that do not fit', () => {
		const seen = new Seen();
		for (const second of [3, 1, 10, 2]) seen.add(idHash(second), second * 1_000);
		expect([4, 3, 2, 1].map((most) => seen.lowestThatFits(most))).toEqual([-Infinity, 2_000, 3_000, 4_000]);
	});
});

describe('the state as it is saved', () => {
	const seenOf = (count: number) => {
		const seen = new Seen();
		for (let second = 0; second < count; second += 1) seen.add(idHash(second), second * 1_000);
		return seen;
	};
	const closed = (count: number, floors: number[], clock = 90_000, seenFrom = 10) => {
		const cursors = floors.map((floor, index) => [`i${index}`, cursorOf([], { floor })] as const);
		return closeState(clock, new Map(cursors), seenOf(count), seenFrom);
	};

	it.each([
		[[50_000, 60_000], 90_000, 10, 50_000],
		[[50_000], 30_000, 10, 30_000],
		[[50_000], 90_000, 70_000, 70_000],
		[[], 90_000, 10, 90_000],
	])('of inboxes read down to %j, at %i and with %i before, says since when all that were told are remembered', (floors, clock, before, since) => {
		expect(closed(3, floors, clock, before).seenFrom).toBe(since);
	});

	it.each([
		['3,000 in any case', 3_100, [2_000_000], 3_000],
		['more where an inbox is read further down', 3_100, [2_000_000, 50_000], 3_050],
		['all where they are no more than that', 2_900, [2_000_000], 2_900],
	])('remembers %s', (_, count, floors, kept) => {
		expect(new Seen(closed(count, floors).seen).size).toBe(kept);
	});

	it('gives up what does not fit only in an inbox that is read further down', () => {
		// 15,500 of them fit.
		const { inboxes } = closed(16_000, [0, 500_000, 499_999]);
		expect(inboxes).toEqual({
			i0: { floor: 0, dealt: [[0, 500_000]], candidate: 500_000 },
			i1: { floor: 500_000, dealt: [], candidate: 7 },
			i2: { floor: 499_999, dealt: [[499_999, 500_000]], candidate: 500_000 },
		});
	});
});

describe('a backlog', () => {
	const backlogOf = (most: number, ...found: Array<[id: string, created: number, ticket?: unknown]>) => {
		const backlog = new Backlog(most);
		for (const [id, created, ticket] of found)
			backlog.add({ record: { id, ticket_id: ticket as number }, hash: idHash(id), created, inboxId: id[0]! });
		return backlog;
	};
	const idsOf = (backlog: Backlog) => backlog.oldest().map(({ record }) => record.id);

	it('comes in order of creation, of those of one moment by ticket, and without one by ID', () => {
		const found: Parameters<typeof backlogOf>[1][] = [
			['z', 2],
			['c', 1, 7],
			['d', 1, 5],
			['b', 1, '9'],
			['a', 1],
			['y', 0, 99],
		];
		for (const each of [found, [...found].reverse()]) {
			const backlog = backlogOf(9, ...each);
			expect(idsOf(backlog)).toEqual(['y', 'a', 'b', 'd', 'c', 'z']);
			expect(backlog.complete).toBe(Infinity);
		}
	});

	it('holds the oldest, says from when on it does not, and never holds much more meanwhile', () => {
		const backlog = backlogOf(2, ['e', 5], ['d', 4], ['f', 6]);
		expect(backlog.held).toHaveLength(3);
		for (const [id, created] of [['c', 3] as const, ['g', 7] as const]) backlog.add({ record: { id }, hash: idHash(id), created, inboxId: id });
		expect(backlog.held).toHaveLength(3);
		expect(idsOf(backlog)).toEqual(['c', 'd']);
		expect(backlog.complete).toBe(5);
	});

	it('knows whether an inbox has one from before a time', () => {
		const backlog = backlogOf(9, ['a', 5], ['b', 3]);
		expect([backlog.hasBefore('a', 5), backlog.hasBefore('a', 6), backlog.hasBefore('b', 5)]).toEqual([false, true, true]);
	});
});
