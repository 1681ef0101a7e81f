import type { TriggerEvent } from '../../../nodes/HelpdeskTrigger/core/protocol';
import { ALL, bench, idsOf } from './support/bench';
import type { Conversation, World } from './support/helpdesk';
import { MINUTE } from './support/triggerModel';

describe('after an outage', () => {
	/** In the polls after it, with one new conversation before each, all that is there has come, and once. */
	async function expectEachOnceAfter({ helpdesk, poll, away }: ReturnType<typeof bench>, came: ReturnType<typeof idsOf>) {
		away.clear();
		for (let count = 0; count < 6; count += 1) {
			helpdesk.create('a');
			came.push(...idsOf(await poll()));
		}
		expect(came).toHaveLength(helpdesk.conversations.length);
		expect(new Set(came).size).toBe(came.length);
	}

	it.each<Partial<World>>([
		{ newestGoesBy: 'created' },
		{ newestGoesBy: 'updated' },
		{ dateHeader: false, pageSize: 'clamp20' },
		{ updatedAt: 'onlyOnChange' },
	])('Conversation Updated tells all 60 that were created and closed in it, once: none came (%j)', async (world) => {
		const { helpdesk, poll, activate, old, away } = bench({ event: 'conversationUpdated' }, world);
		old(20);
		helpdesk.now += MINUTE;
		await activate();
		for (let count = 0; count < 5; count += 1) expect(await poll()).toEqual([]);
		away.add(ALL);
		const closed: Conversation[] = [];
		for (let count = 0; count < 60; count += 1) {
			const [one] = old(1);
			helpdesk.now += 20_000;
			helpdesk.setStatus(one!, 'Closed');
			closed.push(one!);
			expect(await poll()).toEqual([]);
		}
		away.clear();
		const came: TriggerEvent[] = [];
		for (let count = 0; count < 8; count += 1) came.push(...(await poll()));
		expect(idsOf(came).sort()).toEqual(closed.map(({ number }) => `c${number}`).sort());
		expect(came.map(({ changes }) => changes)).toEqual(closed.map(() => ({ status: { from: null, to: 'Closed' } })));
	});

	it.each([
		['what moves into the inbox that was away', 1],
		['although 4,800 newer ones were told meanwhile', 40],
	])(
		'of one of two inboxes for two hours no conversation is told twice in the polls that follow: %s',
		async (_, each) => {
			const made = bench({ event: 'conversationCreated', inboxIds: ['a', 'b'] });
			const { helpdesk, poll, activate, away } = made;
			await activate();
			away.add('b');
			await poll();
			const one = helpdesk.create('a');
			const came = idsOf(await poll());
			for (let count = 0; count < 120; count += 1) {
				for (let fresh = 0; fresh < each; fresh += 1) helpdesk.create('a');
				came.push(...idsOf(await poll()));
			}
			one.inboxId = 'b';
			await expectEachOnceAfter(made, came);
		},
		60_000,
	);

	it('what was told hours ago and moves into an inbox that is added with an earlier Start From is not told twice', async () => {
		const { helpdesk, trigger, poll, activate, old } = bench({ event: 'conversationCreated' });
		await activate();
		const [one] = old(1);
		const came = idsOf(await poll());
		for (let count = 0; count < 12; count += 1) {
			old(1, 'a', 20 * MINUTE);
			came.push(...idsOf(await poll()));
		}
		one!.inboxId = 'b';
		trigger.update({ inboxIds: ['a', 'b'], startFrom: one!.created - MINUTE }, 'earlier');
		came.push(...idsOf(await activate()));
		for (let count = 0; count < 4; count += 1) came.push(...idsOf(await poll()));
		expect(came).toEqual(helpdesk.conversations.map(({ number }) => `c${number}`));
	});

	it('of one of two inboxes for two hours, what came into it and moved out is told, and once, in the polls that follow', async () => {
		const made = bench({ event: 'conversationCreated', inboxIds: ['a', 'b'] });
		const { helpdesk, poll, activate, away, old } = made;
		await activate();
		away.add('b');
		const came = idsOf(await poll());
		const moved = helpdesk.create('b');
		for (let count = 0; count < 120; count += 1) {
			old(2, 'a', 1_000);
			came.push(...idsOf(await poll()));
		}
		moved.inboxId = 'a';
		await expectEachOnceAfter(made, came);
	});
});

describe('a restart before anything was told', () => {
	/** Half an hour of nothing but messages, five a minute, after an activation on so many conversations. */
	async function halfAnHour(size: number) {
		const made = bench({ event: 'conversationUpdated' });
		const { helpdesk, activate, poll, old } = made;
		const all = old(size, 'a', 1_000);
		for (const one of all) if (helpdesk.random.next() < 0.4) helpdesk.setStatus(one, helpdesk.random.pick(['Pending', 'Closed']));
		helpdesk.now += MINUTE;
		expect(await activate()).toEqual([]);
		const written = new Set<string>();
		for (let count = 0; count < 30; count += 1) {
			for (let message = 0; message < 5; message += 1) {
				const one = helpdesk.random.pick(all);
				helpdesk.write(one, 'contact');
				written.add(`c${one.number}`);
			}
			expect(await poll()).toEqual([]);
		}
		return { ...made, all, written };
	}

	it('tells once, with `from` null, what was touched of the 2,000 of 10,000 that the saved state does not know, and what was changed of them too: 38 events of 150 messages told of no change', async () => {
		const { helpdesk, trigger, activate, poll, all, written } = await halfAnHour(10_000);
		const changed = all[5]!;
		helpdesk.setStatus(changed, changed.status === 'Closed' ? 'Active' : 'Closed');
		trigger.restart();
		const came = await activate();
		const ids = idsOf(came) as string[];
		expect(came.every(({ changes }) => changes?.status?.from === null)).toBe(true);
		expect(ids).toContain(`c${changed.number}`);
		const without = ids.filter((id) => id !== `c${changed.number}`);
		expect(without.every((id) => written.has(id))).toBe(true);
		expect(new Set(ids).size).toBe(ids.length);
		// A quarter of 150 messages at the most: docs/decisions/trigger-limits.md, Conversation Updated.
		expect(without.length).toBeGreaterThan(20);
		expect(without.length).toBeLessThanOrEqual(38);
		expect(await poll()).toEqual([]);
		trigger.restart();
		expect(await activate()).toEqual([]);
	}, 120_000);

	it('tells nothing of messages in an inbox of 7,800, which an activation reads whole', async () => {
		const { trigger, activate, poll } = await halfAnHour(7_800);
		trigger.restart();
		expect([...(await activate()), ...(await poll())]).toEqual([]);
	}, 120_000);

	it('is the only one of that kind: after one event nothing is told of messages in an inbox of 10,000', async () => {
		const { helpdesk, trigger, activate, poll, all } = await halfAnHour(10_000);
		helpdesk.setStatus(all.at(-1)!, all.at(-1)!.status === 'Closed' ? 'Active' : 'Closed');
		expect(await poll()).toHaveLength(1);
		for (let count = 0; count < 50; count += 1) helpdesk.write(helpdesk.random.pick(all), 'contact');
		trigger.restart();
		expect([...(await activate()), ...(await poll())]).toEqual([]);
	}, 120_000);
});
