import type { IDataObject } from 'n8n-workflow';

import type { PageRead, PageRequest, Reply, TriggerEvent } from '../../../nodes/HelpdeskTrigger/core/protocol';
import { rules } from '../../../nodes/HelpdeskTrigger/core/seams';
import { ALL, bench, HOUR, idsOf } from './support/bench';
import type { Helpdesk, World } from './support/helpdesk';
import { reachedOptions } from './support/reachedModel';
import { MINUTE } from './support/triggerModel';

const DAY = 24 * HOUR;

/** An answer in which a conversation is assigned. */
const assigned = (reply: PageRead, { number }: { number: number }, assignable_id: number | null): PageRead => ({
	...reply,
	records: reply.records.map((record) => (record.id === `c${number}` ? { ...record, assignable_id } : record)),
});

const without = (record: IDataObject, ...names: string[]): IDataObject =>
	Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)));

/** From now on its records have another form. */
function showAs(helpdesk: Helpdesk, change: (record: IDataObject) => IDataObject): void {
	const page = helpdesk.page.bind(helpdesk);
	helpdesk.page = (request) => {
		const reply = page(request);
		return typeof reply === 'object' ? { ...reply, records: reply.records.map(change) } : reply;
	};
}

describe('Start From', () => {
	const start = Date.UTC(2026, 0, 5, 8);

	it('does not replay 60 old conversations of an inbox that is added 60 days later', async () => {
		const { helpdesk, trigger, poll, activate, old } = bench({ event: 'conversationCreated', startFrom: start }, {}, 'then');
		old(60, 'b');
		expect(await activate()).toEqual([]);
		helpdesk.now += 60 * DAY;
		trigger.update({ inboxIds: ['a', 'b'] });
		expect(await activate()).toEqual([]);
		const { number } = helpdesk.create('b');
		expect(idsOf(await poll())).toEqual([`c${number}`]);
		expect(await poll()).toEqual([]);
	});

	it.each(['conversationCreated', 'conversationUpdated'] as const)(
		'that is entered in an outage does not count for an inbox that is added before its end (%s): 19 old ones came',
		async (event) => {
			const { helpdesk, trigger, poll, activate, old, away } = bench({ event });
			for (const one of ['a', 'b'].flatMap((inboxId) => old(19, inboxId))) {
				helpdesk.now += 2_000;
				helpdesk.setStatus(one, 'Closed');
			}
			const beginning = helpdesk.now - 2 * HOUR;
			await activate();
			away.add(ALL);
			trigger.update({ startFrom: beginning }, 'two hours ago');
			await activate();
			trigger.update({ inboxIds: ['a', 'b'] });
			await activate();
			away.clear();
			const told = [...(await activate()), ...(await poll())];
			expect(told).toHaveLength(19);
			expect(new Set(told.map(({ record }) => record.inbox_id))).toEqual(new Set(['a']));
		},
	);

	it('mistyped 2062 can be corrected: what lies between is told, once', async () => {
		const { trigger, poll, activate, old } = bench({ event: 'conversationCreated', startFrom: Date.UTC(2062, 0, 1) }, {}, '2062');
		old(3);
		expect(await activate()).toEqual([]);
		const during = old(2);
		expect(await poll()).toEqual([]);
		trigger.update({ startFrom: during[0]!.created - 1 }, 'right');
		expect(idsOf(await activate())).toEqual(during.map(({ number }) => `c${number}`));
		for (let count = 0; count < 15; count += 1) expect(await poll()).toEqual([]);
		const [next] = old(1);
		expect(idsOf(await poll())).toEqual([`c${next!.number}`]);
	});

	it('moved to an earlier time tells what lies between, and nothing that was told', async () => {
		const { helpdesk, trigger, poll, activate, old } = bench({ event: 'conversationCreated' });
		const before = old(5, 'a', HOUR);
		helpdesk.now += HOUR;
		expect(await activate()).toEqual([]);
		const [told] = old(1);
		expect(idsOf(await poll())).toEqual([`c${told!.number}`]);
		for (let count = 0; count < 30; count += 1) await poll();
		trigger.update({ startFrom: before[2]!.created }, 'earlier');
		expect(idsOf(await activate())).toEqual(before.slice(2).map(({ number }) => `c${number}`));
		for (let count = 0; count < 30; count += 1) expect(await poll()).toEqual([]);
	});

	it('moved to an earlier time tells nothing again, although more was told than is remembered one by one', async () => {
		const { trigger, poll, activate, old } = bench({ event: 'conversationCreated', startFrom: 0, maxEvents: 5_000, mostHeld: 5_000 }, {}, 'then');
		const [first] = old(3_200, 'a', 1_000);
		expect(await activate()).toHaveLength(3_200);
		for (let count = 0; count < 30; count += 1) expect(await poll()).toEqual([]);
		trigger.update({ startFrom: first!.created - MINUTE }, 'a minute before');
		expect(await activate()).toEqual([]);
		for (let count = 0; count < 5; count += 1) expect(await poll()).toEqual([]);
	});

	it('set later tells what was created in the last minutes before the activation too: two of five never came', async () => {
		const { helpdesk, trigger, poll, activate, old } = bench({ event: 'conversationCreated' });
		const before = [90, 22, 4, 8, 2].map((minutes) => ((helpdesk.now += minutes * MINUTE), helpdesk.create('a')));
		helpdesk.now += 5_000;
		expect(await activate()).toEqual([]);
		expect(await poll()).toEqual([]);
		const [told] = old(1);
		expect(idsOf(await poll())).toEqual([`c${told!.number}`]);
		trigger.update({ startFrom: before[0]!.created }, 'earlier');
		expect(idsOf(await activate())).toEqual(before.map(({ number }) => `c${number}`));
		for (let count = 0; count < 30; count += 1) expect(await poll()).toEqual([]);
	});

	it('set to a time to come and corrected hours later tells what lies between: it was lost', async () => {
		const { helpdesk, trigger, poll, activate, old } = bench({ event: 'conversationCreated' });
		await activate();
		const told = old(3);
		expect(await poll()).toHaveLength(3);
		for (let count = 0; count < 20; count += 1) await poll();
		trigger.update({ startFrom: helpdesk.now + 2 * HOUR }, 'too late');
		await activate();
		const between = old(2, 'a', HOUR / 2);
		for (let count = 0; count < 90; count += 1) expect(await poll()).toEqual([]);
		const [after] = old(1);
		expect(idsOf(await poll())).toEqual([`c${after!.number}`]);
		for (let count = 0; count < 20; count += 1) await poll();
		trigger.update({ startFrom: told[0]!.created }, 'right');
		expect(idsOf(await activate())).toEqual(between.map(({ number }) => `c${number}`));
		for (let count = 0; count < 20; count += 1) expect(await poll()).toEqual([]);
	});

	it('taken away while it waits for its time lets the trigger begin', async () => {
		const { trigger, poll, activate, old } = bench({ event: 'conversationCreated', startFrom: Date.UTC(2062, 0, 1) }, {}, '2062');
		old(3);
		await activate();
		trigger.update({ startFrom: undefined }, '');
		expect(await activate()).toEqual([]);
		const [fresh] = old(1);
		expect(idsOf(await poll())).toEqual([`c${fresh!.number}`]);
	});

	it('moved to an earlier time tells how a conversation was opened again too, beside what nothing is known of: it was lost', async () => {
		const { helpdesk, trigger, poll, activate, old } = bench({ event: 'conversationUpdated', watchFields: ['status', 'assignee'] });
		const [one] = old(3);
		helpdesk.setStatus(one!, 'Closed');
		helpdesk.now += MINUTE;
		await activate();
		helpdesk.setStatus(one!, 'Active');
		const page = helpdesk.page.bind(helpdesk);
		helpdesk.page = (request) => assigned(page(request) as PageRead, one!, 7);
		trigger.update({ startFrom: one!.created }, 'earlier');
		expect((await activate()).map(({ changes }) => changes)).toEqual([
			{ status: { from: 'Closed', to: 'Active' }, assignee: { from: null, to: 7 } },
		]);
		expect(await poll()).toEqual([]);
	});

	it('moved to an earlier time tells the messages in between once', async () => {
		const { helpdesk, trigger, poll, activate, old } = bench({ event: 'customerMessage', maxEvents: 2 });
		const before = old(6, 'a', HOUR);
		helpdesk.now += HOUR;
		expect(await activate()).toEqual([]);
		trigger.update({ startFrom: before[1]!.created }, 'earlier');
		const came = [...(await activate()), ...(await poll()), ...(await poll()), ...(await poll())];
		expect(idsOf(came).sort()).toEqual(before.slice(1).map(({ number }) => `c${number}`));
		for (let count = 0; count < 5; count += 1) expect(await poll()).toEqual([]);
	});

	it('set to a time to come and corrected tells the message of a conversation that was told before: it was lost where anything was saved since', async () => {
		const { helpdesk, trigger, poll, activate, old } = bench({ event: 'customerMessage' });
		await activate();
		const [one, other] = old(2);
		expect(await poll()).toHaveLength(2);
		const set = helpdesk.now;
		trigger.update({ startFrom: set + 3 * MINUTE }, 'too late');
		await activate();
		helpdesk.now += MINUTE;
		helpdesk.write(one!, 'contact');
		expect(await poll()).toEqual([]);
		helpdesk.now += 2 * MINUTE;
		helpdesk.write(other!, 'contact');
		expect(idsOf(await poll())).toEqual([`c${other!.number}`]);
		trigger.update({ startFrom: set + 30_000 }, 'right');
		expect(idsOf(await activate())).toEqual([`c${one!.number}`]);
		for (let count = 0; count < 5; count += 1) expect(await poll()).toEqual([]);
	});

	it.each([
		['conversationUpdated', 1],
		['reached', 1],
		['customerMessage', 0],
	] as const)('that is still to come holds back messages, and not the change of an older conversation (%s)', async (event, count) => {
		const { helpdesk, trigger, poll, activate, old } = bench({
			event,
			reached: event === 'reached' ? reachedOptions(['statusBecame']) : undefined,
		});
		const [one] = old(1);
		helpdesk.now += MINUTE;
		await activate();
		trigger.update({ startFrom: helpdesk.now + HOUR }, 'to come');
		await activate();
		helpdesk.write(one!, 'contact');
		helpdesk.setStatus(one!, 'Closed');
		expect(await poll()).toHaveLength(count);
	});

	it.each(['conversationCreated', 'customerMessage'] as const)(
		'set later tells what came between the second of the activation and its reading (%s): it was lost',
		async (event) => {
			const { helpdesk, trigger, poll, activate, old } = bench({ event }, { resolution: 1 });
			old(2);
			helpdesk.now += HOUR + 300;
			const during = helpdesk.create('a');
			helpdesk.now += 300;
			expect(await activate()).toEqual([]);
			for (let count = 0; count < 4; count += 1) {
				old(1, 'a', 9 * MINUTE);
				expect(await poll()).toHaveLength(1);
			}
			trigger.update({ startFrom: during.created - MINUTE }, 'a minute before');
			expect(idsOf(await activate())).toEqual([`c${during.number}`]);
			for (let count = 0; count < 30; count += 1) expect(await poll()).toEqual([]);
		},
	);

	it('moved to an earlier time tells the latest message that was there at the beginning too, without a Date header: it was lost', async () => {
		const { trigger, poll, activate, old } = bench({ event: 'customerMessage' }, { dateHeader: false });
		const before = old(3);
		await activate();
		trigger.update({ startFrom: before[0]!.created }, 'earlier');
		const came = [...(await activate()), ...(await poll())];
		expect(idsOf(came).sort()).toEqual(before.map(({ number }) => `c${number}`));
		expect(await poll()).toEqual([]);
	});
});

describe('a change of the workflow', () => {
	it('of Watch tells nothing: 60 events "priority: null → Normal" came, none real', async () => {
		const { helpdesk, trigger, poll, activate, old } = bench({ event: 'conversationUpdated', startFrom: 0 }, {}, 'then');
		const all = old(60);
		for (const one of all) helpdesk.write(one, 'contact');
		await activate();
		trigger.update({ watchFields: ['status', 'priority'] });
		expect(await activate()).toEqual([]);
		helpdesk.setStatus(all[3]!, 'Closed');
		expect((await poll()).map(({ changes }) => changes)).toEqual([{ status: { from: 'Active', to: 'Closed' } }]);
	});

	it('of Watch in an outage loses no change from before the first look at the new field: two were lost', async () => {
		const { helpdesk, trigger, poll, activate, old, away } = bench({ event: 'conversationUpdated', watchFields: ['subject'] }, {});
		const [one, other, latest] = old(3);
		helpdesk.now += MINUTE;
		helpdesk.write(latest!, 'contact');
		await activate();
		away.add('a');
		trigger.update({ watchFields: ['status', 'subject'] });
		await activate();
		helpdesk.now += MINUTE;
		helpdesk.setStatus(one!, 'Closed');
		expect(await poll()).toEqual([]);
		away.clear();
		expect((await poll()).map(({ record, changes }) => [record.id, changes!.status])).toEqual([
			[`c${one!.number}`, { from: null, to: 'Closed' }],
		]);
		helpdesk.setStatus(other!, 'Closed');
		expect((await poll()).map(({ changes }) => changes)).toEqual([{ status: { from: 'Active', to: 'Closed' } }]);
	});

	it('of Watch in an outage tells each such change in its turn, where only one comes a poll', async () => {
		const { helpdesk, trigger, poll, activate, old, away } = bench({
			event: 'conversationUpdated',
			watchFields: ['subject'],
			maxEvents: 1,
		});
		const all = old(2);
		await activate();
		away.add('a');
		trigger.update({ watchFields: ['status', 'subject'] });
		await activate();
		for (const one of all) {
			helpdesk.now += MINUTE;
			helpdesk.setStatus(one, 'Closed');
		}
		away.clear();
		const came = [...(await poll()), ...(await poll()), ...(await poll())];
		expect(came.map(({ record, changes }) => [record.id, changes!.status])).toEqual(
			all.map(({ number }) => [`c${number}`, { from: null, to: 'Closed' }]),
		);
	});

	it('of Watch tells nothing of what was touched just before, where it can look at once', async () => {
		const { helpdesk, trigger, poll, activate, old } = bench({ event: 'conversationUpdated', watchFields: ['subject'] });
		const [one] = old(3);
		await activate();
		helpdesk.now += MINUTE;
		helpdesk.write(one!, 'contact');
		trigger.update({ watchFields: ['status', 'subject'] });
		expect(await activate()).toEqual([]);
		helpdesk.write(one!, 'contact');
		expect(await poll()).toEqual([]);
	});

	it('of Watch tells nothing of what was touched before the last page of that look, where nothing else shows the time: one came', async () => {
		const { helpdesk, trigger, poll, activate, old } = bench(
			{ event: 'conversationUpdated', watchFields: ['subject'], inboxIds: ['a', 'c', 'b'] },
			{ dateHeader: false },
		);
		old(1);
		const [one] = old(1, 'b');
		old(1, 'c');
		await activate();
		helpdesk.now += MINUTE;
		helpdesk.write(one!, 'contact');
		helpdesk.now += MINUTE;
		helpdesk.create('c');
		trigger.update({ watchFields: ['status', 'subject'] });
		const share = rules.mostRequests;
		rules.mostRequests = 2;
		expect(await activate()).toEqual([]);
		rules.mostRequests = share;
		expect(await poll()).toEqual([]);
	});

	it('of Watch loses no change of the new field in a conversation that waits for its turn: it was never told', async () => {
		const { helpdesk, trigger, poll, activate, old } = bench({ event: 'conversationUpdated', maxEvents: 1 }, { updatedAt: 'absent' });
		const [first, waiting] = old(2);
		const page = helpdesk.page.bind(helpdesk);
		let assignee: number | null = null;
		helpdesk.page = (request) => {
			const reply = page(request);
			if (typeof reply !== 'object') return reply;
			return assigned(reply, waiting!, assignee);
		};
		await activate();
		helpdesk.setStatus(first!, 'Closed');
		helpdesk.setStatus(waiting!, 'Closed');
		trigger.update({ watchFields: ['status', 'assignee'] });
		expect(idsOf(await activate())).toEqual([`c${first!.number}`]);
		assignee = 7;
		expect((await poll()).map(({ record, changes }) => [record.id, changes])).toEqual([
			[`c${waiting!.number}`, { status: { from: 'Active', to: 'Closed' }, assignee: { from: null, to: 7 } }],
		]);
		expect(await poll()).toEqual([]);
	});

	it('to another event and back replays nothing and goes on', async () => {
		const { trigger, poll, activate, old } = bench({ event: 'conversationCreated', startFrom: 0 }, {}, 'then');
		old(4);
		expect(await activate()).toHaveLength(4);
		trigger.update({ event: 'customerMessage' });
		expect(await activate()).toEqual([]);
		const [meanwhile] = old(1);
		expect(idsOf(await poll())).toEqual([`c${meanwhile!.number}`]);
		trigger.update({ event: 'conversationCreated' });
		expect(idsOf(await activate())).toEqual([`c${meanwhile!.number}`]);
		expect(await poll()).toEqual([]);
	});

	it('takes an inbox out, and a conversation of it that moves is not new in the other', async () => {
		const { helpdesk, trigger, poll, activate } = bench({ event: 'conversationCreated', inboxIds: ['a', 'b'] });
		await activate();
		const one = helpdesk.create('a');
		expect(await poll()).toHaveLength(1);
		trigger.update({ inboxIds: ['b'] });
		expect(await activate()).toEqual([]);
		one.inboxId = 'b';
		expect(await poll()).toEqual([]);
	});

	it('a conversation that moves into an inbox that was away for two hours is not told twice', async () => {
		const { helpdesk, poll, activate, away } = bench({ event: 'conversationCreated', inboxIds: ['a', 'b'] });
		await activate();
		away.add('b');
		await poll();
		const one = helpdesk.create('a');
		expect(await poll()).toHaveLength(1);
		for (let count = 0; count < 120; count += 1) {
			helpdesk.create('a');
			await poll();
		}
		one.inboxId = 'b';
		away.clear();
		expect(idsOf(await poll())).not.toContain(`c${one.number}`);
	});
});

describe('Conversation Created', () => {
	it('tells what came into an inbox that was away for an hour and moved to another meanwhile, once: it was lost', async () => {
		const { helpdesk, poll, activate, away, old } = bench({ event: 'conversationCreated', inboxIds: ['a', 'b'] });
		old(300, 'b', 1_000);
		await activate();
		for (let count = 0; count < 20; count += 1) await poll();
		away.add('a');
		await poll();
		const lost = [helpdesk.create('a'), helpdesk.create('a')];
		const came: unknown[] = [];
		const pollFor = async (minutes: number) => {
			for (let count = 0; count < minutes; count += 1) came.push(...idsOf(await poll()));
		};
		await pollFor(30);
		lost[0]!.inboxId = 'b';
		const others = old(150, 'b', 1_000);
		await pollFor(20);
		// Something newer, so that what came before is not read again at every poll.
		const later = old(2, 'b', 20 * MINUTE);
		await pollFor(3);
		lost[1]!.inboxId = 'b';
		away.clear();
		await pollFor(30);
		expect(came.sort()).toEqual([...lost, ...others, ...later].map(({ number }) => `c${number}`).sort());
	});

	it('tells what moves past the reading from one inbox to another, although it was created long before Look Back', async () => {
		const { helpdesk, trigger, poll, activate, old } = bench({ event: 'conversationCreated', inboxIds: ['a', 'b'] });
		await activate();
		const [moved] = old(1, 'b');
		const others = old(150, 'a', MINUTE / 3);
		const read = async (request: PageRequest): Promise<Reply> => {
			if (request.inboxId === 'b') moved!.inboxId = 'a';
			return helpdesk.page(request);
		};
		expect(await trigger.poll({ mayRead: () => true, read })).toHaveLength(others.length);
		expect(idsOf(await poll())).toEqual([`c${moved!.number}`]);
	});

	it('tells a backlog again from where n8n kept the state, when it dropped a poll', async () => {
		const { trigger, poll, activate, old } = bench({ event: 'conversationCreated', maxEvents: 2 });
		await activate();
		const fresh = old(6);
		const { staticData } = trigger;
		trigger.staticData = { ...staticData };
		expect(await poll()).toHaveLength(2);
		trigger.staticData = staticData;
		const came = [...(await poll()), ...(await poll()), ...(await poll())];
		expect(idsOf(came)).toEqual(fresh.map(({ number }) => `c${number}`));
	});

	it('tells what moved out of an inbox that is back while equal ones of it come in another order at each request: it was never told', async () => {
		const { helpdesk, poll, activate, away, old } = bench({ event: 'conversationCreated', inboxIds: ['a', 'b'] }, { ties: 'unstable' });
		old(3, 'b');
		await activate();
		const told = old(160, 'a', 0);
		const came: unknown[] = [];
		const pollFor = async (minutes: number) => {
			for (let count = 0; count < minutes; count += 1) came.push(...idsOf(await poll()));
		};
		await pollFor(2);
		away.add('a');
		const moved = helpdesk.create('a');
		await pollFor(5);
		const others = old(150, 'b', 10_000);
		await pollFor(30);
		const [later] = old(1, 'b', 20 * MINUTE);
		await pollFor(3);
		moved.inboxId = 'b';
		away.clear();
		await pollFor(3);
		expect(came.sort()).toEqual([...told, moved, ...others, later!].map(({ number }) => `c${number}`).sort());
	});

	it.each([
		['upTo100', 450, 12],
		['clamp50', 450, 20],
		['refuseOver20', 350, 40],
	] as const)(
		'goes over a burst of one second once a poll while nothing happens, in pages %s: %i conversations cost up to 99 requests (now %i at the most)',
		async (pageSize, count, most) => {
			for (let turn = 0; turn < 5; turn += 1) {
				const { poll, activate, old, last } = bench(
					{ event: 'conversationCreated' },
					{ ties: 'unstable', pageSize, dateHeader: turn % 2 === 0 },
				);
				old(3);
				await activate();
				old(count, 'a', 0);
				const came = new Set<unknown>();
				for (let polls = 0; came.size < count && polls < 30; polls += 1) for (const id of idsOf(await poll())) came.add(id);
				expect(came.size).toBe(count);
				const costs: number[] = [];
				for (let polls = 0; polls < 12; polls += 1) {
					await poll();
					costs.push(last.requests);
				}
				// The first of them may still be at the reading of the last one.
				expect(Math.max(...costs.slice(2))).toBeLessThanOrEqual(most);
			}
		},
	);

	it('reads the other inboxes no further while one goes over its burst again: they were read down to it at every poll', async () => {
		const { poll, activate, old, last } = bench({ event: 'conversationCreated', inboxIds: ['a', 'b'] }, { ties: 'unstable' });
		old(3);
		await activate();
		old(450, 'a', 0);
		for (let count = 0; count < 4; count += 1) await poll();
		old(400, 'b', 10_000);
		for (let count = 0; count < 15; count += 1) await poll();
		old(1, 'b', 20 * MINUTE);
		for (let count = 0; count < 3; count += 1) await poll();
		expect(await poll()).toEqual([]);
		expect(last.requests).toBeLessThanOrEqual(8);
	});

	it('tells what no reading of a burst showed and then moved to another inbox, once the burst was read whole', async () => {
		const { helpdesk, poll, activate, old } = bench({ event: 'conversationCreated', inboxIds: ['a', 'b'] }, { ties: 'unstable' });
		old(3);
		await activate();
		old(450, 'a', 0);
		const hidden = helpdesk.create('a');
		hidden.visibleFrom = Infinity;
		const came: unknown[] = [];
		const pollFor = async (minutes: number, inboxId?: string) => {
			for (let count = 0; count < minutes; count += 1) {
				came.push(...idsOf(await poll()));
				if (inboxId) old(6, inboxId, 1_000);
			}
		};
		await pollFor(30, 'b');
		hidden.inboxId = 'b';
		hidden.visibleFrom = 0;
		await pollFor(3, 'b');
		await pollFor(4, 'a');
		await pollFor(3);
		expect(came).toContain(`c${hidden.number}`);
		expect(new Set(came).size).toBe(came.length);
	});

	it('tells none of 146 that were created in one second before their inbox was added, in an order that changes: 3 came', async () => {
		for (let turn = 0; turn < 10; turn += 1) {
			const { helpdesk, trigger, poll, activate, old } = bench({ event: 'conversationCreated' }, { ties: 'unstable', dateHeader: false });
			for (let count = 0; count < turn; count += 1) helpdesk.random.next();
			old(146, 'b', 0);
			helpdesk.now += 2 * MINUTE;
			await activate();
			trigger.update({ inboxIds: ['a', 'b'] });
			expect(await activate()).toEqual([]);
			for (let count = 0; count < 5; count += 1) expect(await poll()).toEqual([]);
		}
	});

	it('does not tell what was there when its inbox was added, and is moved to one that began earlier: without a Date header it came', async () => {
		const { trigger, poll, activate, old } = bench({ event: 'conversationCreated', inboxIds: ['a', 'b'] }, { dateHeader: false });
		old(3, 'a');
		const there = old(110, 'c');
		await activate();
		trigger.update({ inboxIds: ['a', 'b', 'c'] });
		expect(await activate()).toEqual([]);
		expect(await poll()).toEqual([]);
		there[60]!.inboxId = 'b';
		expect(await poll()).toEqual([]);
		const [next] = old(1, 'b');
		expect(idsOf(await poll())).toEqual([`c${next!.number}`]);
	});

	it('tells none of 355 of one second that were there at the activation, in small pages and in an order that changes: up to 3 came', async () => {
		for (let turn = 0; turn < 5; turn += 1) {
			const { helpdesk, trigger, poll, activate, old } = bench(
				{ event: 'conversationCreated' },
				{ ties: 'unstable', pageSize: 'refuseOver20', dateHeader: false },
			);
			helpdesk.random.below(turn + 2);
			old(355, 'a', 0);
			helpdesk.now += 2_000;
			expect(await activate()).toEqual([]);
			if (turn % 2 === 1) trigger.restart();
			for (let count = 0; count < 12; count += 1) expect(await poll()).toEqual([]);
			const [next] = old(1);
			expect(idsOf([...(await poll()), ...(await poll()), ...(await poll())])).toEqual([`c${next!.number}`]);
		}
	});

	it('counts from its first look at others for an inbox that was empty when nothing showed the time', async () => {
		const { helpdesk, trigger, poll, activate, old } = bench({ event: 'conversationCreated' }, { dateHeader: false });
		const [one] = old(3, 'b', HOUR);
		await activate();
		trigger.update({ inboxIds: ['a', 'b'] });
		await activate();
		one!.inboxId = 'a';
		expect(await poll()).toEqual([]);
		const fresh = helpdesk.create('a');
		expect(idsOf(await poll())).toEqual([`c${fresh.number}`]);
	});
});

describe('a quiet poll of Conversation Created', () => {
	it.each([
		[600, 8],
		[1_500, 19],
	])('costs what the documentation says after a burst of %d, until something newer comes: %d requests', async (count, requests) => {
		const { helpdesk, poll, activate, old, last } = bench({ event: 'conversationCreated', maxEvents: 5_000 });
		old(300);
		await activate();
		old(count, 'a', (5 * MINUTE) / count);
		for (let polls = 0; polls < 5; polls += 1) await poll();
		await poll(10 * 60);
		expect(last.requests).toBe(requests);
		for (let polls = 0; polls < 3; polls += 1) {
			helpdesk.create('a');
			await poll(15);
		}
		await poll();
		expect(last.requests).toBe(1);
	});
});

describe('Conversation Updated', () => {
	const world: Partial<World> = { newestGoesBy: 'updated' };

	it('tells all 48 that are created and closed between two hourly polls', async () => {
		const { helpdesk, poll, activate, old } = bench({ event: 'conversationUpdated' }, world);
		old(20);
		await activate();
		const came: TriggerEvent[] = [];
		for (let hour = 0; hour < 48; hour += 1) {
			const one = helpdesk.create('a');
			helpdesk.now += 20 * MINUTE;
			helpdesk.setStatus(one, 'Closed');
			came.push(...(await poll(40)));
		}
		expect(came.map(({ changes }) => changes)).toEqual(Array.from({ length: 48 }, () => ({ status: { from: null, to: 'Closed' } })));
	});

	it('tells what is closed during a restart, although 30 polls had seen it and none was saved', async () => {
		const { helpdesk, trigger, poll, activate, old } = bench({ event: 'conversationUpdated' }, world);
		old(20);
		await activate();
		const one = helpdesk.create('a');
		for (let count = 0; count < 30; count += 1) expect(await poll()).toEqual([]);
		helpdesk.now += MINUTE;
		helpdesk.setStatus(one, 'Closed');
		trigger.restart();
		expect((await poll(5)).map(({ record, changes }) => [record.id, changes])).toEqual([
			[`c${one.number}`, { status: { from: null, to: 'Closed' } }],
		]);
	});

	it('compares with what was saved last after a restart', async () => {
		const { helpdesk, trigger, poll, activate, old } = bench({ event: 'conversationUpdated' }, world);
		const [one] = old(20);
		await activate();
		for (let count = 0; count < 30; count += 1) await poll();
		helpdesk.setStatus(one!, 'Pending');
		trigger.restart();
		expect((await poll(5)).map(({ changes }) => changes)).toEqual([{ status: { from: 'Active', to: 'Pending' } }]);
	});

	it('tells a change from before the first look at an old conversation, while a large helpdesk is still learned: none came', async () => {
		const inboxIds = ['a', 'b', 'c', 'd', 'e', 'f'];
		const { helpdesk, poll, activate, old } = bench({ event: 'conversationUpdated', inboxIds }, world);
		for (const id of inboxIds) old(2_000, id, 1_000);
		await activate();
		const last = helpdesk.conversations.filter(({ inboxId }) => inboxId === 'f');
		helpdesk.setStatus(last[3]!, 'Closed');
		const came: TriggerEvent[] = [];
		for (let count = 0; count < 5; count += 1) came.push(...(await poll()));
		expect(came.map(({ record, changes }) => [record.id, changes])).toEqual([[`c${last[3]!.number}`, { status: { from: null, to: 'Closed' } }]]);
	});

	it('tells all that were created in one second and closed, where equal ones come in another order at each request: some never came', async () => {
		for (const count of [105, 110, 115, 120, 125, 130]) {
			const { helpdesk, poll, activate, old } = bench({ event: 'conversationUpdated' }, { ties: 'unstable' });
			const [busy] = old(1);
			await activate();
			await poll(60);
			const all = Array.from({ length: count }, () => helpdesk.create('a'));
			helpdesk.now += 5_000;
			for (const one of all) helpdesk.setStatus(one, 'Closed');
			const came: unknown[] = [];
			for (let polls = 0; polls < 15; polls += 1) {
				helpdesk.now += 60 * MINUTE;
				helpdesk.write(busy!, 'contact');
				came.push(...idsOf(await poll()));
			}
			expect(came.sort()).toEqual(all.map(({ number }) => `c${number}`).sort());
		}
	});

	it('tells what changes in a closed new conversation between two pages that show it: it was lost', async () => {
		const { helpdesk, poll, activate, old } = bench(
			{ event: 'conversationUpdated', watchFields: ['status', 'assignee'] },
			{ pageSize: 'clamp20' },
		);
		old(30);
		await activate();
		const one = helpdesk.create('a');
		helpdesk.now += 5_000;
		helpdesk.setStatus(one, 'Closed');
		old(19);
		const page = helpdesk.page.bind(helpdesk);
		const shown: number[] = [];
		helpdesk.page = (request) => {
			const reply = page(request);
			if (typeof reply !== 'object') return reply;
			if (!reply.records.some(({ id }) => id === `c${one.number}`)) return reply;
			shown.push(request.page);
			return assigned(reply, one, shown.length > 1 ? 7 : null);
		};
		const came = [...(await poll()), ...(await poll())];
		expect(shown.slice(0, 2)).toEqual([1, 2]);
		expect(came.map(({ changes }) => changes)).toEqual([{ status: { from: null, to: 'Closed' }, assignee: { from: null, to: 7 } }]);
	});

	it('tells of no unassigned conversation that its assignee is null after null, where Watch was changed to it', async () => {
		const { helpdesk, trigger, poll, activate } = bench({ event: 'conversationUpdated' });
		await activate();
		await poll();
		trigger.update({ watchFields: ['assignee'] });
		const one = helpdesk.create('a');
		helpdesk.now += 5_000;
		helpdesk.write(one, 'contact');
		expect(await activate()).toEqual([]);
		expect(await poll()).toEqual([]);
	});

	it.each([
		['upTo100', 3],
		['clamp50', 6],
		['refuseOver50', 6],
		['clamp20', 12],
		['refuseOver20', 12],
	] as const)(
		'goes round 1,000 conversations in 16 polls at the most, in a few requests each, where pages are capped (%s): at 12 a poll it took 75',
		async (pageSize, most) => {
			const { helpdesk, poll, activate, old, last } = bench({ event: 'conversationUpdated' }, { pageSize });
			const all = old(1_000, 'a', 1_000);
			await activate();
			for (let count = 0; count < 5; count += 1) await poll();
			for (const one of all) helpdesk.setStatus(one, 'Closed');
			const came: unknown[] = [];
			for (let count = 0; count < 16; count += 1) {
				came.push(...idsOf(await poll()));
				expect(last.requests).toBeLessThanOrEqual(most);
			}
			expect(came.sort()).toEqual(all.map(({ number }) => `c${number}`).sort());
		},
	);

	it('reads on at small pages among 200 of one second, whose order is another one at each request: it read the same places for ever', async () => {
		const { helpdesk, poll, activate, old } = bench({ event: 'conversationUpdated' }, { ties: 'unstable', pageSize: 'refuseOver20' });
		const all = old(200);
		for (let count = 0; count < 200; count += 1) helpdesk.create('a');
		helpdesk.now += MINUTE;
		await activate();
		for (let count = 0; count < 5; count += 1) await poll();
		for (const one of all) helpdesk.setStatus(one, 'Closed');
		const came = new Set<unknown>();
		for (let count = 0; count < 40; count += 1) for (const id of idsOf(await poll())) came.add(id);
		expect(came.size).toBe(200);
	});

	it('learns 10,000 conversations in three polls, and tells nothing in half an hour of messages: 132, 98 and 55 false events came', async () => {
		const { helpdesk, trigger, poll, activate, old } = bench({ event: 'conversationUpdated' }, world);
		const all = old(10_000, 'a', 1_000);
		for (const one of all) if (helpdesk.random.next() < 0.4) helpdesk.setStatus(one, helpdesk.random.pick(['Pending', 'Closed']));
		await activate();
		await poll();
		for (let count = 0; count < 30; count += 1) {
			for (let message = 0; message < 5; message += 1) helpdesk.write(helpdesk.random.pick(all), 'contact');
			expect(await poll()).toEqual([]);
		}
		const { inboxes } = (
			trigger.staticData.state as unknown as { parts: { conversationUpdated: { inboxes: Record<string, { isLearned: boolean }> } } }
		).parts.conversationUpdated;
		expect(inboxes.a?.isLearned).toBe(true);
		helpdesk.setStatus(all[17]!, all[17]!.status === 'Closed' ? 'Active' : 'Closed');
		expect(await poll()).toHaveLength(1);
	}, 120_000);

	it('tells each of 7,000 that a Start From counts once, where they do not fit the memory and only some come in a poll: they came again and again', async () => {
		const maxEvents = 700;
		const watchFields = ['any'];
		const start = Date.UTC(2020, 0, 1);
		const { helpdesk, poll, activate, old, last } = bench(
			{ event: 'conversationUpdated', watchFields, maxEvents, startFrom: start },
			{},
			'long ago',
		);
		// What stands first in the list is told first, and would be forgotten first.
		for (const one of old(7_000, 'a', 1_000).reverse()) {
			helpdesk.now += 1_000;
			helpdesk.setStatus(one, 'Closed');
		}
		const came = idsOf(await activate());
		for (let count = 0; count < 12; count += 1) came.push(...idsOf(await poll()));
		// Long enough for a second round, in which each is looked at without being remembered.
		for (let places = 0; places < 7_000; places += 80 * last.requests - 80) came.push(...idsOf(await poll()));
		expect(came).toHaveLength(7_000);
		expect(new Set(came).size).toBe(7_000);
	});

	it('tells a field that was absent and then set', async () => {
		const { helpdesk, poll, activate, old } = bench({ event: 'conversationUpdated', watchFields: ['assignee'] }, world);
		const [one] = old(3);
		await activate();
		const page = helpdesk.page.bind(helpdesk);
		helpdesk.page = (request) => {
			const reply = page(request);
			if (typeof reply === 'object') for (const record of reply.records) if (record.id === `c${one!.number}`) record.assignable_id = 'user_ada';
			return reply;
		};
		expect((await poll()).map(({ changes }) => changes)).toEqual([{ assignee: { from: null, to: 'user_ada' } }]);
	});

	it('leaves out events whose value before is not known, where the user says so', async () => {
		const { helpdesk, poll, activate, old } = bench({ event: 'conversationUpdated', tellsUnknown: false }, world);
		const [one] = old(20);
		await activate();
		const fresh = helpdesk.create('a');
		helpdesk.now += MINUTE;
		helpdesk.setStatus(fresh, 'Closed');
		helpdesk.setStatus(one!, 'Closed');
		expect(idsOf(await poll())).toEqual([`c${one!.number}`]);
		helpdesk.setStatus(fresh, 'Active');
		expect(idsOf(await poll())).toEqual([`c${fresh.number}`]);
	});

	it.each([
		['changed ones show', 'onlyOnChange', 3, ['Closed']],
		['none shows, and none was there at the first look,', 'absent', 0, ['Closed', 'Active']],
	] as const)('tells of new ones only what may be a change where %s when they were updated', async (_, updatedAt, count, told) => {
		const { helpdesk, poll, activate, old } = bench({ event: 'conversationUpdated' }, { updatedAt });
		for (const one of old(count).slice(0, 1)) helpdesk.setStatus(one, 'Closed');
		helpdesk.now += MINUTE;
		await activate();
		helpdesk.create('a');
		const changed = helpdesk.create('a');
		helpdesk.now += 20_000;
		helpdesk.setStatus(changed, 'Closed');
		expect((await poll()).map(({ changes }) => changes)).toEqual(told.map((to) => ({ status: { from: null, to } })));
	});
});

describe('a subject that was changed before the first look', () => {
	/** What the API documentation leaves open: what stands in `updated_subject`. */
	const forms: Array<[string, (isChanged: boolean) => Record<string, unknown>]> = [
		['is the new one, or null', (isChanged) => ({ updated_subject: isChanged ? 'New' : null })],
		['is the subject that it has', (isChanged) => ({ updated_subject: isChanged ? 'New' : 'Old' })],
		['alone is the new one', (isChanged) => ({ subject: 'Old', updated_subject: isChanged ? 'New' : null })],
	];
	it.each(forms)('is told once where updated_subject %s, and nothing of one that nobody touched: it was lost', async (_, shown) => {
		const { helpdesk, poll, activate, old } = bench({ event: 'conversationUpdated', watchFields: ['subject'] });
		const changed = new Set<string>();
		showAs(helpdesk, (record) => {
			const isChanged = changed.has(String(record.id));
			return { ...record, subject: isChanged ? 'New' : 'Old', ...shown(isChanged) };
		});
		old(5);
		helpdesk.now += MINUTE;
		await activate();
		helpdesk.create('a');
		const one = helpdesk.create('a');
		helpdesk.now += 20_000;
		changed.add(`c${one.number}`);
		one.updated = helpdesk.now;
		expect(idsOf(await poll())).toEqual([`c${one.number}`]);
		expect(await poll()).toEqual([]);
	});
});

describe('a new conversation that its helpdesk touches once more', () => {
	const STATUSES = ['Active', 'Pending'];
	const begin = (one: { number: number; status: string }) => (one.status = STATUSES[one.number % STATUSES.length]!);
	/** Of one that nobody has touched, updated_at is a second after created_at as soon as that has passed. */
	const touchAll = (helpdesk: Helpdesk) =>
		showAs(helpdesk, (record) => {
			const touched = Date.parse(String(record.created_at)) + 1_000;
			const isNewer = Date.parse(String(record.updated_at)) >= touched;
			return isNewer || helpdesk.now < touched ? record : { ...record, updated_at: new Date(touched).toISOString() };
		});

	it('is told where it was changed, and not where it begins as every second one does: 200 of 220 events told of no change', async () => {
		const { helpdesk, poll, activate, old } = bench({ event: 'conversationUpdated' });
		touchAll(helpdesk);
		old(60).forEach(begin);
		helpdesk.now += MINUTE;
		await activate();
		const came: unknown[] = [];
		const changed: unknown[] = [];
		for (let count = 0; count < 200; count += 1) {
			const one = helpdesk.create('a');
			begin(one);
			if (count % 10 === 7) {
				helpdesk.now += 5_000;
				helpdesk.setStatus(one, 'Closed');
				changed.push(`c${one.number}`);
			}
			came.push(...idsOf(await poll()));
		}
		expect(came).toEqual(changed);
	});

	it('is not told where a few were looked at before that touch: each of them counted as one that nothing touches', async () => {
		const { helpdesk, poll, activate, old } = bench({ event: 'conversationUpdated' });
		touchAll(helpdesk);
		old(60).forEach(begin);
		helpdesk.now += MINUTE;
		await activate();
		for (let count = 0; count < 60; count += 1) {
			begin(helpdesk.create('a'));
			expect(await poll(count % 20 === 9 ? 0 : 1)).toEqual([]);
		}
	});

	it('is compared with how all begin, and not with the only one that was looked at before that touch', async () => {
		const { helpdesk, poll, activate, old } = bench({ event: 'conversationUpdated' }, { newestGoesBy: 'updated' });
		touchAll(helpdesk);
		old(60);
		helpdesk.now += MINUTE;
		await activate();
		helpdesk.create('a').status = 'Pending';
		expect(await poll(0)).toEqual([]);
		const [written, changed] = [helpdesk.create('a'), helpdesk.create('a')];
		helpdesk.now += 20_000;
		helpdesk.write(written, 'contact');
		helpdesk.setStatus(changed, 'Pending');
		expect(idsOf(await poll())).toEqual([`c${changed.number}`]);
	});

	it('in another inbox than all so far is not told either', async () => {
		const { helpdesk, poll, activate, old } = bench({ event: 'conversationUpdated', inboxIds: ['a', 'b'] });
		touchAll(helpdesk);
		old(60).forEach(begin);
		helpdesk.now += MINUTE;
		await activate();
		for (let count = 0; count < 10; count += 1) {
			begin(helpdesk.create('b'));
			expect(await poll()).toEqual([]);
		}
	});

	it('is told where it is the first of all and was closed in the second after its creation', async () => {
		const { helpdesk, poll, activate } = bench({ event: 'conversationUpdated' });
		await activate();
		const one = helpdesk.create('a');
		helpdesk.now += 1_000;
		helpdesk.setStatus(one, 'Closed');
		expect(idsOf(await poll())).toEqual([`c${one.number}`]);
	});

	it('is told where it was closed in the second after its creation, in a helpdesk that touches few of them then', async () => {
		const { helpdesk, poll, activate, old } = bench({ event: 'conversationUpdated' });
		old(60).forEach(begin);
		helpdesk.now += MINUTE;
		await activate();
		for (let count = 0; count < 10; count += 1) {
			begin(helpdesk.create('a'));
			const one = helpdesk.create('a');
			helpdesk.now += 1_000;
			helpdesk.setStatus(one, 'Closed');
			expect(idsOf(await poll())).toEqual([`c${one.number}`]);
		}
	});
});

describe('a change before the first look', () => {
	it('to the usual beginning is not told: the record is that of one with a second message', async () => {
		const { helpdesk, poll, activate, old } = bench({ event: 'conversationUpdated' }, { newestGoesBy: 'updated' });
		showAs(helpdesk, (record) => without(record, 'last_message', 'last_message_created_at'));
		old(25);
		await activate();
		const [changed, written] = [helpdesk.create('a'), helpdesk.create('a')];
		changed.status = 'Pending';
		helpdesk.now += 20_000;
		helpdesk.setStatus(changed, 'Active');
		helpdesk.write(written, 'contact');
		const reply = helpdesk.page({ inboxId: 'a', page: 1, perPage: 2 }) as PageRead;
		const [one, other] = reply.records.map((record) => without(record, 'id', 'ticket_id', 'last_message_by'));
		expect(one).toEqual(other);
		expect(await poll()).toEqual([]);
	});
});

describe('Customer Message without last_message_created_at', () => {
	const countOf = ({ last_message: message }: IDataObject) => Number(String((message as IDataObject).id).split('m')[1]);
	it.each<[string, (record: IDataObject) => IDataObject]>([
		[
			'by the time of the last message',
			({ last_message_created_at: created_at, ...record }) => ({
				...without(record, 'updated_at'),
				last_message: { ...(record.last_message as IDataObject), created_at },
			}),
		],
		['by the ID of the last message and updated_at', (record) => without(record, 'last_message_created_at')],
		['by that, where it is null', (record) => ({ ...record, last_message_created_at: null })],
		[
			'by the number of messages and updated_at',
			(record) => ({ ...without(record, 'last_message_created_at', 'last_message'), messages_count: countOf(record) }),
		],
	])('tells each message once %s: those of conversations from before the activation were lost', async (_, form) => {
		const { helpdesk, poll, activate, old } = bench({ event: 'customerMessage' }, { newestGoesBy: 'updated' });
		showAs(helpdesk, form);
		const [one] = old(50);
		await activate();
		const fresh = helpdesk.create('a');
		expect(idsOf(await poll())).toEqual([`c${fresh.number}`]);
		for (const each of [one!, fresh]) {
			for (let count = 0; count < 3; count += 1) {
				helpdesk.write(each, 'contact');
				expect(idsOf(await poll())).toEqual([`c${each.number}`]);
				helpdesk.setStatus(each, 'Closed');
				expect(await poll()).toEqual([]);
			}
		}
	});
});

describe('reading', () => {
	it('tells none of 30 messages from two hours before the activation, in creation order and without a Date header', async () => {
		const { helpdesk, poll, activate, old } = bench({ event: 'customerMessage' }, { dateHeader: false });
		const all = old(400, 'a', 10_000);
		helpdesk.now += HOUR;
		for (const one of all.slice(0, 30)) helpdesk.write(one, 'contact');
		helpdesk.now += 2 * HOUR;
		expect(await activate()).toEqual([]);
		for (let count = 0; count < 20; count += 1) expect(await poll()).toEqual([]);
		helpdesk.write(all[3]!, 'contact');
		let came = 0;
		for (let count = 0; count < 12; count += 1) came += (await poll()).length;
		expect(came).toBe(1);
	});

	it.each(['conversationCreated', 'customerMessage'] as const)(
		'loses none of 60 in 300 inboxes, whose first reading takes three polls: %s',
		async (event) => {
			const inboxIds = Array.from({ length: 300 }, (_, index) => `i${index}`);
			const { helpdesk, poll, activate } = bench({ event, inboxIds });
			for (const id of inboxIds) helpdesk.create(id);
			helpdesk.now += HOUR;
			expect(await activate()).toEqual([]);
			const wanted: unknown[] = [];
			const came: unknown[] = [];
			for (let count = 0; count < 20; count += 1) {
				for (let each = 0; each < 3; each += 1) wanted.push(`c${helpdesk.create(helpdesk.random.pick(inboxIds)).number}`);
				came.push(...idsOf(await poll()));
			}
			for (let count = 0; count < 8; count += 1) came.push(...idsOf(await poll()));
			expect(came.sort()).toEqual(wanted.sort());
		},
	);

	it('an empty inbox with last_page 0 does not starve the others: it made 1,000 requests in ten polls', async () => {
		const { helpdesk, poll, activate, last } = bench({ event: 'conversationUpdated', inboxIds: ['empty', 'a'] }, { emptyLastPage: 0 });
		await activate();
		const one = helpdesk.create('a');
		await poll();
		expect(last.requests).toBe(2);
		helpdesk.setStatus(one, 'Closed');
		expect(await poll()).toHaveLength(1);
	});

	it.each(['clamp50', 'clamp20', 'refuseOver50', 'refuseOver20', 'unsaid20', 'fixed15'] as const)(
		'tells 120 of 120 where pages are capped (%s): 0 came in 3,000 requests',
		async (pageSize) => {
			const { poll, activate, old, last } = bench({ event: 'conversationCreated' }, { pageSize });
			old(300, 'a', 1_000);
			await activate();
			const wanted = old(120, 'a', 100);
			const came = await poll();
			expect(idsOf(came)).toEqual(wanted.map(({ number }) => `c${number}`));
			expect(last.requests).toBeLessThan(40);
		},
	);

	it.each(['conversationCreated', 'conversationUpdated', 'customerMessage'] as const)(
		'costs one request an inbox for 20 quiet ones: %s',
		async (event) => {
			const inboxIds = Array.from({ length: 20 }, (_, index) => `i${index}`);
			const { poll, activate, last, old } = bench({ event, inboxIds });
			for (const id of inboxIds) old(100, id, 1_000);
			await activate();
			for (let count = 0; count < 5; count += 1) {
				await poll();
				expect(last.requests).toBe(20);
			}
		},
	);
});

describe('Contact Created', () => {
	it.each(['oldest', 'name'] as const)(
		'tells none of 3,000 that were there, in a list by %s that is learned over several polls without a Date header: 8,033 of 10,000 came',
		async (contactOrder) => {
			const { helpdesk, poll, activate } = bench(
				{ event: 'contactCreated' },
				{ contactOrder, contactTimes: true, dateHeader: false, pageSize: 'clamp20' },
			);
			for (let count = 0; count < 3_000; count += 1) {
				helpdesk.now += 1_000;
				helpdesk.createContact();
			}
			expect(await activate()).toEqual([]);
			for (let count = 0; count < 15; count += 1) expect(await poll()).toEqual([]);
			const fresh = helpdesk.createContact();
			expect(idsOf([...(await poll()), ...(await poll()), ...(await poll())])).toEqual([`c${fresh.number}`]);
		},
	);

	it.each(['newest', 'oldest', 'activity', 'name'] as const)(
		'loses none of 40 and tells none falsely, in a list by %s that moves while it is read',
		async (contactOrder) => {
			for (const contactTimes of [true, false]) {
				const { helpdesk, trigger } = bench({ event: 'contactCreated' }, { contactOrder, contactTimes, pageSize: 'clamp20' });
				for (let count = 0; count < 200; count += 1) {
					helpdesk.now += 1_000;
					helpdesk.createContact();
				}
				let isCreating = false;
				const wanted: string[] = [];
				const came: unknown[] = [];
				const poll = async () => {
					helpdesk.now += MINUTE;
					const read = async (request: PageRequest): Promise<Reply> => {
						helpdesk.now += 1_000;
						helpdesk.random.pick(helpdesk.contacts.slice(0, 200)).activity = helpdesk.now;
						if (isCreating && wanted.length < 40 && helpdesk.random.next() < 0.2) wanted.push(`c${helpdesk.createContact().number}`);
						return helpdesk.page(request);
					};
					came.push(...idsOf((await trigger.poll({ mayRead: () => true, read })) ?? []));
				};
				await poll();
				isCreating = true;
				for (let count = 0; count < 60; count += 1) await poll();
				expect(wanted).toHaveLength(40);
				expect(came.sort()).toEqual(wanted.sort());
			}
		},
	);
});
