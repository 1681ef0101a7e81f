import { ApiError, InputError, PageError, type Answer, type Wire } from '../../../transport';
import type { PageRequest } from '../../../nodes/HelpdeskTrigger/core/protocol';
import { budgetOf, concernsAll, isMissing, PollReader } from '../../../nodes/HelpdeskTrigger/run/reader';
import { Sessions, type Session } from '../../../nodes/HelpdeskTrigger/run/session';

type AttemptOutcome = Awaited<ReturnType<Wire>>;

const body = { data: [{ id: 1, created_at: '2026-01-05T09:00:00Z' }], meta: { current_page: 1, last_page: 1, per_page: 100 } };
const request = { method: 'POST', path: '/inboxes/i' } as const;
const answerOf = (status: number, headers = {}): Answer => ({ status, headers, body });
const failed = (status: number) => new ApiError(request, { kind: 'answer', answer: answerOf(status) }, false, 1);

describe('the book that a poll keeps', () => {
	const ask: PageRequest = { inboxId: 'i', page: 1, perPage: 100 };
	const ofContacts: PageRequest = { page: 1, perPage: 100 };
	let now: number;
	let session: Session;
	let warned: unknown[];
	let looked: unknown[];
	beforeEach(() => {
		now = 7_000;
		session = new Sessions().of({} as never);
		[warned, looked] = [[], []];
	});
	/** A reader whose requests come to these, each after so many ms. */
	const reader = (outcomes: Array<AttemptOutcome | Error>, ms = 0) => {
		const poll = new PollReader({
			body: {},
			clock: { now: () => now } as never,
			deadline: 100_000,
			session,
			isNew: (inboxId) => inboxId === 'new',
			warn: (...told) => warned.push(told),
			sightings: { look: (...records: unknown[]) => looked.push(records) } as never,
		});
		const wire = poll.counted(async () => {
			now += ms;
			const outcome = outcomes.length > 1 ? outcomes.shift()! : outcomes[0]!;
			return await (outcome instanceof Error ? Promise.reject(outcome) : Promise.resolve(outcome));
		});
		return poll.use(() => async (asked) => {
			const outcome = await wire(asked);
			if (outcome.kind === 'answer' && outcome.answer.status === 200) return outcome.answer;
			throw new ApiError(asked, outcome, false, 1);
		});
	};
	const answered = (status: number, headers?: object): AttemptOutcome => ({ kind: 'answer', answer: answerOf(status, headers) });

	it('says how many pages came, of which inboxes, and whether one told the time', async () => {
		const poll = reader([answered(200), answered(200, { date: 'Mon, 05 Jan 2026 09:00:00 GMT' }), answered(200)]);
		await poll.read(ask);
		expect([poll.pages, [...poll.inboxes], poll.hasTime]).toEqual([1, ['i'], false]);
		await poll.read(ofContacts);
		await poll.read({ ...ask, inboxId: 'j' });
		expect([poll.pages, [...poll.inboxes], poll.hasTime]).toEqual([3, ['i', 'j'], true]);
	});

	it('shows records of lists, and none of a conversation by itself, which may show less or more', async () => {
		const poll = reader([answered(200)]);
		await poll.read(ask);
		await poll.read(ofContacts);
		expect(looked).toEqual([
			[body.data, false],
			[body.data, true],
		]);
		await poll.use(() => async () => await Promise.resolve({ ...answerOf(200), body: body.data[0] })).read({ ...ask, conversationId: 1 });
		expect(looked).toHaveLength(2);
	});

	it.each([
		[200, true],
		[404, true],
		[499, true],
		[429, false],
		[500, false],
		[503, false],
	])('counts an answer with status %i as one of a helpdesk that is well: %s', async (status, isWell) => {
		await reader([answered(status)]).read(ask);
		expect(session.heardAt).toBe(isWell ? 7_000 : 0);
	});

	it('counts no answer as one of no helpdesk', async () => {
		await reader([{ kind: 'noAnswer', ending: 'timedOut', code: '' }]).read(ask);
		expect(session.heardAt).toBe(0);
	});

	it.each([
		[500, 15_000, 1],
		[500, 14_999, 0],
		[404, 60_000, 0],
	])('holds an inbox for hung that answers %i after %i ms: %i', async (status, ms, count) => {
		await reader([answered(status)], ms).read(ask);
		expect(session.hung.size).toBe(count);
	});

	it('holds neither the contacts for hung nor an inbox that is new', async () => {
		await expect(reader([answered(500)], 60_000).read(ofContacts)).rejects.toThrow('500');
		await expect(reader([answered(500)], 60_000).read({ ...ask, inboxId: 'new' })).rejects.toThrow('500');
		expect(session.hung.size).toBe(0);
	});

	it('goes on counting how often one that hangs was asked', async () => {
		session.hung.set('i', 2);
		await reader([answered(500)], 20_000).read(ask);
		expect([...session.hung]).toEqual([['i', 3]]);
	});

	it('asks one that hung once where it answers, and then as any', async () => {
		session.hung.set('i', 2);
		const poll = reader([answered(200), answered(500)]);
		await poll.read(ask);
		expect([poll.pages, session.hung.size, session.heardAt]).toEqual([1, 0, 7_000]);
		expect(looked).toHaveLength(1);
	});

	it('has the first failure, and that of each inbox', async () => {
		const poll = reader([answered(500), answered(503)]);
		expect([await poll.read(ask), await poll.read({ ...ask, inboxId: 'j' })]).toEqual(['unread', 'unread']);
		expect(poll.failure).toMatchObject({ error: { status: 500 }, inboxId: 'i' });
		expect([...poll.failed].map(([inboxId, error]) => [inboxId, (error as ApiError).status])).toEqual([
			['i', 500],
			['j', 503],
		]);
	});

	it.each([403, 404])('warns once of an inbox that answers %i, until it is back', async (status) => {
		const poll = reader([answered(status), answered(status), answered(200), answered(status)]);
		for (let count = 0; count < 2; count += 1) expect(await poll.read(ask)).toBe('unread');
		expect(warned).toEqual([['i', status]]);
		await poll.read(ask);
		await poll.read(ask);
		expect(warned).toHaveLength(2);
	});

	it('does not warn of an inbox that is out of order', async () => {
		expect(await reader([answered(500)]).read(ask)).toBe('unread');
		expect(warned).toEqual([]);
	});

	it('takes a conversation that is not there for no failure', async () => {
		const poll = reader([answered(404)]);
		expect(await poll.read({ ...ask, conversationId: 'c1' })).toEqual({ records: [], lastPage: 1, perPage: 1 });
		expect([poll.failed.size, poll.failure]).toEqual([0, undefined]);
	});

	it('keeps the page sizes of contacts apart from those of conversations', async () => {
		expect(await reader([answered(422)]).read(ofContacts)).toBe('tooLarge');
		expect([session.sizes.contacts.most, session.sizes.conversations.most]).toEqual([50, 100]);
	});

	it('says what the user has to mend', async () => {
		const wrong = new InputError('Wrong', 'Mend it.');
		await expect(
			reader([])
				.use(() => async () => Promise.reject(wrong))
				.read(ask),
		).rejects.toBe(wrong);
	});

	it('lets 100 requests through, repeats included', async () => {
		let sent = 0;
		const poll = reader([]);
		const wire = poll.counted(async () => await Promise.resolve({ kind: 'answer', answer: answerOf(200), sent: (sent += 1) }));
		for (let count = 0; count < 100; count += 1) await wire(request);
		await expect(wire(request)).rejects.toThrow();
		expect(sent).toBe(100);
	});
});

describe('a failure', () => {
	it.each([
		['of the token', failed(401), true, false],
		['of rights', failed(403), false, true],
		['of an inbox that is not there', failed(404), false, true],
		['of the helpdesk', failed(500), false, false],
		['of a page', new PageError('half'), false, false],
		['of the parameters', new InputError('Wrong', 'Mend it.'), true, false],
		['of whatever else', new Error('other'), true, false],
	])('%s concerns all: %#', (_, error, all, missing) => {
		expect([concernsAll(error), isMissing(error)]).toEqual([all, missing]);
	});
});

describe('the time of a poll', () => {
	it('is 50 seconds, or less where n8n says so', () => {
		expect([budgetOf({}), budgetOf({ getPollBudgetMs: () => 90_000 }), budgetOf({ getPollBudgetMs: () => 7 })]).toEqual([50_000, 50_000, 7]);
	});
});
