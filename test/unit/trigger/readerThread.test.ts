import { ApiError } from '../../../transport';
import type { PageRequest } from '../../../nodes/HelpdeskTrigger/core/protocol';
import { PollReader, type ReaderOptions } from '../../../nodes/HelpdeskTrigger/run/reader';
import { Sessions, type Session } from '../../../nodes/HelpdeskTrigger/run/session';

const request = { method: 'GET', path: '/conversation/c1/messages' } as const;
const failed = (status: number) => new ApiError(request, { kind: 'answer', answer: { status, headers: {}, body: {} } }, false, 1);

describe('the thread of a conversation', () => {
	let now = 0;
	let session: Session;
	beforeEach(() => {
		now = 0;
		session = new Sessions().of({} as never);
	});
	const reader = () =>
		new PollReader({
			body: {},
			clock: { now: () => now } as ReaderOptions['clock'],
			deadline: 1_000_000,
			session,
			isNew: () => false,
			warn: () => undefined,
		});
	const thread: PageRequest = { inboxId: 'i', page: 1, perPage: 1, conversationId: 'c1', isThread: true };
	const answering = (status: number, body: unknown = {}) =>
		reader().use(
			() => async () => (status === 200 ? await Promise.resolve({ status, headers: {}, body }) : await Promise.reject(failed(status))),
		);

	it('is asked for once, for 15 seconds at most', async () => {
		const asked: unknown[] = [];
		const poll = reader().use((onlyMs) => async ({ path }) => {
			asked.push([path, onlyMs]);
			return await Promise.resolve({ status: 200, headers: {}, body: { data: [{ id: 'm1' }] } });
		});
		expect(await poll.read(thread)).toMatchObject({ records: [{ id: 'm1' }] });
		expect(asked).toEqual([['/conversation/c1/messages', 15_000]]);
	});

	it.each([403, 404, 405, 422, 501])('shows nothing where the answer is %d, and is no failure', async (status) => {
		const poll = answering(status);
		expect(await poll.read(thread)).toMatchObject({ records: [] });
		expect(poll.failure).toBeUndefined();
	});

	it.each([[{ some: 'thing' }], [['text', 'text']], ['text'], [{ data: [{ id: 'm1' }, 7] }]])(
		'shows nothing where its form is not known: %j',
		async (body) => {
			expect(await answering(200, body).read(thread)).toMatchObject({ records: [] });
		},
	);

	it.each([407, 425, 307, 500, 502, 503, 504, 408])('comes with a later poll where the answer is %d', async (status) => {
		const poll = answering(status);
		expect(await poll.read(thread)).toBe('unread');
		expect([...poll.failed.keys()]).toEqual(['i']);
		expect(session.hung.size).toBe(0);
	});

	it('ends the poll where the token is not valid', async () => {
		await expect(answering(401).read(thread)).rejects.toMatchObject({ status: 401 });
	});

	it('ends the poll where the limit is reached', async () => {
		const poll = answering(429);
		expect(await poll.read(thread)).toBe('noShare');
		expect(poll.mayRead()).toBe(false);
	});

	it('that gives no answer does not make its inbox one that does not answer', async () => {
		const poll = reader();
		const wire = poll.counted(async () => ((now += 15_000), await Promise.resolve({ kind: 'noAnswer', ending: 'timedOut', code: '' })));
		poll.use(() => async (request) => Promise.reject(new ApiError(request, await wire(request), false, 1)));
		expect(await poll.read(thread)).toBe('unread');
		expect(session.hung.size).toBe(0);
	});

	it('of an ID that no address can hold shows nothing', async () => {
		expect(await answering(200).read({ ...thread, conversationId: 'conversation/ä 7' })).toMatchObject({ records: [] });
	});
});
