import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { everythingIn } from '../../support/secrets';
import { idsOf, startTriggerRig, useTriggerRig, type ActiveTrigger } from './support/triggerRig';

const CREATED = { event: 'conversationCreated', inboxIds: 'inbox_support, inbox_orders' };
const WAITING = {
	event: 'customerWaiting',
	after: 1,
	afterUnit: 'hours',
	countedIn: 'openingHours',
	openingDays: [1],
	opensAt: '09:00',
	closesAt: '17:00',
};

describe('the trigger when the helpdesk fails', () => {
	const rig = useTriggerRig({ conversations: 60 });

	const active = async () => {
		const trigger = rig.trigger({ parameters: CREATED });
		await trigger.poll();
		await rig.minute();
		return trigger;
	};

	describe("with n8n's durable scheduler", () => {
		/** Returns a trigger in a new context, which continues from the saved state. */
		const next = (saved: IDataObject) => rig.trigger({ parameters: CREATED, activation: 'update', saved });
		const begun = async () => {
			const { staticData } = await active();
			return staticData;
		};

		it('reports an inbox that fails at the second poll in a row', async () => {
			const saved = await begun();
			rig.answers(403, { path: '/inboxes/inbox_orders', times: 0 });
			const [first, second] = [next(saved), next(saved)];
			expect(await first.poll()).toEqual([]);
			await rig.minute();
			expect(String(await second.failure())).toContain('inbox_orders');
		});

		it('overlapping polls, and a poll with an older state, emit nothing twice', async () => {
			const saved = await begun();
			await next(saved).poll();
			const { id } = rig.arrives().record;
			const [items, others] = await Promise.all([next(saved).poll(), next(saved).poll()]);
			expect([idsOf(items), others]).toEqual([[id], []]);
			expect(await next(saved).poll()).toEqual([]);
			// If n8n could not save the items and their state, the next poll emits them.
			await rig.minute();
			expect(idsOf(await next(saved).poll())).toEqual([id]);
		});
	});

	describe.each(['trigger', 'manual'] as const)('run as a %s', (mode) => {
		const tooLarge = { kind: 'status', message: 'The page size is too large.' } as const;
		const answered = () => rig.requests().map(({ status }) => status);

		it.each([400, 422])('polls with the page size of the helpdesk if it answers %d to 100', async (status) => {
			rig.sandbox.fault({ ...tooLarge, status, times: 1 });
			const trigger = rig.trigger({ mode, parameters: { ...CREATED, inboxIds: 'inbox_orders' } });
			await trigger.poll();
			expect(answered().slice(0, 2)).toEqual([status, 200]);
			expect(answered().filter((each) => each === status)).toHaveLength(1);
		});
	});

	it.each([
		['revoked', 401, 'the access token is missing, expired or revoked, or your plan does not include the API'],
		['withoutScope', 403, 'the access token is not allowed to do this'],
	] as const)('refuses the activation with a token that is %s', async (token, status, why) => {
		const trigger = rig.trigger({ parameters: CREATED, accessToken: rig.sandbox.tokens[token] });
		const error = await trigger.failure();
		expect(error.message).toBe(`Could not check for Conversation Created in inbox inbox_support: ${why}`);
		expect(error.httpCode).toBe(String(status));
		expect(error.description).toContain('token');
	});

	it.each([429, 500, 502, 503, 504])(
		'refuses the activation if the helpdesk answers %d and no state is saved',
		async (status) => {
			rig.answers(status, { times: 0, retryAfter: 0 });
			for (const activation of ['activate', 'init'] as const) {
				const error = await rig.trigger({ parameters: CREATED, activation }).failure();
				expect(error.message).toContain('Could not check for Conversation Created');
			}
		},
	);

	it('refuses the activation if the helpdesk fails before the baseline of an added event', async () => {
		const before = await active();
		rig.answers(503, { times: 0, retryAfter: 0 });
		const parameters = { ...CREATED, event: ['conversationCreated', 'contactCreated'] };
		const error = await rig.trigger({ parameters, saved: before.staticData, activation: 'init' }).failure();
		expect(error.message).toContain('Could not check for');
	});

	it.each([429, 500, 502, 503, 504])(
		'is activated despite %d if it has a saved state, and then emits each event once',
		async (status) => {
			const before = await active();
			const { record } = rig.arrives();
			rig.answers(status, { times: 0, retryAfter: 0 });
			const trigger = rig.trigger({ parameters: CREATED, saved: before.staticData, activation: 'init' });
			expect(await trigger.poll()).toEqual([]);
			expect(trigger.warnings).toEqual([
				expect.stringContaining('but its first poll failed: Could not check for Conversation Created'),
			]);
			await rig.minute();
			expect((await trigger.failure()).message).toContain('Could not check for Conversation Created');
			rig.sandbox.clearFaults();
			expect(idsOf(await trigger.poll())).toEqual([record.id]);
		},
	);

	it('refuses the activation without a connection, but not when n8n starts', async () => {
		const unreachable = await startTriggerRig();
		const running = unreachable.trigger({ parameters: CREATED });
		await running.poll();
		const mistyped = unreachable.trigger({ parameters: CREATED });
		const restarted = unreachable.trigger({ parameters: CREATED, saved: running.staticData, activation: 'init' });
		await unreachable.sandbox.close();
		expect((await mistyped.failure()).message).toContain('the helpdesk could not be reached');
		expect(await restarted.poll()).toEqual([]);
	});

	/** Makes deadlines virtual. Use this only for missing answers, because real answers take real time. */
	const withVirtualDeadlines = () =>
		jest.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
			const controller = new AbortController();
			void rig.clock.sleep(ms).then(() => controller.abort());
			return controller.signal;
		});
	afterEach(() => jest.restoreAllMocks());

	describe('in an outage without responses', () => {
		/** Delays an answer by `ms`, or until n8n's time-out. */
		const after =
			(ms: number) =>
			async ({ timeout = 300_000 }: { timeout?: number }) => {
				await rig.clock.sleep(Math.min(ms, timeout));
				if (ms >= timeout)
					throw Object.assign(new Error(`timeout of ${timeout}ms exceeded`), { code: 'ECONNABORTED' });
			};

		it.each([
			['two hours of 429 with Retry-After 60', 120, { status: 429, retryAfter: 60 }, 0],
			['an hour of 504 after 60 seconds', 60, { status: 504 }, 60_000],
			['an hour of 504 after 20 seconds', 60, { status: 504 }, 20_000],
			['an hour of time-outs after 300 seconds', 60, { status: 503 }, 300_000],
		])('fails at least at every second poll, and loses no event: %s', async (_, minutes, answer, late) => {
			let held: ReturnType<typeof after> = async () => await Promise.resolve();
			const trigger = rig.trigger({
				parameters: CREATED,
				before: async (request) => await held(request),
				during: async (send) => await rig.clock.during(send),
			});
			expect(await trigger.poll()).toEqual([]);
			await rig.minute();
			rig.sandbox.fault({ kind: 'status', times: 0, ...answer });
			withVirtualDeadlines();
			if (late > 0) held = after(late);
			const { record } = rig.arrives();
			// Like n8n, polls even while the previous poll still runs.
			const polls: Array<Promise<unknown>> = [];
			for (let minute = 0; minute < minutes; minute += 1) {
				polls.push(trigger.poll().catch((error: Error) => error));
				await rig.minute();
			}
			const isSilent = (await Promise.all(polls)).map((items) => {
				if (items instanceof Error) expect(items.message).toContain('Could not check for Conversation Created');
				else expect(items).toEqual([]);
				return !(items instanceof Error);
			});
			expect(isSilent.some((each, index) => each && isSilent[index + 1] !== false)).toBe(false);
			rig.sandbox.clearFaults();
			held = async () => await Promise.resolve();
			await rig.minute(2);
			jest.restoreAllMocks();
			expect(idsOf(await trigger.poll())).toEqual([record.id]);
		});
	});

	describe('if one of several inboxes does not answer in time', () => {
		const TIMED_OUT =
			'Could not check for Conversation Created in inbox inbox_support: the response did not come in time';
		let hung: string[];
		let isSlow: boolean;
		let waited: number[];
		beforeEach(() => {
			hung = [];
			isSlow = false;
			waited = [];
			withVirtualDeadlines();
		});

		/** Returns a trigger whose first poll was a minute ago. */
		const hanging = async (parameters: INodeParameters) => {
			const trigger = rig.trigger({
				parameters,
				before: async ({ url, timeout = 0 }) => {
					if (!hung.some((inboxId) => url.endsWith(`/${inboxId}`))) return;
					waited.push(timeout);
					const ms = isSlow ? 30_000 : Infinity;
					await rig.clock.sleep(Math.min(ms, timeout));
					if (ms > timeout)
						throw Object.assign(new Error(`timeout of ${timeout}ms exceeded`), { code: 'ECONNABORTED' });
				},
				during: async (send) => await rig.clock.during(send),
			});
			expect(await trigger.poll()).toEqual([]);
			await rig.minute();
			return trigger;
		};
		const askedOf = (inboxId: string) => rig.requests().filter(({ path }) => path.endsWith(`/${inboxId}`)).length;

		/**
		 * Like n8n, polls every minute, even while the previous poll still runs. Returns items and errors by minute.
		 */
		const polled = async (
			trigger: ActiveTrigger,
			minutes: number,
			each: (minute: number) => void = () => undefined,
		) => {
			const polls: Array<Promise<unknown[] | Error>> = [];
			const errors: Array<[minute: number, message: string]> = [];
			for (let minute = 0; minute < minutes; minute += 1) {
				each(minute);
				polls.push(trigger.poll().then(idsOf, (error: Error) => error));
				await rig.minute();
				for (const { message } of trigger.errors.splice(0)) errors.push([minute, message]);
			}
			const results = await Promise.all(polls);
			results.forEach((result, minute) => result instanceof Error && errors.push([minute, result.message]));
			return { items: results.map((result) => (result instanceof Error ? [] : result)), errors };
		};

		it.each([
			['first', 'inbox_support, inbox_orders'],
			['second', 'inbox_orders, inbox_support'],
		])(
			'skips the %s inbox from the third poll on, reports it, and emits its events once it answers',
			async (_, inboxIds) => {
				const trigger = await hanging({ ...CREATED, inboxIds });
				hung = ['inbox_support'];
				const { record } = rig.arrives();
				const wanted: unknown[] = [];
				const { items, errors } = await polled(trigger, 70, () =>
					wanted.push(rig.arrives({ inboxId: 'inbox_orders' }).record.id),
				);
				expect(items.flat()).toEqual(wanted);
				expect(items.slice(2).every(({ length }) => length > 0)).toBe(true);
				const named = errors.filter(([, message]) => message === TIMED_OUT).map(([minute]) => minute);
				expect(named).toHaveLength(2);
				expect(named[0]).toBeLessThanOrEqual(3);
				expect(named[1]! - named[0]!).toBeLessThanOrEqual(61);
				// The first polls may report that nothing answers.
				expect(errors.filter(([minute, message]) => message !== TIMED_OUT && minute > 1)).toEqual([]);
				hung = [];
				const back = await polled(trigger, 3);
				expect(back.items).toEqual([[record.id], [], []]);
				expect(back.errors).toEqual([]);
			},
		);

		it('two silent inboxes do not take the time of a third', async () => {
			const third = 'inbox_billing';
			const trigger = await hanging({ ...CREATED, inboxIds: `${CREATED.inboxIds}, ${third}` });
			hung = ['inbox_support', 'inbox_orders'];
			const wanted = [rig.arrives().record.id, rig.arrives({ inboxId: 'inbox_orders' }).record.id];
			const { items } = await polled(trigger, 25, () => rig.arrives({ inboxId: third }));
			// A poll that waits for both inboxes may still run at the next poll time.
			expect(items.slice(4).some(({ length }, index, all) => length === 0 && all[index + 1]?.length === 0)).toBe(
				false,
			);
			expect(items.flat()).toHaveLength(25);
			hung = [];
			expect((await polled(trigger, 2)).items.flat().sort()).toEqual(wanted.sort());
		});

		it('waits longer for a silent inbox at every fifth poll, so that a slow response arrives', async () => {
			const trigger = await hanging(CREATED);
			hung = ['inbox_support'];
			await polled(trigger, 4);
			isSlow = true;
			const { record } = rig.arrives();
			expect((await polled(trigger, 6)).items.flat()).toEqual([record.id]);
		});

		it('if no inbox answers, none is skipped, because the helpdesk is down', async () => {
			const trigger = await hanging(CREATED);
			hung = CREATED.inboxIds.split(', ');
			await polled(trigger, 6);
			waited = [];
			const { errors } = await polled(trigger, 12);
			expect(waited).toContain(45_000);
			expect(errors.length).toBeGreaterThan(5);
		});

		it('retries an inbox that answers 429 and 500 instead of skipping it', async () => {
			const trigger = await hanging(CREATED);
			rig.sandbox.fault({
				kind: 'status',
				status: 429,
				times: 2,
				retryAfter: 20,
				path: '/inboxes/inbox_support',
			});
			rig.answers(500, { times: 2, path: '/inboxes/inbox_support' });
			const { record } = rig.arrives();
			const { items, errors } = await polled(trigger, 2);
			expect(items.flat()).toEqual([record.id]);
			expect(errors).toEqual([]);
			expect(askedOf('inbox_support')).toBeGreaterThan(4);
		});
	});

	it.each([
		[404, 'not found'],
		[403, 'the access token is not allowed to do this'],
	])(
		'reports an inbox that answers %d at the second poll and then hourly, and polls the others',
		async (status, why) => {
			const trigger = await active();
			rig.answers(status, { times: 0, path: '/inboxes/inbox_orders' });
			const errors: number[] = [];
			const hours = 3;
			for (let poll = 0; poll < hours * 4; poll += 1) {
				const { record } = rig.arrives();
				expect(idsOf(await trigger.poll())).toEqual([record.id]);
				if (trigger.errors.length > errors.length) errors.push(poll);
				await rig.minute(15);
			}
			expect(errors).toEqual([1, 5, 9]);
			const { message, description } = trigger.errors[0] as Error & { description: string };
			expect(message).toBe(`Could not check for Conversation Created in inbox inbox_orders: ${why}`);
			expect(description).toContain("remove it from 'Inboxes', or use a token");
		},
	);

	it('reports each of two inboxes that disappeared', async () => {
		const trigger = rig.trigger({
			parameters: { ...CREATED, inboxIds: 'inbox_support, inbox_orders, inbox_billing' },
		});
		await trigger.poll();
		await rig.minute();
		for (const gone of ['inbox_orders', 'inbox_billing']) rig.sandbox.store.inboxes.delete(gone);
		for (let poll = 0; poll < 10; poll += 1) {
			rig.arrives();
			await trigger.poll();
			await rig.minute();
		}
		expect(trigger.errors.map(({ message }) => /inbox_\w+/.exec(message)?.[0]).sort()).toEqual([
			'inbox_billing',
			'inbox_orders',
		]);
	});

	it('catches up when an inbox that disappeared is back', async () => {
		const trigger = await active();
		const inbox = rig.sandbox.store.inboxes.get('inbox_orders')!;
		rig.sandbox.store.inboxes.delete('inbox_orders');
		const before = rig.arrives().record.id;
		expect(idsOf(await trigger.poll())).toEqual([before]);
		await rig.minute();
		expect((await trigger.failure()).message).toContain('in inbox inbox_orders: not found');
		rig.sandbox.store.inboxes.set('inbox_orders', inbox);
		const after = rig.arrives({ inboxId: 'inbox_orders' }).record.id;
		expect(idsOf(await trigger.poll())).toEqual([after]);
	});

	it('fails at every poll when no inbox is left', async () => {
		const trigger = await active();
		rig.sandbox.store.inboxes.clear();
		for (let poll = 0; poll < 3; poll += 1) expect((await trigger.failure()).message).toContain('not found');
	});

	it('refuses the activation with an unknown inbox, and names its ID', async () => {
		const trigger = rig.trigger({ parameters: { ...CREATED, inboxIds: 'inbox_support, inbox_typo' } });
		expect((await trigger.failure()).message).toBe(
			'Could not check for Conversation Created in inbox inbox_typo: not found',
		);
	});

	it('starts with n8n even if one of its inboxes disappeared', async () => {
		const trigger = await active();
		rig.sandbox.store.inboxes.delete('inbox_orders');
		const restarted = rig.trigger({ parameters: CREATED, saved: trigger.staticData, activation: 'init' });
		expect(await restarted.poll()).toEqual([]);
	});

	it('refuses impossible parameters before any request', async () => {
		const wrong: Array<[object, string]> = [
			[{ inboxIds: 'c1/../../me' }, `'Inboxes': "c1/../../me" is not a valid ID`],
			[{ options: { maxEventsPerPoll: 0 } }, "'Max Events per Poll' must be a whole number from 1 to 5000"],
			[{ options: { lookBack: -1 } }, "'Look Back (Minutes)' must be a whole number from 1 to 1440"],
			[{ event: 'conversationUpdated', watchFields: ['colour'] }, "'Watch' has an unknown name"],
			[{ event: 'conversationMoved', inboxIds: 'inbox_support' }, 'Conversation Moved needs two inboxes or more'],
			[{ ...WAITING, after: 0 }, "'After' must be above 0 and at most 10000"],
			[{ ...WAITING, opensAt: '25:00' }, `'Opens At': "25:00" is not a time of day`],
		];
		for (const [change, message] of wrong) {
			expect((await rig.trigger({ parameters: { ...CREATED, ...change } }).failure()).message).toBe(message);
		}
		expect(rig.requests()).toEqual([]);
	});

	it('shows neither the token nor text of customers in an error', async () => {
		const trigger = await active();
		rig.arrives({ subject: 'Secret subject' });
		rig.sandbox.fault({ kind: 'malformedPage', how: 'missingMeta', times: 0 });
		const text = everythingIn(await trigger.failure());
		expect(text).toContain('Could not check for Conversation Created');
		expect(text).not.toContain('Secret');
		expect(text).not.toContain(rig.sandbox.tokens.personal);
	});
});
