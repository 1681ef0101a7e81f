import type { PageRequest } from '../../../nodes/HelpdeskTrigger/core/protocol';
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
