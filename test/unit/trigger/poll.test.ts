import type { IDataObject } from 'n8n-workflow';

import { createPoll } from '../../../nodes/HelpdeskTrigger/run/poll';
import { createTransport } from '../../../transport/transport';
import { answering, movedClock, pageOf, polled, type Answers, type Asked, type Polled } from './support/polled';

const MINUTE = 60_000;
const CREATED = { event: 'conversationCreated', inboxIds: ['a', 'b'] };
const SILENT = 'Could not look for new conversations: the helpdesk did not let n8n look';
const failing = (status: number) => ({ status, headers: { 'retry-after': '0' } });

/** A helpdesk that tells the time or does not, and triggers on it in one n8n. */
function helpdesk(answers: Answers = {}, tellsTime = true) {
	const clock = movedClock();
	const transport = createTransport(clock, () => 0);
	const on = createPoll(transport);
	const began = clock.time;
	return {
		answers,
		clock,
		/** So many minutes after the beginning, unless it is later already. */
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
const idsOf = (came: string | IDataObject[]) => (typeof came === 'string' ? came : came.map(({ id }) => id));

describe('a poll of the trigger', () => {
	it('brings what is new, each with the fields that Simplify keeps unless that is off, and nothing where nothing is', async () => {
		const { answers, at, trigger, conversation } = helpdesk();
		const [simple, whole] = [trigger(), trigger({ parameters: { ...CREATED, options: { simplify: false } } })];
		expect([await simple.came(), await whole.came()]).toEqual([[], []]);
		at(1);
		const record = { ...conversation('new'), viewer_id: 'u' };
		answers.a = [record];
		expect([await simple.came(), await whole.came()]).toEqual([[{ id: 'new' }], [record]]);
		at(2);
		expect([await simple.came(), await whole.came()]).toEqual([[], []]);
		// n8n would start the workflow with an empty list.
		expect(await simple.raw()).toBeNull();
	});

	it('that finds another one still running leaves it alone, and says so only where that has heard nothing for 55 seconds', async () => {
		const { answers, at, clock, trigger, conversation } = helpdesk();
		const active = trigger();
		await active.poll();
		at(1);
		let answer: () => void = () => undefined;
		const held = new Promise<void>((resolve) => (answer = resolve));
		const asked = new Promise<void>((resolve) => {
			answers.a = async () => {
				resolve();
				await held;
				return { body: pageOf([conversation('late')]) };
			};
		});
		const running = active.came();
		await asked;
		const began = clock.time;
		clock.time = began + 55_000;
		expect(await active.came()).toEqual([]);
		clock.time = began + 55_001;
		expect(await active.came()).toBe(SILENT);
		expect(active.requests.filter(({ path }) => path === '/inboxes/a')).toHaveLength(2);
		answer();
		expect(idsOf(await running)).toEqual(['late']);
		answers.a = failing(401);
		at(5);
		for (let poll = 0; poll < 2; poll += 1) expect(await active.came()).toContain('revoked');
	});

	it('says what failed by its inbox, with a state to go on from only in the log at the start, and at every poll after that', async () => {
		const { answers, at, trigger } = helpdesk();
		const before = trigger();
		await before.poll();
		const failed = 'Could not look for new conversations in inbox a: ';
		Object.assign(answers, { a: failing(503), b: failing(503) });
		expect(await trigger().came()).toContain(failed);
		const restarted = trigger({ staticData: before.staticData });
		expect(await restarted.came()).toEqual([]);
		expect(restarted.warnings).toEqual([expect.stringMatching(`^The trigger is active and goes on .* its first poll failed: ${failed}`)]);
		at(1);
		answers.a = failing(401);
		expect(await restarted.came()).toContain(failed);
		expect(await trigger({ staticData: before.staticData }).came()).toContain(failed);
		answers.a = failing(503);
		answers.b = failing(503);
		at(2);
		expect(await restarted.came()).toContain(failed);
		expect(restarted.warnings).toHaveLength(1);
	});

	it('brings what it holds back in the next ones, although they ask for nothing', async () => {
		const { answers, at, trigger, conversation } = helpdesk();
		const active = trigger({ parameters: { ...CREATED, options: { maxEventsPerPoll: 1 } } });
		await active.poll();
		at(1);
		answers.a = ['one', 'two', 'three'].map(conversation);
		const came: unknown[] = [];
		for (let minute = 1; minute < 4; minute += 1) {
			at(minute);
			came.push(...(await active.came()));
		}
		expect(came.map((each) => (each as IDataObject).id).sort()).toEqual(['one', 'three', 'two']);
	});

	it('throws for an inbox that fails only where one of its events of conversations has no place for it', async () => {
		const { answers, trigger } = helpdesk();
		const readFor = (event: string[], staticData: IDataObject) => trigger({ parameters: { ...CREATED, event }, staticData });
		const saved: IDataObject = {};
		await readFor(['contactCreated', 'conversationCreated'], saved).poll();
		answers.b = failing(404);
		expect(await readFor(['contactCreated', 'conversationCreated'], structuredClone(saved)).came()).toEqual([]);
		expect(await readFor(['conversationCreated', 'customerMessage'], structuredClone(saved)).came()).toContain('in inbox b');
	});

	it('refuses what cannot work by its own words', async () => {
		const { trigger } = helpdesk();
		expect(await trigger({ parameters: { ...CREATED, inboxIds: [] } }).came()).toBe("'Inboxes' is empty");
	});
});

describe('an inbox that fails while another one answers', () => {
	const MISSING = 'Inbox b answers with status 404; the trigger goes on with the others';
	/** The minutes of the polls at which something is said, one poll in so many minutes. */
	async function saidAt(status: number, until: number, every: number, brings: boolean) {
		const { answers, at, trigger, conversation } = helpdesk();
		const active = trigger();
		await active.poll();
		answers.b = failing(status);
		const minutes: number[] = [];
		for (let minute = every; minute <= until; minute += every) {
			at(minute);
			if (brings) answers.a = [conversation(`c${minute}`)];
			const before = active.said.length;
			const came = await active.came();
			if (brings) expect(idsOf(came)).toEqual([`c${minute}`]);
			if (active.said.length > before || typeof came === 'string') minutes.push(minute);
		}
		return { minutes, active };
	}

	it.each([
		['in the execution, where nothing else came', false],
		['beside what came', true],
	])('is said at the second poll, and again after an hour, %s', async (_, brings) => {
		const { minutes, active } = await saidAt(500, 140, 10, brings);
		expect(minutes).toEqual([20, 80, 140]);
		expect(active.said).toHaveLength(brings ? 3 : 0);
		if (brings) expect(active.said[0]!.message).toContain('Could not look for new conversations in inbox b: ');
	});

	it('is said again after a day where it is gone, and stands once in the log', async () => {
		const { minutes, active } = await saidAt(404, 3_000, 120, true);
		expect(minutes).toEqual([240, 240 + 24 * 60]);
		expect(active.warnings).toEqual([MISSING]);
	});

	it('is not said where it answers every other time, and of two the other one is said by the next poll', async () => {
		const { answers, at, trigger } = helpdesk();
		const active = trigger({ parameters: { ...CREATED, inboxIds: ['a', 'b', 'c'] } });
		await active.poll();
		const came: unknown[] = [];
		for (let minute = 1; minute < 7; minute += 1) {
			at(minute);
			answers.b = minute % 2 === 0 ? [] : failing(404);
			came.push(...(await active.came()));
		}
		expect(came).toEqual([]);
		Object.assign(answers, { b: failing(404), c: failing(404) });
		const said: unknown[] = [];
		for (let minute = 7; minute < 12; minute += 1) {
			at(minute);
			const message = await active.came();
			said.push(typeof message === 'string' ? message.slice(-12) : message);
		}
		expect(said).toEqual([[], 'b: not found', 'c: not found', [], []]);
	});

	it('is said at once after an outage of all, which was no poll to say it', async () => {
		const { answers, at, trigger } = helpdesk();
		const active = trigger();
		await active.poll();
		Object.assign(answers, { a: failing(404), b: failing(404) });
		for (const minute of [1, 2, 3]) {
			at(minute);
			expect(await active.came()).toContain('inbox a: not found');
		}
		answers.a = [];
		at(4);
		expect(await active.came()).toContain('inbox b: not found');
	});
});

describe('a poll that hears nothing', () => {
	/** Throttled for longer than a poll may take. */
	const throttled = { ...CREATED, inboxIds: ['a'] };
	const late = async () => {
		await new Promise((resolve) => setTimeout(resolve, 5));
		return { status: 429, headers: { 'retry-after': '3600' } };
	};
	const dropped = (answers: Answers, clock: ReturnType<typeof movedClock>) => {
		answers.a = late;
		// Who waits for an hour is given up before that.
		clock.sleep = async () => await new Promise(() => undefined);
	};

	it('is said at once by a trigger without a state, and else from the second in a row on', async () => {
		const { answers, clock, trigger } = helpdesk();
		const before = trigger({ parameters: throttled });
		await before.poll();
		dropped(answers, clock);
		expect(await trigger({ parameters: throttled, budgetMs: 1 }).came()).toBe(SILENT);
		const active = trigger({ parameters: throttled, staticData: before.staticData, budgetMs: 1 });
		expect([await active.came(), await active.came(), await active.came()]).toEqual([[], SILENT, SILENT]);
		answers.a = [];
		const { sleep } = movedClock();
		clock.sleep = sleep;
		clock.time += 4_000_000;
		expect(await active.came()).toEqual([]);
		dropped(answers, clock);
		expect([await active.came(), await active.came()]).toEqual([[], SILENT]);
	});
});

describe('an activation that is cut short', () => {
	const throttledAfter = (pages: number, lastPage = 30) => {
		let served = 0;
		return ({ query }: Asked) => {
			served += 1;
			const page = Number(query.get('page'));
			return served <= pages ? { body: pageOf([{ id: `k${page}` }], { page, lastPage }) } : failing(429);
		};
	};

	it.each([
		[9, 'Could not look for new contacts: the helpdesk did not let n8n look'],
		[10, []],
	])('while it learns the contacts is refused where %i pages came', async (pages, came) => {
		const { answers, trigger } = helpdesk();
		answers[''] = throttledAfter(pages);
		const active = trigger({ parameters: { event: 'contactCreated' } });
		expect(await active.came()).toEqual(came);
	});

	it('while it learns the contacts is not refused where something came', async () => {
		const { answers, trigger, conversation } = helpdesk();
		answers.a = [{ ...conversation('old'), assignable_id: 'user_1' }];
		answers[''] = throttledAfter(1);
		const parameters = { ...CREATED, event: ['assigned', 'contactCreated'], assignedTo: 'anybody', options: { startFrom: '2026-01-01' } };
		expect(idsOf(await trigger({ parameters }).came())).toEqual(['old']);
	});

	it('goes on where the contacts were begun before', async () => {
		const { answers, trigger } = helpdesk({ '': [{ id: 'k1' }] });
		const before = trigger({ parameters: { event: 'contactCreated' } });
		await before.poll();
		answers[''] = throttledAfter(1);
		expect(await trigger({ parameters: { event: 'contactCreated' }, staticData: before.staticData }).came()).toEqual([]);
	});

	it.each<[string, boolean, IDataObject, IDataObject | undefined, boolean]>([
		['the Date header tells the time', true, {}, undefined, true],
		['only records do', false, {}, undefined, false],
		['Start From says what is new', false, { options: { startFrom: '2026-01-01' } }, undefined, true],
		['that inbox was read before', false, {}, { inboxIds: ['b'] }, true],
		['only that inbox was not read before', false, {}, { inboxIds: ['a'] }, false],
	])('before it has read the second inbox: %s', async (_, tellsTime, parameters, earlier, passes) => {
		const { answers, trigger } = helpdesk({}, tellsTime);
		const before = trigger({ parameters: { ...CREATED, ...earlier } });
		if (earlier) await before.poll();
		answers.b = failing(429);
		const active = trigger({ parameters: { ...CREATED, ...parameters }, staticData: before.staticData });
		expect(await active.came()).toEqual(passes ? [] : SILENT);
	});
});

describe('what the records do not show', () => {
	const TAGS = { event: ['conversationCreated', 'tagAdded', 'assigned'], inboxIds: ['a'], assignedTo: 'anybody' };
	const SAID = 'Your helpdesk does not send tags in its lists: Tag Added cannot be seen';
	const ASSIGNEES = 'Your helpdesk does not send assignees in its lists: Assigned cannot be seen';

	it.each([
		['a person who activates the trigger, is said', 'activate', SAID, [ASSIGNEES]],
		['a start of n8n, stands in the log', 'init', [], [ASSIGNEES, SAID]],
		['another leader, stands in the log', 'leadershipChange', [], [ASSIGNEES, SAID]],
	] as const)('to %s', async (_, activation, came, warnings) => {
		const { answers, trigger, conversation } = helpdesk();
		answers.a = [conversation('old')];
		const active = trigger({ parameters: TAGS, activation });
		expect([await active.came(), active.warnings]).toEqual([came, warnings]);
	});

	it('keeps the trigger from being active although Start From brings something, and nothing is kept', async () => {
		const { answers, trigger, conversation } = helpdesk();
		answers.a = [conversation('old')];
		const active = trigger({ parameters: { ...TAGS, options: { startFrom: '2026-01-01' } } });
		expect([await active.came(), active.said]).toEqual([SAID, []]);
		expect(active.staticData).toEqual({});
	});

	it('is said once, beside what came or by the execution that brings nothing', async () => {
		for (const event of [['conversationCreated', 'tagAdded'], ['tagAdded']]) {
			const { answers, at, trigger, conversation } = helpdesk();
			const active = trigger({ parameters: { ...TAGS, event } });
			expect(await active.came()).toEqual([]);
			at(1);
			answers.a = [conversation('new')];
			const came = await active.came();
			const said = active.said.map(({ message }) => message);
			expect([idsOf(came), said]).toEqual(event.length > 1 ? [['new'], [SAID]] : [SAID, []]);
			at(2);
			answers.a = [conversation('newer'), ...answers.a];
			expect(idsOf(await active.came())).toEqual(event.length > 1 ? ['newer'] : []);
			expect(active.said).toHaveLength(said.length);
		}
	});

	it('is said beside an inbox that fails, each thing by itself', async () => {
		const { answers, at, trigger, conversation } = helpdesk();
		const active = trigger({ parameters: { ...TAGS, event: ['conversationCreated', 'tagAdded'], inboxIds: ['a', 'b'] } });
		await active.poll();
		answers.b = failing(404);
		at(1);
		expect(await active.came()).toEqual([]);
		at(2);
		answers.a = [conversation('new')];
		expect(idsOf(await active.came())).toEqual(['new']);
		expect(active.said.map(({ message }) => message)).toEqual(['Could not look for news in inbox b: not found', SAID]);
	});
});
