import type { IDataObject } from 'n8n-workflow';

import { HOUR, reachedBench } from './support/reachedModel';
import { threadsAsked, toldAt, write } from './support/waits';

const wait = { after: 2 * HOUR, closed: ['closed'], marks: ['contact'] };

/** A customer wrote in the first minute and was seen. */
async function seen() {
	const bench = reachedBench(['customerWaiting'], { wait });
	await bench.begin();
	const record = bench.inboxes.create();
	await bench.poll();
	return { ...bench, record };
}

describe('who was set aside unanswered, and comes back behind a note', () => {
	const aside: Array<[string, IDataObject, IDataObject]> = [
		['a snooze', { is_snoozed: true }, { is_snoozed: false }],
		['a closing', { status: 'Closed' }, { status: 'Active' }],
		['spam', { is_spam: true }, { is_spam: false }],
		['the trash, where the list shows it', { deleted_at: '2026-01-05T10:00:00Z' }, { deleted_at: null }],
	];

	it.each(aside)('is told then, once, where his time was over meanwhile: %s', async (_, there, back) => {
		const bench = await seen();
		write(bench, bench.record, 'note');
		bench.inboxes.change(bench.record, there);
		expect(await toldAt(bench, 180)).toEqual([]);
		bench.inboxes.change(bench.record, back);
		expect(await toldAt(bench, 60)).toEqual([1]);
		expect(threadsAsked(bench.inboxes)).toHaveLength(1);
	});

	it.each(aside)('is told on time where it was not: %s', async (_, there, back) => {
		const bench = await seen();
		write(bench, bench.record, 'note');
		bench.inboxes.change(bench.record, there);
		expect(await toldAt(bench, 10)).toEqual([]);
		bench.inboxes.change(bench.record, back);
		expect(await toldAt(bench, 150)).toEqual([110]);
	});

	it.each(aside)('is told again where he had been told before: %s', async (_, there, back) => {
		const bench = await seen();
		expect(await toldAt(bench, 121)).toEqual([120]);
		write(bench, bench.record, 'note');
		expect(await toldAt(bench, 5)).toEqual([]);
		bench.inboxes.change(bench.record, there);
		expect(await toldAt(bench, 5)).toEqual([]);
		bench.inboxes.change(bench.record, back);
		expect(await toldAt(bench, 5)).toEqual([1]);
	});

	it('is told where the note was written while he was set aside', async () => {
		const bench = await seen();
		bench.inboxes.change(bench.record, { is_snoozed: true });
		expect(await toldAt(bench, 5)).toEqual([]);
		write(bench, bench.record, 'note');
		expect(await toldAt(bench, 150)).toEqual([]);
		bench.inboxes.change(bench.record, { is_snoozed: false });
		expect(await toldAt(bench, 5)).toEqual([1]);
	});

	it('is not told where a teammate answered before the note, and waits no more', async () => {
		const bench = await seen();
		bench.inboxes.change(bench.record, { is_snoozed: true });
		expect(await toldAt(bench, 130)).toEqual([]);
		write(bench, bench.record, 'user', 'note');
		bench.inboxes.change(bench.record, { is_snoozed: false });
		expect(await toldAt(bench, 5)).toEqual([]);
		expect(bench.trigger.staticData.state).toMatchObject({ parts: { reached: { waits: [] } } });
	});

	it('is not told again behind a note alone, nor where he comes back answered', async () => {
		const bench = await seen();
		expect(await toldAt(bench, 121)).toEqual([120]);
		write(bench, bench.record, 'note');
		expect(await toldAt(bench, 150)).toEqual([]);
		bench.inboxes.change(bench.record, { is_snoozed: true });
		expect(await toldAt(bench, 2)).toEqual([]);
		write(bench, bench.record, 'user');
		bench.inboxes.change(bench.record, { is_snoozed: false });
		expect(await toldAt(bench, 150)).toEqual([]);
	});

	it('is told by his own last message where it shows, and not by one from before', async () => {
		const bench = await seen();
		bench.inboxes.change(bench.record, { status: 'Closed' });
		expect(await toldAt(bench, 100)).toEqual([]);
		write(bench, bench.record, 'contact');
		bench.inboxes.change(bench.record, { status: 'Active' });
		expect(await toldAt(bench, 130)).toEqual([120]);
	});

	it('is remembered by what is saved', async () => {
		const bench = await seen();
		write(bench, bench.record, 'note');
		bench.inboxes.change(bench.record, { is_snoozed: true });
		await toldAt(bench, 180);
		bench.trigger.save();
		bench.trigger.restart();
		bench.inboxes.change(bench.record, { is_snoozed: false });
		expect(await toldAt(bench, 5)).toEqual([1]);
	});

	it('is one of the latest few hundred: the memory of those who rest is small', async () => {
		const bench = reachedBench(['customerWaiting'], { wait });
		await bench.begin();
		for (let count = 0; count < 600; count += 1) {
			bench.pass(1_000);
			bench.inboxes.create();
			if (count % 50 === 49) await bench.poll();
		}
		for (const record of bench.inboxes.records) bench.inboxes.change(record, { is_snoozed: true });
		for (let minute = 0; minute < 10; minute += 1) await toldAt(bench, 1);
		bench.trigger.save();
		const { waits } = (bench.trigger.staticData.state as { parts: { reached: { waits: Array<Array<string | number>> } } }).parts.reached;
		expect(JSON.stringify(waits).length).toBeLessThanOrEqual(10_000);
		expect(waits.length).toBeGreaterThan(200);
		const ids = waits.map(([id]) => Number(String(id).slice(1)));
		expect([Math.max(...ids), Math.min(...ids)]).toEqual([600, 601 - waits.length]);
	});
});

describe('a customer who wrote again', () => {
	it('is not told of a message that was answered before his next one, both between two looks', async () => {
		const bench = await seen();
		write(bench, bench.record, 'user', 'contact');
		expect(await toldAt(bench, 119)).toEqual([]);
		expect(threadsAsked(bench.inboxes)).toHaveLength(0);
		expect(await toldAt(bench, 10)).toEqual([1]);
		expect(threadsAsked(bench.inboxes)).toHaveLength(1);
	});

	it('is told on time of the last one where no thread comes, with the one before it', async () => {
		const bench = await seen();
		bench.inboxes.threadReply = 'unread';
		write(bench, bench.record, 'contact');
		expect(await toldAt(bench, 125)).toEqual([120, 120]);
	});

	it('is told of an earlier one alone ten minutes late at the most where no thread comes', async () => {
		const bench = await seen();
		bench.inboxes.threadReply = 'unread';
		await toldAt(bench, 30);
		write(bench, bench.record, 'contact');
		expect(await toldAt(bench, 125)).toEqual([100, 120]);
	});

	it('is told of both where neither was answered, each on time, and his thread is asked for once', async () => {
		const bench = await seen();
		expect(await toldAt(bench, 10)).toEqual([]);
		write(bench, bench.record, 'contact');
		expect(await toldAt(bench, 125)).toEqual([110, 120]);
		expect(threadsAsked(bench.inboxes)).toHaveLength(1);
	});
});
