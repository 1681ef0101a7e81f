import type { IDataObject } from 'n8n-workflow';

import { createPoll } from '../../../nodes/HelpdeskTrigger/poll';
import { createTransport } from '../../../transport/transport';
import { answering, movedClock, pageOf, polled, type Answers, type Asked, type Polled } from './support/polled';

const MINUTE = 60_000;
const CREATED = { event: 'conversationCreated', inboxIds: ['a', 'b'] };
const SILENT = 'Could not check for Conversation Created: the helpdesk did not answer in time';
const failing = (status: number) => ({ status, headers: { 'retry-after': '0' } });

/** Returns a helpdesk, with or without a Date header, and its triggers in one n8n. */
function helpdesk(answers: Answers = {}, tellsTime = true) {
	const clock = movedClock();
	const transport = createTransport(clock, () => 0);
	const on = createPoll(transport);
	const began = clock.time;
	return {
		answers,
		clock,
		/** Moves the clock to this minute, unless it is later already. */
		at: (minutes: number) => (clock.time = Math.max(clock.time, began + minutes * MINUTE)),
		trigger: (options: Partial<Polled> = {}) =>
			polled(
				{ parameters: CREATED, ...options },
				answering(answers, () => (tellsTime ? { date: new Date(clock.time).toUTCString() } : undefined)),
				clock,
				on,
			),
		conversation: (id: string): IDataObject => ({ id, created_at: new Date(clock.time).toISOString() }),
	};
}
const idsOf = (result: string | IDataObject[]) => (typeof result === 'string' ? result : result.map(({ id }) => id));

describe('a poll of the trigger', () => {
	it('emits new conversations, simplified by default, and nothing without new ones', async () => {
		const { answers, at, trigger, conversation } = helpdesk();
		const [simple, whole] = [trigger(), trigger({ parameters: { ...CREATED, options: { simplify: false } } })];
		expect([await simple.outcome(), await whole.outcome()]).toEqual([[], []]);
		at(1);
		const record = { ...conversation('new'), viewer_id: 'u' };
		answers.a = [record];
		expect([await simple.outcome(), await whole.outcome()]).toEqual([
			[{ id: 'new', event: 'conversationCreated' }],
			[{ ...record, event: 'conversationCreated' }],
		]);
		at(2);
		expect([await simple.outcome(), await whole.outcome()]).toEqual([[], []]);
		// For an empty list, n8n would start the workflow.
		expect(await simple.raw()).toBeNull();
	});

	it('reads the last page of a helpdesk that refuses page sizes', async () => {
		const { answers, at, clock, trigger, conversation } = helpdesk();
		const records = Array.from({ length: 37 }, (_, id): IDataObject => ({
			...conversation(`c${id}`),
			priority: 'Low',
		}));
		answers.a = ({ display: { page, per_page: size } }) => {
			if (size) return { status: 422, body: { message: 'per_page is not allowed' } };
			const body = pageOf(records.slice(page * 15 - 15, page * 15), { page, lastPage: 3 });
			return { body: { ...body, meta: { current_page: page, last_page: 3 } } };
		};
		const active = trigger({ parameters: { event: 'priorityChangedTo', priorities: ['High'], inboxIds: ['a'] } });
		await active.poll();
		at(1);
		records[36] = { ...records[36], priority: 'High', updated_at: new Date(clock.time).toISOString() };
		expect(idsOf(await active.outcome())).toEqual(['c36']);
	});

	it('is skipped while another poll runs, and fails if that one gets no response for 55 seconds', async () => {
		const { answers, at, clock, trigger, conversation } = helpdesk();
		const active = trigger();
		await active.poll();
		at(1);
		let answer: () => void = () => undefined;
		const held = new Promise<void>((resolve) => (answer = resolve));
		const requested = new Promise<void>((resolve) => {
			answers.a = async () => {
				resolve();
				await held;
				return { body: pageOf([conversation('late')]) };
			};
		});
		const running = active.outcome();
		await requested;
		const began = clock.time;
		clock.time = began + 55_000;
		expect(await active.outcome()).toEqual([]);
		clock.time = began + 55_001;
		expect(await active.outcome()).toBe(SILENT);
		expect(active.requests.filter(({ path }) => path === '/inboxes/a')).toHaveLength(2);
		answer();
		expect(idsOf(await running)).toEqual(['late']);
		answers.a = failing(401);
		at(5);
		for (let poll = 0; poll < 2; poll += 1) expect(await active.outcome()).toContain('revoked');
	});
});

describe('an inbox that fails while another answers', () => {
	it('is not reported if it answers every other time', async () => {
		const { answers, at, trigger } = helpdesk();
		const active = trigger();
		await active.poll();
		const result: unknown[] = [];
		for (let minute = 1; minute < 7; minute += 1) {
			at(minute);
			answers.b = minute % 2 === 0 ? [] : failing(404);
			result.push(...(await active.outcome()));
		}
		expect(result).toEqual([]);
	});
});

describe('a poll without a response', () => {
	/** A trigger whose requests are throttled longer than a poll may take. */
	const throttled = { ...CREATED, inboxIds: ['a'] };
	const late = async () => {
		await new Promise((resolve) => setTimeout(resolve, 5));
		return { status: 429, headers: { 'retry-after': '3600' } };
	};
	const dropped = (answers: Answers, clock: ReturnType<typeof movedClock>) => {
		answers.a = late;
		// Sleeps never end, because a poll gives up first.
		clock.sleep = async () => await new Promise(() => undefined);
	};

	it('is reported immediately by a new trigger, and otherwise from the second such poll in a row', async () => {
		const { answers, clock, trigger } = helpdesk();
		const before = trigger({ parameters: throttled });
		await before.poll();
		dropped(answers, clock);
		expect(await trigger({ parameters: throttled, budgetMs: 1 }).outcome()).toBe(SILENT);
		const active = trigger({ parameters: throttled, staticData: before.staticData, budgetMs: 1 });
		expect([await active.outcome(), await active.outcome(), await active.outcome()]).toEqual([[], SILENT, SILENT]);
		answers.a = [];
		const { sleep } = movedClock();
		clock.sleep = sleep;
		clock.time += 4_000_000;
		expect(await active.outcome()).toEqual([]);
		dropped(answers, clock);
		expect([await active.outcome(), await active.outcome()]).toEqual([[], SILENT]);
	});
});

describe('an activation that stops early', () => {
	const throttledAfter = (pages: number, lastPage = 30) => {
		let served = 0;
		return ({ query }: Asked) => {
			served += 1;
			const page = Number(query.get('page'));
			return served <= pages ? { body: pageOf([{ id: `k${page}` }], { page, lastPage }) } : failing(429);
		};
	};

	it('is not refused during the initial scan of contacts if some contacts were read', async () => {
		const { answers, trigger, conversation } = helpdesk();
		answers.a = [{ ...conversation('old'), assignable_id: 'user_1' }];
		answers[''] = throttledAfter(1);
		const parameters = {
			...CREATED,
			event: ['conversationAssigned', 'contactCreated'],
			assignedTo: 'anybody',
			options: { startFrom: '2026-01-01' },
		};
		expect(idsOf(await trigger({ parameters }).outcome())).toEqual(['old']);
	});

	it('lets the next activation continue the initial scan of contacts', async () => {
		const { answers, trigger } = helpdesk({ '': [{ id: 'k1' }] });
		const before = trigger({ parameters: { event: 'contactCreated' } });
		await before.poll();
		answers[''] = throttledAfter(1);
		expect(
			await trigger({ parameters: { event: 'contactCreated' }, staticData: before.staticData }).outcome(),
		).toEqual([]);
	});

	it.each([
		['the Date header shows the time', true, {}, undefined, true],
		['Start From is set', false, { options: { startFrom: '2026-01-01' } }, undefined, true],
		['that inbox was read before', false, {}, { inboxIds: ['b'] }, true],
	])(
		'is not refused before it has read the second inbox if %s',
		async (_, tellsTime, parameters, earlier, passes) => {
			const { answers, trigger } = helpdesk({}, tellsTime);
			const before = trigger({ parameters: { ...CREATED, ...earlier } });
			if (earlier) await before.poll();
			answers.b = failing(429);
			const active = trigger({ parameters: { ...CREATED, ...parameters }, staticData: before.staticData });
			expect(await active.outcome()).toEqual(passes ? [] : SILENT);
		},
	);
});

describe('a field that the records do not show', () => {
	const TAGS = {
		event: ['conversationCreated', 'tagAdded', 'conversationAssigned'],
		inboxIds: ['a'],
		assignedTo: 'anybody',
	};
	const SAID = "Your helpdesk's lists do not show tags: 'Tag Added' cannot fire";

	it('is reported once, besides the events or in a failed execution without events', async () => {
		for (const event of [['conversationCreated', 'tagAdded'], ['tagAdded']]) {
			const { answers, at, trigger, conversation } = helpdesk();
			const active = trigger({ parameters: { ...TAGS, event } });
			expect(await active.outcome()).toEqual([]);
			at(1);
			answers.a = [conversation('new')];
			const result = await active.outcome();
			const errors = active.errors.map(({ message }) => message);
			expect([idsOf(result), errors]).toEqual(event.length > 1 ? [['new'], [SAID]] : [SAID, []]);
			at(2);
			answers.a = [conversation('newer'), ...answers.a];
			expect(idsOf(await active.outcome())).toEqual(event.length > 1 ? ['newer'] : []);
			expect(active.errors).toHaveLength(errors.length);
		}
	});
});
