import type { IDataObject } from 'n8n-workflow';

import type { TriggerOptions } from '../../../nodes/HelpdeskTrigger/core/state';
import type { OpeningHours } from '../../../nodes/shared/openingHours';
import { HOUR, reachedBench } from './support/reachedModel';
import { threadsAsked, toldAt, write } from './support/waits';

/** A customer wrote and was seen; his time is over after 120 minutes, and nobody has written since. */
async function seen(more: Partial<TriggerOptions> = {}, hours?: OpeningHours, from?: string) {
	const bench = reachedBench(['customerWaiting'], { wait: { after: 2 * HOUR, hours, closed: ['closed'], marks: ['contact'] } }, more);
	await bench.begin();
	if (from) bench.inboxes.now = Date.parse(from);
	const record = bench.inboxes.create();
	await bench.poll();
	return { ...bench, record };
}

describe('a customer who is due behind a note', () => {
	it('is not told where a teammate answered before the note, and his thread is asked for once', async () => {
		const bench = await seen();
		write(bench, bench.record, 'user', 'note');
		expect(await toldAt(bench, 119)).toEqual([]);
		expect(threadsAsked(bench.inboxes)).toEqual([]);
		expect(await toldAt(bench, 60)).toEqual([]);
		expect(threadsAsked(bench.inboxes)).toEqual([bench.record.id]);
		expect(bench.trigger.staticData.state).toMatchObject({ parts: { reached: { waits: [] } } });
	});

	it('is told on time, once, where nobody answered, and his thread is asked for once', async () => {
		const bench = await seen();
		write(bench, bench.record, 'note');
		expect(await toldAt(bench, 200)).toEqual([120]);
		expect(threadsAsked(bench.inboxes)).toEqual([bench.record.id]);
	});

	it('costs no request besides the thread where a page of the poll has shown his conversation', async () => {
		const bench = await seen();
		write(bench, bench.record, 'note');
		await toldAt(bench, 130);
		expect(bench.inboxes.asked.filter(({ conversationId }) => conversationId !== undefined)).toEqual([
			expect.objectContaining({ isThread: true }),
		]);
	});

	it('costs no request for the thread where no note is in the way', async () => {
		const bench = await seen();
		expect(await toldAt(bench, 200)).toEqual([120]);
		expect(threadsAsked(bench.inboxes)).toEqual([]);
	});

	it.each<[string, (thread: IDataObject[]) => IDataObject[]]>([
		['from new to old', (thread) => [...thread].reverse()],
		['as events', (thread) => thread.map(({ created_at: at, ...event }) => ({ id: `of ${String(event.id)}`, created_at: at, event }))],
		[
			'with the answer in the second of the question',
			(thread) => thread.map((row, at) => (at === 1 ? { ...row, created_at: thread[0]!.created_at } : row)),
		],
	])('is not told where the thread is listed %s', async (_, listed) => {
		const bench = await seen();
		write(bench, bench.record, 'user', 'note');
		bench.inboxes.threads.set(bench.record.id, listed(bench.inboxes.threads.get(bench.record.id)!));
		expect(await toldAt(bench, 130)).toEqual([]);
	});

	it.each<[string, IDataObject]>([
		['a draft', { status: 'draft' }],
		['a scheduled reply', { status: 'scheduled' }],
		['a comment for the team', { record_type: 'comment' }],
		['a reply that was deleted', { deleted_at: '2026-01-05T10:00:00Z' }],
		['an answer of an automation', { direction: 'automated' }],
		['written by nobody knows whom', { direction: 'sideways' }],
	])('is told where what stands before the note is %s', async (_, is) => {
		const bench = await seen();
		write(bench, bench.record, 'user', 'note');
		Object.assign(bench.inboxes.threads.get(bench.record.id)![1]!, is);
		expect(await toldAt(bench, 130)).toEqual([120]);
	});

	it.each<[string, (thread: IDataObject[]) => IDataObject[]]>([
		['is refused, or has an unknown form', () => []],
		['shows no times', (thread) => thread.map((row) => ({ ...row, created_at: null }))],
		[
			'shows only what was answered before he wrote',
			([first, , note]) => [{ ...first, id: 'old', direction: 'outgoing', created_at: '2026-01-05T08:00:00Z' }, first!, note!],
		],
	])('is told where the thread %s', async (_, shown) => {
		const bench = await seen();
		write(bench, bench.record, 'user', 'note');
		bench.inboxes.threads.set(bench.record.id, shown(bench.inboxes.threads.get(bench.record.id)!));
		expect(await toldAt(bench, 130)).toEqual([120]);
	});

	it.each<[string, Array<'user' | 'note'>, number[]]>([
		['told', ['note'], [123]],
		['not told', ['user', 'note'], []],
	])('is %s by the poll to which the thread comes again', async (_, by, told) => {
		for (const reply of ['unread', 'noShare'] as const) {
			const bench = await seen();
			write(bench, bench.record, ...by);
			bench.inboxes.threadReply = reply;
			expect(await toldAt(bench, 122)).toEqual([]);
			bench.inboxes.threadReply = undefined;
			expect((await toldAt(bench, 30)).map((minute) => minute + 122)).toEqual(told);
		}
	});

	it.each(['unread', 'noShare'] as const)(
		'is told ten minutes late where the thread never comes (%s): nobody is forgotten for it',
		async (reply) => {
			const bench = await seen();
			write(bench, bench.record, 'note');
			bench.inboxes.threadReply = reply;
			expect(await toldAt(bench, 200)).toEqual([130]);
		},
	);

	it('is told for the messages that followed the answer, and not for those before it', async () => {
		const bench = await seen();
		await toldAt(bench, 9);
		write(bench, bench.record, 'user', 'contact');
		await toldAt(bench, 1);
		write(bench, bench.record, 'note');
		expect(await toldAt(bench, 200)).toEqual([119]);
		expect(threadsAsked(bench.inboxes)).toEqual([bench.record.id, bench.record.id]);
	});

	it('is told for none of several messages that an answer followed', async () => {
		const bench = await seen();
		await toldAt(bench, 10);
		write(bench, bench.record, 'contact');
		await toldAt(bench, 10);
		write(bench, bench.record, 'user', 'note');
		expect(await toldAt(bench, 200)).toEqual([]);
	});

	it('is waited for in opening hours', async () => {
		const hours = { days: [1, 2, 3, 4, 5], opens: 9 * 60, closes: 17 * 60, holidays: [], zone: 'UTC' };
		for (const by of [['note'], ['user', 'note']] as const) {
			const bench = await seen({}, hours, '2026-01-05T16:30:00Z');
			write(bench, bench.record, ...by);
			expect(await toldAt(bench, 20)).toEqual([]);
			bench.inboxes.now = Date.parse('2026-01-06T10:28:00Z');
			expect(await toldAt(bench, 5)).toEqual(by.length === 1 ? [2] : []);
		}
	});

	it('is told in turn where Max Events per Poll leaves no room', async () => {
		const bench = await seen({ maxEvents: 1 });
		const [answered, other] = [bench.inboxes.create(), bench.inboxes.create()];
		await bench.poll();
		write(bench, bench.record, 'note');
		write(bench, answered, 'user', 'note');
		write(bench, other, 'note');
		bench.pass(2 * HOUR);
		expect([await bench.poll(), await bench.poll(), await bench.poll()].map((items) => items.map(({ id }) => id))).toEqual([
			[bench.record.id],
			[other.id],
			[],
		]);
	});

	it('is found deep in a large inbox too, by two requests', async () => {
		for (const by of [['note'], ['user', 'note']] as const) {
			const bench = await seen();
			for (let count = 0; count < 600; count += 1) bench.inboxes.create({ last_message_by: 'user' });
			write(bench, bench.record, ...by);
			await toldAt(bench, 119);
			bench.inboxes.asked = [];
			expect(await toldAt(bench, 1)).toEqual(by.length === 1 ? [1] : []);
			expect(bench.inboxes.asked.filter(({ conversationId }) => conversationId !== undefined)).toMatchObject([{}, { isThread: true }]);
		}
	});

	it('has his thread heard also where he is found as a new inbox is learned, after those who were known to be due', async () => {
		const bench = await seen();
		const { inboxes, record } = bench;
		inboxes.change(record, { status: 'Closed' });
		await bench.poll();
		write(bench, record, 'user', 'note');
		for (let count = 0; count < 600; count += 1) inboxes.create({ inbox_id: 'b', last_message_by: 'user' });
		inboxes.change(record, { status: 'Active', inbox_id: 'b' });
		bench.trigger.update({ inboxIds: ['a', 'b'] });
		bench.pass(3 * HOUR);
		inboxes.asked = [];
		expect(await bench.poll()).toEqual([]);
		expect(threadsAsked(inboxes)).toEqual([record.id]);
	});

	it('is asked for once a poll, where an inbox is learned in it and the thread does not come', async () => {
		const bench = await seen();
		write(bench, bench.record, 'note');
		for (let count = 0; count < 600; count += 1) bench.inboxes.create({ inbox_id: 'b', last_message_by: 'user' });
		bench.trigger.update({ inboxIds: ['a', 'b'] });
		bench.inboxes.threadReply = 'unread';
		bench.pass(2 * HOUR);
		bench.inboxes.asked = [];
		expect(await bench.poll()).toEqual([]);
		expect(threadsAsked(bench.inboxes)).toEqual([bench.record.id]);
	});

	it('shows what else happened to his conversation all the same', async () => {
		const bench = reachedBench(['customerWaiting', 'noteAdded', 'statusBecame'], { statuses: ['pending'] });
		await bench.begin();
		const record = bench.inboxes.create();
		await bench.poll();
		bench.pass(2 * HOUR - 2_000);
		write(bench, record, 'user', 'note');
		bench.inboxes.change(record, { status: 'Pending' });
		expect((await bench.poll()).map(({ event }) => event)).toEqual(['noteAdded', 'statusBecame']);
		expect(await bench.poll()).toEqual([]);
	});
});
