import { Lane } from '../../../transport/lane';
import type { Permit } from '../../../transport/permits';

const permit = (order: number): Permit => ({ order, ownAtStart: 0, takenAt: 0 });
/** Lets bottleneck come to rest. */
const settle = async () => {
	for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

describe('a lane of requests that wait for a permit', () => {
	let lane: Lane;
	let given: string[];
	let back: unknown[];
	/** One that waits; notes which permit it got, or how it was dropped. */
	const wait = (name: string, priority = 5, signal?: AbortSignal) =>
		void lane.wait(priority, signal).then(
			({ order }) => given.push(`${name}${order}`),
			(error: Error & { mayHaveBeenApplied?: boolean }) => given.push(`${name} ${error.name} ${error.mayHaveBeenApplied}`),
		);
	const grant = (...orders: number[]) => orders.forEach((order) => lane.grant(permit(order)));
	beforeEach(() => {
		[given, back] = [[], []];
		lane = new Lane(false, (each) => back.push(each ? each.order : 'none'));
	});

	it('goes by priority, then by when they came', async () => {
		wait('a');
		wait('b', 4);
		wait('c');
		wait('d', 1);
		await settle();
		for (const order of [1, 2, 3, 4]) {
			expect(lane.wants).toBe(5 - order);
			grant(order);
			expect(lane.wants).toBe(4 - order);
			await settle();
		}
		expect([given, back, lane.wants]).toEqual([['d1', 'b2', 'a3', 'c4'], [], 0]);
	});

	it('takes none in whose run is over', async () => {
		wait('a', 5, AbortSignal.abort());
		expect(lane.wants).toBe(0);
		await settle();
		expect(given).toEqual(['a DroppedError false']);
	});

	it('hands a permit back that met a dropped one, and the next gets one of its own', async () => {
		const stop = new AbortController();
		wait('a', 5, stop.signal);
		wait('b');
		stop.abort();
		expect(lane.wants).toBe(1);
		grant(1);
		await settle();
		expect([given, back, lane.wants]).toEqual([['a DroppedError false'], [1], 1]);
		grant(2);
		await settle();
		expect([given, back, lane.wants]).toEqual([['a DroppedError false', 'b2'], [1], 0]);
	});

	it('hands at once what was granted to those who were all dropped', async () => {
		const stop = new AbortController();
		wait('a', 5, stop.signal);
		wait('b', 5, stop.signal);
		grant(1, 2);
		stop.abort();
		expect([back, lane.wants]).toEqual([[1, 2], 0]);
		await settle();
		wait('c');
		grant(3);
		await settle();
		expect([given.slice(2), back]).toEqual([['c3'], [1, 2]]);
	});

	it('hands back what was granted to a dropped one, once, when the last who waits has gone before it', async () => {
		const stop = new AbortController();
		wait('a', 5, stop.signal);
		wait('b', 1);
		await settle();
		grant(1, 2);
		stop.abort();
		await settle();
		expect([given, back, lane.wants]).toEqual([['a DroppedError false', 'b1'], [2], 0]);
	});

	it('whoever has a permit is not dropped any more', async () => {
		const stop = new AbortController();
		wait('a', 5, stop.signal);
		grant(1);
		await settle();
		stop.abort();
		expect([given, back, lane.wants]).toEqual([['a1'], [], 0]);
	});
});
