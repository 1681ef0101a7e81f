import type { PageRequest, Reply } from '../../../nodes/HelpdeskTrigger/core/protocol';
import { SharedPages } from '../../../nodes/HelpdeskTrigger/run/sharedPages';

/** Two readings of one poll, of a helpdesk that counts its answers. */
function twoReadings() {
	let answers = 0;
	const pages = new SharedPages({
		mayRead: () => true,
		read: async ({ perPage }) => await Promise.resolve({ records: [{ id: (answers += 1) }], lastPage: 2, perPage }),
	});
	const reading = () => {
		const reader = pages.forOne();
		return async (page: number) => {
			const request: PageRequest = { inboxId: 'a', page, perPage: 100 };
			const reply = await reader.read(request);
			return typeof reply === 'object' ? reply.records[0]!.id : reply;
		};
	};
	return [reading(), reading()] as const;
}

describe('a page that another reading of the poll has got', () => {
	it('is handed on, so that both cost one request', async () => {
		const [one, two] = twoReadings();
		expect([await one(1), await one(2)]).toEqual([1, 2]);
		expect([await two(1), await two(2)]).toEqual([1, 2]);
	});

	it('is handed out once: who asks again wants to know what has changed', async () => {
		const [one, two] = twoReadings();
		expect(await one(1)).toBe(1);
		expect([await two(1), await two(1)]).toEqual([1, 2]);
		expect(await one(1)).toBe(2);
	});

	it('is not mistaken for the thread of the same conversation', async () => {
		let answers = 0;
		const read = async () => await Promise.resolve({ records: [{ id: (answers += 1) }], lastPage: 1, perPage: 1 });
		const pages = new SharedPages({ mayRead: () => true, read });
		const request: PageRequest = { inboxId: 'a', page: 1, perPage: 1, conversationId: 'c1' };
		const [one, two] = [pages.forOne(), pages.forOne()];
		expect(await one.read(request)).toMatchObject({ records: [{ id: 1 }] });
		expect(await two.read({ ...request, isThread: true })).toMatchObject({ records: [{ id: 2 }] });
	});

	it('is not handed to a reading that has seen a later one: what moved meanwhile would be on neither', async () => {
		const [one, two] = twoReadings();
		expect(await one(1)).toBe(1);
		expect(await two(2)).toBe(2);
		expect(await two(1)).toBe(3);
	});
});

describe('a page that did not come', () => {
	/** Two readings of a poll that may read so long as it is told so, and gets these replies. */
	const readingsOf = (replies: Reply[], mayRead = () => true) => {
		const asked: PageRequest[] = [];
		const read = async (request: PageRequest) => {
			asked.push(request);
			return await Promise.resolve(replies.shift()!);
		};
		const pages = new SharedPages({ mayRead, read });
		return { asked, one: pages.forOne(), two: pages.forOne() };
	};
	const page: Reply = { records: [], lastPage: 1, perPage: 100 };
	const request: PageRequest = { inboxId: 'a', page: 1, perPage: 100 };

	it('because its inbox could not be read is not asked for again in the poll, nor another page of it', async () => {
		const { asked, one, two } = readingsOf(['unread', page]);
		expect(await one.read(request)).toBe('unread');
		expect([await two.read(request), await two.read({ ...request, page: 2 })]).toEqual(['unread', 'unread']);
		expect(await two.read({ ...request, inboxId: 'b' })).toBe(page);
		expect(asked).toHaveLength(2);
	});

	it('of one conversation by itself says nothing of its inbox', async () => {
		const { one, two } = readingsOf(['unread', page]);
		expect(await one.read({ ...request, conversationId: 'c1' })).toBe('unread');
		expect(await two.read(request)).toBe(page);
	});

	it.each(['tooLarge', 'noShare'] as const)('for another reason (%s) is asked for again', async (reply) => {
		const { one, two } = readingsOf([reply, page]);
		expect(await one.read(request)).toBe(reply);
		expect(await two.read(request)).toBe(page);
	});

	it('may be read where another one has it, or has asked in vain, although the share of the poll is used up', async () => {
		let share = 2;
		const { one, two } = readingsOf([page, 'unread'], () => share > 0);
		expect(one.mayRead(request)).toBe(true);
		await one.read(request);
		await one.read({ ...request, inboxId: 'b' });
		share = 0;
		expect([two.mayRead(request), two.mayRead({ ...request, inboxId: 'b' }), two.mayRead({ ...request, page: 2 })]).toEqual([true, true, false]);
	});
});
