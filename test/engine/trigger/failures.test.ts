import { startTriggerBench, type TriggerBench } from './support/triggerBench';

const CREATED = { event: 'conversationCreated', inboxIds: 'inbox_support, inbox_orders' };
const idsOf = (items: Array<{ json: { id?: unknown } }>) => items.map(({ json }) => json.id);

describe('the trigger when the helpdesk fails', () => {
	let bench: TriggerBench;
	beforeAll(async () => {
		bench = await startTriggerBench();
	});
	beforeEach(() => {
		bench.sandbox.reset();
		bench.sandbox.clearFaults();
	});
	afterAll(async () => await bench.sandbox.close());

	const active = async () => {
		const trigger = bench.trigger({ parameters: CREATED });
		await trigger.poll();
		await bench.minute();
		return trigger;
	};

	it.each([
		['revoked', 401, 'the access token is missing, expired or revoked'],
		['withoutScope', 403, 'the access token is not allowed to do this'],
	] as const)('refuses the activation with a token that is %s', async (token, status, why) => {
		const trigger = bench.trigger({ parameters: CREATED, accessToken: bench.sandbox.tokens[token] });
		const error = await trigger.failure();
		expect(error.message).toBe(`Could not look for new conversations in inbox inbox_support: ${why}`);
		expect(error.httpCode).toBe(String(status));
		expect(error.description).toContain('token');
	});

	it.each([429, 500, 502, 503, 504])('is activated although the helpdesk answers %d, and then begins from that moment', async (status) => {
		bench.sandbox.fault({ kind: 'status', status, times: 0, retryAfter: 0 });
		const trigger = bench.trigger({ parameters: CREATED });
		expect(await trigger.poll()).toEqual([]);
		expect(trigger.warnings).toEqual([expect.stringContaining('The trigger is active, but its first poll failed: Could not look for new conversations in inbox inbox_support')]);
		await bench.minute();
		bench.sandbox.clearFaults();
		const { record } = bench.arrives();
		expect(idsOf(await trigger.poll())).toEqual([record.id]);
	});

	it('refuses the activation when the host cannot be reached, but starts with n8n all the same', async () => {
		const unreachable = await startTriggerBench();
		const mistyped = unreachable.trigger({ parameters: CREATED });
		const restarted = unreachable.trigger({ parameters: CREATED, activation: 'init' });
		await unreachable.sandbox.close();
		expect((await mistyped.failure()).message).toContain('the helpdesk could not be reached');
		expect(await restarted.poll()).toEqual([]);
	});

	it.each([
		['an outage', { kind: 'status', status: 503, times: 0 }],
		['a revoked token', { kind: 'status', status: 401, times: 0 }],
		['a throttled minute', { kind: 'status', status: 429, times: 0, retryAfter: 0 }],
		['a broken connection', { kind: 'drop', times: 0 }],
		['a maintenance page', { kind: 'html', status: 200, times: 0 }],
		['a page that is none', { kind: 'malformedPage', how: 'dataNotArray', times: 0 }],
	] as const)('loses and repeats nothing over %s in the middle of a poll', async (_, fault) => {
		const trigger = await active();
		const first = bench.arrives().record.id;
		const second = bench.arrives({ inboxId: 'inbox_orders' }).record.id;
		bench.sandbox.fault({ ...fault, path: '/inboxes/inbox_orders' });
		expect((await trigger.failure()).message).toContain('Could not look for new conversations in inbox inbox_orders');
		await bench.minute();
		bench.sandbox.clearFaults();
		expect(idsOf(await trigger.poll()).sort()).toEqual([first, second].sort());
		await bench.minute();
		expect(await trigger.poll()).toEqual([]);
	});

	it('goes on with the others when an inbox disappears, says so once, and catches up when it is back', async () => {
		const trigger = await active();
		const inbox = bench.sandbox.store.inboxes.get('inbox_orders')!;
		bench.sandbox.store.inboxes.delete('inbox_orders');
		const before = bench.arrives().record.id;
		expect(idsOf(await trigger.poll())).toEqual([before]);
		await bench.minute();
		expect(await trigger.poll()).toEqual([]);
		expect(trigger.warnings).toEqual(['Inbox inbox_orders answers with status 404; the trigger goes on with the others']);
		bench.sandbox.store.inboxes.set('inbox_orders', inbox);
		const after = bench.arrives({ inboxId: 'inbox_orders' }).record.id;
		expect(idsOf(await trigger.poll())).toEqual([after]);
	});

	it('fails at every poll when no inbox is left', async () => {
		const trigger = await active();
		bench.sandbox.store.inboxes.clear();
		for (let poll = 0; poll < 3; poll += 1) expect((await trigger.failure()).message).toContain('not found');
	});

	it('refuses the activation with an inbox that never was there, by its ID', async () => {
		const trigger = bench.trigger({ parameters: { ...CREATED, inboxIds: 'inbox_support, inbox_typo' } });
		expect((await trigger.failure()).message).toBe('Could not look for new conversations in inbox inbox_typo: not found');
	});

	it('starts with n8n although one of its inboxes disappeared meanwhile', async () => {
		const trigger = await active();
		bench.sandbox.store.inboxes.delete('inbox_orders');
		const restarted = bench.trigger({ parameters: CREATED, saved: trigger.staticData, activation: 'init' });
		expect(await restarted.poll()).toEqual([]);
	});

	it('refuses parameters that cannot work, before any request', async () => {
		const wrong: Array<[object, string]> = [
			[{ inboxIds: '' }, 'Inbox Names or IDs is empty'],
			[{ inboxIds: 'c1/../../me' }, 'Inbox Names or IDs is not a valid ID'],
			[{ options: { maxEventsPerPoll: 0 } }, 'Max Events per Poll must be a whole number from 1 to 5000'],
			[{ options: { lookBack: -1 } }, 'Look Back (Minutes) must be a whole number from 1 to 1440'],
			[{ options: { startFrom: 'soon' } }, 'Start From is not a date'],
			[{ filterMode: 'json', filterJson: '{' }, 'Filter (JSON) is not valid JSON'],
			[{ event: 'conversationUpdated', watchFields: ['colour'] }, 'Watch has an unknown field'],
		];
		for (const [change, message] of wrong) {
			expect((await bench.trigger({ parameters: { ...CREATED, ...change } }).failure()).message).toBe(message);
		}
		expect(bench.sandbox.requests()).toEqual([]);
	});

	it('lets a poll that still runs go on, and starts no second one', async () => {
		const trigger = await active();
		const { record } = bench.arrives();
		const before = bench.sandbox.requests().length;
		const [first, second] = await Promise.all([trigger.poll(), trigger.poll()]);
		expect(idsOf(first)).toEqual([record.id]);
		expect(second).toEqual([]);
		expect(bench.sandbox.requests().length - before).toBe(2);
	});

	it('puts neither the token nor what customers wrote into an error', async () => {
		const trigger = await active();
		bench.arrives({ subject: 'Secret subject' });
		bench.sandbox.fault({ kind: 'malformedPage', how: 'missingMeta', times: 0 });
		const text = JSON.stringify(await trigger.failure(), Object.getOwnPropertyNames(Error.prototype)) + (await trigger.failure()).stack;
		expect(text).not.toContain('Secret');
		expect(text).not.toContain(bench.sandbox.tokens.personal);
	});
});
