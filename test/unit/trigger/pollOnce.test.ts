import type { IDataObject } from 'n8n-workflow';

import type { PageRequest, Reader } from '../../../nodes/HelpdeskTrigger/core/protocol';
import type { TriggerOptions } from '../../../nodes/HelpdeskTrigger/core/state';
import { pollAll } from '../../../nodes/HelpdeskTrigger/run/pollOnce';
import { Sessions } from '../../../nodes/HelpdeskTrigger/run/session';
import { Inboxes, reachedOptions } from './support/reachedModel';
import { MINUTE, optionsFor } from './support/triggerModel';

const FAILED = 'The helpdesk is away';
const away: Reader = { mayRead: () => true, read: async () => await Promise.reject(new Error(FAILED)) };

interface Saved {
	startFrom: string;
	parts: Record<string, { inboxes?: Record<string, unknown>; names?: string[] }>;
}

/** A trigger of several events, which is set up anew as a test likes. */
function bench() {
	const inboxes = new Inboxes();
	const staticData: IDataObject = {};
	let session = new Sessions().of({} as never);
	const poll = async (readings: TriggerOptions[], startFromText = '', reader: Reader = inboxes, maxEvents?: number) => {
		inboxes.asked = [];
		const result = await pollAll({ staticData, readings, startFromText, session, reader, maxEvents });
		result.commit();
		return result;
	};
	return {
		inboxes,
		poll,
		/** The state is another one from now on. */
		forget: () => delete staticData.state,
		restart: () => (session = new Sessions().of({} as never)),
		session: () => session,
		saved: () => structuredClone(staticData.state) as unknown as Saved,
		/** What is kept of a poll that comes to nothing. */
		afterFailure: async (...call: [readings: TriggerOptions[], startFromText?: string]) => {
			await expect(poll(call[0], call[1], away)).rejects.toThrow(FAILED);
			return structuredClone(staticData.state) as unknown as Saved;
		},
	};
}
const created = (inboxIds = ['a'], changes: Partial<TriggerOptions> = {}) => optionsFor('conversationCreated', inboxIds, changes);
const message = (inboxIds = ['a'], changes: Partial<TriggerOptions> = {}) => optionsFor('customerMessage', inboxIds, changes);
const closed = (inboxIds = ['a'], changes: Partial<TriggerOptions> = {}) =>
	optionsFor('reached', inboxIds, { reached: reachedOptions(['statusBecame']), ...changes });
const contacts = (contactFields = ['name']) => optionsFor('contactUpdated', [], { contactFields });
const told = (events: Array<{ record: IDataObject; told?: IDataObject }>) => events.map(({ record, told: what }) => [record.id, what?.event]);

describe('a Start From that is new', () => {
	const at = (inboxes: Inboxes) => ({ startFrom: inboxes.now - 60 * MINUTE });

	it.each([
		['all have places, it counts at once', ['a'], ['a'], 'new'],
		['one has none for an inbox, it is to be applied', ['a'], ['a', 'b'], ''],
	])('where nothing can be read: %s', async (_, known, chosen, text) => {
		const { inboxes, poll, afterFailure } = bench();
		await poll([created(known), message(known)]);
		expect((await afterFailure([created(chosen, at(inboxes)), message(chosen, at(inboxes))], 'new')).startFrom).toBe(text);
	});

	it('is not counted while a reading beside has no place, and contacts need none', async () => {
		const { inboxes, poll, afterFailure } = bench();
		await poll([created()]);
		expect((await afterFailure([created(['a'], at(inboxes)), message(['a'], at(inboxes))], 'new')).startFrom).toBe('');
		expect((await afterFailure([created(['a'], at(inboxes)), contacts()], 'new')).startFrom).toBe('new');
	});

	it('is counted with the poll that reads, and counts once', async () => {
		const { inboxes, poll, saved, restart } = bench();
		inboxes.create();
		inboxes.now += MINUTE;
		expect((await poll([created(['a'], at(inboxes))], 'hour')).events).toHaveLength(1);
		expect(saved().startFrom).toBe('hour');
		restart();
		expect((await poll([created(['a'], at(inboxes))], 'hour')).events).toEqual([]);
		inboxes.now += MINUTE;
		restart();
		// It was taken out, and the inbox stays as it is.
		expect((await poll([created()])).events).toEqual([]);
		expect(saved().startFrom).toBe('');
	});

	it('does not count for an inbox that is added later', async () => {
		const { inboxes, poll } = bench();
		const from = at(inboxes);
		await poll([created(['a'], from)], 'hour');
		inboxes.create({ inbox_id: 'b' });
		inboxes.now += MINUTE;
		expect((await poll([created(['a', 'b'], from)], 'hour')).events).toEqual([]);
	});

	it('that lies in the future holds back no longer once it is taken out', async () => {
		const { inboxes, poll } = bench();
		await poll([created(['a'], { startFrom: inboxes.now + 600 * MINUTE })], 'tomorrow');
		inboxes.now += MINUTE;
		await poll([created()]);
		inboxes.now += MINUTE;
		inboxes.create();
		expect((await poll([created()])).events).toHaveLength(1);
	});

	it('is left alone by a trigger of contacts', async () => {
		const { inboxes, poll, saved } = bench();
		await poll([created(['a'], at(inboxes))], 'hour');
		await poll([contacts()]);
		expect([saved().startFrom, Object.keys(saved().parts).sort()]).toEqual(['hour', ['contactUpdated', 'conversationCreated']]);
		await poll([contacts(), created(['a'], at(inboxes))], 'other');
		expect(saved().startFrom).toBe('other');
	});

	it('is not taken for applied where only something else was left out', async () => {
		const { poll, afterFailure } = bench();
		await poll([message(['a', 'b'])], 'old');
		const { startFrom, parts } = await afterFailure([message(['a'])], 'new');
		expect([startFrom, Object.keys(parts.customerMessage!.inboxes!)]).toEqual(['old', ['a']]);
	});
});

describe('a poll of several events', () => {
	it('keeps what was left out, and of each its part, also where nothing can be read', async () => {
		const { poll, afterFailure } = bench();
		await poll([message(['a', 'b']), closed(['a', 'b'])]);
		const { parts } = await afterFailure([message(['b']), closed(['a', 'b'])]);
		expect(Object.entries(parts).map(([name, { inboxes }]) => [name, Object.keys(inboxes!)])).toEqual([
			['customerMessage', ['b']],
			['reached', ['a', 'b']],
		]);
	});

	it('asks for each page once, and a single event for itself', async () => {
		const { inboxes, poll } = bench();
		const both = [message(), closed()];
		await poll(both);
		await poll(both);
		expect(inboxes.asked).toHaveLength(1);
		const reader = { mayRead: jest.fn(() => true), read: async (request: PageRequest) => await inboxes.read(request) };
		await poll([message()], '', reader);
		expect(reader.mayRead).toHaveBeenCalledTimes(1);
	});

	it('says of each which event it is where they are named, and of a state as that event does', async () => {
		const { inboxes, poll } = bench();
		const readings = [message(['a'], { isNamed: true }), closed(['a'], { isNamed: true })];
		await poll(readings);
		inboxes.now += MINUTE;
		inboxes.create({ status: 'Closed' });
		expect(told((await poll(readings)).events)).toEqual([
			['c1', 'statusBecame'],
			['c1', 'customerMessage'],
		]);
		inboxes.now += MINUTE;
		inboxes.create();
		expect(told((await poll([message()])).events)).toEqual([['c2', undefined]]);
	});

	it('lets each come first in its turn, Conversation Created after the others of inboxes', async () => {
		const { inboxes, poll } = bench();
		const orders: unknown[] = [];
		const readings = [created(['a', 'b']), message(['a', 'b']), closed(['a', 'b'])].map((each) => ({ ...each, isNamed: true }));
		for (let count = 0; count < 4; count += 1) {
			inboxes.now += MINUTE;
			if (count > 0) inboxes.create({ status: 'Closed' });
			orders.push(told((await poll(readings)).events).map(([, event]) => event));
		}
		expect(orders).toEqual([
			[],
			['customerMessage', 'statusBecame', 'conversationCreated'],
			['statusBecame', 'customerMessage', 'conversationCreated'],
			['customerMessage', 'statusBecame', 'conversationCreated'],
		]);
	});

	it('does not let Conversation Created wait for contacts, whose pages are others', async () => {
		const { inboxes, poll } = bench();
		await poll([created(), contacts(), message()]);
		expect(inboxes.asked.map(({ inboxId }) => inboxId)).toEqual(['a', undefined]);
	});

	it('is done where each has come to its end, and tells no more than all may', async () => {
		const { inboxes, poll } = bench();
		const readings = [message(), closed()];
		await poll(readings);
		inboxes.now += MINUTE;
		for (let count = 0; count < 3; count += 1) inboxes.create({ status: 'Closed' });
		const counts: unknown[] = [];
		for (let count = 0; count < 3; count += 1) {
			const { events, isDone } = await poll(readings, '', inboxes, 4);
			counts.push([events.length, isDone]);
		}
		expect(counts[0]).toEqual([4, expect.any(Boolean)]);
		expect(counts.map((each) => (each as number[])[0])).toEqual([4, 2, 0]);
	});
});

describe('a reading that a poll has not finished', () => {
	/** Two inboxes of which the first poll reads one. */
	async function halfRead(count = 30) {
		const all = bench();
		const { inboxes, poll } = all;
		for (let index = 0; index < count; index += 1) inboxes.create({ inbox_id: index % 2 === 0 ? 'a' : 'b' });
		inboxes.share = 1;
		const { isDone } = await poll([created(['a', 'b'])]);
		expect([isDone, inboxes.asked.map(({ inboxId }) => inboxId)]).toEqual([false, ['a']]);
		return all;
	}
	const asked = ({ asked: requests }: Inboxes) => requests.map(({ inboxId }) => inboxId);

	it('goes on where it was, and only there', async () => {
		const { inboxes, poll, session } = await halfRead();
		expect(Object.keys(session().paused)).toEqual(['conversationCreated']);
		inboxes.share = Infinity;
		expect((await poll([created(['a', 'b'])])).isDone).toBe(true);
		expect(asked(inboxes)).toEqual(['b']);
		expect(session().paused.conversationCreated).toBeUndefined();
	});

	it.each<[string, TriggerOptions, string]>([
		['another option', created(['a', 'b'], { lookBack: 20 * MINUTE }), ''],
		['another Start From', created(['a', 'b'], { startFrom: Date.UTC(2026, 0, 1) }), 'other'],
	])('begins anew with %s', async (_, options, text) => {
		const { inboxes, poll } = await halfRead();
		inboxes.share = Infinity;
		await poll([options], text);
		expect(asked(inboxes)).toEqual(['a', 'b']);
	});

	it('begins anew where the state is another one', async () => {
		const { inboxes, poll, forget } = await halfRead();
		forget();
		inboxes.share = Infinity;
		await poll([created(['a', 'b'])]);
		expect(asked(inboxes)).toEqual(['a', 'b']);
	});

	it('leaves the poll undone although the others are at their end', async () => {
		const { inboxes, poll } = bench();
		inboxes.share = 1;
		expect((await poll([created(['a', 'b']), message(['a'])])).isDone).toBe(false);
	});

	it('comes in its turn before the others, which wait for their pages no longer', async () => {
		const { inboxes, poll } = await halfRead();
		inboxes.share = Infinity;
		await poll([message(['a', 'b']), created(['a', 'b'])]);
		expect(asked(inboxes)[0]).toBe('b');
	});
});
