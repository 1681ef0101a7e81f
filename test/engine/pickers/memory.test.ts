import { Cache } from '../../../transport/cache';
import { VirtualClock } from '../../support/virtualClock';

describe('the look-up cache', () => {
	const clock = new VirtualClock();
	const wanted = { maxAgeMs: 5_000 };
	let asked: number;
	const ask = async () => (asked += 1);
	beforeEach(() => (asked = 0));

	it('shares a pending request within a run, not with other runs', async () => {
		const cache = new Cache(clock);
		const one = { ...wanted, signal: new AbortController().signal };
		const other = { ...wanted, signal: new AbortController().signal };
		let drop: (error: Error) => void = () => {};
		const dropped = cache.recall('a', one, () => new Promise((_, reject) => (drop = reject)));
		const inSameRun = cache.recall('a', one, ask);
		const inOtherRun = cache.recall('a', other, ask);
		drop(new Error('dropped'));
		await expect(dropped).rejects.toThrow('dropped');
		await expect(inSameRun).rejects.toThrow('dropped');
		expect(await inOtherRun).toBe(1);
		expect(await cache.recall('a', one, ask)).toBe(1);
	});

	it('is limited in number, and forgets values unused for ten minutes', async () => {
		const cache = new Cache(clock);
		for (let index = 0; index < 10_500; index += 1) cache.learn(`k${index}`, index);
		expect(cache.size).toBe(10_000);
		expect(await cache.recall('k10499', wanted, ask)).toBe(10_499);
		expect(await cache.recall('k0', wanted, ask)).toBe(1);
		await clock.sleep(600_000);
		cache.learn('new', 'x');
		expect(cache.size).toBe(1);
	});
});
