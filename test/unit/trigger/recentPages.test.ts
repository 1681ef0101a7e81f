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

	it('is not handed to one that came to know of what was asked for no earlier', async () => {
		await recall(session());
		const late = session();
		// The number of the request itself: the page may be from before what this one has seen.
		late.seen = 1;
		expect(await recall(late)).toBe(2);
	});

	it('is given up after five seconds, so that no page is held for longer', async () => {
		const held = (recent as unknown as { pages: Map<string, unknown> }).pages;
		await recall(session());
		now += 5_000;
		await recall(session(), 'page 2');
		expect([...held.keys()]).toEqual(['page 1', 'page 2']);
		now += 1;
		await recall(session(), 'page 3');
		expect([...held.keys()]).toEqual(['page 2', 'page 3']);
	});

	it('is waited for by all that ask meanwhile', async () => {
		expect(await Promise.all([recall(session()), recall(session())])).toEqual([1, 1]);
	});

	it('is known by the session of an activation, which is one as long as n8n has one context for it', () => {
		const sessions = new Sessions();
		const [one, other] = [{}, {}] as never[];
		const { sizes, ...begun } = sessions.of(one!);
		expect([sessions.of(one!).sizes, begun.isRunning, begun.hasPolled, begun.blindPolls]).toEqual([sizes, false, false, 0]);
		expect(sessions.of(one!)).toBe(sessions.of(one!));
		expect(sessions.of(other!)).not.toBe(sessions.of(one!));
		expect([sizes.contacts.most, sizes.conversations.most]).toEqual([100, 100]);
	});

	it('that failed is asked for anew', async () => {
		const failed = async () => await Promise.reject(new Error('Gone'));
		const first = recent.recall('page 1', session(), failed);
		const second = recall(session());
		await expect(first).rejects.toThrow('Gone');
		expect([await second, await recall(session())]).toEqual([1, 1]);
	});
});
