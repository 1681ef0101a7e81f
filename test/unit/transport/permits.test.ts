import { Permits, type Permit } from '../../../transport/permits';

describe("the server's own count, of which 10 are allowed and others took 7", () => {
	let permits: Permits;
	let sent: Permit[];
	const take = () => permits.take(true, 0);
	const answered = (index: number, remaining: number) => permits.answered(sent[index]!, 0, { count: { limit: 10, remaining } });
	/** How many more may be sent. */
	const left = () => {
		let count = 0;
		for (; permits.allows(true, 0) && count < 20; count += 1) take();
		return count;
	};
	beforeEach(() => {
		permits = new Permits();
		permits.join(300, 0);
		sent = [take(), take(), take()];
		answered(1, 0);
	});

	it('goes on where answers overtook each other: what rose is only what was on the wire', () => {
		answered(2, 1);
		expect(left()).toBe(1);
	});

	it('begins anew where more rose than was on the wire', () => {
		answered(0, 1);
		answered(2, 1);
		expect(left()).toBe(2);
	});

	it('counts nothing on the wire for a request that was never sent', () => {
		permits.giveBack(sent[0]!);
		answered(2, 1);
		expect(left()).toBe(3);
	});
});

describe('who may send', () => {
	let permits: Permits;
	const count = (now: number, urgent = true) => {
		let taken = 0;
		for (; permits.allows(urgent, now) && taken < 400; taken += 1) permits.take(urgent, now);
		return taken;
	};
	beforeEach(() => {
		permits = new Permits();
		permits.join(3, 0);
	});

	it('a permit comes back one window after its answer, later where that is not seen', () => {
		const [first, second, last] = [permits.take(true, 0), permits.take(true, 0), permits.take(true, 0)];
		permits.answered(second, 100, { arrivesWithinMs: 10_000 });
		permits.answered(last, 100, { arrivesWithinMs: 50_000 });
		permits.answered(first, 200);
		expect([permits.nextChangeAt(), permits.waitsUntil(200)]).toEqual([60_200, 60_200]);
		expect([60_199, 60_200, 70_099, 70_100, 110_099, 110_100].map((now) => count(now))).toEqual([0, 1, 0, 1, 0, 1]);
		expect([permits.nextChangeAt(), permits.waitsUntil(110_100)]).toEqual([Infinity, Infinity]);
	});

	it('one whose answer is not seen tells nothing of how much may be on the wire', () => {
		permits.join(300, 0);
		permits.leave(3, 0);
		permits.allows(true, 60_000);
		permits.answered(permits.take(false, 60_000), 60_000, { arrivesWithinMs: 10_000 });
		expect(count(60_000, false)).toBe(2);
	});

	it('one that was not used comes back at once', () => {
		const [first] = [permits.take(true, 0), permits.take(true, 0), permits.take(true, 0)];
		expect(permits.waitsUntil(0)).toBe(Infinity);
		permits.giveBack(first);
		expect(permits.waitsUntil(0)).toBeUndefined();
		expect(count(0)).toBe(1);
	});

	it('the lowest limit that somebody waits with counts, and for one window after', () => {
		permits.join(300, 0);
		permits.join(3, 0);
		permits.leave(3, 1_000);
		expect(count(100_000)).toBe(3);
		permits.leave(3, 100_000);
		expect(count(159_999)).toBe(0);
		expect(count(160_000)).toBe(297);
	});

	it('the last limit stays, however long nobody came', () => {
		permits.leave(3, 0);
		expect(count(1_000_000)).toBe(3);
	});

	it('bulk work that is not answered keeps its place on the wire for twenty seconds, urgent work has none', () => {
		permits.join(300, 0);
		permits.leave(3, 0);
		permits.allows(true, 60_000);
		expect(count(60_000, false)).toBe(2);
		expect(permits.allows(true, 60_000)).toBe(true);
		for (let urgent = 0; urgent < 5; urgent += 1) permits.take(true, 60_000);
		expect(count(63_000, false)).toBe(18);
		expect(count(79_999, false)).toBe(0);
		expect(count(80_000, false)).toBe(2);
	});

	it('a refusal lets nobody send until its time is over', () => {
		permits.answered(permits.take(true, 0), 0, { pauseMs: 5_000 });
		expect([permits.allows(true, 4_999), permits.waitsUntil(4_999)]).toEqual([false, 5_000]);
		expect([permits.waitsUntil(5_000), permits.allows(true, 5_000)]).toEqual([undefined, true]);
	});
});
