import { ApiError, DroppedError, type Answer, type Wire } from '../../../transport';
import type { PageRequest } from '../../../nodes/HelpdeskTrigger/core/protocol';
import { PollReader, type ReaderOptions } from '../../../nodes/HelpdeskTrigger/run/reader';
import { Sessions, type Session } from '../../../nodes/HelpdeskTrigger/run/session';
import { everythingIn } from '../../support/secrets';

const page = {
	data: [],
	links: { first: null, last: null, prev: null, next: null },
	meta: { current_page: 1, last_page: 0, per_page: 100, from: null, to: null, total: 0, path: '' },
};
const request = { method: 'POST', path: '/inboxes/i' } as const;
const failed = (status: number) => new ApiError(request, { kind: 'answer', answer: { status, headers: {}, body: {} } }, false, 1);

describe('the share of one poll', () => {
	let now = 0;
	let session: Session;
	beforeEach(() => {
		now = 0;
		session = new Sessions().of({} as never);
	});
	/** A reader whose every page takes so many requests on the wire. */
	const reader = (attempts = 1, changes: Partial<ReaderOptions> = {}) => {
		const poll = new PollReader({
			body: {},
			clock: { now: () => now } as ReaderOptions['clock'],
			deadline: 1_000,
			session,
			isNew: () => false,
			warn: () => undefined,
			...changes,
		});
		const answer: Answer = { status: 200, headers: {}, body: page };
		const wire: Wire = poll.counted(async () => ({ kind: 'answer', answer }));
		return poll.use(() => async (asked) => {
			for (let attempt = 0; attempt < attempts; attempt += 1) await wire(asked);
			return answer;
		});
	};
	const read = async (poll: PollReader, most: number) => {
		let count = 0;
		for (; count < most && poll.mayRead(); count += 1) await poll.read({ inboxId: 'i', page: 1, perPage: 100 });
		return count;
	};
	const ask: PageRequest = { inboxId: 'i', page: 1, perPage: 100 };

	it('is 100 requests', async () => {
		expect(await read(reader(), 1_000)).toBe(100);
	});

	it('counts repeats too: 152 requests were made where 100 are promised', async () => {
		expect(await read(reader(3), 1_000)).toBe(34);
	});

	it('ends with its time, but not before four requests, so that every poll gets on', async () => {
		const poll = reader();
		expect(await read(poll, 10)).toBe(10);
		now = 1_000;
		expect(poll.mayRead()).toBe(false);
		expect(await read(reader(), 1_000)).toBe(4);
	});

	it('halves a page size that is refused, as far as the documented default of 20, remembers it, and gives up where that cannot be the reason', async () => {
		const refused = reader().use(() => async ({ body }) => {
			const { per_page: perPage } = (body as { display: { per_page: number } }).display;
			if (perPage > 20) throw failed(422);
			return { status: 200, headers: {}, body: page };
		});
		const asked = async () => await refused.read({ ...ask, perPage: session.sizes.conversations.most });
		expect([await asked(), await asked(), await asked()]).toEqual(['tooLarge', 'tooLarge', 'tooLarge']);
		expect(session.sizes.conversations.most).toBe(20);
		expect(await asked()).toMatchObject({ records: [] });
		const wrong = reader(1, { isNew: () => true }).use(() => async () => Promise.reject(failed(422)));
		expect(await wrong.read(ask)).toBe('tooLarge');
		expect(await wrong.read(ask).catch((error: ApiError) => error.status)).toBe(422);
		expect(session.sizes.conversations.most).toBe(100);
	});

	it('goes back to the page size that was proven where a smaller one does not help', () => {
		const { conversations } = session.sizes;
		conversations.learn(100, 50);
		const refusals = Array.from({ length: 4 }, () => [conversations.refused(failed(422)), conversations.most]);
		expect(refusals).toEqual([
			[true, 25],
			[true, 20],
			[true, 10],
			[false, 50],
		]);
	});

	it('does not ask for smaller pages because one conversation by itself is refused', async () => {
		const poll = reader().use(() => async () => Promise.reject(failed(422)));
		expect(await poll.read({ ...ask, conversationId: 'c1' })).toBe('unread');
		expect(session.sizes.conversations.most).toBe(100);
	});

	it('leaves one inbox that fails to the next poll, and fails where the inbox has no place yet', async () => {
		const poll = reader().use(() => async () => Promise.reject(failed(500)));
		expect(await poll.read(ask)).toBe('unread');
		expect([...poll.failed.keys()]).toEqual(['i']);
		await expect(
			reader(1, { isNew: () => true })
				.use(() => async () => Promise.reject(failed(500)))
				.read(ask),
		).rejects.toThrow('HTTP 500');
	});

	describe('of an inbox that did not answer for 15 seconds', () => {
		const slow = (ms: number, status = 504) => {
			const poll = reader();
			const wire = poll.counted(async () => {
				now += ms;
				return await Promise.resolve({ kind: 'answer', answer: { status, headers: {}, body: { message: 'Secret 7|token' } } });
			});
			return poll.use(() => async (asked) => {
				await wire(asked);
				throw new DroppedError();
			});
		};

		it('says so without the words of the answer', async () => {
			const poll = slow(15_000);
			expect(await poll.read(ask)).toBe('noShare');
			expect([...session.hung.keys()]).toEqual(['i']);
			expect(poll.failed.get('i')).toMatchObject({ status: 504 });
			expect(everythingIn(poll.failed.get('i'))).not.toContain('Secret');
		});

		it.each([
			['an answer in less', 14_999, 504],
			['a limit', 60_000, 429],
		])('does not count %s', async (_, ms, status) => {
			const poll = slow(ms, status);
			expect(await poll.read(ask)).toBe('noShare');
			expect(session.hung.size + poll.failed.size).toBe(0);
		});

		it('waits for one that is throttled again, and asks for other page sizes', async () => {
			session.hung.set('i', 0);
			const patience: unknown[] = [];
			const poll = reader().use((onlyMs) => async () => {
				patience.push(onlyMs);
				if (onlyMs !== undefined) throw failed(patience.length === 1 ? 422 : 429);
				return await Promise.resolve({ status: 200, headers: {}, body: page });
			});
			expect(await poll.read(ask)).toBe('tooLarge');
			expect(await poll.read({ ...ask, perPage: 50 })).toMatchObject({ records: [] });
			expect(patience).toEqual([15_000, 15_000, undefined]);
			expect(session.hung.size).toBe(0);
		});

		it('waits longer for one of them, and not in the same poll for another', async () => {
			session.hung.set('i', 4).set('j', 4);
			const patience: unknown[] = [];
			const poll = reader().use((onlyMs) => async () => {
				patience.push(onlyMs);
				return await Promise.reject(failed(500));
			});
			for (const inboxId of ['i', 'j']) expect(await poll.read({ ...ask, inboxId })).toBe('unread');
			expect(patience).toEqual([37_500, 7_500]);
		});

		it('is not asked twice in a poll', async () => {
			session.hung.set('i', 0);
			const poll = reader();
			const wire = poll.counted(async () => await Promise.resolve({ kind: 'noAnswer', ending: 'timedOut', code: '' }));
			let asked = 0;
			poll.use(() => async (request) => {
				asked += 1;
				throw new ApiError(request, await wire(request), false, 1);
			});
			expect([await poll.read(ask), await poll.read(ask)]).toEqual(['unread', 'unread']);
			expect(asked).toBe(1);
			expect([...poll.failed.keys()]).toEqual(['i']);
		});
	});

	it('leaves a conversation whose ID no address can hold to the look in turn: Customer Waiting failed at every poll', async () => {
		const poll = reader();
		expect(await poll.read({ ...ask, conversationId: 'conversation/ä 7' })).toBe('unread');
		expect(poll.failed.size).toBe(0);
		expect(poll.failure).toBeUndefined();
		expect(await poll.read(ask)).toMatchObject({ records: [] });
	});

	it('ends where the queue lets nothing through', async () => {
		const poll = reader().use(() => async () => Promise.reject(new DroppedError()));
		expect(await poll.read(ask)).toBe('noShare');
		expect([poll.mayRead(), poll.failure]).toEqual([false, undefined]);
	});
});
