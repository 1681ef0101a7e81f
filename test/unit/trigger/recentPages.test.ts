import type { Clock } from '../../../transport';
import type { PageRead } from '../../../nodes/HelpdeskTrigger/core/protocol';
import { RecentPages } from '../../../nodes/HelpdeskTrigger/run/recentPages';
import { Sessions } from '../../../nodes/HelpdeskTrigger/run/session';

describe('a page that another trigger has read', () => {
	let now = 0;
	let loads = 0;
	let recent: RecentPages;
	beforeEach(() => {
		now = 1_000_000;
		loads = 0;
		recent = new RecentPages({ now: () => now } as Clock);
	});
	/** Each a trigger that polls, or one that is being activated. */
	const session = (hasPolled = true) => Object.assign(new Sessions().of({} as never), { hasPolled });
	const load = async (): Promise<PageRead> => await Promise.resolve({ records: [{ id: (loads += 1) }], lastPage: 1, perPage: 1 });
	const recall = async (who: ReturnType<typeof session>, key = 'page 1') => (await recent.recall(key, who, load)).records[0]!.id;

	it('is handed on for five seconds', async () => {
		expect(await recall(session())).toBe(1);
		now += 5_000;
		expect(await recall(session())).toBe(1);
		now += 1;
		expect(await recall(session())).toBe(2);
	});

	it('is another one for another key', async () => {
		expect([await recall(session()), await recall(session(), 'page 2'), await recall(session())]).toEqual([1, 2, 1]);
	});

	it('is not handed to an activation, whose own page goes to the others', async () => {
		expect([await recall(session()), await recall(session(false)), await recall(session())]).toEqual([1, 2, 2]);
	});

	it('is not handed to one that has seen it, or a later one', async () => {
		const [one, two] = [session(), session()];
		expect([await recall(one), await recall(one)]).toEqual([1, 2]);
		expect(await recall(two, 'page 2')).toBe(3);
		expect(await recall(two)).toBe(4);
	});

	it('is handed on by who was handed it as having seen no more than that page', async () => {
		const [one, two] = [session(), session()];
		await recall(one);
		await recall(one, 'page 2');
		expect([await recall(two), await recall(two, 'page 2')]).toEqual([1, 2]);
	});

	it('is waited for by all that ask meanwhile', async () => {
		expect(await Promise.all([recall(session()), recall(session())])).toEqual([1, 1]);
	});

	it('that failed is asked for anew', async () => {
		const failed = async () => await Promise.reject(new Error('Gone'));
		const first = recent.recall('page 1', session(), failed);
		const second = recall(session());
		await expect(first).rejects.toThrow('Gone');
		expect([await second, await recall(session())]).toEqual([1, 1]);
	});
});
