import { PollReader, type ReaderOptions } from '../../../nodes/HelpdeskTrigger/run/reader';
import { MissingInboxes } from '../../../nodes/HelpdeskTrigger/run/inboxes';

const page = { data: [], links: { first: null, last: null, prev: null, next: null }, meta: { current_page: 1, last_page: 1, per_page: 100, from: null, to: null, total: 0, path: '' } };

describe('the share of one poll', () => {
	let now = 0;
	const reader = () =>
		new PollReader({
			send: async () => ({ status: 200, headers: {}, body: page }),
			body: {},
			clock: { now: () => now } as ReaderOptions['clock'],
			deadline: 1_000,
			inboxIds: ['i'],
			missing: new MissingInboxes(),
			isNew: () => false,
			warn: () => undefined,
		});
	const read = async (poll: PollReader, most: number) => {
		let count = 0;
		for (; count < most && poll.mayRead(); count += 1) await poll.read({ inboxId: 'i', page: 1, perPage: 100 });
		return count;
	};

	it('is 100 requests', async () => {
		now = 0;
		expect(await read(reader(), 1_000)).toBe(100);
	});

	it('ends with its time, but not before four requests, so that every poll gets on', async () => {
		now = 0;
		const poll = reader();
		expect(await read(poll, 10)).toBe(10);
		now = 1_000;
		expect(poll.mayRead()).toBe(false);
		expect(await read(reader(), 1_000)).toBe(4);
	});
});
